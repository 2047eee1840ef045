"""The one look of the book: colours with a meaning, sizes, and figures that can say what they show.

A colour is asked for by what it stands for, never by its name, so that an algorithm has the same
colour in every chapter. Every role also has a line style of its own: colour is never the only sign.
matplotlib is imported when a figure is first wanted, not when the library is.

Explained in the chapter *Start*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vaslb_edu import _validate as check
from vaslb_edu.figures import paper as papers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STYLE_FILE = Path(__file__).with_name("vaslb.mplstyle")
FONTS = Path(__file__).with_name("fonts")
"""The letters of the page's controls and captions, for figures."""
BACKGROUND = "#fcfbf8"
INK = "#14161c"

PALETTE: Mapping[str, str] = MappingProxyType(
    {
        "vaslb": "#00519b",
        "oful": "#c57c4e",
        "weighted": "#854eef",
        "divide": "#3d6d56",
        "voful2": "#ad58b4",
        "aid": "#8e8d9b",
        "bound": "#54390d",
        "truth": "#14161c",
        "printed": "#cf1e6e",
        "repaired": "#227900",
    }
)
"""Colour by role: five learners, what helps to read, a bound, the truth, what is printed, repaired.

The truth is what is so or was measured. VASLB is in blue where it is the sharp version or where it
is compared with other learners. Noise has no colour here but a ramp of them: see `loudness`.
"""

LINES: Mapping[str, Any] = MappingProxyType(
    {
        "vaslb": "-",
        "oful": (0, (6, 2)),
        "weighted": (0, (4, 1.5, 1, 1.5)),
        "divide": (0, (2, 1.2)),
        "voful2": (0, (8, 2, 1, 2, 1, 2)),
        "aid": "-",
        "bound": (0, (1, 1.4)),
        "truth": "-",
        "printed": (0, (5, 1.5)),
        "repaired": "-",
    }
)
"""Line style by role, in matplotlib's notation."""


def color(role: str) -> str:
    """Return the colour of a role, for example ``color("oful")``."""
    return PALETTE[check.choice("role", role, tuple(PALETTE))]


def line(role: str) -> dict[str, Any]:
    """Return the keywords of a line of this role: ``axes.plot(x, y, **line("oful"))``."""
    return {"color": color(role), "linestyle": LINES[role]}


_in_style: ContextVar[papers.Paper | None] = ContextVar("in_style", default=None)
"""The paper whose settings are in force in a block of `context`."""


def use() -> None:
    """Make the book's style the style of every figure of this session."""
    import matplotlib

    matplotlib.rcParams.update(_settings())


@contextmanager
def context() -> Iterator[None]:
    """Draw in the book's style inside a ``with`` block only, in the sizes of the paper in use."""
    import matplotlib

    paper = papers.current()
    if _in_style.get() is paper:  # copying all settings once more takes as long as a few lines
        yield
        return
    entered = _in_style.set(paper)
    try:
        settings: Any = {**_settings(), **paper.settings}
        with matplotlib.rc_context(settings):
            yield
    finally:
        _in_style.reset(entered)


@cache
def _settings() -> Any:
    """Return the settings of the style file, read once: a live figure is redrawn often."""
    import matplotlib
    from matplotlib import font_manager

    for path in sorted(FONTS.glob("*.ttf")):
        font_manager.fontManager.addfont(path)
    return matplotlib.rc_params_from_file(STYLE_FILE, use_default_template=False)


