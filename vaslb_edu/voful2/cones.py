"""Cones of directions: the unit ball cut into pieces that know how far they reach.

Explained in the chapter *VOFUL2*.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from vaslb_edu._typing import Array
from vaslb_edu.voful2.directions import Axes, cube_faces, split_patches, unit_rows

Mask = npt.NDArray[np.bool_]


@dataclass
class Cones:
    """Cones through square patches of the cube's surface, one entry of each array a cone.

    ============  ==============================================================
    name          what it is
    ============  ==============================================================
    middles       the patch: its middle, a point of the cube's surface,
    half_widths   half its side,
    axes          the axis on which its face stands
    directions    unit vector through the middle
    angles        no direction of the cone is farther from that one (as a chord)
    reach         no theta of the cone that is longer is left in the set
    near          no theta of the cone that is shorter is left in the set
    tested        number of rounds that the reach takes into account
    near_tested   the same for near
    ============  ==============================================================
    """

    middles: Array
    half_widths: Array
    axes: Axes
    directions: Array
    angles: Array
    reach: Array
    near: Array
    tested: npt.NDArray[np.int64]
    near_tested: npt.NDArray[np.int64]

    @classmethod
    def unit_ball(cls, dim: int) -> Cones:
        """Return the unit ball: a cone for every face of the cube (on the line: two rays)."""
        middles, axes = cube_faces(dim)
        count = len(middles)
        half_widths = np.full(count, 1.0 if dim > 1 else 0.0)
        return cls.through(middles, half_widths, axes, np.ones(count), np.zeros(count))

    @classmethod
    def through(
        cls,
        middles: Array,
        half_widths: Array,
        axes: Axes,
        reach: Array,
        near: Array,
    ) -> Cones:
        """Return the cones through the given patches, untested."""
        angles = math.sqrt(middles.shape[1] - 1) * half_widths  # half the diagonal
        directions, never = unit_rows(middles), np.zeros(len(middles), np.int64)
        return cls(middles, half_widths, axes, directions, angles, reach, near, never, never.copy())

    def __len__(self) -> int:
        return len(self.reach)

    def keep(self, kept: Mask) -> Cones:
        """Return the cones that are marked."""
        return Cones(*(getattr(self, field.name)[kept] for field in fields(self)))

    def split(self, chosen: npt.NDArray[np.intp]) -> Cones:
        """Return all cones, with each chosen one cut into 2^(d-1) untested parts."""
        rest = np.ones(len(self), dtype=bool)
        rest[chosen] = False
        middles = split_patches(self.middles[chosen], self.half_widths[chosen], self.axes[chosen])
        parts, dim = middles.shape[1:]
        children = Cones.through(
            middles.reshape(-1, dim),
            np.repeat(self.half_widths[chosen] / 2, parts),
            np.repeat(self.axes[chosen], parts),
            np.repeat(self.reach[chosen], parts),
            np.repeat(self.near[chosen], parts),
        )
        others = self.keep(rest)
        return Cones(
            *(
                np.concatenate([getattr(others, field.name), getattr(children, field.name)])
                for field in fields(self)
            )
        )

    def holding(self, theta: Array) -> Mask:
        """Mark the cones that hold theta: right direction, and not beyond their reach."""
        largest = float(np.abs(theta).max())
        if largest == 0.0:
            return np.ones(len(self), dtype=bool)
        offset = np.abs(self.middles - theta / largest)
        length = float(np.linalg.norm(theta))
        rounding = 1e-9
        through = np.all(offset <= self.half_widths[:, None] + rounding, axis=1)
        on_face = offset[np.arange(len(self)), self.axes] <= rounding
        return np.asarray(through & on_face & (length <= self.reach * (1.0 + rounding)))
