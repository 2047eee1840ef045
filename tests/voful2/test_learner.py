"""VOFUL2 as a learner: its batches, its regret bounds, what it refuses."""

import math

import numpy as np
import pytest

from tests.voful2.watched import SCHEDULES, Played, quick
from vaslb_edu import Learner, bounds, simulate
from vaslb_edu.game import Feedback
from vaslb_edu.voful2.confidence_set import EmptyConfidenceSet
from vaslb_edu.voful2.learner import VOFUL2


@pytest.mark.parametrize(
    "theta",
    [
        [-0.8],
        [0.5, -0.7],
        [0.5, 0.3, -0.6],
        pytest.param([0.7, -0.5, 0.3, 0.2], marks=pytest.mark.slow),
    ],
)
def test_without_noise_the_regret_stops_growing(theta):
    """It is that of about iota rounds in each of a few directions; then theta* is played."""
    run = Played(quick(), theta, 0.0, 50_000, seed=0)
    assert run.held
    assert run.pessimistic
    assert run.regret <= 2.2 * (len(theta) + 1) * run.learner.confidence_set.sums.iota
    assert 1 - run.learner.act() @ np.array(theta) / np.linalg.norm(theta) < 1e-5
    if len(theta) < 4:  # (dimension 4 takes seconds)
        short = Played(quick(), theta, 0.0, 2000, seed=0)
        assert run.regret < 1.25 * short.regret + 1  # iota, and so the start, grows like ln T


@pytest.mark.parametrize("bound", ["optimism", "printed"])
def test_the_batches_do_not_matter(bound):
    theta, horizon = np.array([0.6, 0.3]), 900
    noise = np.random.default_rng(5).standard_normal(horizon)
    results = []
    for chunk in (1, 7, 4096):
        learner = quick(regret_bound=bound).fresh(2, 0.05, horizon)
        played, actions, promised = 0, [], []
        while played < horizon:
            x = learner.act()
            rewards = x @ theta + 0.4 * noise[played : played + chunk]
            taken = learner.take(Feedback(rewards, rewards, revealed=False))
            played += len(taken)
            actions += [x] * len(taken)
            promised += taken.tolist()
        results.append((np.array(actions), np.array(promised), learner.estimate))
    for actions, promised, estimate in results[1:]:
        assert np.array_equal(actions, results[0][0])
        assert np.array_equal(promised, results[0][1])
        assert np.array_equal(estimate, results[0][2])


@pytest.mark.statistical
def test_testing_in_every_round_is_allowed():
    """The set may lose theta* with probability delta = 1e-6."""
    learner = VOFUL2(test_growth=1.0, directions=16, delta=1e-6)
    run = Played(learner, [0.6, 0.3], 0.2, 150, seed=0)
    iota = run.learner.confidence_set.sums.iota
    assert len(run.epochs) == 150 - math.floor(iota)
    assert run.held


def test_a_learner_can_be_used_again():
    learner = quick()
    first = Played(learner, [0.6, 0.3], 0.3, 500, seed=0)
    Played(learner, [0.1, -0.9, 0.1], 0.3, 200, seed=1)
    again = Played(learner, [0.6, 0.3], 0.3, 500, seed=0)
    assert isinstance(learner, Learner)
    assert first.regret == again.regret


@pytest.mark.statistical
def test_it_runs_alone_and_estimates_theta():
    """Over ten games the estimate is off by 0.011 +- 0.009, and regret is 49.8 +- 1.1.

    Both limits are seven deviations away or more: below 1e-11.
    """
    theta = np.array([0.6, -0.8])
    run = simulate(VOFUL2(), theta, 0.1, 20_000, seed=2, reveal_variances=False)
    assert np.linalg.norm(run.estimate - theta) < 0.08
    assert run.final_regret < 60


