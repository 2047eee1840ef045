"""A matplotlib figure that shows itself with its text, in a notebook and in the built book.

A page of the book needs every figure twice, on wide and on narrow paper. A figure that is made by a
function marked with `vaslb_edu.figures.drawing.drawing` knows how to draw itself again.

Explained in the chapter *Start*.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from typing import Any

from matplotlib.figure import Figure

from vaslb_edu.figures import fitting, frames, style
from vaslb_edu.figures import paper as papers
from vaslb_edu.figures.picture import picture_html
from vaslb_edu.figures.roles import roles_of


class SpeakingFigure(Figure):
    """A figure whose text travels with the picture; made by `vaslb_edu.figures.style.figure`."""

    again: Callable[[], Figure] | None = None
    """Draws the same figure once more, on the paper that is in use then."""

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        alt = style.alt_of(self)
        if not alt:
            raise ValueError(
                "the figure has no text: call style.note_alt(fig, '…') before showing it"
            )
        with style.context():
            bundle = {"text/plain": alt, "image/png": b64encode(frames.to_png(self, 1.5)).decode()}
        folder = frames.static_folder()
        if folder is not None:
            bundle["text/html"] = self._page(frames.Store(folder), alt)
        return bundle

    def _page(self, store: frames.Store, alt: str) -> str:
        """Return the picture for the book's page, on both papers."""
        if self.again is None:
            raise ValueError(
                "the figure cannot be drawn on narrow paper: mark the function that draws it "
                "with @drawing"
            )
        shown = {}
        for paper in papers.PAPERS:
            with papers.on(paper), style.context():
                fig = self if paper is papers.WIDE else self.again()
                fitting.break_titles(fig)
                fitting.check_inside(fig)
                shown[paper.name] = store.keep(frames.smaller(fig)), frames.pixels(fig)
        return picture_html("vaslb-picture", shown, alt, roles_of(self))
