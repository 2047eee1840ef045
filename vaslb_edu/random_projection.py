"""Random projection: find the large entries outside S with one scalar measurement a round.

Explained in the chapter *Random projection*. Algorithm 2 and the explore phase of Algorithm 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from vaslb_edu._typing import Array
from vaslb_edu.actions import RandomSigns
from vaslb_edu.game import SparseLinearBandit

_FIRST, _CELLS = 256, 1 << 21  # rounds in the first batch; signs in the largest


def projections(plays: RandomSigns, rewards: Array, baseline: Array | float) -> Array:
    """Return the vectors (K / R^2) (r - c) y, a row a round: unbiased for theta outside S."""
    return np.asarray(np.subtract(rewards, baseline)[:, None] * plays.signs() / plays.scale)


def projection_variance(
    others: float, free: int, rest: float, offset: float, sigma: float
) -> float:
    """Return the variance of one entry of a projection.

    ======  =========================================================
    name    symbol
    ======  =========================================================
    others  sum of theta_j^2 over j outside S, j != i
    free    K, the number of coordinates outside S
    rest    R^2 = 1 - ||theta-hat||^2
    offset  b = <theta-hat, theta*_S> - c, the error of the baseline
    ======  =========================================================
    """
    return others + free / rest * (offset**2 + sigma**2)


def first_check(delta: float) -> int:
    """Return the smallest sample, 8 ln(4 / delta), at which the stopping rule means something."""
    return math.ceil(8.0 * math.log(4.0 / delta))


class RandomProjection:
    """One explore phase: play theta-hat on S and random signs elsewhere, until the rule says stop.

    ==========  =====================================================================
    name        symbol
    ==========  =====================================================================
    gap         Delta
    free        K = d - |S|
    scale       R / sqrt(K), the size of every entry outside S
    squares     sum of (r_k - c_k)^2
    sums        sum of (r_k - c_k) sign_ki, one number a coordinate
    baseline    c_k: "squared-norm" is ||theta-hat||^2 as printed; "running-mean" is the mean
                of the rewards seen before in this phase, whose first round is a pilot
    ==========  =====================================================================

    Every entry of a projection has the same square, so one scalar holds the sum of squares of all
    coordinates. The rule asks for 2 sqrt(2 V_i ln(4/delta)) < n Delta / 4 for every coordinate i,
    where V_i is the sum of squared deviations from the mean. V_i never decreases with n: a batch
    whose last round is too early for the V_i of its start needs no look inside.
    """

    def __init__(
        self,
        dim: int,
        support: Sequence[int],
        estimate: Array,
        gap: float,
        delta: float,
        baseline: str,
        earliest: int,
        rng: np.random.Generator,
    ) -> None:
        self.dim, self.support, self.estimate, self.gap = dim, tuple(support), estimate, gap
        self.free = dim - len(self.support)
        self.norm2 = float(estimate @ estimate)
        self.scale = math.sqrt((1.0 - self.norm2) / self.free)
        self.delta, self.baseline, self.earliest = delta, baseline, earliest
        self.count = 0
        self.squares = 0.0
        self.sums = np.zeros(self.free)
        self._rewards_seen = 0
        self._rewards_sum = 0.0
        self._rng = rng

    def run(self, game: SparseLinearBandit, chunk: int) -> bool:
        """Play until the rule holds (True) or the horizon ends (False)."""
        largest = max(1, min(chunk, _CELLS // self.free))
        size = min(_FIRST, largest)
        while game.remaining:
            count = min(size, game.remaining)
            size = min(2 * size, largest)
            plays = RandomSigns.draw(
                self._rng, count, self.dim, self.support, self.estimate, self.scale
            )
            rewards = game.draw(plays).rewards
            stop = self._take(plays, rewards)
            game.keep(stop or count)
            if stop is not None:
                return True
        return False

    def means(self) -> Array:
        """Return r-bar, the estimate of theta outside S."""
        return self.sums / (self.scale * max(self.count, 1))

    def _take(self, plays: RandomSigns, rewards: Array) -> int | None:
        """Take in a batch up to the first round at which the rule holds; return that many."""
        pilot, residuals, totals = self._residuals(rewards)
        bits = plays[pilot:]
        stop = self._first_stop(bits, residuals)
        kept = len(residuals) if stop is None else stop
        self.squares += float(residuals[:kept] @ residuals[:kept])
        self.sums += bits[:kept].signed_sums(residuals[:kept])
        self.count += kept
        if totals.size:
            self._rewards_seen += kept + pilot
            self._rewards_sum = float(totals[kept + pilot - 1])
        return None if stop is None else stop + pilot

    def _residuals(self, rewards: Array) -> tuple[int, Array, Array]:
        """Return the number of pilot rounds, r_k - c_k for the others, and running totals."""
        if self.baseline == "squared-norm" or not self.support:
            return 0, rewards - self.norm2, np.empty(0)
        totals = np.cumsum(np.append(self._rewards_sum, rewards))
        pilot = 0 if self._rewards_seen else 1
        seen = self._rewards_seen + np.arange(pilot, len(rewards))
        return pilot, rewards[pilot:] - totals[pilot:-1] / seen, totals[1:]

    def _first_stop(self, plays: RandomSigns, residuals: Array) -> int | None:
        """Return after how many of these rounds the rule first holds for every coordinate."""
        n = len(residuals)
        if n == 0 or self.count + n < self.earliest:
            return None
        if self.count and self._spread(self.sums, self.squares, self.count) >= self._limit(
            self.count + n
        ):
            return None
        counts = np.arange(self.count + 1, self.count + n + 1)
        sums = self.sums + np.cumsum(residuals[:, None] * plays.signs(), axis=0)
        squares = self.squares + np.cumsum(residuals * residuals)
        smallest = np.square(sums).min(axis=1)
        spread = (squares - smallest / counts) / self.scale**2
        holds = (counts >= self.earliest) & (spread < self._limit(counts))
        return int(np.argmax(holds)) + 1 if holds.any() else None

    def _spread(self, sums: Array, squares: float, count: int) -> float:
        """Return the largest sum of squared deviations, max over i of V_i."""
        return (squares - float(np.square(sums).min()) / count) / self.scale**2

    def _limit(self, count: Any) -> Any:
        """Return what V_i must stay below after `count` rounds: the rule, squared."""
        return (count * self.gap / 4.0) ** 2 / (8.0 * math.log(4.0 / self.delta))
