"""Names of rows, for the drawings of several chapters: beside them, or on a phone above them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vaslb_edu.figures.paper import narrow

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def name_rows(axes: Axes, names: Sequence[str], *, above: float = 0.36) -> None:
    """Name the rows 0, 1, …, counted from the top; on narrow paper `above` the middle of each."""
    if not narrow():
        axes.set_yticks(range(len(names)), list(names))
        return
    axes.set_yticks(range(len(names)), [""] * len(names))
    for row, name in enumerate(names):
        beside = axes.get_yaxis_transform()
        axes.text(0.015, row - above, name, transform=beside, va="center", fontsize="small")
