"""A matplotlib figure that shows itself with its text, in a notebook and in the built book.

Explained in the chapter *Start*.
"""

from __future__ import annotations

import html
from base64 import b64encode
from typing import Any

from matplotlib.figure import Figure

from vaslb_edu.figures import frames, style


class SpeakingFigure(Figure):
    """A figure whose text travels with the picture; made by `vaslb_edu.figures.style.figure`."""

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
                width, height = frames.pixels(self)
                source = frames.Store(folder).keep(frames.smaller(self))
                bundle["text/html"] = (
                    f'<div class="vaslb-stage"><img class="vaslb-picture dark-light"'
                    f' src="{source}" width="{width}" height="{height}"'
                    f' alt="{html.escape(alt)}"></div>'
                )
        return bundle
