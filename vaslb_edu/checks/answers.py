"""Read what a student's code gives back, trusting nothing about it.

Only plain numbers and plain arrays are taken, by their exact type: an object that claims to equal
everything is refused here, before it is compared with anything.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from vaslb_edu.checks.showing import can_be_run, short, shown
from vaslb_edu.checks.verdict import WrongAnswer

Array = npt.NDArray[np.float64]
Reader = Callable[[str, Any], Any]


def number(name: str, value: Any) -> float:
    """Return a plain finite number as a float."""
    value = _unwrapped(name, value)
    plain = _is_plain(value, np.floating) or _is_plain(value, np.integer)
    if type(value) not in (int, float) and not plain:
        raise WrongAnswer(f"{name} should be a real number, not {_described(value)}.")
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
    """Return a plain truth value."""
    if type(value) is not bool and type(value) is not np.bool_:
        raise WrongAnswer(f"{name} should be True or False, not {_described(value)}.")
    return bool(value)


def word(name: str, value: Any, allowed: Sequence[str]) -> str:
    """Return a plain string if it is one of the allowed ones."""
    choices = " or ".join(f'"{choice}"' for choice in allowed)
    if type(value) is not str:
        raise WrongAnswer(f"{name} should be the word {choices}, not {_described(value)}.")
    if value not in allowed:
        raise WrongAnswer(f'{name} should be the word {choices}, not "{value[:40]}".')
    return value


def vector(name: str, value: Any) -> Array:
    """Return a plain array, list or tuple of finite numbers as a one-dimensional array."""
    return _array(name, value, dimensions=1)


def matrix(name: str, value: Any) -> Array:
    """Return a plain array or list of lists of finite numbers as a two-dimensional array."""
    return _array(name, value, dimensions=2)


def matrix_and_vector(name: str, value: Any) -> Array:
    """Read a matrix and a vector; return them as one array, the vector below the matrix."""
    if type(value) not in (tuple, list) or len(value) != 2:
        raise WrongAnswer(f"{name} should be a pair: the matrix A, then the vector c.")
    square = matrix(f"A, the first part of {name},", value[0])
    below = vector(f"c, the second part of {name},", value[1])
    if square.shape != (len(below), len(below)):
        raise WrongAnswer(
            f"A has shape {square.shape} and c has {len(below)} entries: they do not fit together."
        )
    return np.vstack([square, below])


def call(name: str, function: Any, *arguments: Any, none: bool = False) -> Any:
    """Return what a student's function gives for copies of the arguments; None only if `none`."""
    if not callable(function):
        raise WrongAnswer(f"{name} should be a function, not {_described(function)}.")
    given = copy.deepcopy(arguments)
    try:
        value = function(*given)
    except NotImplementedError:
        raise WrongAnswer(f"{name} still raises NotImplementedError: your turn.") from None
    except Exception as error:
        raise WrongAnswer(
            f"{name}({shown(arguments)}) raises {type(error).__name__}: {error}"
        ) from error
    if value is None and not none:
        raise WrongAnswer(f"{name} returns None: is there a `return` at its end?")
    return value


def compare(
    name: str,
    function: Any,
    cases: Iterable[Sequence[Any]],
    right: Callable[..., Any],
    mistakes: Mapping[str, Callable[..., Any]],
    read: Reader = number,
    tolerance: float = 1e-8,
    none: bool = False,
) -> None:
    """Raise `WrongAnswer` unless a function agrees with `right` on every case.

    Parameters
    ----------
    mistakes : mapping of hint to function
        Typical wrong solutions. The hint of the first one that gives what the student's function
        gave, on every case, is what the student reads, with a small input to try it on.
    none : bool
        Whether None is compared like other answers. Otherwise it means a forgotten `return`.
    """
    cases = list(cases)
    given = [call(name, function, *case, none=none) for case in cases]
    result = f"the result of {name}"
    answers: list[Any] = [None if value is None else read(result, value) for value in given]
    expected = [right(*case) for case in cases]
    wrong = [i for i, value in enumerate(expected) if not _close(answers[i], value, tolerance)]
    if not wrong:
        return
    case, answer, value = cases[wrong[0]], answers[wrong[0]], expected[wrong[0]]
    example = f"{name}({shown(case)}) gives {short(answer)}, not {short(value)}."
    for hint, mistake in mistakes.items():
        explained = (
            _close(answer, mistake(*case), tolerance)
            for answer, case in zip(answers, cases, strict=True)
        )
        if all(explained):
            raise WrongAnswer(f"{hint} {example}" if can_be_run(case) else hint)
    for answer, value, case in zip(answers, expected, cases, strict=True):
        if np.shape(answer) != np.shape(value):
            raise WrongAnswer(
                f"{name}({shown(case)}) has shape {np.shape(answer)}, not {np.shape(value)}."
            )
    raise WrongAnswer(example)


def _close(answer: Any, value: Any, tolerance: float) -> bool:
    if answer is None or value is None:
        return answer is value
    if isinstance(value, str | bool):
        return bool(answer == value)
    scale = max(1.0, float(np.max(np.abs(value), initial=0.0)))
    same_shape = np.shape(answer) == np.shape(value)
    return same_shape and bool(np.all(np.abs(np.subtract(answer, value)) <= tolerance * scale))


def _unwrapped(name: str, value: Any) -> Any:
    """Return the number inside an array without dimensions."""
    if type(value) is np.ndarray and value.ndim == 0:
        return value[()]
    if type(value) is np.ndarray:
        raise WrongAnswer(f"{name} should be one number, not an array of shape {value.shape}.")
    return value


def _is_plain(value: Any, kind: type) -> bool:
    return isinstance(value, kind) and type(value).__module__ == "numpy"


def _array(name: str, value: Any, dimensions: int) -> Array:
    if type(value) not in (np.ndarray, list, tuple):
        raise WrongAnswer(f"{name} should be a NumPy array, not {_described(value)}.")
    try:
        result = np.array(value)
    except ValueError:
        raise WrongAnswer(f"{name} should be an array: its rows differ in length.") from None
    if result.dtype.kind not in "biuf":
        raise WrongAnswer(f"{name} should hold numbers, not {_described(value)}.")
    if result.ndim != dimensions:
        raise WrongAnswer(
            f"{name} should have {dimensions} dimension(s); it has shape {result.shape}."
        )
    if not np.isfinite(result).all():
        raise WrongAnswer(f"{name} holds infinite or undefined numbers: a division by zero?")
    return result.astype(float)


def _described(value: Any) -> str:
    return f"a {type(value).__name__}"
