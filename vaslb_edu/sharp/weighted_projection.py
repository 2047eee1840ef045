"""Weighted projection: random signs again, with every round counted by how quiet it was.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vaslb_edu._running import running_sums
from vaslb_edu._typing import Array
from vaslb_edu.actions import RandomSigns
from vaslb_edu.game import Feedback
from vaslb_edu.sharp.noise_guess import NoiseGuess


class WeightedProjection:
    """One exploration: theta-hat on S, random signs elsewhere; rewards become residuals, weights.

    =========  =======================================================================
    name       symbol
    =========  =======================================================================
    free       K = d - |S|
    rest       R^2 = 1 - ||theta-hat||^2
    scale      R / sqrt(K), the size of every entry outside S
    trust      w0_t = 1 / (R^2 + K sigma_t^2 / R^2): one over the variance of e_i u
    baseline   c_t, the mean of the earlier rewards with weights w0 (0 while S is empty)
    residuals  u_t = (r_t - c_t) / scale, clipped to +-clip / sqrt(w_t)
    weights    w_t = w0_t W0_{t-1} / W0_t, with W0 the running sum of w0: the baseline is only as
               good as the rounds before, and the first has none (while S is empty, w0_t)
    =========  =======================================================================

    `measure` offers the numbers of a batch of rounds; `keep` says how many of them were played.
    """

    def __init__(
        self,
        dim: int,
        support: Sequence[int],
        estimate: Array,
        clip: float | None = None,
        guess: NoiseGuess | None = None,
    ) -> None:
        self.dim, self.support, self.estimate = dim, tuple(support), estimate
        self.free = dim - len(self.support)
        self.rest = 1.0 - float(estimate @ estimate)
        self.scale = math.sqrt(self.rest / self.free)
        self.clip, self.guess = clip, guess
        self._trust = self._rewards = np.zeros(1)  # running sums of w0 and w0 r, the last first

    def draw(self, rng: np.random.Generator, count: int) -> RandomSigns:
        """Draw the plays of the next rounds."""
        return RandomSigns.draw(rng, count, self.dim, self.support, self.estimate, self.scale)

    def measure(self, feedback: Feedback) -> tuple[Array, Array]:
        """Return the residuals and the weights of the next rounds."""
        rewards = feedback.rewards
        sigmas = feedback.sigmas if self.guess is None else self.guess.sigmas(rewards)
        weights = sigmas * sigmas  # in place from here on: these arrays would not all fit a cache
        weights += self.rest * self.scale**2
        np.divide(self.scale**2, weights, out=weights)
        residuals = rewards / self.scale
        if self.support:
            self._trust = running_sums(self._trust[0], weights)
            self._rewards = running_sums(self._rewards[0], weights * rewards)
            before, pilot = self._trust[:-1], int(self._trust[0] == 0.0)
            baseline = self.scale * before[pilot:]
            residuals[pilot:] -= np.divide(self._rewards[pilot:-1], baseline, out=baseline)
            weights *= before / self._trust[1:]
        if self.clip is not None:
            sizes = residuals * residuals
            sizes *= weights
            far = np.flatnonzero(sizes > self.clip**2)
            residuals[far] = np.copysign(self.clip / np.sqrt(weights[far]), residuals[far])
        return residuals, weights

    def keep(self, count: int) -> None:
        """Go on after the first `count` rounds of what was measured last."""
        if self.support:
            self._trust, self._rewards = self._trust[count:], self._rewards[count:]
        if self.guess is not None:
            self.guess.keep(count)
