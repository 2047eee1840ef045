"""Mistakes that any answer can hold: a lost factor, a turned sign, an order turned round.

They are tried after the mistakes of the item. A row is a hint and what the mistake would make of
the right result; where it makes no sense of it, it raises or gives something of another kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Relation = Callable[[Any], Any]

EVERY: dict[str, Relation] = {
    "Everywhere your result is twice the right one: is ½ lost, or something added twice?": (
        lambda right: 2 * right
    ),
    "Everywhere your result is half of the right one: a factor 2 is lost.": lambda right: right / 2,
    "Everywhere your result has the opposite sign.": lambda right: -right,
    "Everywhere your result is the square of the right one.": lambda right: right**2,
    "Everywhere your result is the root of the right one.": lambda right: np.sqrt(right),
    "Everywhere your result is 1 divided by the right one: it is upside down.": (
        lambda right: 1 / right
    ),
    "Everywhere your result is 1 minus the right one.": lambda right: 1 - right,
    "Everywhere your result is the logarithm of the right one.": lambda right: np.log(right),
    "The size is right everywhere and the sign is lost: no absolute value is needed.": (
        lambda right: abs(right)
    ),
    "Negative results have become 0 in yours; they should stay.": lambda right: np.maximum(
        right, 0
    ),
    "Your result is the right one plus 1.": lambda right: right + 1,
    "Your result is the right one minus 1.": lambda right: right - 1,
    "Your result is the right one, rounded: return it as it is.": lambda right: np.round(right, 2),
    "Your result is the right one without what stands behind the point: return it as it is.": (
        lambda right: np.trunc(right)
    ),
}
ARRAYS: dict[str, Relation] = {
    "These are the right numbers in the opposite order.": lambda right: right[::-1],
    "These are the right numbers, sorted: leave them where they belong.": (
        lambda right: np.sort(right, axis=0)
    ),
    "You return running sums of the right numbers.": lambda right: np.cumsum(right, axis=0),
    "Your result has the right direction, but length 1: leave its length as it is.": (
        lambda right: right / np.linalg.norm(right)
    ),
    "Your result is divided by its sum: leave it as it is.": lambda right: right / right.sum(),
    "The first one is missing in your result; the others are right.": lambda right: right[1:],
    "The last one is missing in your result; the others are right.": lambda right: right[:-1],
    "Your result has a 0 too many in front; the others are right.": (
        lambda right: np.concatenate([0 * right[:1], right])
    ),
    "Your result has a 0 too many at the end; the others are right.": (
        lambda right: np.concatenate([right, 0 * right[:1]])
    ),
    "Everything is one place late: the first should be the second, and so on.": (
        lambda right: np.roll(right, 1, axis=0)
    ),
    "Everything is one place early: the second should be the first, and so on.": (
        lambda right: np.roll(right, -1, axis=0)
    ),
    "Rows and columns are exchanged: return the transpose.": lambda right: right.T,
    "All rows are the same in yours, the mean of the right ones.": (
        lambda right: np.broadcast_to(right.mean(axis=0), right.shape)
    ),
    "Your result is the mean of the rows that are asked for.": (
        lambda right: right.mean(axis=0, keepdims=True)
    ),
    "Your result is the sum of the rows that are asked for.": (
        lambda right: right.sum(axis=0, keepdims=True)
    ),
}
TRUTHS: dict[str, Relation] = {
    "It is turned round: you say True where False is right, and False where True is.": (
        np.logical_not
    ),
    "You say True everywhere.": np.ones_like,
    "You say False everywhere.": np.zeros_like,
}


def explanation(
    answers: Sequence[Any], expected: Sequence[Any], close: Callable[[Any, Any], bool]
) -> str:
    """Return the hint of the first relation that holds between answers and right results, or ""."""
    for hint, relation in _that_fit(expected).items():
        if all(
            close(answer, _made(relation, right))
            for answer, right in zip(answers, expected, strict=True)
        ):
            return hint
    return ""


def _that_fit(expected: Sequence[Any]) -> dict[str, Relation]:
    """Return the relations that make sense for such results."""
    if any(right is None or isinstance(right, str) for right in expected):
        return {}
    if all(np.asarray(right).dtype == bool for right in expected):
        return TRUTHS
    return {**EVERY, **ARRAYS} if all(np.ndim(right) for right in expected) else EVERY


def _made(relation: Relation, right: Any) -> Any:
    """Return what a mistake makes of a right result, or None where it cannot be made."""
    with np.errstate(all="ignore"):
        try:
            return relation(np.asarray(right)[()])
        except (ValueError, ZeroDivisionError):
            return None
