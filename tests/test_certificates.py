"""Certificates and embedding: what is promised holds, and nothing is lost when a support grows.

The ellipsoid may miss theta in a fraction delta of the games; `holds` errs by chance with
probability at most 1e-6.
"""

import math

import numpy as np
import pytest

from tests.chance import breaks, holds
from tests.watched_games import SCHEDULES, random_theta
from vaslb_edu import (
    OFUL,
    VOFUL2,
    Certificate,
    CertifiedByRegret,
    RoundByRound,
    SparseLinearBandit,
    WeightedOFUL,
    schedules,
)
from vaslb_edu.learner import stretches
from vaslb_edu.sharp.kept_learner import KeptLearner
from vaslb_edu.sharp.regret_certificate import certified

statistical = pytest.mark.statistical
DELTA = 0.5


def growing_game(learner, theta, sigma, seed, rounds=(60, 140, 400), order=(1, 3, 0), delta=DELTA):
    """Let a learner play on 1, 2, then 3 coordinates; yield it after each stretch of rounds."""
    game = SparseLinearBandit(theta, sigma, sum(rounds), seed=seed, unit=False)
    kept = KeptLearner(learner, delta, game.horizon)
    for place, more in zip(order, rounds, strict=True):
        kept.grow([place])
        for _ in stretches(kept.running, game, kept.support, rounds=more):
            yield kept


def ever_broken(learner, sigma, seed, **options):
    """Say whether any certificate of a growing game was wrong."""
    return any(broken(kept, THETA) for kept in growing_game(learner, THETA, sigma, seed, **options))


def broken(kept, theta, slack=1e-9):
    """Say whether a certificate is wrong: low <= <x, theta_S> <= ||theta_S|| <= high."""
    known, inside = kept.certificate(), theta[list(kept.support)]
    assert np.linalg.norm(known.action) == pytest.approx(1.0)
    value, length = known.action @ inside, np.linalg.norm(inside)
    return bool(known.low > value + slack or length > known.high + slack)


THETA = np.array([0.5, -0.6, 0.0, 0.3, 0.1])


@pytest.mark.slow
@statistical
@pytest.mark.parametrize("schedule", SCHEDULES.values(), ids=SCHEDULES.keys())
@pytest.mark.parametrize(
    "learner",
    [OFUL(), WeightedOFUL(), WeightedOFUL(radius="printed"), WeightedOFUL(switching="every-round")],
    ids=["oful", "weighted", "printed", "every-round"],
)
def test_the_certificate_holds_through_all_embeddings(learner, schedule):
    games = 25 if learner.switching == "every-round" else 60
    failed = [ever_broken(learner, schedule, seed) for seed in range(games)]
    assert holds(failed, DELTA)


@statistical
def test_a_wrong_radius_is_caught_by_this_test():
    class Overconfident(WeightedOFUL):
        def _radius(self):
            return super()._radius() / 20

    failed = [ever_broken(Overconfident(), 0.3, seed) for seed in range(60)]
    assert breaks(failed, DELTA)


@pytest.mark.slow
@statistical
@pytest.mark.parametrize("sigma", [0.0, 0.3, schedules.periodic(0.0, 1.0, 9)])
def test_the_certificate_of_voful2_holds_through_all_embeddings(sigma):
    """All embeddings together may fail with twice the delta given, which is halved before."""
    options = {"rounds": (60, 100, 140), "delta": 0.1}
    failed = [ever_broken(VOFUL2(directions=16), sigma, seed, **options) for seed in range(12)]
    assert holds(failed, 0.1)


@statistical
@pytest.mark.parametrize("learner", [WeightedOFUL(), VOFUL2()], ids=["weighted", "voful2"])
def test_the_certificate_closes_in(learner):
    """On both sides to 0.003 +- 0.0004, the estimate to 0.005 +- 0.0014 (six games).

    All limits are seven deviations away or more: below 1e-10.
    """
    (*_, kept) = growing_game(learner, THETA, 0.05, 1, rounds=(500, 2000, 20_000), delta=0.05)
    known = kept.certificate()
    length = np.linalg.norm(THETA[list(kept.support)])
    assert length - 0.02 < known.low < length < known.high < length + 0.02
    np.testing.assert_allclose(known.estimate, THETA[list(kept.support)], atol=0.03)
    assert known.missing == pytest.approx(math.sqrt(1 - known.low**2))


