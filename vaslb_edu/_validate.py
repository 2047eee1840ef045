"""Checks of arguments: every message names the argument, its value and what is allowed."""

from __future__ import annotations

import math
import operator
from collections.abc import Collection, Iterable
from typing import Any

import numpy as np

from vaslb_edu._typing import Array


def number(
    name: str,
    value: Any,
    low: float = -math.inf,
    high: float = math.inf,
    *,
    open_low: bool = False,
    open_high: bool = False,
) -> float:
    """Return `value` as a float inside the interval, which never holds infinity, or raise."""
    open_low, open_high = open_low or low == -math.inf, open_high or high == math.inf
    allowed = f"{'(' if open_low else '['}{low:g}, {high:g}{')' if open_high else ']'}"
    plain = np.isscalar(value) and not isinstance(value, (bool, str, bytes, complex))
    if not plain or isinstance(value, np.complexfloating):
        raise TypeError(f"{name} must be a real number in {allowed}, got {value!r}")
    try:
        result = float(value)
    except OverflowError:  # a whole number with more than 308 digits
        result = math.inf if value > 0 else -math.inf
    too_low = result <= low if open_low else result < low
    too_high = result >= high if open_high else result > high
    if math.isnan(result) or too_low or too_high:
        raise ValueError(f"{name} must be a real number in {allowed}, got {value!r:.80}")
    return result


def probability(name: str, value: Any) -> float:
    """Return `value` as a float strictly between 0 and 1, or raise."""
    return number(name, value, 0.0, 1.0, open_low=True, open_high=True)


def integer(name: str, value: Any, low: int, high: int | None = None) -> int:
    """Return `value` as an int of at least `low` (and at most `high`), or raise."""
    allowed = f"an integer >= {low}" if high is None else f"an integer in [{low}, {high}]"
    try:
        if isinstance(value, bool):
            raise TypeError
        result = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be {allowed}, got {value!r}") from None
    if result < low or (high is not None and result > high):
        raise ValueError(f"{name} must be {allowed}, got {value!r}")
    return result


def choice(name: str, value: Any, options: Collection[str]) -> str:
    """Return `value` if it is one of `options`, or raise."""
    if not isinstance(value, str) or value not in options:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, options))}, got {value!r}")
    return str(value)


def flag(name: str, value: Any) -> bool:
    """Return `value` as a bool if it is True or False, or raise."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, got {value!r:.80}")
    return bool(value)


def several(name: str, value: Any) -> list[Any]:
    """Return what `value` holds as a list, or raise."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise TypeError(f"{name} must be a list or another collection, got {value!r:.80}")
    return list(value)


def made(name: str, value: Any, example: type, *methods: str) -> None:
    """Raise unless `value` is an object, not a class, with these methods."""
    if isinstance(value, type) or not all(callable(getattr(value, m, None)) for m in methods):
        raise TypeError(
            f"{name} must be an object with {' and '.join(methods)}, such as a "
            f"{example.__name__}, got {value!r:.80}"
        )


def vector(name: str, value: Any, length: int | None = None) -> Array:
    """Return `value` as a finite, non-empty 1-D float array (of the given length), or raise."""
    try:
        if np.iscomplexobj(value):
            raise TypeError
        result = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a 1-D array of numbers, got {value!r}") from None
    except OverflowError:  # a whole number with more than 308 digits
        raise ValueError(
            f"{name} must be finite, got a number too large to calculate with"
        ) from None
    if result.ndim != 1 or result.size == 0:
        raise ValueError(f"{name} must be a non-empty 1-D array, got shape {result.shape}")
    if length is not None and result.size != length:
        raise ValueError(f"{name} must have length {length}, got length {result.size}")
    if not np.isfinite(result).all():
        where = int(np.flatnonzero(~np.isfinite(result))[0])
        raise ValueError(f"{name} must be finite, got {result[where]} at position {where}")
    return result
