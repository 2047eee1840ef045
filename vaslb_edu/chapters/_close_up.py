"""A close-up of what would be a speck: a small picture in a corner of the large one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vaslb_edu._typing import Array
from vaslb_edu.figures import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SPECK = 0.3
"""Part of the plane's half height below which something is hard to see."""


def close_up(plane: Axes, center: Array, reach: float, draw: Callable[[Axes], None]) -> None:
    """Draw the neighbourhood of a point once more, larger, if what is there is a speck.

    `reach` is how far it goes from the point; `draw` draws it into axes of its own.
    """
    low, high = plane.get_ylim()
    if reach >= SPECK * (high - low) / 2:
        return
    inset = plane.inset_axes((0.02, 0.04, 0.42, 0.42))
    draw(inset)
    side = 1.15 * reach
    inset.set(xlim=(center[0] - side, center[0] + side), ylim=(center[1] - side, center[1] + side))
    inset.set(aspect="equal", xticks=[], yticks=[])
    inset.spines[:].set(visible=True, color=style.color("aid"))
    plane.indicate_inset_zoom(inset, edgecolor=style.color("aid"))
