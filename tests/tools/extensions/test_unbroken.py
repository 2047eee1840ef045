"""A per cent sign stays with its number."""

import pytest
from docutils import nodes

from tools.extensions import unbroken

KEPT = "\N{NO-BREAK SPACE}"


def after(*inside):
    paragraph = nodes.paragraph("", "", *inside)
    document = nodes.document(None, None)
    document += paragraph
    unbroken.unbroken(None, document, "page")
    return paragraph.astext()


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        ("with 95 % confidence", f"with 95{KEPT}% confidence"),
        ("5 % or 10 %.", f"5{KEPT}% or 10{KEPT}%."),
        ("a % b, 5 %x", "a % b, 5 %x"),
        ("95% of it", "95% of it"),
    ],
)
def test_a_number_and_its_sign_stay_on_one_line(before, wanted):
    assert after(nodes.Text(before)) == wanted


def test_a_number_that_is_a_node_of_its_own_keeps_its_sign():
    assert after(nodes.emphasis("", "12"), nodes.Text(" % of them")) == f"12{KEPT}% of them"


def test_code_is_left_alone():
    assert after(nodes.literal("", "7 % 2")) == "7 % 2"
