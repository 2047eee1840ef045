"""ConfidenceBall2: its radius by hand, its plays by brute force, its ellipsoids watched."""

import math

import numpy as np
import pytest

from tests.chance import holds
from tests.watched_games import DELTA, SCHEDULES, play, random_theta
from vaslb_edu import OFUL, Ball, ConfidenceBall2, SparseLinearBandit, simulate
from vaslb_edu.rivals.confidence_ball import squared_radius


def test_the_radius_by_hand():
    assert squared_radius(1, 5, math.exp(-3.0)) == pytest.approx(64.0)  # (8/3 * 3)^2, as ln 1 = 0
    assert squared_radius(2, 3, 0.1) == pytest.approx(128 * 3 * math.log(2) * math.log(40))
    assert squared_radius(2, 1, 1e-30) == pytest.approx((8 / 3 * math.log(4e30)) ** 2)


def test_it_plays_what_brute_force_over_the_circle_plays():
    """A = I + sum of x x^T, theta-hat = A^-1 sum of r x, and the best of a million angles."""
    game = SparseLinearBandit([0.6, 0.8], 0.5, 40, seed=3)
    running = ConfidenceBall2(switching="every-round").fresh(2, 0.05, 40)
    angles = np.linspace(0.0, 2.0 * np.pi, 1_000_000, endpoint=False)
    circle = np.stack([np.cos(angles), np.sin(angles)])
    matrix, moment = np.eye(2), np.zeros(2)
    for t in range(1, 41):
        inverse = np.linalg.inv(matrix)
        width = np.sqrt(np.einsum("ia,ij,ja->a", circle, inverse, circle))
        value = inverse @ moment @ circle + math.sqrt(squared_radius(t, 2, 0.05)) * width
        action = running.act()
        mine = inverse @ moment @ action
        mine += math.sqrt(squared_radius(t, 2, 0.05) * (action @ inverse @ action))
        assert mine == pytest.approx(value.max(), rel=1e-9)
        feedback = game.play(action)
        running.take(feedback)
        matrix += np.outer(action, action)
        moment += feedback.rewards[0] * action


@pytest.mark.statistical
@pytest.mark.parametrize("name", SCHEDULES)
def test_theta_is_in_every_ellipsoid(name):
    """With probability 0.9 at least, by the theorem; `holds` leaves 1e-6 to chance."""
    missed = []
    for seed in range(30):
        inside, regret, bound = play(ConfidenceBall2(), random_theta(seed), SCHEDULES[name], seed)
        missed.append(not inside)
        assert not inside or np.all(regret <= bound + 1e-9)
    assert holds(missed, DELTA)


@pytest.mark.parametrize("dim", [1, 2, 16, 300])
@pytest.mark.parametrize("delta", [1e-6, 0.05, 0.6])
def test_its_radius_is_never_below_that_of_oful(dim, delta):
    """So it holds for Gaussian noise, for which it was not proved: ln det <= d ln(1 + t/d)."""
    for t in (1, 2, 3, 10, 10**3, 10**7):
        oful = math.sqrt(2 * math.log(1 / delta) + dim * math.log1p((t - 1) / dim)) + 1.0
        ours = math.sqrt(squared_radius(t, dim, delta))
        assert ours >= (1.0 if t == 1 else oful)


def test_its_caution_costs_regret():
    theta = random_theta(2, d=6)
    older = simulate(ConfidenceBall2(), theta, 0.3, 20_000, 1, action_set=Ball(6)).final_regret
    assert older > 3 * simulate(OFUL(), theta, 0.3, 20_000, 1).final_regret


def test_a_delta_too_large_for_the_first_ellipsoid_is_refused():
    with pytest.raises(ValueError, match=r"delta must be at most 0.687 for ConfidenceBall2, got 0"):
        ConfidenceBall2(delta=0.7)
    with pytest.raises(ValueError, match="delta must be at most"):
        ConfidenceBall2().fresh(3, 0.9, 10)
