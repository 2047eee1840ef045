"""Games watched from outside: was theta* in every ellipsoid, did the bound hold the regret?"""

import numpy as np

from vaslb_edu import SparseLinearBandit, schedules
from vaslb_edu.actions import Repeated

DELTA, HORIZON = 0.1, 600
SCHEDULES = {
    "constant": schedules.constant(0.3),
    "step": schedules.step(1.0, 0.01, at=300),
    "periodic": schedules.periodic(0.02, 1.0, period=60),
    "bursts": schedules.bursts(0.05, 1.0, length=20, every=100),
}


def play(learner, theta, schedule, seed, horizon=HORIZON, delta=DELTA):
    """Play one game; return (theta* always inside, regret after each round, bound after each)."""
    running = learner.fresh(len(theta), delta, horizon)
    game = SparseLinearBandit(theta, schedule, horizon, seed=seed)
    inside, gaps, bounds = True, [], []
    while game.remaining:
        inside = inside and running.ellipsoid.contains(theta)
        action = running.act()
        taken = running.take(game.draw(Repeated(action, game.remaining)))
        game.keep(len(taken))
        gaps.append(np.full(len(taken), 1 - action @ theta))
        bounds.append(taken)
    return inside, np.cumsum(np.concatenate(gaps)), np.concatenate(bounds)


def random_theta(seed, d=3):
    theta = np.random.default_rng(seed).normal(size=d)
    return theta / np.linalg.norm(theta)
