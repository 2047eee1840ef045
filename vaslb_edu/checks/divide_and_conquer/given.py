"""Functions that a check hands to a student's function, and what they say when misused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vaslb_edu.checks import answers
from vaslb_edu.checks.verdict import WrongAnswer


class Given:
    """A function given to a student's function: shown by its name, and not copied on its way."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self.name, self.function = name, function

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)

    def __repr__(self) -> str:
        return self.name

    def __deepcopy__(self, memo: dict[int, Any]) -> Given:
        return self


def call(name: str, function: Any, *arguments: Any) -> Any:
    """Call a student's function; what a given function says inside it is said unchanged."""
    try:
        return answers.call(name, function, *arguments)
    except WrongAnswer as wrong:
        if isinstance(wrong.__cause__, WrongAnswer):
            raise wrong.__cause__ from None
        raise
