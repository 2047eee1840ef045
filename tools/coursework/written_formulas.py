"""Set the formulas of a written answer as MathML, for pages that may run no script.

Temml, which sets the book's formulas, is run on the text of a formula and nothing else. What it
answers is reduced to elements of MathML that do nothing. A formula that it cannot read, or takes
too long for, stands as it was written; so do all if Temml was never fetched (`make packages`).
"""

from __future__ import annotations

import json
import re
import subprocess
from html import unescape

import bleach

from tools.site import vendor

SECONDS, LONGEST, MOST = 10, 2_000, 300  # for the new formulas of a text; a formula; formulas
REMEMBERED = 3_000  # formulas, of all texts
CODE = re.compile(r"(<(?:pre|code)\b.*?</(?:pre|code)>)", re.S)
# As in Jupyter: two dollars, or one with no space inside it and no digit behind.
FORMULA = re.compile(r"\$\$([^<>]+?)\$\$|\$(?!\s)([^$<>\n]+?)(?<!\s)\$(?!\d)")
ELEMENTS = """math mfrac mi mn mo mover mphantom mroot mrow mspace msqrt mstyle msub msubsup msup
mtable mtd mtext mtr munder munderover"""
# None that moves a sign away from its place: a formula must not lie over the rest of the page.
ATTRIBUTES = """accent accentunder columnalign display displaystyle fence form linebreak mathvariant
movablelimits scriptlevel separator stretchy symmetric"""
PROGRAM = """
import temml from %s;
import {readFileSync} from "node:fs";
const formulas = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(formulas.map(([tex, displayMode]) => {
  try { return temml.renderToString(tex, {displayMode, throwOnError: true, trust: false}); }
  catch { return ""; }
})));
"""

Formula = tuple[str, bool]  # what was written, and whether it stands on a line of its own
_known: dict[Formula, str] = {}


def with_formulas(html: str) -> str:
    """Return a harmless piece of a page with its formulas set."""
    pieces = CODE.split(html)
    written = [_read(found) for piece in pieces[::2] for found in FORMULA.finditer(piece)]
    _learn([one for one in dict.fromkeys(written) if len(one[0]) <= LONGEST][:MOST])
    pieces[::2] = [
        FORMULA.sub(lambda found: _known.get(_read(found)) or found[0], piece)
        for piece in pieces[::2]
    ]
    return "".join(pieces)


def _read(found: re.Match[str]) -> Formula:
    return unescape(found[1] or found[2]).strip(), found[1] is not None


def _learn(formulas: list[Formula]) -> None:
    """Set the formulas that were not met before; those that cannot be set are empty."""
    new = [one for one in formulas if one not in _known]
    if not new:
        return
    if len(_known) > REMEMBERED:
        _known.clear()
    for formula, mathml in zip(new, _typeset(new), strict=True):
        _known[formula] = _harmless(mathml)


def _harmless(mathml: str) -> str:
    return bleach.clean(mathml, frozenset(ELEMENTS.split()), ATTRIBUTES.split(), strip=True)


def _typeset(formulas: list[Formula]) -> list[str]:
    nothing = [""] * len(formulas)
    try:
        module = vendor.modules("site") / "temml" / "dist" / "temml.mjs"
        program = PROGRAM % json.dumps(module.as_uri())
        command = [vendor.node(), "--max-old-space-size=256", "--input-type=module"]
        ended = subprocess.run(
            [*command, "--eval", program],
            input=json.dumps(formulas),
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
        )
        answers = json.loads(ended.stdout)
    except (vendor.MissingPackagesError, OSError, ValueError, subprocess.TimeoutExpired):
        return nothing
    return [str(answer) for answer in answers] if len(answers) == len(formulas) else nothing
