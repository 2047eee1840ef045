"""Numbers along an axis, written in full: 10,000 and −0.5, never 1.0 with "1e4" at the end.

Explained in the chapter *Start*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.ticker import ScalarFormatter

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class InFull(ScalarFormatter):
    """Writes every number as the text does, with a comma between thousands."""

    def __init__(self) -> None:
        super().__init__(useOffset=False)
        self.set_scientific(False)

    def __call__(self, x: float, pos: int | None = None) -> str:
        """Return the number at a tick."""
        said = super().__call__(x, pos)
        whole, point, rest = said.partition(".")
        digits = whole.lstrip("\N{MINUS SIGN}-")
        if not digits.isdigit():
            return said
        return f"{whole[: len(whole) - len(digits)]}{int(digits):,}{point}{rest}"


def in_full(fig: Figure) -> None:
    """Write the numbers of all linear axes in full; other scales bring their own numbers."""
    for axes in fig.axes:
        for axis in (axes.xaxis, axes.yaxis):
            plain: Any = axis
            if type(plain.get_major_formatter()) is ScalarFormatter:
                plain.set_major_formatter(InFull())
                plain.isDefault_majfmt = True  # names of bars may still take its place
