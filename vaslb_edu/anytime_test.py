"""A test that may be looked at in every round: who stands out of random signs.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from vaslb_edu import _validate as check
from vaslb_edu._running import running_sums
from vaslb_edu._typing import Array
from vaslb_edu.actions import RandomSigns
from vaslb_edu.concentration import kernels, random_sign_interval

_SHARE = 1.8  # of the margin a stride may use up: 2 would be safe if its sums came back
_ROUNDING = 1e-12  # W may miss what it should reach by this, relatively
_FEW, _LONG, _SHORT = 4, 256, 32  # a stride below LONG rounds may come near FEW coordinates
_STRIDES = 64  # that are walked at once, at most


class AnytimeTest:
    """Random signs on `count` coordinates, one residual a round, and who is behind the residuals.

    ===========  ==================================================================
    name         symbol
    ===========  ==================================================================
    sums         G_i, the sum of w e_i u: one number a coordinate
    squares      Q, the sum of w^2 u^2: the same for all coordinates
    weight       W, the sum of w
    rho          rho, the size of Q at which the test is tightest
    passed       the coordinates with G_i^2 > (Q + rho)(ln(1 + Q/rho) + 2 ln(count/delta))
                 in this or any earlier round
    ===========  ==================================================================

    A coordinate that has nothing to do with the residuals *ever* passes with probability at most
    delta / count, whatever the noise: `mixture_self_normalised`, one bet a coordinate. It is enough
    that, given the past, the signs of a round are fair and independent of all else in it.

    `intervals` holds every coefficient at all times with probability 1 - delta, under one more
    condition: weights, and what was subtracted in the residuals, do not depend on the reward of
    their own round. So nothing may be clipped. It needs two more sums, kept on request.
    """

    def __init__(
        self, count: int, delta: float, rho: float = 1.0, *, keep_intervals: bool = False
    ) -> None:
        self.count = check.integer("count", count, 1, 10**9)
        self.delta = check.probability("delta", delta)
        self.rho = check.number("rho", rho, 0.0, open_low=True, open_high=True)
        self.keep_intervals = check.flag("keep_intervals", keep_intervals)
        self.sums = np.zeros(self.count)
        self.squares = self.weight = 0.0
        self._has_passed = np.zeros(self.count, dtype=bool)
        self._cross, self._squared_weight = np.zeros(self.count), 0.0

    @property
    def radius(self) -> float:
        """What |G_i| must exceed now."""
        return float(self._radius(self.squares))

    @property
    def passed(self) -> npt.NDArray[np.intp]:
        """The coordinates that have passed the test, now or earlier."""
        return np.flatnonzero(self._has_passed)

    @property
    def estimates(self) -> Array:
        """G_i / W, a weighted mean of e_i u."""
        return self.sums / max(self.weight, 1e-300)

    def reached(self, weight: float) -> bool:
        """Say whether W has reached a value, up to rounding."""
        return self.weight >= weight * (1.0 - _ROUNDING)

    def take(
        self,
        signs: npt.ArrayLike | RandomSigns,
        residuals: npt.ArrayLike,
        weights: npt.ArrayLike,
        until: float = math.inf,
    ) -> int:
        """Take in rounds up to the first in which another coordinate passes; return how many.

        Stop as well when W has reached `until` (up to rounding). Batches only change the speed: the
        rounds at which coordinates pass do not depend on how the rounds are cut.
        """
        bits = signs if isinstance(signs, RandomSigns) else RandomSigns.given(signs)
        residuals, weights = check.vector("residuals", residuals), check.vector("weights", weights)
        if weights.min() < 0.0:
            raise ValueError(f"weights must be at least 0, got {weights.min()}")
        if not len(bits) == len(residuals) == len(weights) or bits.free != len(self.sums):
            raise ValueError(
                f"signs must have a row for each of {len(residuals)} residuals and {len(weights)} "
                f"weights, and {len(self.sums)} columns, got {len(bits)} x {bits.free}"
            )
        return self.take_in(bits, residuals, weights, until)

    def take_in(self, bits: RandomSigns, residuals: Array, weights: Array, until: float) -> int:
        """Do the same with arguments that are known to be fine."""
        moves, end = weights * residuals, len(bits)
        if self.weight + float(weights.sum()) >= until * (1.0 - _ROUNDING):
            reached = running_sums(self.weight, weights)[1:] >= until * (1.0 - _ROUNDING)
            end = int(reached.argmax()) + 1 if reached.any() else end
        taken, passing = self._walk(bits[:end], moves[:end])
        self._has_passed[passing] = True
        if self.keep_intervals:
            self._cross += bits[:taken].signed_sums(weights[:taken] * moves[:taken])
            self._squared_weight += float(weights[:taken] @ weights[:taken])
        self.weight += float(weights[:taken].sum())
        return taken

    def _stride(self, usual: float) -> int:
        """Return for how many rounds of the usual |w u| few coordinates could come near to pass."""
        margins = np.sort(self._margins(np.abs(self.sums)))
        safe = _SHARE * margins[0]
        if not safe > _LONG * usual:
            safe = _SHARE * margins[min(_FEW, len(margins) - 1)]
        return max(_SHORT, int(min(safe / max(usual, 1e-300), 1e9)))

    def _walk(self, bits: RandomSigns, moves: Array) -> tuple[int, npt.NDArray[np.intp]]:
        """Take in rounds up to the first in which somebody passes: return how many, and who.

        The radius never shrinks, and in a stride G_i walks no farther than the sum of |w u|. So
        |G_i| is at most half the sum of both its ends and that way: for most coordinates less than
        the radius at the start of the stride. Only the others are looked at round by round.
        """
        ways = np.abs(moves)
        stride = max(self._stride(float(ways.mean())), -(-len(moves) // _STRIDES))
        firsts = np.arange(0, len(moves), stride)
        walked = np.cumsum(bits.signed_sums_in_blocks(moves, stride), axis=0)
        sums = np.concatenate([self.sums[None], self.sums + walked])
        squares = running_sums(self.squares, np.add.reduceat(moves * moves, firsts))
        ways = np.add.reduceat(ways, firsts)
        highest = (np.abs(sums[:-1]) + np.abs(sums[1:]) + ways[:, None]) / 2.0
        near = (highest > self._radius(squares[:-1])[:, None]) & ~self._has_passed
        for place in np.flatnonzero(near.any(axis=1)).tolist():
            rows = slice(place * stride, (place + 1) * stride)
            who = np.flatnonzero(near[place])
            steps = (moves[rows, None] * bits[rows].signs_of(who)).cumsum(axis=0)
            sizes = np.abs(sums[place, who] + steps)
            if sizes.max() <= self._radius(squares[place]):
                continue
            within = running_sums(squares[place], moves[rows] * moves[rows])[1:]
            passing = sizes > self._radius(within)[:, None]
            if passing.any():
                first = int(passing.any(axis=1).argmax())
                rows = slice(rows.start, rows.start + first + 1)
                self.sums = sums[place] + bits[rows].signed_sums(moves[rows])
                self.squares = float(within[first])
                return rows.stop, who[passing[first]]
        self.sums, self.squares = sums[-1], float(squares[-1])
        return len(moves), np.zeros(0, dtype=np.intp)

    def _margins(self, sizes: Array) -> Array:
        """Return how far the given |G_i| are below the radius; infinite for who has passed."""
        return np.where(self._has_passed, np.inf, self._radius(self.squares) - sizes)

    def _radius(self, squares: Array | float) -> Array:
        return kernels.mixture_self_normalised(squares, self.delta / self.count, self.rho)

    def drop(self, places: npt.NDArray[np.intp]) -> None:
        """Leave out coordinates that need no more testing; the others keep all they have."""
        self.sums = np.delete(self.sums, places)
        self._cross = np.delete(self._cross, places)
        self._has_passed = np.delete(self._has_passed, places)

    def intervals(self) -> tuple[Array, Array]:
        """Return the ends of an interval for every coefficient in [-1, 1]."""
        if not self.keep_intervals:
            raise ValueError("intervals need keep_intervals=True from the first round on")
        return random_sign_interval(
            self.sums,
            self.squares,
            self._cross,
            self.weight,
            self._squared_weight,
            self.delta / self.count,
            self.rho,
        )
