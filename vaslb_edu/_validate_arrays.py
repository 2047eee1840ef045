"""Checks of arguments that may be numbers or arrays: one wrong entry is named and refused."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from vaslb_edu._typing import Array


def reals(
    name: str,
    value: npt.ArrayLike,
    low: float = -math.inf,
    high: float = math.inf,
    *,
    open_low: bool = False,
    open_high: bool = False,
) -> Array:
    """Return `value` as finite floats inside the interval (any shape but empty), or raise."""
    left = "(" if open_low or low == -math.inf else "["
    right = ")" if open_high or high == math.inf else "]"
    allowed = f"finite and in {left}{low:g}, {high:g}{right}"
    try:
        raw = np.asarray(value)
    except ValueError:  # a ragged list
        raise TypeError(f"{name} must be a number or an array, {allowed}, got {value!r}") from None
    if raw.dtype.kind not in "iuf" or raw.size == 0:
        raise TypeError(f"{name} must be a number or an array, {allowed}, got {value!r}")
    result = raw.astype(float)
    above = result > low if open_low else result >= low
    below = result < high if open_high else result <= high
    wrong = ~(np.isfinite(result) & above & below)
    if wrong.any():
        raise ValueError(f"{name} must be {allowed}, got {result[wrong].flat[0]:g}")
    return result


def probabilities(name: str, value: npt.ArrayLike) -> Array:
    """Return `value` as floats strictly between 0 and 1, or raise."""
    return reals(name, value, 0.0, 1.0, open_low=True, open_high=True)
