"""The learner protocol: what a linear bandit algorithm must offer, and nothing else.

Explained in the chapter *From regret to sample complexity*.

VASLB treats its learner as a black box. It hands it a few coordinates, plays what it proposes and
stops it as soon as its own pessimistic estimate of its regret is small enough. A learner therefore

* proposes a unit vector (`act`),
* learns from the reward of a round (`observe`),
* says how much regret it may have had so far, at worst (`regret_bound`).

That is all a simple learner needs; it may change its action in every round. This one asks every
coordinate once and then plays the answer, which is right when there is no noise::

    class AskOnce(Learner):
        def reset(self, dim, delta, horizon):
            self.dim, self.answers = dim, []

        def act(self):
            n = len(self.answers)
            return np.eye(self.dim)[n] if n < self.dim else unit(self.answers)

        def observe(self, reward, sigma):
            self.answers = [*self.answers, reward][: self.dim]

        def regret_bound(self):
            return 2.0 * self.dim

    run = simulate(VASLB(AskOnce()), theta, sigma=0.0, horizon=30_000)

A fast learner also says *how long its action may be repeated*, by overriding `take`.
"""

from __future__ import annotations

import copy
import math
from typing import Self

import numpy as np

from vaslb_edu._typing import Array
from vaslb_edu.action_sets import TOLERANCE
from vaslb_edu.actions import Repeated
from vaslb_edu.game import Feedback, SparseLinearBandit
from vaslb_edu.report import Report


class Learner:
    """Base class of linear bandit algorithms on the unit sphere.

    An instance is a configuration that can be used again and again; `fresh` makes a running copy.
    """

    delta: float = 0.05

    def reset(self, dim: int, delta: float, horizon: int) -> None:
        """Start anew on the unit sphere of R^dim, for at most `horizon` rounds.

        What the learner promises must hold with probability at least 1 - delta.
        """
        raise TypeError(f"{type(self).__name__} must define reset(dim, delta, horizon)")

    def act(self) -> Array:
        """Return the unit vector to play now, of shape (dim,)."""
        raise TypeError(f"{type(self).__name__} must define act()")

    def observe(self, reward: float, sigma: float) -> None:
        """Learn from one round of the current action; sigma is the revealed deviation."""
        raise TypeError(f"{type(self).__name__} must define observe(reward, sigma) or take(...)")

    def regret_bound(self) -> float:
        """Return a number that the regret so far exceeds with probability at most delta."""
        raise TypeError(f"{type(self).__name__} must define regret_bound() or take(...)")

    def take(self, feedback: Feedback) -> Array:
        """Learn from the current action repeated, for as long as the action would not change.

        `feedback` offers several rounds. The learner takes the first m >= 1 of them and returns its
        regret bound after each of these m rounds. Whoever plays may stop it at an earlier one and
        throw it away. By default m = 1.
        """
        self.observe(float(feedback.rewards[0]), float(feedback.sigmas[0]))
        return np.array([self.regret_bound()])

    @property
    def estimate(self) -> Array | None:
        """The current estimate of the parameter, if the learner keeps one."""
        return None

    def fresh(self, dim: int, delta: float, horizon: int) -> Self:
        """Return a copy with the same configuration, ready for its first round."""
        running = copy.copy(self)
        running.reset(dim, delta, horizon)
        return running

    def play(
        self, game: SparseLinearBandit, rng: np.random.Generator, chunk: int = 1 << 14
    ) -> Report:
        """Play the whole game on the whole sphere, with no use of sparsity."""
        running = self.fresh(game.dim, self.delta, game.horizon)
        ask = 1
        while game.remaining:
            offered = min(ask, chunk, game.remaining)
            feedback = game.draw(Repeated(action_of(running, game.dim), offered))
            taken = len(running.take(feedback))
            game.keep(taken)
            ask = next_batch(offered, taken)
        return Report(estimate=running.estimate)


def action_of(learner: Learner, dim: int) -> Array:
    """Ask a learner for its action and check that it is a unit vector of R^dim."""
    action = np.asarray(learner.act(), dtype=float)
    name = type(learner).__name__
    if action.shape != (dim,):
        raise ValueError(f"{name}.act() must return shape ({dim},), got shape {action.shape}")
    norm = math.sqrt(action.dot(action))
    if not abs(norm - 1.0) <= TOLERANCE:
        raise ValueError(f"{name}.act() must return a unit vector, got norm {norm}")
    return action


def next_batch(offered: int, taken: int) -> int:
    """Offer twice as many rounds after a batch that was taken whole, else as many as were taken."""
    return 2 * offered if taken == offered else max(taken, 1)
