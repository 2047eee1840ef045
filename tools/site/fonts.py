"""Fonts that travel inside the style sheet, reduced to the signs the pages show."""

from __future__ import annotations

import base64
import html
import io
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ICONS = {900: "fa-solid-900.ttf", 400: "fa-regular-400.ttf"}
FORMULA = re.compile(r"<math\b.*?</math>", re.S)
TAG = re.compile(r"<[^>]*>")
SLANTED = [chr(code) for code in (*range(0x1D434, 0x1D468), 0x210E, *range(0x1D6E2, 0x1D71C))]
"""The letters, Latin and Greek, in mathematical italic."""

OF_TEXT = ("calt", "ccmp", "kern", "liga", "locl", "mark", "mkmk", "tnum")
"""What pages use of the features of a font of text; formulas and icons keep all of theirs."""


def icons(static: Path, sheet: str) -> str:
    """Return the icon font as style, with the icons a style sheet asks for."""
    signs = {int(code, 16) for code in re.findall(r"\\(f[0-9a-f]{3}|e[0-9a-f]{3})\b", sheet)}
    signs |= {ord(letter) for letter in sheet if 0xE000 <= ord(letter) <= 0xF8FF}
    return "".join(
        _face("Font Awesome 6 Free", weight, TTFont(path), signs)
        for weight, pattern in ICONS.items()
        for path in sorted(static.glob(f"vendor/fontawesome/*/webfonts/{pattern}"))
    )


def mathematics(font: Path, pages: Iterable[str]) -> str:
    """Return the font of formulas as style, with the signs in the formulas of some pages."""
    return _face("Formulas", 400, even_roots(TTFont(font)), signs_in_formulas(pages))


def signs_in_formulas(pages: Iterable[str]) -> set[int]:
    """Return the signs that formulas show, those that MathML only implies included."""
    formulas = [formula for page in pages for formula in FORMULA.findall(page)]
    shown = html.unescape(TAG.sub("", "".join(formulas)))
    # A browser draws the root itself, and slants a letter that stands alone.
    roots = "√" if any("<msqrt" in one or "<mroot" in one for one in formulas) else ""
    letters = set(unicodedata.normalize("NFKC", shown))
    slanted = [sign for sign in SLANTED if unicodedata.normalize("NFKC", sign) in letters]
    return {ord(sign) for sign in {*shown, *slanted, *roots} if not sign.isspace()} | {ord(" ")}


def even_roots(font: TTFont) -> TTFont:
    """Make every root sign as wide as the smallest: Chromium keeps room for the widest."""
    variants = font["MATH"].table.MathVariants
    smallest = font.getBestCmap()[ord("√")]
    larger = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(smallest)]
    names = {one.VariantGlyph for one in larger.MathGlyphVariantRecord}
    names |= {part.glyph for part in larger.GlyphAssembly.PartRecords}
    width = font["hmtx"][smallest][0]
    for name in names:
        glyph = font["glyf"][name]
        glyph.coordinates.scale((width / font["hmtx"][name][0], 1))
        glyph.coordinates.toInt()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (width, glyph.xMin)
    return font


def reduced(font: TTFont, signs: set[int], features: tuple[str, ...] = ("*",)) -> TTFont:
    """Return a font that has lost all but some signs and features."""
    options = subset.Options(notdef_outline=False, hinting=False)
    options.layout_features = list(features)
    reducer = subset.Subsetter(options)
    reducer.populate(unicodes=signs)
    reducer.subset(font)
    return font


def compressed(font: TTFont) -> bytes:
    """Return a font as it travels; the same font gives the same bytes."""
    font.flavor = "woff2"
    font.recalcTimestamp = False
    stream = io.BytesIO()
    font.save(stream, reorderTables=False)
    return stream.getvalue()


def _face(family: str, weight: int, font: TTFont, signs: set[int]) -> str:
    data = base64.b64encode(compressed(reduced(font, signs))).decode()
    return (
        f'@font-face{{font-family:"{family}";font-weight:{weight};'
        f'src:url(data:font/woff2;base64,{data}) format("woff2")}}'
    )
