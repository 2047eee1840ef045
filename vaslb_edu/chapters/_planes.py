"""Planes with equal units that fill their panel, and close-ups of what would be a speck in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from vaslb_edu._typing import Array
from vaslb_edu.figures import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SPECK = 0.3
"""Part of the plane's half height below which something is hard to see."""


def equal_units(
    plane: Axes, across: tuple[float, float], along: tuple[float, float], **labels: str
) -> None:
    """Show at least this part of the plane, and as much more as fits into the panel.

    The margins of the figure must be steady: the panel's shape decides how much that is.
    """
    figure: Any = plane.get_figure()
    width, height = plane.get_position().size * figure.get_size_inches()
    unit = max((across[1] - across[0]) / width, (along[1] - along[0]) / height)
    for set_limits, (low, high), inches in (
        (plane.set_xlim, across, width),
        (plane.set_ylim, along, height),
    ):
        more = (unit * inches - (high - low)) / 2
        set_limits(low - more, high + more)
    plane.set(aspect="equal", **labels)


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
