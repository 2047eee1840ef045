"""Call a student's function: on copies, for a limited time, and with words for what goes wrong."""

from __future__ import annotations

import copy
from typing import Any

from vaslb_edu.checks import patience
from vaslb_edu.checks.reading import described, wrong_kind
from vaslb_edu.checks.showing import shown
from vaslb_edu.checks.verdict import WrongAnswer

UNFINISHED = (NotImplementedError, RecursionError, patience.TooLongError)


def call(name: str, function: Any, *arguments: Any, none: bool = False) -> Any:
    """Return what a student's function gives for copies of the arguments; None only if `none`."""
    _expect_function(name, function)
    try:
        value = _run(function, arguments)
    except UNFINISHED as error:
        raise _in_words(error, name, arguments) from None
    except Exception as error:
        raise WrongAnswer(
            f"{name}({shown(arguments)}) raises {type(error).__name__}: {error}"
        ) from error
    if value is None and not none:
        raise nothing(name)
    return value


def raises_value_error(name: str, function: Any, *arguments: Any) -> bool:
    """Say whether a student's function raises a `ValueError`, as it should where it is asked."""
    _expect_function(name, function)
    try:
        _run(function, arguments)
    except ValueError:
        return True
    except UNFINISHED as error:
        raise _in_words(error, name, arguments) from None
    except Exception as error:
        raise WrongAnswer(f"Raise a ValueError there, not a {type(error).__name__}.") from error
    return False


def nothing(name: str) -> WrongAnswer:
    """Return what is said of a function that returns None."""
    return wrong_kind(f"{name} returns None: is there a `return` at its end?")


def _expect_function(name: str, function: Any) -> None:
    if not callable(function):
        raise wrong_kind(f"{name} should be a function, not {described(function)}.")


def _run(function: Any, arguments: tuple[Any, ...]) -> Any:
    return patience.call_within(patience.SECONDS, function, *copy.deepcopy(arguments))


def _in_words(error: BaseException, name: str, arguments: tuple[Any, ...]) -> WrongAnswer:
    if isinstance(error, NotImplementedError):
        return wrong_kind(f"{name} still raises NotImplementedError: your turn.")
    asked = f"{name}({shown(arguments)})"
    if isinstance(error, RecursionError):
        return WrongAnswer(f"{asked} calls itself without end: which case should stop it?")
    return WrongAnswer(
        f"{asked} has not ended after {patience.SECONDS:g} seconds, and was stopped: is there a "
        "loop whose condition stays true?"
    )
