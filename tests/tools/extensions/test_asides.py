"""A remark goes into the margin exactly when the text before it is longer."""

import pytest
from docutils import nodes
from docutils.utils import new_document

from tools.extensions import asides

WORDS = "word " * 60


def remark(words=WORDS):
    text = nodes.section("", nodes.paragraph("", words))
    return nodes.admonition("", nodes.title("", "A title"), text, classes=["proof", "remark"])


def note():
    return nodes.admonition(
        "", nodes.title("", "A title"), nodes.paragraph("", WORDS), classes=["note"]
    )


def figure():
    return nodes.container("", nodes.figure(""), classes=["cell", "wide"])


def text(times):
    return nodes.paragraph("", times * WORDS)


def formulas(times):
    return [nodes.math_block("", "x = y") for _ in range(times)]


def fits(*before, box=None):
    """Say whether a remark is marked after other things of its section, and before much text."""
    document = new_document("page")
    box = box or remark()
    above = nodes.section("", nodes.title("", "Above"), text(40))
    inner = nodes.section("", nodes.title("", "A part"), *before, box, text(40))
    document += nodes.section("", nodes.title("", "A page"), above, inner)
    asides.Asides(document).run()
    return asides.IN_MARGIN in box["classes"]


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        ([], False),
        ([text(1)], False),
        ([text(8)], True),
        (formulas(12), True),
        ([text(8), figure()], False),
        ([text(8), remark()], False),
        ([text(8), note()], False),
        ([figure(), text(8)], True),
        ([remark(), text(8)], True),
    ],
)
def test_a_remark_fits_where_enough_text_stands_before_it(before, wanted):
    assert fits(*before) is wanted


def test_a_note_is_a_remark_and_another_box_is_not():
    assert fits(text(8), box=note())
    other = note()
    other["classes"] = ["important"]
    assert not fits(text(8), box=other)


def test_a_longer_remark_needs_more_text():
    assert not fits(text(8), box=remark(10 * WORDS))


def test_a_remark_inside_something_else_stays_there():
    document, box = new_document("page"), remark()
    document += nodes.section("", text(40), nodes.container("", box))
    asides.Asides(document).run()
    assert asides.IN_MARGIN not in box["classes"]


def test_a_formula_in_a_line_is_shorter_than_its_source():
    formula = nodes.paragraph("", "", nodes.math("", 8 * WORDS))
    assert asides.room(formula) < asides.room(text(8))
