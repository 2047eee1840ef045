"""The fonts of text and interface: files beside the pages, reduced to the signs that pages show.

The text never waits for them and never moves: a font that is not there when the page is first
drawn is used from the next page on (``font-display: optional``). Those with the letters of English
are asked for early, those with a few other signs by pages that show one.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from tools.site import fonts, vendor

PARTS = ("latin", "latin-ext", "greek")
"""The files that a face comes in; each is kept if a page shows one of its signs."""

FIGURE = r"""class="[^"]*\bvaslb-(?:player|laboratory)\b"""
INVISIBLE = re.compile(r"<(script|style|math|svg)\b.*?</\1>", re.S)


class Face(NamedTuple):
    """One file of a family, with the weights from the first to the last that pages use."""

    family: str
    package: str
    style: str
    weights: tuple[int, int]


class Part(NamedTuple):
    """A file that is asked for early: by every page, or by those that show one of its signs.

    The face of the interface shows such signs in figures: only pages whose first section has one
    want it, for the first section is laid out with the first screen.
    """

    name: str
    only: frozenset[int]
    figures: bool


FACES = (
    Face("Source Serif 4", "source-serif-4", "normal", (400, 600)),
    Face("Source Serif 4", "source-serif-4", "italic", (400, 400)),
    Face("Inter", "inter", "normal", (400, 600)),
)
"""A file with two weights is a fifth smaller than two files, and one request less."""


def signs(pages: Iterable[str]) -> set[int]:
    """Return the signs of the text of pages, without formulas, and what a reader may type."""
    shown = "".join(html.unescape(fonts.TAG.sub("", INVISIBLE.sub("", page))) for page in pages)
    typed = "".join(map(chr, range(0x20, 0x7F)))
    return {ord(sign) for sign in {*shown, *typed} if sign.isprintable()}


def begins_with_figure(page: str) -> bool:
    """Say whether a page has a figure before its second section."""
    body = page[max(0, page.find("<h1")) :]
    first = re.search(FIGURE, body)
    return first is not None and body.count("<section", 0, first.start()) <= 1


def early(parts: Iterable[Part], page: str) -> list[str]:
    """Return the names of the files that a page wants early."""
    shown, figures = signs([page]), begins_with_figure(page)
    return [
        part.name
        for part in parts
        if not part.only or (part.only & shown and (figures or not part.figures))
    ]


def write(folder: Path, pages: Iterable[str]) -> tuple[str, list[Part]]:
    """Write the files; return the style that names them, and those that pages want early."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.woff*"):
        old.unlink()
    wanted = signs(pages)
    sheet: list[str] = []
    parts: list[Part] = []
    for face in FACES:
        for part in PARTS:
            path = _source(face, part)
            has = wanted & set(TTFont(path).getBestCmap()) - _common(face, part)
            if not has:
                continue
            data = _cut(path, has, face.weights)
            name = f"{path.stem}-{hashlib.sha256(data).hexdigest()[:12]}.woff2"
            (folder / name).write_bytes(data)
            only = has if part != PARTS[0] else set()
            sheet.append(_rule(face, f"fonts/{name}", only))
            if not only or face.style == "normal":
                parts.append(Part(name, frozenset(only), face.family == "Inter"))
    return "".join(sheet), parts


def _cut(path: Path, has: set[int], weights: tuple[int, int]) -> bytes:
    """Return a font with some signs and weights only."""
    few = fonts.reduced(TTFont(path), has, fonts.OF_TEXT)
    lightest, boldest = weights
    limits = lightest if lightest == boldest else weights
    return fonts.compressed(instancer.instantiateVariableFont(few, {"wght": limits}))


def _source(face: Face, part: str) -> Path:
    files = vendor.modules("site") / "@fontsource-variable" / face.package / "files"
    return files / f"{face.package}-{part}-wght-{face.style}.woff2"


def _common(face: Face, part: str) -> set[int]:
    """Return the signs that the first part has already, so that no other is fetched for them."""
    return set() if part == PARTS[0] else set(TTFont(_source(face, PARTS[0])).getBestCmap())


def _rule(face: Face, address: str, only: set[int]) -> str:
    """Return the rule that names a file; one for few signs is fetched where they occur."""
    span = f"unicode-range:{','.join(f'U+{sign:X}' for sign in sorted(only))};" if only else ""
    weights = " ".join(str(weight) for weight in sorted(set(face.weights)))
    return (
        f'@font-face{{font-family:"{face.family}";font-weight:{weights};'
        f"font-style:{face.style};font-display:optional;{span}"
        f'src:url({address}) format("woff2")}}'
    )
