"""V, ρ, s, β̂, c, R̄, κ, ν and ε mean one thing each, in the book, the coursework and the checks.

Each had others once: the list below is of those, as they would be written today.
"""

import re

import nbformat
import pytest

from tools.project import BOOK, LIBRARY

RETIRED = {
    "V is the total variance, and the scatter is Q̂": [
        r"(?<![A-Za-z\\])V_i(?![a-z])",
        r"(?<![A-Za-z\\])V\(n\)",
        r"\\mathcal V",
        r"V ?= ?(\\sum_k|\\sum_\{k|Q ?-)",
        r"\bV is (a|the) sum|2 V ln|2 L V\b",
        r"2LV",
    ],
    "ρ is the scale of a mixture, and the length on S is ω": [
        r"\\rho ?= ?\\lVert",
        r"\\rho ?- ?\\langle",
        r"1 ?- ?\\rho",
        r"\\rho ?= ?R",
        r"length (\$\\rho\$|ρ)",
        r"1 - ρ",
    ],
    "s is the number of entries, and never an index": [
        r"\\sum_s(?![a-z])",
        r"\\sum_\{s",
        r"(?<![A-Za-z])(x|r|c|\\eta|\\varepsilon)_s((?![a-z])|[xr]_)",
        r"s = \|S\|",
    ],
    "β̂ is the printed radius, and no regression": [r"\\hat\\beta_n", r"\\beta\^\*", r"x_kᵀβ̂"],
    "c is a baseline": [
        r"A(_t)?\^\{-1\}c(_t)?(?![a-z])",
        r"\(1\+c\)",
        r"growth (\$c\$|c\b)",
        r"(?<![A-Za-z])c_s(?![a-z])",
        r"\$c\\,\(s",
        r"A⁻¹c|⟨x, c⟩|then c\.|vector c\b",
    ],
    "R̄ is the report of a learner": [r"\\bar\{\\mathcal R\}", r"\\mathcal R"],
    "κ and ν belong to the sharp version, and the longest vector has ψ and ζ": [
        r"\\kappa_i",
        r"\\varphi\(\\nu\)",
        r"φ\(ν\)",
        r"multiplier (\$\\nu|ν)",
        r"κ \+ 1|κ is (measured|λ)",
    ],
    "ε has the index of a sign or none, and a residual is η̂": [
        r"\\(var)?epsilon_k\(",
        r"Σ ε",
    ],
}
PAGES = sorted([*BOOK.glob("*.ipynb"), *BOOK.glob("*.md"), *BOOK.glob("coursework/**/*.ipynb")])
CODE = sorted([*LIBRARY.glob("checks/**/*.py"), *LIBRARY.glob("chapters/*.py")])


def text_of(path):
    text = path.read_text("utf-8")
    if path.suffix != ".ipynb":
        return text
    return "\n\n".join(cell.source for cell in nbformat.reads(text, as_version=4).cells)


@pytest.mark.parametrize("meaning", RETIRED)
def test_a_letter_has_one_meaning(meaning):
    found = [
        f"{path.name}: {match[0]!r} in {text[max(0, match.start() - 30) : match.end() + 30]!r}"
        for path in [*PAGES, *CODE]
        for text in [text_of(path)]
        for pattern in RETIRED[meaning]
        for match in re.finditer(pattern, text)
    ]
    assert not found, "\n".join(found)


def test_the_notation_page_has_them():
    page = (BOOK / "notation.md").read_text("utf-8")
    for symbol in (r"$V=", r"$\hat Q$", r"$\rho$", r"$\omega=", "$s$", r"$\hat\beta_t$", "$c$"):
        assert f"| {symbol}" in page, symbol
