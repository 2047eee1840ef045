"""A legend below the axes, with room of its own: panels keep their size on wide and narrow paper.

Explained in the chapter *Start*.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from vaslb_edu.figures import paper as papers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LINE = 0.225
"""Height of a row of a legend, in inches."""


def below(
    fig: Figure,
    handles: Sequence[Any] | None = None,
    *,
    columns: int = 3,
    narrow_columns: int = 2,
    rows: int | None = None,
) -> None:
    """Put one legend for the whole figure below its axes; the figure grows by as much.

    Parameters
    ----------
    handles
        What the legend explains, each with a label; by default what has one in any of the axes.
    columns, narrow_columns
        Entries side by side on wide and on narrow paper.
    rows
        Rows to leave room for where frames have legends of different lengths.
    """
    if handles is None:
        every = [handle for axes in fig.axes for handle in axes.get_legend_handles_labels()[0]]
        handles = list({handle.get_label(): handle for handle in reversed(every)}.values())[::-1]
    across = narrow_columns if papers.narrow() else columns
    needed = math.ceil(len(handles) / across)
    _grow(fig, 0.06 + LINE * max(needed, rows or 0))
    steady = fig.get_layout_engine() is None
    place: Any = "lower center" if steady else "outside lower center"
    fig.legend(handles=list(handles), loc=place, ncols=across, borderaxespad=0.1)


def _grow(fig: Figure, room: float) -> None:
    """Make a figure higher at its foot; where margins are fixed the axes stay as they are."""
    width, height = fig.get_size_inches()
    fig.set_size_inches(width, height + room)
    if fig.get_layout_engine() is None:
        pars = fig.subplotpars
        bottom, top = (pars.bottom * height + room, pars.top * height + room)
        fig.subplots_adjust(bottom=bottom / (height + room), top=top / (height + room))
