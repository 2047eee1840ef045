"""Controls: their kind follows their values, and bad lists are refused."""

import numpy as np
import pytest

from tests.figures.lines import draw
from vaslb_edu.figures.controls import Control
from vaslb_edu.figures.explorable import explorable

pytest.importorskip("ipywidgets")


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([0, 0.5], "slider"),
        (np.array([1, 2]), "slider"),
        (["a", "b"], "choice"),
        ([True, False], "toggle"),
    ],
)
def test_kind_follows_the_values(values, kind):
    assert Control(values).kind == kind


@pytest.mark.parametrize(
    ("values", "error"),
    [("ab", TypeError), ([1], ValueError), ([1, 1], ValueError), ([1, "a"], TypeError)],
)
def test_bad_lists_are_refused(values, error):
    with pytest.raises(error, match=r"sigma: values must be"):
        explorable(draw, sigma=values)


def test_infinite_values_are_refused():
    with pytest.raises(ValueError, match="finite"):
        explorable(draw, sigma=[0, float("inf")])


def test_a_degree_stands_at_its_number_and_other_units_apart():
    assert Control([30, 60], unit="°").text(60) == "60°"
    assert Control([30, 60], unit="rounds").text(60) == "60 rounds"
    assert Control([30, 60]).text(60) == "60"


def test_values_are_shown_as_asked():
    assert Control([0, -0.5], unit="rounds").text(-0.5) == "−0.5 rounds"
    assert Control([10**6, 1]).text(10**6) == "1,000,000"
    assert Control([0.5, 1.0], format=".2f").text(0.5) == "0.50"
    assert Control([1, 2], format=lambda value: "I" * value).text(2) == "II"
    assert Control([False, True]).text(True) == "on"


def test_true_is_not_one():
    with pytest.raises(ValueError, match="must be one of 0, 1, got True"):
        Control([0, 1]).position(True)


def test_default_must_be_a_value():
    with pytest.raises(ValueError, match="got 7"):
        Control([1, 2], default=7)
