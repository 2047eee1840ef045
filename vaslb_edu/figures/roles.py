"""Which roles a figure uses, and for what: read from the colours of what is drawn.

The book's pages carry this beside every figure, so that a test can see that a colour means the same
in all of them.

Explained in the chapter *Start*.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from vaslb_edu.figures import style

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def roles_of(fig: Figure) -> dict[str, list[str]]:
    """Return the roles whose colours a figure has, each with what legends say about them."""
    role_of = {code: role for role, code in style.PALETTE.items()}
    used: dict[str, set[str]] = {}
    for artist, label in _labelled(fig):
        for code in _colors(artist) & role_of.keys():
            used.setdefault(role_of[code], set()).add("" if label.startswith("_") else label)
    return {role: sorted(labels - {""}) for role, labels in sorted(used.items())}


def _labelled(fig: Figure) -> Iterator[tuple[Any, str]]:
    """Yield what is drawn in the axes but for words, with its label; bars have one together."""
    for axes in fig.axes:
        for artist in [*axes.lines, *axes.collections, *axes.patches]:
            yield artist, str(artist.get_label() or "")
        for bars in axes.containers:
            for bar in bars:
                yield bar, str(bars.get_label() or "")


def _colors(artist: Any) -> set[str]:
    """Return the colours of one thing that is drawn, as the palette writes them."""
    from matplotlib.colors import to_hex

    found = set()
    for name in ("get_color", "get_facecolor", "get_edgecolor"):
        value = getattr(artist, name, lambda: None)()
        if value is None or (isinstance(value, str) and value in ("none", "inherit", "auto")):
            continue
        rows = value if getattr(value, "ndim", 1) == 2 else [value]
        found |= {to_hex(row) for row in rows if len(row) < 4 or isinstance(row, str) or row[3] > 0}
    return found