def test_high_is_the_largest_norm_in_the_ellipsoid_and_low_the_least_value():
    learner = WeightedOFUL().fresh(3, 0.05, 500)
    game = SparseLinearBandit(random_theta(3), 0.2, 500, seed=3)
    rng = np.random.default_rng(0)
    for _ in stretches(learner, game, range(3)):
        known, ellipsoid = learner.certificate(), learner.ellipsoid
        assert known.high == pytest.approx(min(1.0, np.linalg.norm(ellipsoid.longest())))
        root = np.linalg.inv(np.linalg.cholesky(ellipsoid.matrix)).T
        ball = rng.normal(size=(2000, 3))
        ball /= np.linalg.norm(ball, axis=1, keepdims=True)
        values = (ellipsoid.center + ellipsoid.radius * ball @ root.T) @ known.action
        assert known.low <= max(-1.0, values.min()) + 1e-9
        assert known.low == pytest.approx(max(-1.0, values.min()), abs=0.02 * np.ptp(values))


@pytest.mark.parametrize("order", [(1, 3, 0, 2), (4, 2, 0, 3), (0, 1, 2, 3), (2, 0, 4, 1)])
@pytest.mark.parametrize("learner", [OFUL(noise=0.5), WeightedOFUL(ridge=2.0)], ids=["oful", "w"])
def test_embedding_is_the_ellipsoid_of_the_whole_space_with_zeros_outside(learner, order):
    """Compare with A, c and ln det in R^5, added up round by round from what was played."""
    d, sigma = 5, schedules.periodic(0.1, 0.9, 7)
    game = SparseLinearBandit(THETA, sigma, 300, seed=5, unit=False)
    kept = KeptLearner(learner, 0.1, 300)
    matrix, moment = learner.ridge * np.eye(d), np.zeros(d)
    kept.grow(order[:1])
    for place in order[1:]:
        for _ in range(60):
            action = np.zeros(d)
            action[list(kept.support)] = kept.running.act()
            seen = game.play(action)
            kept.running.take(seen)
            scale = max(seen.sigmas[0], 1e-3) if learner.needs_variances else learner.noise
            matrix += np.outer(action, action) / scale**2
            moment += seen.rewards[0] * action / scale**2
        kept.grow([place])
        inside, outside = list(kept.support), np.setdiff1d(range(d), kept.support)
        ellipsoid, center = kept.running.ellipsoid, np.linalg.solve(matrix, moment)
        np.testing.assert_allclose(ellipsoid.matrix, matrix[np.ix_(inside, inside)], rtol=1e-10)
        np.testing.assert_allclose(ellipsoid.center, center[inside], atol=1e-10)
        np.testing.assert_array_equal(center[outside], 0.0)
        log_det = np.linalg.slogdet(matrix / learner.ridge)[1]
        radius = math.sqrt(2 * math.log(1 / 0.1) + log_det) + math.sqrt(learner.ridge)
        assert ellipsoid.radius == pytest.approx(radius)
        np.testing.assert_allclose(kept.estimate(d), center, atol=1e-10)


def test_the_regret_bound_goes_on_through_an_embedding():
    last = 0.0
    game = SparseLinearBandit(THETA, 0.3, 300, seed=5, unit=False)
    kept = KeptLearner(WeightedOFUL(), 0.1, 300)
    for place in (1, 3, 0):
        kept.grow([place])
        for stretch in stretches(kept.running, game, kept.support, rounds=100):
            assert stretch.bounds[0] >= last
            last = stretch.bounds[-1]


