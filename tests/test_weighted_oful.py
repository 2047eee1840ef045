"""Weighted OFUL: its ellipsoid, its regret bounds and its switching, by hand and in many games.

In each setting the ellipsoid may miss theta* in a fraction delta = 0.1 of the games; `holds` fails
by chance with probability at most 1e-6 if it does. Where it misses, no bound is promised.
"""

import math

import numpy as np
import pytest

from tests.chance import breaks, holds
from tests.watched_games import DELTA, SCHEDULES, play, random_theta
from vaslb_edu import SparseLinearBandit, WeightedOFUL, schedules
from vaslb_edu import sparse_parameter as sparse
from vaslb_edu.actions import Repeated

statistical = pytest.mark.statistical


@pytest.mark.slow
@statistical
@pytest.mark.parametrize("radius", ["self-normalised", "printed"])
@pytest.mark.parametrize("schedule", SCHEDULES.values(), ids=SCHEDULES.keys())
def test_the_ellipsoid_holds_theta_and_the_bounds_hold_the_regret(schedule, radius):
    """150 games; the plays do not depend on the kind of regret bound, so the kinds take turns."""
    learners = [WeightedOFUL(radius=radius, regret_bound=kind) for kind in ("optimism", "proof")]
    missed = []
    for seed in range(150):
        inside, regret, bound = play(learners[seed % 2], random_theta(seed), schedule, seed)
        missed.append(not inside)
        assert not inside or np.all(regret <= bound + 1e-9)
    assert holds(missed, DELTA)


@pytest.mark.slow
@statistical
def test_the_ellipsoid_holds_in_every_round_when_it_is_renewed_in_every_round():
    learner = WeightedOFUL(switching="every-round")
    missed = [
        not play(learner, random_theta(s), SCHEDULES["periodic"], s, horizon=150)[0]
        for s in range(60)
    ]
    assert holds(missed, DELTA)


@statistical
@pytest.mark.parametrize(("sigma", "games"), [(0.0, 1), (0.3, 3)])
def test_the_printed_bound_with_constant_one_falls_below_the_regret(sigma, games):
    """With the printed radius the learner still explores when C = 1 calls it converged.

    At the worst round regret is 7.9 times the bound without noise, where chance has no part, and
    5.2 +- 0.05 times with it (thirty games): 4 is more than twenty deviations away, below 1e-80.
    """
    learner = WeightedOFUL(radius="printed", regret_bound="printed", constant=1.0)
    theta = np.array([0.6, 0.0, 0.8])
    for seed in range(games):
        _, regret, bound = play(learner, theta, schedules.constant(sigma), seed, horizon=4000)
        assert np.any(regret > 4 * bound)


@statistical
def test_a_wrong_radius_is_caught_by_this_test():
    """The Monte-Carlo test has teeth: a radius ten times too small misses theta* nearly always.

    All of eighty other games missed. At a rate of 0.9, `breaks` sees less than what it needs in
    sixty games with probability below 1e-20.
    """

    class Overconfident(WeightedOFUL):
        def _radius(self):
            return super()._radius() / 10

    missed = [
        not play(Overconfident(), random_theta(s), SCHEDULES["constant"], s)[0] for s in range(60)
    ]
    assert breaks(missed, DELTA)


def test_state_after_two_rounds_by_hand():
    learner = WeightedOFUL(switching="every-round").fresh(2, 0.1, 100)
    np.testing.assert_allclose(learner.act(), [1, 0])
    game = SparseLinearBandit([0.6, 0.8], schedules.from_values([0.5, 0.25, 0.25]), 3, seed=0)
    seen = game.draw(Repeated(learner.act(), 1))
    game.keep(1)
    beta0 = math.sqrt(2 * math.log(10)) + 1
    assert learner.take(seen) == pytest.approx([min(2.0, 2 * beta0)])
    ellipsoid = learner.ellipsoid
    np.testing.assert_allclose(ellipsoid.matrix, [[1 + 4, 0], [0, 1]])
    np.testing.assert_allclose(ellipsoid.center, [4 * seen.rewards[0] / 5, 0])
    assert ellipsoid.radius == pytest.approx(math.sqrt(2 * math.log(10) + math.log(5)) + 1)
    longest = ellipsoid.longest()
    np.testing.assert_allclose(learner.act(), longest / np.linalg.norm(longest))


def test_an_ellipsoid_that_is_kept_does_not_change():
    learner = WeightedOFUL(switching="every-round").fresh(2, 0.1, 10)
    kept = learner.ellipsoid
    before = kept.matrix.copy()
    learner.take(SparseLinearBandit([0.6, 0.8], 0.1, 10).play(learner.act()))
    np.testing.assert_array_equal(kept.matrix, before)


