"""What every bound owes its caller: bad arguments named, arrays broadcast, corners allowed."""

import math

import numpy as np
import pytest

from tests.bounds.setting import SETTING
from vaslb_edu import bounds, concentration


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"s": 0}, r"s must be finite and in \[1, inf\), got 0"),
        ({"s": 65}, "s must be at most d = 64, got 65"),
        ({"d": 0.5}, r"d must be finite and in \[1, inf\), got 0.5"),
        ({"T": 0}, r"T must be finite and in \[1, inf\), got 0"),
        ({"T": math.nan}, "T must be finite"),
        ({"total_variance": -1.0}, "total_variance must be finite"),
        ({"total_variance": 1e6 + 1.0}, r"total_variance must be at most T = 1e\+06"),
        ({"total_variance": [0.0, 2e6]}, r"total_variance must be at most T = 1e\+06, got 2e\+06"),
        ({"delta": 1.0}, r"delta must be finite and in \(0, 1\), got 1"),
        ({"C": 0.0}, r"C must be finite and in \(0, inf\), got 0"),
    ],
)
def test_bad_values_are_named(change, message):
    with pytest.raises(ValueError, match=message):
        bounds.vaslb_known(**{**SETTING, "delta": 0.1, "C": 1.0, **change})


def test_bad_types_are_named():
    with pytest.raises(TypeError, match="T must be a number or an array"):
        bounds.oful(3, "1000")
    with pytest.raises(TypeError, match="missing a required argument: 'T'"):
        bounds.oful(3)
    with pytest.raises(ValueError, match=r"gap must be finite and in \(0, 1\], got 2"):
        bounds.exploration_rounds(2.0, 1.0, 0.1)
    with pytest.raises(TypeError, match=r"g must be a function of the dimension, got 2\.0"):
        bounds.vaslb_from(np.sqrt, 2.0)
    with pytest.raises(ValueError, match="form must be one of"):
        concentration.freedman(1.0, 0.1, form=np.zeros(2))


def test_bounds_broadcast():
    grid = bounds.vaslb_known(
        d=np.array([16, 64])[:, None], s=4, T=1e6, total_variance=np.array([0.0, 1e2, 1e4])
    )
    assert grid.shape == (2, 3)
    assert grid[0, 0] == grid[1, 0]
    assert grid[0, 2] < grid[1, 2]


def test_smallest_setting():
    """d = s = T = 1 is allowed everywhere."""
    for row in bounds.TABLE:
        assert row.regret(1, 1, 1, 1.0) >= 1.0


def test_every_public_name_exists():
    assert all(hasattr(bounds, name) for name in bounds.__all__)
