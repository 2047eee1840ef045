"""Random projection: unbiased, with the stated variance, and a stop that is right.

Where the rule holds, 2 sqrt(2 Q^ ln(4/delta)) < n gap / 4, and Q^ / n is the variance of a
projection: a mean has the standard error gap / sqrt(128 ln(4/delta)), at delta = 0.05 gap / 23.7.
What is off by gap / 4 is off by 5.9 of them: Chernoff's bound gives 5e-8 a coordinate.
"""

import math

import numpy as np
import pytest

from tests.chance import near
from vaslb_edu import SparseLinearBandit, schedules, sparse_parameter
from vaslb_edu import concentration as con
from vaslb_edu.actions import RandomSigns
from vaslb_edu.random_projection import (
    RandomProjection,
    first_check,
    projection_variance,
    projections,
)

ROUNDS = 200_000
statistical = pytest.mark.statistical


def sample(theta, support, estimate, sigma, baseline, seed=0):
    """Draw projections and return them with the plays."""
    d = len(theta)
    rest = 1 - estimate @ estimate
    rng = np.random.default_rng(seed)
    scale = math.sqrt(rest / (d - len(support)))
    plays = RandomSigns.draw(rng, ROUNDS, d, support, estimate, scale)
    game = SparseLinearBandit(theta, sigma, ROUNDS, seed=seed)
    return projections(plays, game.draw(plays).rewards, baseline)


@statistical
@pytest.mark.parametrize("sigma", [0.0, 0.3])
@pytest.mark.parametrize("offset", [0.0, 0.25, -0.4])
@pytest.mark.parametrize("support", [(), (0, 1)], ids=["empty S", "S = {0, 1}"])
def test_unbiased_with_the_stated_variance(support, offset, sigma):
    """Twenty means and variances, each wrong by chance at 1e-7: in all below 1e-5.

    A projection is a sum of signs and a normal, so its fourth moment is at most that of a normal,
    and its square has a deviation of at most sqrt(2) times the variance.
    """
    theta = sparse_parameter(10, [0.8, -0.4, 0.3, 0.2])
    estimate = np.array([0.7, -0.45])[: len(support)]
    baseline = estimate @ theta[list(support)] - offset
    got = sample(theta, support, estimate, sigma, baseline)
    outside = np.delete(theta, support)
    rest = 1 - estimate @ estimate
    for i, column in enumerate(got.T):
        others = float(np.sum(outside**2) - outside[i] ** 2)
        variance = projection_variance(others, len(outside), rest, offset, sigma)
        assert near(column, outside[i], math.sqrt(variance) + 1e-9, chance=1e-7)
        squares = (column - outside[i]) ** 2
        assert near(squares, variance, math.sqrt(2) * variance + 1e-9, chance=1e-7)


def test_every_entry_has_the_same_square(rng):
    theta = sparse_parameter(9, [0.8, -0.4, 0.3])
    plays = RandomSigns.draw(rng, 100, 9, (), np.zeros(0), 1 / 3)
    rewards = plays.inner(theta) + rng.normal(size=100)
    vectors = projections(plays, rewards, 0.1)
    np.testing.assert_allclose(vectors**2, np.tile((9 * (rewards - 0.1) ** 2)[:, None], (1, 9)))


def explore(
    theta,
    support=(),
    estimate=(),
    sigma=0.0,
    gap=0.25,
    delta=0.05,
    horizon=10**6,
    baseline="running-mean",
    earliest=None,
    seed=0,
):
    projection = RandomProjection(
        len(theta),
        support,
        np.asarray(estimate, dtype=float),
        gap,
        delta,
        baseline,
        first_check(delta) if earliest is None else earliest,
        np.random.default_rng(seed),
    )
    game = SparseLinearBandit(theta, sigma, horizon, seed=seed)
    return projection, projection.run(game, 4096), game


@statistical
def test_length_of_the_first_exploration():
    """Noiseless, all of theta outside S: variance 1 - theta_i^2, so n is near 128 ln(4/d)/gap^2.

    A squared reward (sum of +-theta_j)^2 has mean 1 and variance 2 (1 - sum of theta_j^4) = 0.64.
    At n = 9,000 the length is off by 0.8 / sqrt(n) = 0.84 %: 5 % are 5.9 standard errors. With the
    64 means, each wrong at 5e-8, that fails by chance with probability below 1e-5.
    """
    theta = sparse_parameter(64, [0.9, 0.4, 0.15, 0.1])
    projection, done, game = explore(theta)
    assert done
    predicted = 128 * math.log(4 / 0.05) / 0.25**2
    assert projection.count == pytest.approx(predicted, rel=0.05)
    np.testing.assert_allclose(projection.means(), theta, atol=0.0625)
    assert game.round == projection.count  # no pilot where S is empty


