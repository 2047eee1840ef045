"""Patience: a commit phase goes on until the mean of its rewards is accurate, too.

Explained in the chapter *From regret to sample complexity*.

The estimate of a commit phase holds the mean reward. A learner's regret bound says how good its
plays were; it does not say how much noise is in their mean. So VASLB raises every bound to what the
sum of the noise can be, and to 1. A bound below n Delta^2 then says both: the plays miss at most
Delta^2 a round, and their mean reward is accurate to Delta^2.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from vaslb_edu._running import running_sums
from vaslb_edu._typing import Array
from vaslb_edu.concentration import kernels
from vaslb_edu.game import Feedback
from vaslb_edu.learner import Learner, action_of, bounds_of
from vaslb_edu.ridge import Ridge


class SumOfNoise(Protocol):
    """A bound on the absolute sum of the noise so far, right in all rounds at once."""

    def take(self, action: Array, feedback: Feedback) -> Array:
        """Take in rounds of one action; return the bound after each of them."""


class KnownNoise:
    """sqrt(2 V_n ln(2 n(n+1) / delta)) with V_n the sum of sigma_k^2: for revealed variances."""

    def __init__(self, delta: float) -> None:
        self.delta, self.count, self.variance = delta, 0, 0.0

    def take(self, action: Array, feedback: Feedback) -> Array:
        """Add the variances of the rounds."""
        rounds = self.count + np.arange(1.0, len(feedback) + 1.0)
        variance = running_sums(self.variance, np.square(feedback.sigmas))[1:]
        self.count, self.variance = self.count + len(feedback), float(variance[-1])
        return np.sqrt(2.0 * variance * np.log(2.0 * rounds * (rounds + 1.0) / self.delta))


class UnknownNoise:
    """The mixture bound on a sum of symmetric noise, from what ridge regression does not explain.

    With probability 1 - delta/2, for all n, the sum of eta_k^2 is at most Q = the residual squares
    + 2 beta (beta + 1), beta^2 = 2 ln(2/delta) + m ln(1 + n/m): noise of deviation 1 at most. With
    probability 1 - delta/2 the sum of eta_k is at most sqrt((Q + 1)(2 ln(2/delta) + ln(1 + Q))).
    """

    def __init__(self, dim: int, delta: float) -> None:
        self.dim, self.half, self.count = dim, delta / 2.0, 0
        self.ridge = Ridge(dim)

    def take(self, action: Array, feedback: Feedback) -> Array:
        """Add the rounds to the regression."""
        repeats, rewards = np.arange(1.0, len(feedback) + 1.0), feedback.rewards
        totals, squares = np.cumsum(rewards), np.cumsum(rewards * rewards)
        left = self.ridge.residuals(action, repeats, totals, squares)
        self.ridge.add(action, len(feedback), float(totals[-1]), float(squares[-1]))
        spread = kernels.log_det_bound(self.count + repeats, self.dim, 1.0, 1.0)
        self.count += len(feedback)
        rho = kernels.vector_self_normalised(spread, self.half)
        return kernels.mixture_self_normalised(left + 2.0 * rho * (rho + 1.0), self.half, 1.0)


class Patient(Learner):
    """A learner whose regret bounds are raised to the noise of the sum of its rewards, and to 1.

    What the learner promises fails with probability at most delta, as before, and the bound on the
    noise with as much again.
    """

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self.needs_variances = learner.needs_variances

    def reset(self, dim: int, delta: float, horizon: int) -> None:
        """Start the learner, and hear no noise yet."""
        self._dim = dim
        self._inner = self.learner.fresh(dim, delta, horizon)
        self._noise: SumOfNoise = (
            KnownNoise(delta) if self.needs_variances else UnknownNoise(dim, delta)
        )

    def act(self) -> Array:
        """Return the learner's action."""
        return action_of(self._inner, self._dim)

    def take(self, feedback: Feedback) -> Array:
        """Let the learner take what it likes; report at least the noise."""
        action = self.act()
        bounds = bounds_of(self._inner, feedback)
        noise = self._noise.take(action, feedback.first(len(bounds)))
        return np.maximum(np.maximum(bounds, noise), 1.0)
