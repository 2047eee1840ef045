"""One picture as bytes: rendered the same way every time, as small as it can be, stored once.

While the book is built the environment variable ``VASLB_EDU_STATIC`` says where pictures go: a
folder (the page then fetches a frame when it is first needed), or ``inline`` (everything stays
inside the page as data). Without it nothing is pre-rendered.

Explained in the chapter *Start*.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import re
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vaslb_edu.figures import paper as papers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STATIC_VARIABLE = "VASLB_EDU_STATIC"
INLINE = "inline"
FRAME_SCHEME = "vaslb-frame:"
"""Stands before the name of a stored picture; the build puts the folder in its place."""

DIGITS = 12  # of a picture's content: enough to tell millions apart; a page names hundreds
FRAME_NAME = rf"[0-9a-f]{{{DIGITS}}}\.(?:svg|webp)"
"""How a stored picture is called, as a pattern: some digits of its content, and its kind."""

PIXELS_PER_INCH = 96
MIME = {"svg": "image/svg+xml", "webp": "image/webp"}
COLORS = 96
"""A picture of lines and letters has no use for more colours; half of them are edges of letters."""


@dataclass(frozen=True)
class Picture:
    """The bytes of one picture and their format, ``svg`` or ``webp``."""

    data: bytes
    kind: str

    @property
    def weight(self) -> int:
        """Bytes on the wire: SVG travels compressed, WebP already is."""
        return len(zlib.compress(self.data)) if self.kind == "svg" else len(self.data)


def static_folder() -> str | None:
    """Return where pictures go while the book is built, or None in a live session."""
    return os.environ.get(STATIC_VARIABLE) or None


def pixels(fig: Figure) -> tuple[int, int]:
    """Return width and height of a figure on the page, in CSS pixels."""
    width, height = fig.get_size_inches()
    return round(width * PIXELS_PER_INCH), round(height * PIXELS_PER_INCH)


def to_png(fig: Figure, scale: float = 1.0) -> bytes:
    """Render as PNG on the book's paper, `scale` device pixels per page pixel."""
    stream = io.BytesIO()
    fig.savefig(
        stream,
        format="png",
        dpi=PIXELS_PER_INCH * scale,
        metadata={"Software": None},
        pil_kwargs={
            "compress_level": 1
        },  # a third of the time, and speed is what a live figure needs
    )
    return stream.getvalue()


def to_webp(fig: Figure, scale: float) -> bytes:
    """Render as WebP without loss but for rare colours, and without a ground: the page shows."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image

    before = fig.dpi
    fig.patch.set_visible(False)
    fig.set_dpi(PIXELS_PER_INCH * scale)
    try:
        canvas: Any = FigureCanvasAgg(fig)
        canvas.draw()
        full = Image.fromarray(np.asarray(canvas.buffer_rgba()))
    finally:
        fig.set_dpi(before)
        fig.patch.set_visible(True)
    few = full.quantize(COLORS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    stream = io.BytesIO()
    few.convert("RGBA").save(stream, format="webp", lossless=True, quality=25, method=2)
    return stream.getvalue()


def to_svg(fig: Figure) -> bytes:
    """Render as SVG without date and with coordinates to a hundredth of a point."""
    stream = io.BytesIO()
    nameless = {"Date": None, "Creator": None}
    fig.savefig(stream, format="svg", metadata=nameless, facecolor="none")
    return _shorten(stream.getvalue().decode()).encode()


def _shorten(svg: str) -> str:
    """Cut needless digits from paths and positions; scale factors are left alone."""

    def cut(number: re.Match[str]) -> str:
        return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")

    def cut_all(attribute: re.Match[str]) -> str:
        return re.sub(r"-?\d+\.\d{3,}", cut, attribute[0])

    return re.sub(r'\b(?:d|x|y)="[^"]*"', cut_all, svg)


def render(fig: Figure, kind: str) -> Picture:
    """Render a figure as ``svg`` or as ``webp``, as dense as the paper in use wants it."""
    density = papers.current().density
    return Picture(to_svg(fig) if kind == "svg" else to_webp(fig, density), kind)


def smaller(fig: Figure) -> Picture:
    """Render a figure both ways and return the one that weighs less."""
    return min((render(fig, kind) for kind in MIME), key=lambda picture: picture.weight)


class Store:
    """Keeps pictures by content: equal pictures are stored once and share one address."""

    def __init__(self, folder: str) -> None:
        self.inline = folder in (INLINE, "1")
        self.folder = Path(folder)
        if not self.inline:
            self.folder.mkdir(parents=True, exist_ok=True)

    def keep(self, picture: Picture) -> str:
        """Store a picture and return what goes into ``src``."""
        if self.inline:
            return f"data:{MIME[picture.kind]};base64,{base64.b64encode(picture.data).decode()}"
        name = f"{hashlib.sha256(picture.data).hexdigest()[:DIGITS]}.{picture.kind}"
        path = self.folder / name
        if not path.exists():
            path.write_bytes(picture.data)
        return FRAME_SCHEME + name