def test_printed_radius_by_hand():
    learner = WeightedOFUL(radius="printed", switching="every-round").fresh(4, 0.05, 100)
    assert learner.ellipsoid.radius == pytest.approx(1.0)  # beta_0 = 0, so sqrt(lambda)
    game = SparseLinearBandit(np.full(4, 0.5), schedules.from_values([0.9, 0.2, 0.2]), 3)
    learner.take(game.play(learner.act()))
    learner.take(game.play(learner.act()))
    floor = 1 / math.sqrt(4)
    by_hand = 8 * math.sqrt(4 * math.log(1 + 2 / (4 * floor**2)) * math.log(4 * 2**2 / 0.05))
    assert learner.ellipsoid.radius == pytest.approx(by_hand + 1)


def test_the_three_regret_bounds_by_hand():
    values = [0.9, 0.2, 0.7]
    game_of = lambda: SparseLinearBandit([0.6, 0.8], schedules.from_values(values), 3)  # noqa: E731

    def bounds(kind, **options):
        learner = WeightedOFUL(regret_bound=kind, switching="every-round", **options)
        running, game, betas, out = learner.fresh(2, 0.05, 3), game_of(), [], []
        for _ in values:
            betas.append(running.ellipsoid.radius)
            out.append(running.take(game.play(running.act()))[-1])
        return np.array(betas), np.array(out)

    n, log = np.arange(1, 4), math.log(20)
    variance = np.cumsum(np.square(values))
    _, printed = bounds("printed", constant=3.0)
    np.testing.assert_allclose(printed, 3 * (np.sqrt(2 * n * log) + 2 * np.sqrt(variance * log)))
    betas, proof = bounds("proof")
    quietest = np.minimum.accumulate(values)
    potential = 2 * np.log(1 + n / (2 * quietest**2))
    weighted = np.cumsum((betas * np.array(values)) ** 2)
    np.testing.assert_allclose(
        proof, 2 * np.sqrt(2 * potential) * np.sqrt(weighted) + 4 * potential
    )


@statistical
def test_rare_switching_switches_rarely_and_costs_little():
    """Regret grows by 1.14 +- 0.06 (sixteen games): 1.6 is seven deviations off, below 1e-11."""
    theta, schedule = random_theta(5), schedules.constant(0.3)

    class Counting(WeightedOFUL):
        def _switch(self):
            self.switches = getattr(self, "switches", 0) + 1
            super()._switch()

    def regret_and_switches(**options):
        learner = Counting(**options).fresh(3, 0.05, 4000)
        game = SparseLinearBandit(theta, schedule, 4000, seed=1)
        while game.remaining:
            seen = game.draw(Repeated(learner.act(), min(64, game.remaining)))
            game.keep(len(learner.take(seen)))
        return game.account.total, learner.switches

    often, many = regret_and_switches(switching="every-round")
    rarely, few = regret_and_switches(switching="rare")
    assert many == 4001
    # ln det grows by ln 2 a switch and by at most d ln(1 + T / (d sigma^2)) in all
    assert few <= 2 + 3 * math.log2(1 + 4000 / (3 * 0.3**2))
    assert rarely <= 1.6 * often


@pytest.mark.parametrize(
    "options",
    [
        {"radius": "huge"},
        {"regret_bound": "none"},
        {"switching": "never"},
        {"floor": 0.0},
        {"floor": 2.0},
        {"constant": 0.0},
        {"ridge": 0.0},
        {"growth": -1.0},
        {"delta": 0.0},
        {"delta": 1.0},
        {"delta": float("nan")},
        {"delta": "small"},
    ],
)
def test_bad_options_are_refused(options):
    with pytest.raises((ValueError, TypeError), match=next(iter(options))):
        WeightedOFUL(**options)


@pytest.mark.parametrize(
    "learner",
    [WeightedOFUL(), WeightedOFUL(regret_bound="proof"), WeightedOFUL(regret_bound="printed")],
    ids=["optimism", "proof", "printed"],
)
def test_regret_bounds_do_not_depend_on_the_chunk_size(learner):
    theta, sigma = sparse(3, [0.8, 0.5, 0.3]), schedules.periodic(0.02, 0.5, period=37)

    def bounds(size):
        running = learner.fresh(3, 0.05, 800)
        game = SparseLinearBandit(theta, sigma, 800, seed=2)
        collected = []
        while game.remaining:
            feedback = game.draw(Repeated(running.act(), min(size, game.remaining)))
            collected.append(running.take(feedback))
            game.keep(len(collected[-1]))
        return np.concatenate(collected)

    np.testing.assert_allclose(bounds(64), bounds(1), rtol=1e-12)
    np.testing.assert_allclose(bounds(5), bounds(1), rtol=1e-12)
