"""Formulas are read by Temml, which was fetched before."""

import pytest

from tools.extensions import formulas


def test_a_formula_becomes_mathml():
    assert formulas.mathml("x_1") == "<math><msub><mi>x</mi><mn>1</mn></msub></math>"
    assert 'display="block"' in formulas.mathml("x", display=True)


@pytest.mark.parametrize("wrong", [r"\nosuchcommand", r"\frac{1}", "{", r"\begin{align} x"])
def test_a_formula_that_cannot_be_read_is_refused(wrong):
    with pytest.raises(formulas.FormulaError):
        formulas.mathml(wrong)
    # The next formula is not harmed.
    assert formulas.mathml("y").count("<mi>y</mi>") == 1


def test_a_comma_between_numbers_parts_them():
    parted = formulas.mathml("(2,2x)")
    assert "2,2" not in parted
    assert parted.count("<mn>2</mn>") == 2
