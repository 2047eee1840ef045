"""OFUL: a valid ellipsoid that does not profit from quiet rounds."""

import numpy as np

from tests.watched_games import SCHEDULES, play, random_theta
from vaslb_edu import OFUL, Ellipsoid, WeightedOFUL, schedules


def test_oful_is_valid_and_does_not_profit_from_quiet_rounds():
    theta = random_theta(1)
    for seed in range(40):
        inside, regret, bound = play(OFUL(), theta, SCHEDULES["periodic"], seed)
        assert np.all(regret <= bound + 1e-9) or not inside
    quiet = schedules.constant(0.01)
    regrets = [
        np.mean([play(learner, theta, quiet, seed)[1][-1] for seed in range(20)])
        for learner in (OFUL(), WeightedOFUL())
    ]
    assert regrets[1] < regrets[0] / 3


def test_the_ellipsoid_of_a_fresh_learner_is_the_ball():
    fresh = OFUL().fresh(4, 0.05, 10).ellipsoid
    assert isinstance(fresh, Ellipsoid)
    np.testing.assert_array_equal(fresh.center, np.zeros(4))
