"""Numbers look the same on axes and beside sliders."""

import pytest

from vaslb_edu.figures.controls import Control
from vaslb_edu.figures.numerals import number, power_of_ten


@pytest.mark.parametrize(
    ("value", "shown"),
    [(10_000, "10,000"), (-0.5, "−0.5"), (1e-12, "10⁻¹²"), (2.5e-7, "2.5 · 10⁻⁷"), (0.0, "0")],
)
def test_a_number_has_no_e(value, shown):
    assert number(value) == shown
    assert Control([value, 7.5]).text(value) == shown


def test_small_powers_are_written_in_full():
    names = [power_of_ten(exponent) for exponent in (-4, -3, 0, 3, 4, 5)]
    assert names == ["10⁻⁴", "0.001", "1", "1,000", "10,000", "10⁵"]
