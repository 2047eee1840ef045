"""Show in a message what a function was given and what it gave, ready to be run again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

SMALL = 64  # entries of an array that is shown whole


def can_be_run(arguments: Iterable[Any]) -> bool:
    """Say whether a message shows arguments whole."""
    return all(np.size(argument) <= SMALL for argument in arguments)


def shown(values: Iterable[Any]) -> str:
    """Return arguments as a reader of a message wants them: ready to be run again."""
    return ", ".join(_expression(value) for value in values)


def _expression(value: Any) -> str:
    """Return a value as Python that makes it; of a large array only a glimpse."""
    if isinstance(value, np.ndarray) and value.size <= SMALL:
        return f"np.array({value.tolist()})"
    if isinstance(value, float) and float(f"{value:.6g}") != value:
        return repr(float(value))
    return short(value)


def short(value: Any) -> str:
    """Return a value as one reads it: a few digits, the ends of an array."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, str):
        return f'"{value}"'
    with np.printoptions(precision=6, threshold=8, edgeitems=3, suppress=False):
        return f"{value}".replace("\n", "")
