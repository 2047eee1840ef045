"""From quiet to loud: the one ramp of colours that means σ, and the total variance V.

Explained in the chapter *Start*.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vaslb_edu import _validate as check

if TYPE_CHECKING:
    from matplotlib.axes import Axes

QUIET, LOUD = "#3b7dbd", "#e0431b"
"""The ends of the ramp: σ = 0 and σ = 1."""

BEND = 0.35
"""The place of σ on the ramp is σ to this power: 0.01, 0.1 and 1 are about equally far apart."""

STEPS = 24
"""So many shades are drawn in one strip."""


def color(sigma: float) -> str:
    """Return the colour of a noise level; what is louder than 1 looks like 1."""
    place = min(check.number("sigma", sigma, 0.0), 1.0) ** BEND
    ends = [[int(code[at : at + 2], 16) for at in (1, 3, 5)] for code in (QUIET, LOUD)]
    mixed = (round(low + place * (high - low)) for low, high in zip(*ends, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def of_total(variance: float, rounds: int) -> str:
    """Return the colour of a total variance: that of the constant noise which has as much."""
    return color(math.sqrt(variance / rounds))


def strip(axes: Axes, rounds: npt.ArrayLike, sigmas: npt.ArrayLike) -> None:
    """Draw σ over the rounds as an area in the colours of the ramp; σ = 0 is a line.

    σ of a round holds until the next one that is given.
    """
    from matplotlib.collections import LineCollection, PolyCollection

    t, level = np.asarray(rounds, dtype=float), np.asarray(sigmas, dtype=float)
    shade = np.round(np.minimum(level, 1.0) ** BEND * STEPS)
    edges = np.append(np.flatnonzero(np.diff(shade, prepend=np.nan)), len(t))
    tops, colors = [], []
    for first, stop in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        across = np.repeat(np.append(t[first:stop], t[min(stop, len(t) - 1)]), 2)[1:-1]
        tops.append(np.column_stack([across, np.repeat(level[first:stop], 2)]))
        colors.append(color(float(shade[first] / STEPS) ** (1 / BEND)))
    areas = [np.vstack([top, top[::-1] * [1, 0]]) for top in tops]
    axes.add_collection(PolyCollection(areas, facecolors=colors, alpha=0.55, linewidths=0))
    axes.add_collection(LineCollection(tops, colors=colors, linewidths=1.6, capstyle="butt"))
