"""Sparse OFUL: a confidence set made of an online regressor's predictions.

Explained in the chapter *Table 1, measured*. Abbasi-Yadkori, Pal and Szepesvari (2012).
"""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array
from vaslb_edu.action_sets import ActionSet, Ball, Sphere
from vaslb_edu.ellipsoid import Ellipsoid
from vaslb_edu.learner import RoundByRound
from vaslb_edu.rivals.support_mixture import SupportMixture


class SparseOFUL(RoundByRound):
    """Optimism whose ellipsoid is centred where a sparse regressor predicted the rewards.

    ===========  ======================================================================
    name         symbol
    ===========  ======================================================================
    sparsity     s, told
    noise        R, every round is taken to be R-sub-Gaussian
    regressor    the mixture over supports; its regret bound is B_n
    bound        Y = 1 + R sqrt(2 ln(4n / delta)): no reward of n rounds is larger
    matrix       A = I + sum of x x^T
    moment       sum of y-hat x; theta-hat = A^-1 moment
    squares      sum of y-hat^2
    budget       beta_n = E^2 + 1 + 2 B_n + 32 R^2 ln((R sqrt(8) + sqrt(1 + B_n)) / (delta/2))
    growth       chi of rare switching, as in `OFUL`
    ===========  ======================================================================

    The set is {theta: ||theta||^2 + sum (y-hat - <theta, x>)^2 <= beta_n}, an ellipsoid around
    theta-hat. It holds an s-sparse theta of length at most E = 1 in all rounds at once, but for a
    probability of delta: one half for the set, one for a reward larger than Y. The regret is of
    order sqrt(s d T): what sparsity buys is a smaller radius, not a smaller dimension.

    It must be told the sparsity, and it is slow: `SupportMixture` says how slow.
    """

    needs_variances = False
    action_sets: ClassVar[tuple[type[ActionSet], ...]] = (Sphere, Ball)

    def __init__(
        self, sparsity: int, noise: float = 1.0, *, growth: float = 1.0, delta: float = 0.05
    ) -> None:
        self.sparsity = check.integer("sparsity", sparsity, 1)
        self.noise = check.number("noise", noise, 0.0, open_low=True)
        self.growth = check.number("growth", growth, 0.0, open_low=True)
        self.delta = check.number("delta", delta, 0.0, 0.5, open_low=True)

    def reset(self, dim: int, delta: float, horizon: int) -> None:
        """Forget everything: A = I, no predictions."""
        self._dim = check.integer("dim", dim, 1)
        self._delta = check.number("delta", delta, 0.0, 0.5, open_low=True)
        bound = 1.0 + self.noise * math.sqrt(2.0 * math.log(4.0 * horizon / delta))
        self._regressor = SupportMixture(dim, min(self.sparsity, dim), bound)
        self._matrix, self._moment = np.eye(dim), np.zeros(dim)
        self._squares, self._count, self._total = 0.0, 0, 0.0
        self._switch()

    def act(self) -> Array:
        """Return the direction of the longest vector of the ellipsoid in force."""
        return self._action

    def observe(self, reward: float, sigma: float | None) -> None:
        """Predict the reward, then learn it; the prediction is what the set is made of."""
        predicted = self._regressor.predict(self._action)
        self._regressor.learn(reward)
        self._count += 1
        self._total += self._gap
        self._matrix += np.outer(self._action, self._action)
        self._moment += predicted * self._action
        self._squares += predicted**2
        self._repeats += 1
        if self._repeats * self._squared_width >= self.growth:  # det A has grown by 1 + C
            self._switch()

    def regret_bound(self) -> float:
        """Return the sum of 2 radius ||x|| over the rounds, each at most 2."""
        return self._total

    @property
    def estimate(self) -> Array:
        """The centre of the set that all predictions so far make."""
        return np.asarray(np.linalg.solve(self._matrix, self._moment), dtype=float)

    @property
    def ellipsoid(self) -> Ellipsoid:
        """The confidence set in force, from which the action was taken."""
        return self._ellipsoid

    def _switch(self) -> None:
        """Take the longest vector of the set that all predictions so far make."""
        center = self.estimate
        spread = self._squares - float(center @ self._moment)
        radius = math.sqrt(max(self._budget() - spread, 0.0))  # below 0 only if the set is empty
        self._ellipsoid = Ellipsoid(center, self._matrix, radius)
        longest = self._ellipsoid.longest()
        self._action = longest / math.sqrt(longest @ longest)
        solved = np.linalg.solve(self._matrix, self._action)
        self._squared_width, self._repeats = float(self._action @ solved), 0
        self._gap = min(2.0, 2.0 * radius * math.sqrt(self._squared_width))

    def _budget(self) -> float:
        """Return beta_n for the rounds so far, with E = 1."""
        regret = self._regressor.regret_bound(self._count)
        root = self.noise * math.sqrt(8.0) + math.sqrt(1.0 + regret)
        return 2.0 + 2.0 * regret + 32.0 * self.noise**2 * math.log(2.0 * root / self._delta)
