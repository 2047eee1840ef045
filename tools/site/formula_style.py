"""The style sheet and the font of formulas, from what was fetched."""

from __future__ import annotations

from pathlib import Path

from tools.site import vendor
from tools.site.substitution import Substitution

STYLE = vendor.FOLDER / "static"
SHEET = [
    # The font is reduced to the signs of the book and put in its place by `fonts`.
    Substitution("Temml's own font", r"@font-face\s*\{[^}]*\}", ""),
    Substitution("the name of Temml's font", "STIX2, math", "Formulas, math"),
]


def folder() -> Path:
    """Write the style sheet of formulas and return the folder it is in."""
    sheet = vendor.modules("site") / "temml" / "dist" / "Temml-STIX2.css"
    css = sheet.read_text("utf-8")
    for one in SHEET:
        css = one.in_text(css, sheet.name)
    STYLE.mkdir(exist_ok=True)
    (STYLE / "formulas.css").write_text(css, encoding="utf-8")
    return STYLE


def font() -> Path:
    """Return the font with a MATH table in which formulas are set."""
    files = vendor.modules("site") / "@fontsource" / "stix-two-math" / "files"
    return files / "stix-two-math-latin-400-normal.woff"
