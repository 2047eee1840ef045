"""VOFUL2 watched from outside: was theta* in every set, was the bound ever too low?"""

import numpy as np

from vaslb_edu import schedules
from vaslb_edu.game import Feedback
from vaslb_edu.voful2.confidence_set import EmptyConfidenceSet
from vaslb_edu.voful2.learner import VOFUL2

SCHEDULES = {
    "loud": schedules.constant(1.0),
    "quiet": schedules.constant(0.1),
    "step": schedules.step(1.0, 0.05, at=700),
    "periodic": schedules.periodic(0.02, 1.0, 200),
    "bursts": schedules.bursts(0.02, 1.0, 20, 100),
}


def quick(iota="net", **options):
    """A learner with fewer tests of its set than usual."""
    return VOFUL2(iota, test_growth=1.2, **options)


class Played:
    """One run, watched from outside: was theta* in every set, was the bound ever too low?"""

    def __init__(self, learner, theta, sigma, horizon, seed):
        theta, rng = np.asarray(theta, dtype=float), np.random.default_rng(seed)
        best = np.linalg.norm(theta)
        self.learner = learner.fresh(len(theta), learner.delta, horizon)
        self.regret, self.held, self.pessimistic, self.epochs = 0.0, True, True, []
        schedule = schedules.as_schedule(sigma, horizon)
        played = 0
        while played < horizon:
            x = self.learner.act()
            sigmas = schedule(np.arange(played + 1, min(played + 500, horizon) + 1))
            rewards = x @ theta + sigmas * rng.standard_normal(len(sigmas))
            try:
                promised = self.learner.take(Feedback(rewards, sigmas, revealed=False))
            except EmptyConfidenceSet:
                self.held = False
                return
            true = self.regret + (best - x @ theta) * np.arange(1, len(promised) + 1)
            self.pessimistic &= bool(np.all(promised >= true - 1e-9))
            self.regret = true[-1]
            self.held &= self.learner.confidence_set.contains(theta)
            played += len(promised)
            self.epochs.append((x, rewards[: len(promised)]))
