"""The fonts of text and interface: files beside the pages, reduced to the signs that pages show.

The text never waits for them and never moves: a font that is not there when the page is first
drawn is used from the next page on (``font-display: optional``). Those that stand at the top of a
page are asked for early, the others when the page is there.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from fontTools.ttLib import TTFont

from tools.site import fonts, vendor

PARTS = ("latin", "latin-ext", "greek")
"""The files that a face comes in; each is kept if a page shows one of its signs."""

INVISIBLE = re.compile(r"<(script|style|math|svg)\b.*?</\1>", re.S)


class Face(NamedTuple):
    """One cut of a family; `early` says that a page should ask for it at once."""

    family: str
    package: str
    weight: int
    style: str
    early: bool = False


FACES = (
    Face("Source Serif 4", "source-serif-4", 400, "normal", early=True),
    Face("Source Serif 4", "source-serif-4", 400, "italic", early=True),
    Face("Source Serif 4", "source-serif-4", 600, "normal", early=True),
    Face("Inter", "inter", 400, "normal", early=True),
    Face("Inter", "inter", 600, "normal"),
)


def signs(pages: Iterable[str]) -> set[int]:
    """Return the signs of the text of pages, without formulas, and what a reader may type."""
    shown = "".join(html.unescape(fonts.TAG.sub("", INVISIBLE.sub("", page))) for page in pages)
    typed = "".join(map(chr, range(0x20, 0x7F)))
    return {ord(sign) for sign in {*shown, *typed} if sign.isprintable()}


def write(folder: Path, pages: Iterable[str]) -> tuple[str, list[str], list[str]]:
    """Write the files; return the style that names them, those wanted early, and those later."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.woff"):
        old.unlink()
    wanted = signs(pages)
    sheet: list[str] = []
    early: list[str] = []
    late: list[str] = []
    for face in FACES:
        for part in PARTS:
            path = _source(face, part)
            has = wanted & set(TTFont(path).getBestCmap()) - _common(face, part)
            if not has:
                continue
            data = fonts.reduced(TTFont(path), has)
            name = f"{path.stem}-{hashlib.sha256(data).hexdigest()[:12]}.woff"
            (folder / name).write_bytes(data)
            sheet.append(_rule(face, f"fonts/{name}", has if part != PARTS[0] else set()))
            if part == PARTS[0]:
                (early if face.early else late).append(name)
    return "".join(sheet), early, late


def _source(face: Face, part: str) -> Path:
    files = vendor.modules("site") / "@fontsource" / face.package / "files"
    return files / f"{face.package}-{part}-{face.weight}-{face.style}.woff"


def _common(face: Face, part: str) -> set[int]:
    """Return the signs that the first part has already, so that no other is fetched for them."""
    return set() if part == PARTS[0] else set(TTFont(_source(face, PARTS[0])).getBestCmap())


def _rule(face: Face, address: str, only: set[int]) -> str:
    """Return the rule that names a file; one for few signs is fetched where they occur."""
    span = f"unicode-range:{','.join(f'U+{sign:X}' for sign in sorted(only))};" if only else ""
    return (
        f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};'
        f"font-style:{face.style};font-display:optional;{span}"
        f'src:url({address}) format("woff")}}'
    )
