"""Noise: a function of seed and round, in rewards or on the parameter."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vaslb_edu import (
    OFUL,
    ParameterNoise,
    SparseLinearBandit,
    simulate,
    sparse_parameter,
)
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
    # one draw of 70,000 deviations of 0.5: mean and deviation within five standard errors
    assert abs(a.mean()) < 5 * 0.5 / np.sqrt(70_000)
    assert abs(a.std() / 0.5 - 1) < 5 / np.sqrt(2 * 70_000)


@given(start=st.integers(0, 200_000), count=st.integers(1, 90_000))
def test_the_stream_can_be_read_from_anywhere(start, count):
    piece = NormalStream(9).read(start, count)
    stream = NormalStream(9)
    cut = count // 2
    parts = [stream.read(start, cut)] if cut else []
    np.testing.assert_array_equal(
        np.concatenate([*parts, stream.read(start + cut, count - cut)]), piece
    )


def test_noise_on_the_parameter_is_another_noise_model():
    run = simulate(OFUL(), THETA, 0.3, 400, noise=ParameterNoise())
    assert run.final_regret < 400
    game = SparseLinearBandit(THETA, 0.3, 20_000, noise=ParameterNoise())
    again = SparseLinearBandit(THETA, 0.3, 20_000, noise=ParameterNoise())
    action = np.full(6, 6**-0.5)
    whole = game.draw(Repeated(action, 20_000)).rewards - action @ THETA
    parts = listen(again, action, 20_000, 999)
    np.testing.assert_allclose(whole, parts, atol=1e-14)
    assert abs(whole.std() / 0.3 - 1) < 5 / np.sqrt(40_000)  # unit actions: deviation sigma
