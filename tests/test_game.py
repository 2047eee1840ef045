"""The game: its noise, its regret account and what it refuses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaslb_edu import (
    OFUL,
    VASLB,
    Hypercube,
    ParameterNoise,
    SparseLinearBandit,
    WeightedOFUL,
    schedules,
    simulate,
    sparse_parameter,
)
from vaslb_edu.actions import RandomSigns, Repeated
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


def test_what_is_drawn_and_not_kept_comes_again():
    game = SparseLinearBandit(THETA, 1.0, 100, seed=1)
    action = np.eye(6)[2]
    first = game.draw(Repeated(action, 10)).rewards.copy()
    game.keep(4)
    np.testing.assert_array_equal(game.draw(Repeated(action, 6)).rewards, first[4:])
    assert game.round == 4


def test_regret_comes_from_means_not_from_noisy_rewards():
    loud = simulate(OFUL(), THETA, 1.0, 50, seed=0)
    assert loud.regret[0] == pytest.approx(1 - THETA[0])  # the first play is the first axis
    game = SparseLinearBandit(THETA, 1.0, 1000, seed=0, checkpoints=[1, 10, 1000])
    game.draw(Repeated(np.eye(6)[0], 1000))
    game.keep(1000)
    np.testing.assert_allclose(
        game.account.at_checkpoints, np.array([1, 10, 1000]) * (1 - THETA[0])
    )


def test_regret_of_a_varying_batch_is_summed_row_by_row(rng):
    game = SparseLinearBandit(THETA, 0.3, 64, checkpoints=[1, 5, 40, 64])
    plays = RandomSigns.draw(rng, 64, 6, (), np.zeros(0), 6**-0.5)
    game.draw(plays)
    game.keep(40)
    gaps = 1 - plays.rows() @ THETA
    np.testing.assert_allclose(game.account.at_checkpoints[:3], gaps.cumsum()[[0, 4, 39]])


def test_deviations_are_revealed_after_the_play_and_only_if_allowed():
    schedule = schedules.ramp(0.1, 0.9, 9)
    game = SparseLinearBandit(THETA, schedule, 9)
    seen = game.draw(Repeated(np.eye(6)[0], 9))
    np.testing.assert_allclose(seen.sigmas, schedule(np.arange(1, 10)))
    secret = SparseLinearBandit(THETA, schedule, 9, reveal_variances=False)
    hidden = secret.draw(Repeated(np.eye(6)[0], 9))
    np.testing.assert_array_equal(hidden.rewards, seen.rewards)
    with pytest.raises(PermissionError, match="does not reveal"):
        _ = hidden.sigmas


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (np.ones(6), "norm 1"),
        (np.zeros(6), "norm 1"),
        (np.eye(5)[0], "length 6"),
        (np.eye(6), "1-D"),
        (np.array([np.nan, 0, 0, 0, 0, 0]), "finite"),
        (np.array([np.inf, 0, 0, 0, 0, 0]), "finite"),
        ("north", "action"),
    ],
)
def test_actions_that_are_not_allowed(action, message):
    game = SparseLinearBandit(THETA, 0.1, 10)
    with pytest.raises((ValueError, TypeError), match=message):
        game.play(action)
    assert game.round == 0
    assert game.account.total == 0


def test_a_batch_with_nan_is_refused():
    game = SparseLinearBandit(THETA, 0.1, 10)
    with pytest.raises(ValueError, match="norm 1"):
        game.draw(Repeated(np.full(6, np.nan), 3))


def test_no_round_past_the_horizon():
    game = SparseLinearBandit(THETA, 0.1, 3)
    for _ in range(3):
        game.play(np.eye(6)[0])
    with pytest.raises(ValueError, match="horizon 3"):
        game.play(np.eye(6)[0])
    game = SparseLinearBandit(THETA, 0.1, 3)
    with pytest.raises(ValueError, match="1 to 3 rounds"):
        game.draw(Repeated(np.eye(6)[0], 4))
    with pytest.raises(ValueError, match="drawn"):
        game.keep(1)


@pytest.mark.parametrize("count", [50, 3000])  # few rounds and many are added up differently
@pytest.mark.parametrize("dim", [9, 30])
def test_random_signs_batches_agree_with_their_rows(rng, count, dim):
    centre = np.array([0.5, -0.3])
    plays = RandomSigns.draw(rng, count, dim, (2, 5), centre, np.sqrt((1 - 0.34) / (dim - 2)))
    rows, vector, weights = plays.rows(), rng.normal(size=dim), rng.normal(size=count)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), plays.norms())
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0)
    np.testing.assert_allclose(np.abs(rows).max(axis=1), plays.largest())
    np.testing.assert_allclose(rows @ vector, plays.inner(vector))
    np.testing.assert_allclose(rows[:, [2, 5]], np.tile(centre, (count, 1)))
    np.testing.assert_allclose(weights @ plays.signs(), plays.signed_sums(weights))
    np.testing.assert_array_equal(plays[10:20].rows(), rows[10:20])


def test_signs_do_not_depend_on_how_many_are_drawn_at_once():
    def draw(sizes):
        rng = np.random.default_rng(0)
        return np.vstack(
            [RandomSigns.draw(rng, n, 70, (), np.zeros(0), 0.1).signs() for n in sizes]
        )

    np.testing.assert_array_equal(draw([30]), draw([1] * 30))
    assert abs(draw([5000]).mean()) < 5 / np.sqrt(5000 * 70)


# -- open for other games --------------------------------------------------------------------


def test_the_hypercube_is_another_action_set():
    game = SparseLinearBandit(THETA, 0.0, 4, action_set=Hypercube(6))
    assert game.play(np.sign(THETA)).rewards[0] == pytest.approx(np.abs(THETA).sum())
    assert game.account.total == pytest.approx(0.0)
    game.play(np.zeros(6))
    assert game.account.total == pytest.approx(np.abs(THETA).sum())
    with pytest.raises(ValueError, match="entries between -1 and 1"):
        game.play(np.full(6, 1.5))


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


# -- parameters ------------------------------------------------------------------------------


def test_sparse_parameter_places_and_normalises():
    theta = sparse_parameter(8, [3, -4])
    np.testing.assert_allclose(theta, [0.6, -0.8, 0, 0, 0, 0, 0, 0])
    np.testing.assert_allclose(sparse_parameter(5, [3, -4], positions=[4, 1]), [0, -0.8, 0, 0, 0.6])
    scattered = sparse_parameter(50, [1, 2, 2], seed=1)
    assert np.count_nonzero(scattered) == 3
    assert np.linalg.norm(scattered) == pytest.approx(1)
    np.testing.assert_array_equal(scattered, sparse_parameter(50, [1, 2, 2], seed=1))
    assert sparse_parameter(1, [-2.0]) == pytest.approx([-1.0])


@pytest.mark.parametrize("sigma", [0.0, 0.3])
@pytest.mark.parametrize(
    "theta", [[1.0], [-1.0], np.full(4, 0.5), [0.0, -1.0]], ids=["d=1", "d=1 minus", "s=d", "d=2"]
)
@pytest.mark.parametrize("horizon", [1, 2, 50, 20_000])
def test_corner_cases_give_correct_results(theta, sigma, horizon):
    for algorithm in (VASLB(WeightedOFUL()), WeightedOFUL(), OFUL()):
        run = simulate(algorithm, theta, sigma, horizon, seed=1)
        assert run.rounds[-1] == run.horizon == horizon
        assert np.all(np.diff(run.regret) >= -1e-9)
        assert 0 <= run.final_regret <= 2 * horizon
    if sigma == 0 and horizon == 20_000:
        found = simulate(VASLB(WeightedOFUL()), theta, sigma, horizon, seed=1)
        assert found.support == tuple(np.flatnonzero(theta))