def figure(
    rows: int = 1,
    columns: int = 1,
    *,
    width: float | None = None,
    height: float = 3.6,
    narrow_height: float | None = None,
    steady: bool = False,
    **subplots: Any,
) -> tuple[Figure, Any]:
    """Return a figure in the book's style and its axes, on the paper that is in use.

    On narrow paper the panels of a row stand below each other; the axes come back in the shape that
    was asked for, so that a drawing function need not know.

    Parameters
    ----------
    rows, columns
        The grid of axes; one axes object comes back alone, more come back as an array.
    width, height
        Size in inches on wide paper. One inch is 96 pixels of the page; without a width the figure
        is as wide as the text.
    narrow_height
        Height in inches on narrow paper; by default panels keep their height, up to a limit.
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
    from vaslb_edu.figures.ticks import in_full

    check.integer("rows", rows, 1)
    check.integer("columns", columns, 1)
    check.number("width", papers.WIDE.width if width is None else width, 0.0, 20.0, open_low=True)
    check.number("height", height, 0.0, 20.0, open_low=True)
    if narrow_height is not None:
        check.number("narrow_height", narrow_height, 0.0, 20.0, open_low=True)
    shape, sheet = (rows, columns), papers.current().width if width is None else width
    if papers.narrow():
        sheet = min(sheet, papers.NARROW.width)
        stacked = _stacked(rows, columns, height, subplots)
        rows, columns, height, subplots = *stacked[:2], narrow_height or stacked[2], stacked[3]
    fitted: Any = {"figure.constrained_layout.use": not steady}
    with context(), matplotlib.rc_context(fitted):
        drawn = SpeakingFigure(figsize=(sheet, height))
        if steady:
            _fix_margins(drawn, rows, columns, bool(subplots.get("sharex")))
        axes = drawn.subplots(rows, columns, **subplots)
        in_full(drawn)
    if (rows, columns) != shape:
        axes = axes.reshape(shape)
        axes = axes.squeeze() if subplots.get("squeeze", True) else axes
    return drawn, axes


def _stacked(
    rows: int, columns: int, height: float, subplots: dict[str, Any]
) -> tuple[int, int, float, dict[str, Any]]:
    """Return rows, columns, height and options of a figure whose panels stand in one column."""
    grid = dict(subplots.get("gridspec_kw", {}))
    options = {key: value for key, value in subplots.items() if not key.endswith("_ratios")}
    ratios = subplots.get("height_ratios", grid.pop("height_ratios", None))
    grid.pop("width_ratios", None)
    heights = papers.panel_heights(height, rows, ratios)
    if columns > 1:
        heights = papers.stacked_heights(heights, columns)
    count, paper = len(heights), papers.NARROW
    gap = grid["hspace"] * sum(heights) / count if "hspace" in grid else paper.gap
    total = sum(heights) + gap * (count - 1) + paper.top + paper.bottom
    return count, 1, total, options | {"height_ratios": heights, "gridspec_kw": grid}


def _fix_margins(drawn: Figure, rows: int, columns: int, shared: bool) -> None:
    """Set margins and gaps in inches, so that labels of the usual size fit whatever the size is.

    Panels that share their horizontal axis have numbers below the last one only.
    """
    paper, (width, height) = papers.current(), drawn.get_size_inches()
    gap = paper.gap - 0.3 if shared else paper.gap
    across = (width - paper.left - paper.right - (columns - 1) * paper.gap) / columns
    along = (height - paper.top - paper.bottom - (rows - 1) * gap) / rows
    drawn.subplots_adjust(
        left=paper.left / width,
        right=1 - paper.right / width,
        bottom=paper.bottom / height,
        top=1 - paper.top / height,
        wspace=paper.gap / max(across, 0.5),
        hspace=gap / max(along, 0.5),
    )


def margins(fig: Figure, **inches: float) -> None:
    """Set margins of a figure with steady axes in inches: ``margins(fig, left=1.2)``."""
    width, height = fig.get_size_inches()
    size = {"left": width, "right": width, "bottom": height, "top": height}
    share = {side: wide / size[side] for side, wide in inches.items()}
    far = {side: 1 - share[side] for side in ("right", "top") if side in share}
    fig.subplots_adjust(**share | far)


def note_alt(fig: Figure, text: str) -> Figure:
    """Attach the text that says in words what the figure shows, and return the figure."""
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"text must say what the figure shows, got {text!r}")
    fig.vaslb_alt = " ".join(text.split())  # type: ignore[attr-defined]
    return fig


def alt_of(fig: Figure) -> str:
    """Return the text attached with `note_alt`, or an empty string."""
    return str(getattr(fig, "vaslb_alt", ""))
