"""Read what a student's code gives back, trusting nothing about it.

Only plain numbers and plain arrays are taken, by their exact type: an object that claims to equal
everything is refused here, before it is compared with anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from vaslb_edu.checks.verdict import WrongAnswer

Array = npt.NDArray[np.float64]
Reader = Callable[[str, Any], Any]


def number(name: str, value: Any) -> float:
    """Return a plain finite number as a float."""
    value = _unwrapped(name, "one number", value)
    if _is_truth(value):
        raise wrong_kind(
            f"{name} should be a real number, not {bool(value)}: that is a truth value."
        )
    plain = _is_plain(value, np.floating) or _is_plain(value, np.integer)
    if type(value) not in (int, float) and not plain:
        raise wrong_kind(f"{name} should be a real number, not {described(value)}.")
    try:
        result = float(value)
    except OverflowError:  # a whole number too large for a float
        result = np.inf
    if not np.isfinite(result):
        raise WrongAnswer(f"{name} is {result}: is there a division by zero, or a root of a minus?")
    return result


def integer(name: str, value: Any) -> int:
    """Return a plain whole number as an int."""
    result = number(name, value)
    if result != int(result):
        raise WrongAnswer(f"{name} should be a whole number, not {result:g}.")
    return int(result)


def boolean(name: str, value: Any) -> bool:
    """Return a plain truth value; 0 and 1 are numbers and are told so."""
    value = _unwrapped(name, "True or False", value)
    if _is_truth(value):
        return bool(value)
    if type(value) in (int, float) and value in (0, 1):
        raise wrong_kind(
            f"{name} should be True or False. You return the number {value:g}, which says the same "
            f"to Python but not to a reader: return {bool(value)}."
        )
    if type(value) is str and value.strip().lower() in ("true", "false"):
        raise wrong_kind(f'{name} should be True or False, without quotes: "{value[:40]}" is text.')
    raise wrong_kind(f"{name} should be True or False, not {described(value)}.")


def word(name: str, value: Any, allowed: Sequence[str]) -> str:
    """Return a plain string if it is one of the allowed ones."""
    choices = " or ".join(f'"{choice}"' for choice in allowed)
    if type(value) is np.str_:
        value = str(value)
    if type(value) is not str:
        raise wrong_kind(f"{name} should be the word {choices}, not {described(value)}.")
    if value not in allowed:
        raise wrong_kind(f'{name} should be the word {choices}, not "{value[:40]}".')
    return value


def vector(name: str, value: Any) -> Array:
    """Return a plain array, list or tuple of finite numbers as a one-dimensional array."""
    return _array(name, value, dimensions=1)


def matrix(name: str, value: Any) -> Array:
    """Return a plain array or list of lists of finite numbers as a two-dimensional array."""
    return _array(name, value, dimensions=2)


def truths(name: str, value: Any) -> npt.NDArray[np.bool_]:
    """Return a plain array or list of truth values; 0 and 1 are numbers and are told so."""
    result = _array(name, value, dimensions=1)
    if np.asarray(value).dtype == bool:
        return result.astype(bool)
    if np.isin(result, (0.0, 1.0)).all():
        raise wrong_kind(
            f"{name} should hold True or False. You return the numbers 0 and 1: as places they "
            "would pick rows 0 and 1. Return the comparison itself, or use `astype(bool)`."
        )
    raise wrong_kind(f"{name} should hold True or False for each row, not other numbers.")


def matrix_and_vector(name: str, value: Any) -> Array:
    """Read a matrix and a vector; return them as one array, the vector below the matrix."""
    if type(value) not in (tuple, list) or len(value) != 2:
        raise wrong_kind(f"{name} should be a pair: the matrix A, then the vector p.")
    if isinstance(value[1], np.ndarray) and value[1].ndim == 2:
        raise wrong_kind(f"The parts of {name} are exchanged: A should come first, then p.")
    square = matrix(f"A, the first part of {name},", value[0])
    below = vector(f"p, the second part of {name},", value[1])
    if square.shape != (len(below), len(below)):
        raise WrongAnswer(
            f"A has shape {square.shape} and p has {len(below)} entries: they do not fit together."
        )
    return np.vstack([square, below])


def matrix_over_vector(both: Array) -> dict[str, Array]:
    """Take apart what `matrix_and_vector` has put together."""
    return {"A": both[:-1], "p": both[-1]}


def described(value: Any) -> str:
    """Return what kind of thing a value is, for a message."""
    kind = type(value).__name__
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"


def wrong_kind(message: str) -> WrongAnswer:
    """Return the refusal of something that is not of the kind that is asked for."""
    return WrongAnswer(message, on_any_input=True)


def _is_truth(value: Any) -> bool:
    return type(value) is bool or type(value) is np.bool_


def _unwrapped(name: str, what: str, value: Any) -> Any:
    """Return the number inside an array without dimensions."""
    if type(value) is np.ndarray and value.ndim == 0:
        return value[()]
    if type(value) is np.ndarray:
        raise wrong_kind(f"{name} should be {what}, not an array of shape {value.shape}.")
    if type(value) in (list, tuple):
        raise wrong_kind(f"{name} should be {what}, not a {type(value).__name__} of {len(value)}.")
    return value


def _is_plain(value: Any, kind: type) -> bool:
    return isinstance(value, kind) and type(value).__module__ == "numpy"


def _array(name: str, value: Any, dimensions: int) -> Array:
    if type(value) not in (np.ndarray, list, tuple):
        raise wrong_kind(f"{name} should be a NumPy array, not {described(value)}.")
    try:
        result = np.array(value)
    except ValueError:
        raise wrong_kind(f"{name} should be an array: its rows differ in length.") from None
    if result.dtype.kind not in "biuf":
        raise wrong_kind(f"{name} should hold numbers, not {described(value)}.")
    if result.ndim != dimensions:
        raise wrong_kind(
            f"{name} should have {dimensions} dimension(s); it has shape {result.shape}."
        )
    if not np.isfinite(result).all():
        raise WrongAnswer(f"{name} holds infinite or undefined numbers: a division by zero?")
    return result.astype(float)
