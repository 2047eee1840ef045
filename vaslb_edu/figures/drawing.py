"""Functions whose figures can be drawn again: a page of the book needs each on two widths of paper.

Explained in the chapter *Start*.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import TYPE_CHECKING, ParamSpec

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Arguments = ParamSpec("Arguments")


def drawing(draw: Callable[Arguments, Figure]) -> Callable[Arguments, Figure]:
    """Mark a function that draws a figure: the book's pages call it again for narrow paper.

    It is called with the same arguments, so they must not be used up: no generators.
    """

    @wraps(draw)
    def drawn(*arguments: Arguments.args, **options: Arguments.kwargs) -> Figure:
        fig = draw(*arguments, **options)
        fig.again = partial(draw, *arguments, **options)  # type: ignore[attr-defined]
        return fig

    return drawn