@statistical
def test_embedded_voful2_holds_the_sums_of_its_past_with_zeros_outside():
    """As if the rounds had been played in the plane from the start.

    The estimate has a standard error of 0.2 / sqrt(400): 0.06 is six of them, below 1e-8.
    """
    small, wide = (VOFUL2(directions=16).fresh(dim, 0.05, 1000) for dim in (1, 2))
    game = SparseLinearBandit([0.7], 0.2, 400, seed=2, unit=False)
    for _ in stretches(small, game, [0]):
        pass
    past = [*small._history, small._epoch.summary()]
    small.embed([1], 2)
    sums = wide.confidence_set.sums
    for action, count, total, squares in past:
        sums.add(np.array([0.0, action[0]]), count, total, squares)
    for name in ("w_r", "w_x", "ww_rr", "ww_rx", "ww_xx", "rounds"):
        np.testing.assert_allclose(
            getattr(small.confidence_set.sums, name), getattr(sums, name), rtol=1e-12
        )
    np.testing.assert_allclose(small.estimate[1], 0.7, atol=0.06)
    assert small.estimate[0] == 0.0
    with pytest.raises(ValueError, match="dim must be at most 4 for VOFUL2, got 5"):
        small.embed([0, 1], 5)


@pytest.mark.parametrize("dim", [2, 3, 4])
def test_nets_do_not_change_when_coordinates_change_places(dim):
    """So the conditions of an embedded set do not depend on where the new coordinates are."""
    from vaslb_edu.voful2.directions import direction_net

    net = direction_net(dim, 30)
    turned = np.roll(net, 1, axis=1)
    turned[:, [0, 1]] = turned[:, [1, 0]]
    assert {tuple(row) for row in np.round(net, 9)} == {tuple(row) for row in np.round(turned, 9)}


# -- certificates from regret reports -----------------------------------------------------------


class Reporting(WeightedOFUL):
    """Weighted OFUL without its certificate: a black box that reports its regret."""

    certificate = RoundByRound.certificate
    embed = RoundByRound.embed


@pytest.mark.slow
@statistical
@pytest.mark.parametrize("sigma", [0.0, 0.3, schedules.periodic(0.0, 1.0, 9)])
def test_a_regret_report_gives_a_certificate_that_holds(sigma):
    failed = [ever_broken(certified(Reporting()), sigma, seed) for seed in range(40)]
    assert holds(failed, DELTA)


def test_a_certificate_from_a_regret_report_by_hand():
    class Steady(RoundByRound):
        def reset(self, dim, delta, horizon):
            self.given, self.rounds = delta, 0

        def act(self):
            return np.array([0.6, 0.8]) if self.rounds % 2 else np.array([1.0, 0.0])

        def observe(self, reward, sigma):
            self.rounds += 1

        def regret_bound(self):
            return 0.5 * self.rounds

    learner = certified(Steady()).fresh(2, 0.1, 100)
    game = SparseLinearBandit([0.6, 0.8], 0.25, 100, seed=1)
    assert learner.certificate().low == -1.0
    heard = []
    for stretch in stretches(learner, game, [0, 1], rounds=2):
        heard += stretch.rewards.tolist()
    share = 0.1 / 2 / 2  # the first of 1/(1·2), 1/(2·3), ...; half of it for the noise
    noise = math.sqrt(2 * 2 * 0.25**2 * math.log(2 * 2 * 3 / share))
    mean = np.array([0.8, 0.4])
    known = learner.certificate()
    length = np.linalg.norm(mean)
    np.testing.assert_allclose(known.action, mean / length)
    assert known.low == pytest.approx(max(-1.0, (np.mean(heard) - noise / 2) / length))
    assert known.high == pytest.approx(min(1.0, np.mean(heard) + (noise + 1.0) / 2))
    assert learner._inner.given == pytest.approx(share)
    learner.embed([0, 1], 2)
    assert learner._inner.given == pytest.approx(0.1 / 6 / 2)


def test_who_needs_no_wrapping_is_left_as_it_is():
    for learner in (OFUL(), WeightedOFUL(), VOFUL2()):
        assert certified(learner) is learner
    assert isinstance(certified(Reporting()), CertifiedByRegret)


def test_only_a_learner_is_certified_by_its_regret():
    with pytest.raises(TypeError, match="learner must be a Learner"):
        CertifiedByRegret("oful")


def test_certificates_stay_in_the_unit_ball():
    known = Certificate.within_ball(np.array([1.0]), -3.0, 7.0)
    assert (known.low, known.high) == (-1.0, 1.0)
    assert known.missing == 1.0
    np.testing.assert_array_equal(known.estimate, [0.0])
    known = Certificate.within_ball(np.array([1.0]), 2.0, 7.0)
    assert (known.low, known.high, known.missing) == (1.0, 1.0, 0.0)