def test_the_printed_bound_is_the_formula_with_ridge_residuals():
    run = Played(quick(regret_bound="printed", constant=3.0), [0.7, 0.5], 0.3, 300, seed=0)
    learner = run.learner
    rows = np.concatenate([np.tile(x, (len(r), 1)) for x, r in run.epochs])
    rewards = np.concatenate([r for _, r in run.epochs])
    x, extra = learner.act(), np.array([0.2, 0.9])
    promised = learner.take(Feedback(extra, extra, revealed=False))
    for k in (1, 2)[: len(promised)]:
        a, b = np.vstack([rows, np.tile(x, (k, 1))]), np.append(rewards, extra[:k])
        beta = np.linalg.solve(a.T @ a + np.eye(2), a.T @ b)
        expected = bounds.unknown_variance_estimate(
            2, 300 + k, np.sum((b - a @ beta) ** 2), 0.05, C=3.0
        )
        assert promised[k - 1] == pytest.approx(float(expected), rel=1e-9)


def test_the_printed_bound_with_constant_one_is_not_pessimistic_with_the_printed_iota():
    """Nothing is learnt before t = iota, and the first action is wrong: regret is linear."""
    run = Played(VOFUL2("printed", "printed"), [-0.7, -0.7], 0.0, 3000, seed=0)
    assert run.held
    assert not run.pessimistic


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"iota": 0}, r"iota must be a real number in \(0, inf\), got 0"),
        ({"iota": -1.0}, "iota"),
        ({"iota": math.nan}, "iota"),
        ({"iota": math.inf}, "iota"),
        ({"iota": "small"}, "iota must be one of 'net', 'printed', got 'small'"),
        ({"resolution": 0.0}, "resolution"),
        ({"resolution": -1e-3}, "resolution"),
        ({"resolution": 1e-9}, r"resolution must be a real number in \[1e-06, 1\], got 1e-09"),
        ({"directions": 0}, "directions must be an integer >= 1, got 0"),
        ({"test_growth": 0.9}, "test_growth"),
        ({"regret_bound": "none"}, "regret_bound must be one of 'optimism', 'printed'"),
        ({"constant": 0.0}, "constant"),
        ({"delta": 1.0}, "delta"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        VOFUL2(**options)


def test_bad_types():
    with pytest.raises(TypeError, match="iota must be a real number"):
        VOFUL2(None)
    with pytest.raises(TypeError, match="directions must be an integer"):
        VOFUL2(directions=2.5)


def test_too_many_dimensions_are_refused_with_the_reason():
    with pytest.raises(
        ValueError, match=r"at most 4 .* got 5: .* every direction, .* WeightedOFUL"
    ):
        VOFUL2().fresh(5, 0.05, 100)
    for dim in (0, -1):
        with pytest.raises(ValueError, match="dim"):
            VOFUL2().fresh(dim, 0.05, 100)
    with pytest.raises(ValueError, match="delta"):
        VOFUL2().fresh(2, 0.0, 100)
    with pytest.raises(ValueError, match="horizon"):
        VOFUL2().fresh(2, 0.05, 0)


def test_an_iota_that_the_noise_contradicts_is_an_error():
    with pytest.raises(EmptyConfidenceSet, match="use a larger iota"):
        simulate(VOFUL2(1e-5), [0.6, 0.8], 1.0, 5000, seed=0)


def test_it_never_reads_a_variance():
    """Where they are hidden, reading one is an error; where they are not, nothing changes."""
    with pytest.raises(PermissionError, match="variances"):
        _ = Feedback(np.zeros(1), np.zeros(1), revealed=False).sigmas
    for bound in ("optimism", "printed"):
        hidden, shown = (
            simulate(
                quick(regret_bound=bound),
                [0.6, 0.8],
                SCHEDULES["step"],
                1500,
                reveal_variances=revealed,
            )
            for revealed in (False, True)
        )
        np.testing.assert_array_equal(hidden.regret, shown.regret)


@pytest.mark.parametrize("horizon", [1, 2])
def test_tiny_horizons(horizon):
    """Nothing is learnt in two rounds: one action is played, and each round costs the same."""
    run = simulate(VOFUL2(), [0.6, 0.8], 0.5, horizon)
    assert run.horizon == horizon
    assert run.final_regret == pytest.approx(horizon * run.regret[0])
