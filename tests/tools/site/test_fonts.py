"""Fonts hold the signs that are shown."""

import pytest

pytest.importorskip("fontTools")

from tools.site import fonts


def test_a_font_keeps_the_signs_that_formulas_show_or_imply():
    page = "<p>w</p><math><msqrt><mi>θ</mi></msqrt><mo>&lt;</mo><mtext>if </mtext></math><p>w</p>"
    signs = {chr(code) for code in fonts.signs_in_formulas([page])}
    assert signs >= set("θ<if √") | {"\N{MATHEMATICAL ITALIC SMALL THETA}"}
    assert not signs & set("wp√") - {"√"}
    assert "√" not in map(chr, fonts.signs_in_formulas(["<math><mi>x</mi></math>"]))
