"""The one look of the book: colours with a meaning, sizes, and figures that can say what they show.

A colour is asked for by what it stands for, never by its name, so that an algorithm has the same
colour in every chapter. Every role also has a line style of its own: colour is never the only sign.
matplotlib is imported when a figure is first wanted, not when the library is.

Explained in the chapter *Start*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vaslb_edu import _validate as check

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STYLE_FILE = Path(__file__).with_name("vaslb.mplstyle")
BACKGROUND = "#fcfbf8"
INK = "#14161c"

PALETTE: Mapping[str, str] = MappingProxyType(
    {
        "vaslb": "#00519b",
        "oful": "#c57c4e",
        "weighted": "#854eef",
        "divide": "#3d6d56",
        "voful2": "#ad58b4",
        "noise": "#8e8d9b",
        "bound": "#54390d",
        "truth": "#14161c",
        "printed": "#cf1e6e",
        "repaired": "#227900",
    }
)
"""Colour by role: five learners, the noise, a bound, the truth, the two versions of a statement."""

LINES: Mapping[str, Any] = MappingProxyType(
    {
        "vaslb": "-",
        "oful": (0, (6, 2)),
        "weighted": (0, (4, 1.5, 1, 1.5)),
        "divide": (0, (2, 1.2)),
        "voful2": (0, (8, 2, 1, 2, 1, 2)),
        "noise": "-",
        "bound": (0, (1, 1.4)),
        "truth": "-",
        "printed": (0, (5, 1.5)),
        "repaired": "-",
    }
)
"""Line style by role, in matplotlib's notation."""


def color(role: str) -> str:
    """Return the colour of a role, for example ``color("noise")``."""
    return PALETTE[check.choice("role", role, tuple(PALETTE))]


def line(role: str) -> dict[str, Any]:
    """Return the keywords of a line of this role: ``axes.plot(x, y, **line("oful"))``."""
    return {"color": color(role), "linestyle": LINES[role]}


def use() -> None:
    """Make the book's style the style of every figure of this session."""
    import matplotlib

    matplotlib.rcParams.update(_settings())


@contextmanager
def context() -> Iterator[None]:
    """Draw in the book's style inside a ``with`` block only."""
    import matplotlib

    with matplotlib.rc_context(_settings()):
        yield


@cache
def _settings() -> Any:
    """Return the settings of the style file, read once: a live figure is redrawn often."""
    import matplotlib

    return matplotlib.rc_params_from_file(STYLE_FILE, use_default_template=False)


def figure(
    rows: int = 1,
    columns: int = 1,
    *,
    width: float = 6.4,
    height: float = 3.6,
    steady: bool = False,
    **subplots: Any,
) -> tuple[Figure, Any]:
    """Return a figure in the book's style and its axes.

    Parameters
    ----------
    rows, columns
        The grid of axes; one axes object comes back alone, more come back as an array.
    width, height
        Size in inches. One inch is 96 pixels of the page, and the text column is 7 inches wide.
    steady
        Fixed margins instead of margins fitted to the labels. Use it in explorable figures, where
        the axes should not shift from one frame to the next.
    subplots
        Passed on to ``Figure.subplots``, for example ``sharex=True``.

    The figure is not known to ``pyplot``: end a cell with it to show it, and give it a text with
    `note_alt`.
    """
    import matplotlib

    from vaslb_edu.figures.speaking_figure import SpeakingFigure

    check.integer("rows", rows, 1)
    check.integer("columns", columns, 1)
    check.number("width", width, 0.0, 20.0, open_low=True)
    check.number("height", height, 0.0, 20.0, open_low=True)
    fitted: Any = {"figure.constrained_layout.use": not steady}
    with context(), matplotlib.rc_context(fitted):
        drawn = SpeakingFigure(figsize=(width, height))
        if steady:
            # Margins in inches, so that labels of the usual size fit whatever the size is.
            drawn.subplots_adjust(
                left=0.72 / width,
                right=1 - 0.16 / width,
                bottom=0.56 / height,
                top=1 - 0.38 / height,
                wspace=0.3,
                hspace=0.55,
            )
        axes = drawn.subplots(rows, columns, **subplots)
    return drawn, axes


def note_alt(fig: Figure, text: str) -> Figure:
    """Attach the text that says in words what the figure shows, and return the figure."""
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"text must say what the figure shows, got {text!r}")
    fig.vaslb_alt = " ".join(text.split())  # type: ignore[attr-defined]
    return fig


def alt_of(fig: Figure) -> str:
    """Return the text attached with `note_alt`, or an empty string."""
    return str(getattr(fig, "vaslb_alt", ""))
