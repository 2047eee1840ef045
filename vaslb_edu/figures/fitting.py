"""Words that stay on the paper: long titles are broken, and what still sticks out is an error.

Explained in the chapter *Start*.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from vaslb_edu.figures import paper as papers

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.text import Text

SLACK = 0.02
"""Inches by which a picture may stick out: the half of a line's width."""


BREAKS = re.compile(r"(?<![=<>≤≥≈×]) (?![=<>≤≥≈×%])")
"""The spaces at which a line may be broken: not inside “n = 3”, and not before a per cent sign."""


def break_titles(fig: Figure) -> None:
    """On narrow paper, break titles and labels that are wider than what is left of the paper."""
    if not papers.narrow():
        return
    renderer = _renderer(fig)
    right = fig.bbox.width * (1 - 0.02)
    for axes in fig.axes:
        for title in (axes.title, axes._left_title):  # type: ignore[attr-defined]
            _break(title, right - axes.bbox.x0, renderer)
        _break(axes.xaxis.label, right - 2 * max(0.0, axes.bbox.x0 - axes.bbox.width / 2), renderer)
        _break(axes.yaxis.label, 1.1 * axes.bbox.height, renderer)


def _break(text: Text, room: float, renderer: Any) -> None:
    """Break a text once, at the space that leaves the shortest lines, if it needs more room."""
    said = text.get_text()
    if "\n" in said or " " not in said or _length(text, renderer) <= room:
        return
    spaces = [place.start() for place in BREAKS.finditer(said)] or [said.index(" ")]
    middle = min(spaces, key=lambda place: max(place, len(said) - place))
    text.set_text(f"{said[:middle]}\n{said[middle + 1 :]}")


def _length(text: Text, renderer: Any) -> float:
    """Return how long a line of text is, whichever way it runs."""
    box = text.get_window_extent(renderer)
    return float(max(box.width, box.height))


def check_inside(fig: Figure) -> None:
    """Raise where something that is drawn leaves the paper and would be cut off."""
    width, height = fig.get_size_inches()
    box = fig.get_tightbbox(_renderer(fig))
    over = {
        "left": -box.x0,
        "bottom": -box.y0,
        "right": box.x1 - width,
        "top": box.y1 - height,
    }
    cut = {side: round(float(inches), 2) for side, inches in over.items() if inches > SLACK}
    if cut:
        raise ValueError(
            f"the figure leaves {papers.current().name} paper, in inches beyond its edge: {cut}"
        )


def _renderer(fig: Figure) -> Any:
    """Return what measures words, after the margins are found where they are fitted."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas: Any = FigureCanvasAgg(fig)
    renderer = canvas.get_renderer()
    if fig.get_layout_engine() is not None:
        fig.draw_without_rendering()
    return renderer
