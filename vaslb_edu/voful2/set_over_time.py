"""The confidence set of VOFUL2 in the plane, as polygons that shrink over time.

Explained in the chapter *VOFUL2*.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.learner import stretches
from vaslb_edu.voful2.clipped_sums import ClippedSums
from vaslb_edu.voful2.confidence_set import nothing_left
from vaslb_edu.voful2.learner import VOFUL2


@dataclass(frozen=True)
class PlanarSet:
    """A subset of the unit disc: for every sector of directions the lengths that are left.

    ==========  ====================================================================
    name        what it is
    ==========  ====================================================================
    rounds      t, the rounds after which this is the set
    action      x, the direction that is played next
    angles      the middle of each sector, in radians and in order
    widths      half the opening of each sector
    inner       shortest and
    outer       longest length left in the sector
    iota        which iota was used, for the caption
    ==========  ====================================================================
    """

    rounds: int
    action: Array
    angles: Array
    widths: Array
    inner: Array
    outer: Array
    iota: str

    @classmethod
    def disc(cls, sectors: int, action: Array, iota: str) -> PlanarSet:
        """Return the unit disc."""
        angles = np.arange(0.5, sectors) * (2.0 * math.pi / sectors)
        widths = np.full(sectors, math.pi / sectors)
        return cls(0, action, angles, widths, np.zeros(sectors), np.ones(sectors), iota)

    def cut(self, sums: ClippedSums) -> PlanarSet:
        """Return what the data leave of the set."""
        rays = np.column_stack([np.cos(self.angles), np.sin(self.angles)])
        outer = sums.walk(rays, self.widths, self.outer, self.inner)
        left = ~np.isnan(outer)
        if not left.any():
            raise nothing_left(sums)
        rays, widths, outer = rays[left], self.widths[left], outer[left]
        inner = sums.walk(rays, widths, self.inner[left], outer)
        inner = np.fmin(inner, outer)  # rounding may close a sector that is one point
        return replace(self, angles=self.angles[left], widths=widths, inner=inner, outer=outer)

    def refine(self, sectors: int) -> PlanarSet:
        """Halve all sectors until there are at least half as many as asked for."""
        refined = self
        while len(refined.angles) < sectors / 2:
            halves = refined.widths / 2
            angles = np.stack([refined.angles - halves, refined.angles + halves], axis=1)
            inner, outer = np.repeat(refined.inner, 2), np.repeat(refined.outer, 2)
            refined = replace(
                refined,
                angles=angles.ravel(),
                widths=np.repeat(halves, 2),
                inner=inner,
                outer=outer,
            )
        return refined

    @property
    def area(self) -> float:
        """The area of the set."""
        return float(np.sum(self.widths * (self.outer**2 - self.inner**2)))

    def polygons(self) -> list[Array]:
        """Return the set as closed polygons, a (corners, 2) array for each connected piece."""
        middles, widths = self.angles, self.widths
        after = np.append(middles[1:], middles[0] + 2.0 * math.pi) - middles
        last = np.flatnonzero(after > 1.5 * (widths + np.roll(widths, -1)))  # of each piece
        if not len(last):
            last = np.array([len(middles) - 1])  # all around: cut anywhere
        start = (int(last[-1]) + 1) % len(middles)  # begin after a gap, so that no piece is torn
        order = np.roll(np.arange(len(middles)), -start)
        pieces = np.split(order, np.flatnonzero(np.isin(order, last))[:-1] + 1)
        return [self._outline(piece) for piece in pieces]

    def _outline(self, piece: npt.NDArray[np.intp]) -> Array:
        """Return the corners of neighbouring sectors: out along one side, back along the other."""
        first, last = piece[0], piece[-1]
        sides = [self.angles[first] - self.widths[first], self.angles[last] + self.widths[last]]
        angles = np.concatenate([sides[:1], self.angles[piece], sides[1:]])
        ends = np.concatenate([[first], piece, [last]])
        lengths = np.concatenate([self.outer[ends], self.inner[ends][::-1]])
        around = np.concatenate([angles, angles[::-1]])
        return np.asarray(lengths[:, None] * np.column_stack([np.cos(around), np.sin(around)]))


def confidence_sets_over_time(
    theta: npt.ArrayLike,
    sigma: Any,
    horizon: int = 3000,
    seed: int = 0,
    learner: VOFUL2 | None = None,
    sectors: int = 90,
) -> list[PlanarSet]:
    """Play VOFUL2 in the plane and return its confidence set after every test, for drawing.

    The first set is the whole disc. `theta` has length at most 1; `sigma` is a number, an array or
    a schedule, and the noise is that of the games with the same seed. The default learner is
    quick enough for a slider: fewer tests and fewer directions than usual.
    """
    theta = check.vector("theta", theta, 2)
    sectors = check.integer("sectors", sectors, 8)
    game = SparseLinearBandit(theta, sigma, horizon, seed, reveal_variances=False, unit=False)
    learner = VOFUL2(test_growth=1.15, directions=32) if learner is None else learner
    running = learner.fresh(2, learner.delta, game.horizon)
    sums = running.confidence_set.sums
    frames = [PlanarSet.disc(sectors, running.act(), learner.describe())]
    for _ in stretches(running, game, (0, 1)):
        if sums.rounds > frames[-1].rounds:
            shrunk = frames[-1].cut(sums).refine(sectors)
            frames.append(replace(shrunk, rounds=sums.rounds, action=running.act()))
    return frames
