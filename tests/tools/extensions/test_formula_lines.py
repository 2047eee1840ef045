"""A displayed formula may break where a typesetter would break it, and nowhere else."""

import re
from xml.etree import ElementTree

import pytest

from tools.extensions import formula_lines, formulas


def lines(tex):
    """Return the pieces of a formula, statement by statement, as text."""
    formula = ElementTree.fromstring(formulas.mathml(tex, display=True))
    return [["".join(piece.itertext()).strip() for piece in row] for row in formula]


@pytest.mark.parametrize(
    ("tex", "wanted"),
    [
        ("a = b + c", [["a", "=b", "+c"]]),
        (r"a \le b - c \le d", [["a", "≤b", "−c", "≤d"]]),
        (r"a = b, \qquad c = d", [["a", "=b,"], ["c", "=d"]]),
        ("a = -b", [["a", "=−b"]]),
        ("f(a, b) = c", [["f(a,b)", "=c"]]),
        (r"\{x : x = y\} \subset (a + b)", [["{x:x=y}", "⊂(a+b)"]]),
        # A short bracket stays whole, with a power or without; a long one may break at its signs.
        (r"a = (b - c)^2 + d = e", [["a", "=(b−c)2", "+d", "=e"]]),
        (r"a = \bigl(b - c\bigr)^2 = d", [["a", "=(b−c)2", "=d"]]),
        (r"a = \bigl(bcdefgh + ijklmno\bigr)^2", [["a", "=(bcdefgh", "+ijklmno)2"]]),
        (r"a \quad \text{for a non-zero } b", [["a"], ["for", "a", "non-zero", "b"]]),
    ],
)
def test_lines_end_before_relations_and_sums(tex, wanted):
    assert lines(tex) == wanted


@pytest.mark.parametrize(
    "tex", ["x", r"\sqrt{a+b}", r"\begin{aligned} a &= b \\ c &= d \end{aligned}"]
)
def test_what_has_no_place_to_break_stays_as_temml_wrote_it(tex):
    assert "lines" not in formulas.mathml(tex, display=True)


def test_an_operator_at_the_beginning_of_a_line_keeps_its_spaces():
    broken = formula_lines.broken("<math><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></math>")
    assert '<mo form="infix">+</mo>' in broken


def test_a_formula_in_a_line_is_left_to_temml():
    assert "lines" not in formulas.mathml("a = b + c")


def test_a_long_bracket_in_a_line_is_split_after_its_signs():
    long = formulas.mathml(r"\tfrac12(0.8989 - 0.3995 + 0.1498 - 0.0999) =")
    assert long.startswith('<math class="parts">')
    assert re.findall(r"(.)</mo></mrow>", long) == list("−+−=")
    for kept in ("(a - b) =", r"\left(0.8989 - 0.3995 + 0.1498 - 0.0999\right)"):
        assert "parts" not in formulas.mathml(kept)


def test_a_formula_of_a_line_that_temml_split_is_marked():
    assert formulas.mathml("a = b").startswith('<math class="parts"><mrow>')
    assert formulas.mathml("a").startswith("<math><mi>")
    page = f"({formulas.mathml('a = b')}, so"
    assert formulas.with_punctuation(page).startswith(
        '<math class="parts"><mrow><mtext class="near">('
    )
