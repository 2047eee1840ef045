"""A cone, drawn: what one direction of the disc may keep and what it has lost.

Explained in the chapter *VOFUL2*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vaslb_edu._typing import Array
from vaslb_edu.chapters._planes import equal_units
from vaslb_edu.chapters.voful2 import TRUTH, TURN, left_of_disc
from vaslb_edu.figures import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COUNTS = [8, 12, 16, 24, 32, 48, 90, 180]
APART = 0.02  # sides of cones are drawn from where they are so far from each other: no blot
NOISE, DIRECTIONS = 0.4, 32


def cut_into_cones(cones: int) -> Figure:
    """Show the disc cut into cones, what is left of each, and the one that holds the truth."""
    planar = left_of_disc(NOISE, DIRECTIONS, cones)
    half = np.pi / cones
    color = style.color("voful2")
    fig, axes = style.figure(steady=True, height=4.6, narrow_height=3.9)
    axes.plot(np.cos(TURN), np.sin(TURN), **style.line("aid") | {"lw": 1})
    lengths = np.array([APART / (2 * half), 1.0])
    for side in np.arange(cones) * 2 * half:
        axes.plot(lengths * np.cos(side), lengths * np.sin(side), **style.line("aid") | {"lw": 0.6})
    held = int(np.argmin(np.abs(planar.angles - np.arctan2(TRUTH[1], TRUTH[0]))))
    _wedge(axes, planar.angles[held], half, 0.0, 1.0, facecolor="none", edgecolor=color, lw=2)
    for middle, inner, outer in zip(planar.angles, planar.inner, planar.outer, strict=True):
        _wedge(axes, middle, half, inner, outer, facecolor=(color, 0.45), edgecolor=color, lw=0.8)
    axes.plot(*TRUTH, "o", color=style.color("truth"), ms=5)
    low, high = planar.inner[held], planar.outer[held]
    axes.set_axis_off()
    equal_units(axes, (-1.05, 1.05), (-1.05, 1.05))
    axes.set(title=f"{cones} cones: {len(planar.angles)} of them keep something")
    return style.note_alt(
        fig,
        f"The disc cut into {cones} cones from the middle. {len(planar.angles)} of them keep some "
        f"lengths, filled. The framed cone holds the truth and keeps lengths from {low:.2f} to "
        f"{high:.2f}; an area of {planar.area:.3f} is left in all.",
    )


def _wedge(axes: Axes, middle: float, half: float, inner: float, outer: float, **look: Any) -> None:
    """Draw the part of a cone between two lengths: straight sides, round ends."""
    around = np.linspace(middle - half, middle + half, 24)
    ring: Array = np.column_stack([np.cos(around), np.sin(around)])
    corners = np.vstack([outer * ring, inner * ring[::-1]])
    axes.fill(*corners.T, **look)
