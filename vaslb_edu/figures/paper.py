"""The paper that a figure is drawn on: as wide as the text column, or as narrow as a phone.

A drawing function is called once for each paper. `vaslb_edu.figures.style.figure` asks which one is
on the table and stacks its panels where they do not fit side by side; a function that has to do
more than that asks `narrow`. Nothing is scaled: letters keep a size that can be read.

Explained in the chapter *Start*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class Paper:
    """One width of paper.

    Margins and gaps are those of figures with `steady` axes; all lengths are inches, of which one
    is 96 pixels of the page. `density` is the number of device pixels in a pixel of the page.
    """

    name: str
    width: float
    left: float
    right: float
    bottom: float
    top: float
    gap: float
    density: float
    settings: Mapping[str, Any] = field(default_factory=dict, compare=False)


WIDE = Paper("wide", 8.2, left=0.78, right=0.16, bottom=0.58, top=0.38, gap=0.95, density=2.0)
NARROW = Paper(
    "narrow",
    3.6,
    left=0.74,
    right=0.2,
    bottom=0.5,
    top=0.56,  # room for a title of two lines
    gap=1.02,
    density=2.0,
    settings=MappingProxyType(
        {
            "font.size": 9.5,
            "axes.titlesize": 10,
            "axes.labelsize": 9.5,
            "xtick.labelsize": 9,
            "ytick.labelsize": 9,
            "legend.fontsize": 9,
            "legend.handlelength": 1.7,
            "legend.borderaxespad": 0.3,
            "legend.columnspacing": 1.2,
        }
    ),
)
PAPERS = (WIDE, NARROW)

PHONE = "(max-width: 600px)"
"""The pages, as a media query, that show the drawing on narrow paper."""

TALLEST_PANEL = 2.3
"""A panel on narrow paper is not taller than this: picture and controls share one screen."""

_on_the_table: ContextVar[Paper] = ContextVar("paper", default=WIDE)


def current() -> Paper:
    """Return the paper that is being drawn on."""
    return _on_the_table.get()


def narrow() -> bool:
    """Say whether the figure is being drawn for a phone."""
    return current() is NARROW


@contextmanager
def on(paper: Paper) -> Iterator[None]:
    """Draw on this paper inside a ``with`` block."""
    before = _on_the_table.set(paper)
    try:
        yield
    finally:
        _on_the_table.reset(before)


def panel_heights(height: float, rows: int, ratios: Sequence[float] | None) -> list[float]:
    """Return how high the panels of each row are in a figure of this height on wide paper."""
    shares = list(ratios) if ratios is not None else [1.0] * rows
    free = max(height - WIDE.top - WIDE.bottom - (rows - 1) * WIDE.gap, 0.35 * height)
    return [free * share / sum(shares) for share in shares]


def stacked_heights(heights: Sequence[float], columns: int) -> list[float]:
    """Return the heights of the same panels in one column, row after row."""
    return [min(one, TALLEST_PANEL) for one in heights for _ in range(columns)]
