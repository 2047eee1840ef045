"""Random projection: find the large entries outside S with one scalar measurement a round.

Explained in the chapter *Random projection*. Algorithm 2 and the explore phase of Algorithm 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu._running import running_sums
from vaslb_edu._typing import Array
from vaslb_edu.actions import RandomSigns
from vaslb_edu.concentration import kernels
from vaslb_edu.explorer import batch_sizes
from vaslb_edu.game import SparseLinearBandit

BASELINES = ("running-mean", "squared-norm")
_BLOCK = 256  # rounds looked at one by one, where the rule may begin to hold


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
    return math.ceil(kernels.explore_minimum(delta))


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
    earliest    the smallest number of rounds at which the rule may hold
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
        self.dim = check.integer("dim", dim, 1)
        self.support = _ascending_places(support, self.dim)
        self.estimate = _short_vector("estimate", estimate, len(self.support))
        self.gap = check.number("gap", gap, 0.0, open_low=True)
        self.delta = check.probability("delta", delta)
        self.baseline = check.choice("baseline", baseline, BASELINES)
        self.earliest = check.integer("earliest", earliest, 1)
        self.free = dim - len(self.support)
        self.norm2 = float(self.estimate @ self.estimate)
        self.scale = math.sqrt((1.0 - self.norm2) / self.free)
        self.count = 0
        self.squares = 0.0
        self.sums = np.zeros(self.free)
        self._rewards_seen = 0
        self._rewards_sum = 0.0
        self._rng = rng

    def run(self, game: SparseLinearBandit, chunk: int) -> bool:
        """Play until the rule holds (True) or the horizon ends (False)."""
        for size in batch_sizes(game, self.free, chunk):
            plays = RandomSigns.draw(
                self._rng, size, self.dim, self.support, self.estimate, self.scale
            )
            kept, holds = self._take(plays, game.draw(plays).rewards)
            game.keep(kept)
            if holds:
                return True
        return False

    def means(self) -> Array:
        """Return r-bar, the estimate of theta outside S."""
        return self.sums / (self.scale * max(self.count, 1))

    def _take(self, plays: RandomSigns, rewards: Array) -> tuple[int, bool]:
        """Take in a batch up to the first round at which the rule holds: how many, and if so."""
        totals = running_sums(self._rewards_sum, rewards)
        pilot, residuals = self._residuals(rewards, totals[:-1])
        bits, kept, holds = plays[pilot:], 0, False
        # Far from the end a batch is taken in whole; near it, block by block.
        block = len(residuals) if self._too_early(len(residuals)) else _BLOCK
        while kept < len(residuals) and not holds:
            part = slice(kept, kept + block)
            stop = self._first_stop(bits[part], residuals[part])
            holds = stop is not None
            part = slice(kept, kept + (stop or block))
            self._absorb(bits[part], residuals[part])
            kept += len(residuals[part])
        self._rewards_seen += kept + pilot
        self._rewards_sum = float(totals[kept + pilot])
        return kept + pilot, holds

    def _residuals(self, rewards: Array, before: Array) -> tuple[int, Array]:
        """Return the number of pilot rounds, and r_k - c_k for the others.

        `before` holds the sum of the rewards of the phase before each round.
        """
        if self.baseline == "squared-norm" or not self.support:
            return 0, rewards - self.norm2
        pilot = 0 if self._rewards_seen else 1
        seen = self._rewards_seen + np.arange(pilot, len(rewards))
        return pilot, rewards[pilot:] - before[pilot:] / seen

    def _absorb(self, bits: RandomSigns, residuals: Array) -> None:
        """Add rounds to the sums."""
        self.squares += float(residuals @ residuals)
        self.sums += bits.signed_sums(residuals)
        self.count += len(residuals)

    def _too_early(self, more: int) -> bool:
        """Say whether the rule cannot hold within so many more rounds."""
        if self.count + more < self.earliest:
            return True
        if not self.count:
            return more == 0
        smallest = float(np.square(self.sums).min())
        return not self._rule(smallest, self.squares, self.count, self.count + more)

    def _first_stop(self, bits: RandomSigns, residuals: Array) -> int | None:
        """Return after how many of these rounds the rule first holds for every coordinate."""
        if self._too_early(len(residuals)):
            return None
        counts = np.arange(self.count + 1, self.count + len(residuals) + 1)
        sums = self.sums + np.cumsum(residuals[:, None] * bits.signs(), axis=0)
        squares = self.squares + np.cumsum(residuals * residuals)
        smallest = np.square(sums).min(axis=1)
        holds = (counts >= self.earliest) & self._rule(smallest, squares, counts, counts)
        return int(np.argmax(holds)) + 1 if holds.any() else None

    def _rule(self, smallest: Any, squares: Any, count: Any, rounds: Any) -> Any:
        """Say whether the spread seen in `count` rounds would allow to stop after `rounds`.

        `smallest` is the least squared sum of a coordinate: its V_i is the largest.
        """
        spread = np.maximum(squares - smallest / count, 0.0) / self.scale**2
        return kernels.explore_radius(spread, self.delta) < rounds * self.gap / 4.0


def _ascending_places(support: Sequence[int], dim: int) -> tuple[int, ...]:
    places = tuple(check.integer("support", place, 0, dim - 1) for place in support)
    if list(places) != sorted(set(places)) or len(places) >= dim:
        raise ValueError(
            f"support must hold different coordinates in ascending order, fewer than "
            f"dim = {dim} of them, got {support!r}"
        )
    return places


def _short_vector(name: str, value: Array, length: int) -> Array:
    """Return a vector that leaves room on the sphere: its norm is less than 1."""
    vector = check.vector(name, value, length) if length else np.zeros(0)
    if np.size(value) != length or not float(vector @ vector) < 1.0:
        raise ValueError(
            f"{name} must have {length} entries and Euclidean norm below 1, got {value!r}"
        )
    return vector