@statistical
def test_running_mean_makes_the_length_independent_of_the_dimension():
    """A baseline off by b = 0.0033 costs (K/R^2) b^2 a round; the running mean does not pay it.

    Left outside are a = 0.15 and b = 0.1; (+-a +-b)^2 is off by 2ab / (a^2 + b^2) = 0.92 of its
    mean. A length of 1,170 rounds is off by 2.7 %, a mean of four by 1.4 %, a ratio of two means by
    1.9 %: 10 % are five standard errors, below 1e-6.
    """
    length = {}
    for d in (64, 1024):
        theta = sparse_parameter(d, [0.9, 0.4, 0.15, 0.1])
        estimate = theta[:2] * (1 - 0.0035)
        for baseline in ("running-mean", "squared-norm"):
            counts = [
                explore(theta, (0, 1), estimate, gap=0.125, baseline=baseline, seed=s)[0].count
                for s in range(4)
            ]
            length[d, baseline] = np.mean(counts)
    assert length[1024, "running-mean"] / length[64, "running-mean"] < 1.1
    assert length[1024, "squared-norm"] / length[64, "squared-norm"] > 3


def test_the_pilot_is_played_and_not_counted():
    theta = sparse_parameter(16, [0.9, 0.4])
    projection, _, game = explore(theta, (0,), theta[:1] * 0.99)
    assert game.round == projection.count + 1


def test_nothing_left_to_find_stops_at_the_first_check():
    theta = sparse_parameter(16, [0.9, 0.4])
    projection, done, _ = explore(theta, (0, 1), 0.9 * theta[:2])
    assert done
    assert projection.count == first_check(0.05) == math.ceil(8 * math.log(80))
    np.testing.assert_allclose(projection.means(), 0.0, atol=1e-12)


def test_without_waiting_the_rule_holds_after_one_round():
    projection, done, game = explore(sparse_parameter(16, [0.9, 0.4]), earliest=1)
    assert (projection.count, done, game.round) == (1, True, 1)


def test_the_horizon_cuts_an_exploration_short():
    _, done, game = explore(sparse_parameter(16, [0.9, 0.4]), sigma=1.0, horizon=500)
    assert not done
    assert game.remaining == 0


@statistical
def test_stopped_means_are_right_to_a_quarter_gap_in_all_games():
    """Forty explorations in noise that changes, 32 coordinates: no mean is off by gap / 4.

    The rule asks for gap / 4 with a constant twice what delta = 0.05 needs: a mean that is off has
    the probability asserted below. 1,280 means fail by chance with probability below 1e-4. (The
    stop looks at the scatter, which hardly varies, so that n is as good as fixed.)
    """
    theta = sparse_parameter(32, [0.8, 0.45, 0.3, 0.25])
    sigma = schedules.periodic(0.0, 0.2, period=64)
    for seed in range(40):
        projection, done, _ = explore(theta, sigma=sigma, seed=seed)
        assert done
        assert np.max(np.abs(projection.means() - theta)) < 0.25 / 4
        off = con.empirical_bernstein_failure(4 * math.log(4 / 0.05), projection.count)
        assert 40 * 32 * off < 1e-4


@statistical
def test_stopped_means_are_as_far_off_as_their_standard_error_says():
    """The root mean square over forty explorations and 32 coordinates is gap / 23.7.

    The square of a normal has deviation sqrt(2): the mean of 1,280 of them, divided by the
    variance, is 1 within what chance exceeds at 1e-6. A mean off by gap / 4 would be seen as well.
    """
    theta = sparse_parameter(32, [0.8, 0.45, 0.3, 0.25])
    squares = []
    for seed in range(40):
        projection, _, _ = explore(theta, sigma=0.1, seed=seed)
        variances = projection_variance(1.0 - theta**2, 32, 1.0, 0.0, 0.1)
        squares.append((projection.means() - theta) ** 2 * projection.count / variances)
    assert near(squares, 1.0, math.sqrt(2))
