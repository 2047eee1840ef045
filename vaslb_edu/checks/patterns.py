"""What can be said of a wrong answer that no list has foreseen: a factor, a sign, a part, an end.

Each function looks for one pattern in all cases together and returns a sentence about it, or "".
They are tried last: a mistake with a name of its own is called by that name.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from vaslb_edu.checks.reading import Array

CONSTANTS = {
    "√2": math.sqrt(2.0),
    "1/√2": math.sqrt(0.5),
    "4": 4.0,
    "¼": 0.25,
    "ln 10": math.log(10.0),
    "1/ln 10": 1.0 / math.log(10.0),
    "ln 2": math.log(2.0),
    "1/ln 2": 1.0 / math.log(2.0),
}
NOT_USED = (
    "Halve or double `{}`: in the cases tried what you return stays as it is, and it should not."
)


@dataclass(frozen=True)
class Tried:
    """All cases of a check: what was asked, what came back, what should have."""

    cases: Sequence[Sequence[Any]]
    answers: Sequence[Any]
    expected: Sequence[Any]
    close: Callable[[Any, Any], bool]

    def pairs(self) -> Iterator[tuple[Array, Array]]:
        """Return answers and right results as arrays."""
        for answer, right in zip(self.answers, self.expected, strict=True):
            yield np.asarray(answer, dtype=float), np.asarray(right, dtype=float)

    def all_close(self, made: Callable[[Array, Array], tuple[Any, Any]]) -> bool:
        """Say whether two things made of answer and right result agree in every case."""
        return all(self.close(*made(answer, right)) for answer, right in self.pairs())


def pattern(tried: Tried) -> str:
    """Return what is said of the first pattern that fits, or ""."""
    if any(value is None for value in (*tried.answers, *tried.expected)):
        return ""
    if any(np.asarray(right).dtype.kind in "bU" for right in tried.expected):
        return _always_the_same_way(tried)
    if any(np.shape(a) != np.shape(b) for a, b in zip(tried.answers, tried.expected, strict=True)):
        return ""
    looks = (_factor, _shift, _signs, _ends, _multiples, _beginning)
    return next((hint for look in looks if (hint := look(tried))), "")


def _factor(tried: Tried) -> str:
    right = np.concatenate([one.ravel() for _, one in tried.pairs()])
    mine = np.concatenate([one.ravel() for one, _ in tried.pairs()])
    if len(np.unique(np.round(right, 12))) < 2 or not right.any():
        return ""
    ratio = float(mine @ right / (right @ right))
    if not ratio or not tried.all_close(lambda answer, one: (answer, ratio * one)):
        return ""
    name = next((n for n, value in CONSTANTS.items() if math.isclose(ratio, value)), f"{ratio:.4g}")
    return f"Everywhere your result is {name} times the right one: which factor is that?"


def _shift(tried: Tried) -> str:
    answer, right = next(tried.pairs())
    step = float((answer - right).ravel()[0])
    if not tried.all_close(lambda answer, one: (answer, one + step)):
        return ""
    sign = "plus" if step > 0 else "minus"
    return f"Everywhere your result is the right one {sign} {abs(step):.4g}."


def _signs(tried: Tried) -> str:
    if tried.all_close(lambda answer, right: (np.abs(answer), np.abs(right))):
        return "All sizes are right, and some signs are not."
    return ""


def _ends(tried: Tried) -> str:
    if any(np.shape(right) != (2,) for right in tried.expected):
        return ""
    parts: dict[str, Callable[[Array], Any]] = {
        "The first end is right, the second is not.": lambda ends: ends[0],
        "The second end is right, the first is not.": lambda ends: ends[1],
        "The middle is right, the half width is not.": lambda ends: ends.sum(),
        "The half width is right, the middle is not.": lambda ends: ends[1] - ends[0],
    }
    for hint, part in parts.items():
        if tried.all_close(lambda answer, right, of=part: (of(answer), of(right))):  # type: ignore[misc]
            return hint
    return ""


def _multiples(tried: Tried) -> str:
    """Say so if each answer is a multiple of the right one, another in each case."""

    def scaled(answer: Array, right: Array) -> tuple[Any, Any]:
        square = float(np.sum(right * right))
        return answer, right * (float(np.sum(answer * right)) / square if square else 0.0)

    if any(np.size(right) < 2 for right in tried.expected) or not tried.all_close(scaled):
        return ""
    return (
        "In each case your result is a multiple of the right one, all entries alike: what stands "
        "in front, or what you divide by, is not what it should be."
    )


def _beginning(tried: Tried) -> str:
    long = [right for right in tried.expected if np.ndim(right) and len(right) > 1]
    if len(long) < 2:
        return ""
    if tried.all_close(lambda answer, right: (answer[:1], right[:1])):
        return "The first one is right in every case, and not all that follow it are."
    if tried.all_close(lambda answer, right: (answer[-1:], right[-1:])):
        return "The last one is right in every case, and not all before it are."
    return ""


def _always_the_same_way(tried: Tried) -> str:
    """Say so if answers that are a choice of two differ from the right ones in one direction."""
    chosen = {
        str(one)
        for answer, right in zip(tried.answers, tried.expected, strict=True)
        for one, good in zip(np.ravel(answer), np.ravel(right), strict=False)
        if one != good
    }
    if (
        len(tried.cases) < 3
        or len(chosen) != 1
        or any(
            np.shape(a) != np.shape(b) for a, b in zip(tried.answers, tried.expected, strict=True)
        )
    ):
        return ""
    (word,) = chosen
    return f"Wherever you differ from the rule you say {word}: yours says it too easily."


def too_late_or_early(tried: Tried) -> str:
    """Return in which direction whole numbers differ from the right ones, if it is only one."""
    if any(value is None for value in tried.answers):
        return ""
    never = 0 in tried.expected  # 0 stands for a round that never comes
    steps = {
        bool((answer or math.inf) > (right or math.inf)) if never else bool(answer > right)
        for answer, right in zip(tried.answers, tried.expected, strict=True)
        if answer != right
    }
    if len(steps) != 1:
        return ""
    if never:
        return f"Wherever you differ you come too {'late, or never' if steps.pop() else 'early'}."
    return f"Wherever you differ your number is too {'large' if steps.pop() else 'small'}."


def unused(
    function: Callable[..., Any],
    given: Callable[..., Any],
    right: Callable[..., Any],
    tried: Tried,
) -> str:
    """Return which argument makes no difference to a student's function where it should.

    `given` calls the function and reads what it gives.
    """
    if any(value is None or np.asarray(value).dtype.kind in "bU" for value in tried.expected):
        return ""
    for place, name in enumerate(_names(function)):
        same = [_stays(place, given, right, tried, number) for number in range(len(tried.cases))]
        if sum(stays is True for stays in same) >= 3 and False not in same:
            return NOT_USED.format(name)
    return ""


def _stays(
    place: int, given: Callable[..., Any], right: Callable[..., Any], tried: Tried, number: int
) -> bool | None:
    """Say whether an answer stays where the right result changes with one argument."""
    case = tried.cases[number]
    if place >= len(case) or not _can_shrink(case[place]):
        return False
    stays = None
    for factor in (0.5, 2.0):
        changed = [*case[:place], factor * case[place], *case[place + 1 :]]
        try:
            if not tried.close(right(*changed), tried.expected[number]):
                stays = tried.close(given(*changed), tried.answers[number])
        except Exception:  # no such input
            return False
        if stays is False:
            return False
    return stays


def _names(function: Callable[..., Any]) -> list[str]:
    """Return the names of the arguments; none if a function takes any number of them."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    plain = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return [one.name for one in parameters] if all(p.kind is plain for p in parameters) else []


def _can_shrink(value: Any) -> bool:
    return isinstance(value, float) or (isinstance(value, np.ndarray) and value.dtype.kind == "f")
