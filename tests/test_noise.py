"""Noise: a function of seed and round, in rewards or on the parameter."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import near
from vaslb_edu import ParameterNoise, RewardNoise, SparseLinearBandit, sparse_parameter
from vaslb_edu.actions import Repeated
from vaslb_edu.noise import NormalStream

THETA = sparse_parameter(6, [0.8, -0.5, 0.3])


def listen(game, action, rounds, batch):
    """Play one action for some rounds in batches and return the noise that was heard."""
    heard = []
    while len(heard) < rounds:
        size = min(batch, rounds - len(heard))
        heard.extend(game.draw(Repeated(action, size)).rewards - action @ THETA)
        game.keep(size)
    return np.array(heard)


def test_noise_is_a_function_of_seed_and_round_only():
    east, north = np.eye(6)[0], np.eye(6)[1]
    a = listen(SparseLinearBandit(THETA, 0.5, 70_000, seed=3), east, 70_000, 4096)
    b = listen(SparseLinearBandit(THETA, 0.5, 70_000, seed=3), north, 70_000, 777)
    c = listen(SparseLinearBandit(THETA, 0.5, 70_000, seed=4), east, 70_000, 4096)
    np.testing.assert_allclose(a, b, atol=1e-15)
    assert np.max(np.abs(a - c)) > 0.1


@pytest.mark.statistical
@pytest.mark.parametrize("noise", [RewardNoise(), ParameterNoise()])
def test_noise_along_a_unit_action_has_mean_zero_and_deviation_sigma(noise):
    """The square of a normal has variance 2 sigma^4. Two questions, each wrong at 1e-6."""
    game = SparseLinearBandit(THETA, 0.3, 70_000, seed=3, noise=noise)
    heard = listen(game, np.full(6, 6**-0.5), 70_000, 4096)
    assert near(heard, 0.0, 0.3)
    assert near(heard**2, 0.3**2, np.sqrt(2) * 0.3**2)


@given(start=st.integers(0, 200_000), count=st.integers(1, 90_000))
def test_the_stream_can_be_read_from_anywhere(start, count):
    piece = NormalStream(9).read(start, count)
    stream = NormalStream(9)
    cut = count // 2
    parts = [stream.read(start, cut)] if cut else []
    np.testing.assert_array_equal(
        np.concatenate([*parts, stream.read(start + cut, count - cut)]), piece
    )


def heard_along(action, noise, batch=999):
    game = SparseLinearBandit(THETA, 0.3, 20_000, seed=3, noise=noise)
    return listen(game, action, 20_000, batch)


def test_noise_on_the_parameter_is_linear_in_the_action():
    """Noise on theta turns round with the action and adds up; noise on the reward does neither."""
    east, north = np.eye(6)[0], np.eye(6)[1]
    along = {
        name: heard_along(action, ParameterNoise())
        for name, action in {"e": east, "-e": -east, "n": north}.items()
    }
    between = heard_along((east + north) / np.sqrt(2), ParameterNoise())
    np.testing.assert_allclose(along["-e"], -along["e"], atol=1e-14)
    np.testing.assert_allclose(between, (along["e"] + along["n"]) / np.sqrt(2), atol=1e-14)
    assert np.max(np.abs(along["e"] - along["n"])) > 0.1
    np.testing.assert_allclose(
        heard_along(-east, RewardNoise()), heard_along(east, RewardNoise()), atol=1e-14
    )


def test_noise_on_the_parameter_does_not_depend_on_the_batches():
    action = np.full(6, 6**-0.5)
    whole, parts = (heard_along(action, ParameterNoise(), batch) for batch in (20_000, 999))
    np.testing.assert_allclose(whole, parts, atol=1e-14)
