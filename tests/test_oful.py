"""OFUL: a valid ellipsoid that does not profit from quiet rounds."""

import math

import numpy as np
import pytest

from tests.chance import holds
from tests.watched_games import DELTA, SCHEDULES, play, random_theta
from vaslb_edu import OFUL, Ellipsoid, SparseLinearBandit, WeightedOFUL, schedules


@pytest.mark.statistical
def test_oful_is_valid_and_does_not_profit_from_quiet_rounds():
    """Theta* may be missed in one game of ten; where it is not, the bound holds the regret.

    Noise of 0.01 in the place of 1 takes Weighted OFUL from 96 +- 13 to 1.8 +- 0.1 and OFUL from
    96 +- 13 to 80 +- 0.1 (sixty games). Means of twenty have a quarter of that spread, so that the
    limits are five standard errors away or more: with `holds`, below 1e-5 in all.
    """
    theta, missed = random_theta(1), []
    for seed in range(60):
        inside, regret, bound = play(OFUL(), theta, SCHEDULES["periodic"], seed)
        missed.append(not inside)
        assert not inside or np.all(regret <= bound + 1e-9)
    assert holds(missed, DELTA)

    def regret(learner, sigma):
        games = [play(learner, theta, schedules.constant(sigma), seed) for seed in range(20)]
        return np.mean([regret[-1] for _, regret, _ in games])

    assert regret(OFUL(), 0.01) > 0.65 * regret(OFUL(), 1.0)
    assert regret(WeightedOFUL(), 0.01) < 0.05 * regret(WeightedOFUL(), 1.0)


def test_the_ellipsoid_of_a_fresh_learner_is_the_ball():
    fresh = OFUL().fresh(4, 0.05, 10).ellipsoid
    assert isinstance(fresh, Ellipsoid)
    np.testing.assert_array_equal(fresh.center, np.zeros(4))
    np.testing.assert_array_equal(fresh.matrix, np.eye(4))
    assert all(fresh.contains(sign * axis) for axis in np.eye(4) for sign in (-1, 1))


def test_it_plays_what_brute_force_over_the_circle_plays():
    """In the letters of 2011: V = lambda I + sum of x x^T and, around V^-1 (sum of r x), the radius
    R sqrt(2 ln(det(V)^(1/2) det(lambda I)^(-1/2) / delta)) + sqrt(lambda), lambda = ridge R^2.
    """
    noise, delta = 0.5, 0.05
    ridge = 2.0 * noise**2  # lambda
    running = OFUL(noise, ridge=2.0, switching="every-round").fresh(2, delta, 40)
    game = SparseLinearBandit([0.6, 0.8], noise, 40, seed=3)
    angles = np.linspace(0.0, 2.0 * np.pi, 100_000, endpoint=False)
    circle = np.stack([np.cos(angles), np.sin(angles)])
    matrix, moment = ridge * np.eye(2), np.zeros(2)
    for _ in range(40):
        ratio = math.sqrt(np.linalg.det(matrix)) / ridge / delta
        radius = noise * math.sqrt(2.0 * math.log(ratio)) + math.sqrt(ridge)
        inverse, action = np.linalg.inv(matrix), running.act()
        width = np.sqrt(np.einsum("ia,ij,ja->a", circle, inverse, circle))
        best = (inverse @ moment @ circle + radius * width).max()
        mine = inverse @ moment @ action + radius * math.sqrt(action @ inverse @ action)
        assert mine == pytest.approx(best, rel=1e-7)
        feedback = game.play(action)
        running.take(feedback)
        matrix += np.outer(action, action)
        moment += feedback.rewards[0] * action
