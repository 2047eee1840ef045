"""A certificate from a regret report: for learners that say what they lost and nothing else.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vaslb_edu._typing import Array
from vaslb_edu.concentration import anytime_delta, freedman
from vaslb_edu.game import Feedback
from vaslb_edu.learner import Certificate, Learner, RoundByRound, bounds_of

_GROWTH = 1.05  # the certificate is renewed when the rounds have grown by this factor


class CertifiedByRegret(Learner):
    """A learner together with the mean of its plays and of its rewards.

    =======  =====================================================================
    name     symbol
    =======  =====================================================================
    count    n, the rounds since the learner was started
    play     x-bar, the mean play
    reward   r-bar, the mean reward
    regret   R-bar_n, the learner's own regret bound
    noise    b = sqrt(2 sum of sigma_t^2 ln(2 n(n+1) / delta)): what noise did to the sum of rewards
    =======  =====================================================================

    <x-bar, theta> is r-bar up to b/n, and ||theta|| is at most R-bar/n more. So the direction of
    x-bar has low = (r-bar - b/n) / ||x-bar|| and high = r-bar + (R-bar + b) / n. A learner that
    does not read variances is taken to meet sigma = 1.

    A black box cannot be embedded: it starts anew. The k-th start is given delta / (k(k+1)), half
    of it to the learner and half to b, so that all of them together fail at most delta.
    """

    _next_look: int
    _plays: Array
    _rewards: float
    _variance: float

    def __init__(self, learner: Learner) -> None:
        if not isinstance(learner, Learner):
            raise TypeError(f"learner must be a Learner (an instance), got {learner!r}")
        self.learner = learner
        self.delta = learner.delta
        self.needs_variances, self.largest_dim = learner.needs_variances, learner.largest_dim

    def reset(self, dim: int, delta: float, horizon: int) -> None:
        """Start for the first time."""
        self._total, self._horizon, self._starts = delta, horizon, 0
        self._start(dim)

    def act(self) -> Array:
        """Return the learner's action."""
        return self._inner.act()

    def take(self, feedback: Feedback) -> Array:
        """Let the learner take rounds, but not beyond the next look at the means."""
        offered = feedback.first(self._next_look - self._count)
        action = self._inner.act()
        bounds = bounds_of(self._inner, offered)
        taken = len(bounds)
        rewards = feedback.rewards[:taken]
        self._count += taken
        self._plays = self._plays + taken * action
        self._rewards += float(rewards.sum())
        sigmas = feedback.sigmas[:taken] if self.needs_variances else np.ones(taken)
        self._variance += float(sigmas @ sigmas)
        if self._count == self._next_look:
            self._next_look = max(self._count + 1, math.ceil(_GROWTH * self._count))
            self._certificate = self._certify(float(bounds[-1]))
        return bounds

    def certificate(self) -> Certificate:
        """Return what the means said when they were last looked at."""
        return self._certificate

    def embed(self, places: Sequence[int], dim: int) -> None:
        """Start the learner again in R^dim, with what is left of delta."""
        self._start(dim)

    @property
    def estimate(self) -> Array | None:
        """The learner's own estimate."""
        return self._inner.estimate

    def _start(self, dim: int) -> None:
        self._starts += 1
        self._delta = float(anytime_delta(self._starts, self._total)) / 2.0
        self._inner = self.learner.fresh(dim, self._delta, self._horizon)
        self._count, self._next_look = 0, 1
        self._plays, self._rewards, self._variance = np.zeros(dim), 0.0, 0.0
        self._certificate = Certificate(self._inner.act(), -1.0, 1.0)

    def _certify(self, regret: float) -> Certificate:
        n = self._count
        noise = float(freedman(self._variance, anytime_delta(n, self._delta) / 2.0))
        length = float(np.linalg.norm(self._plays)) / n
        if length == 0.0:
            return Certificate(self._inner.act(), -1.0, 1.0)
        low, high = (self._rewards - noise) / n / length, (self._rewards + noise + regret) / n
        return Certificate.within_ball(self._plays / n / length, low, high)


def certified(learner: Learner) -> Learner:
    """Return a learner that can give certificates: the learner itself, or its regret report's."""
    if not isinstance(learner, Learner):
        raise TypeError(f"learner must be a Learner (an instance), got {learner!r}")
    kind = type(learner)
    if kind.certificate is not Learner.certificate and kind.embed is not Learner.embed:
        return learner
    silent = kind.take is Learner.take
    if issubclass(kind, RoundByRound) and kind.take is RoundByRound.take:
        silent = kind.regret_bound is RoundByRound.regret_bound
    if silent:
        raise TypeError(
            "learner must say what is certain about its action (certificate and embed) or how much "
            f"regret it may have had (take, or regret_bound of a RoundByRound): {kind.__name__} "
            "does neither, so nothing tells when to explore"
        )
    return CertifiedByRegret(learner)
