"""Compare a student's function with the right one, and with those of typical mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from vaslb_edu.checks import patterns, relations
from vaslb_edu.checks.calling import call, nothing
from vaslb_edu.checks.reading import Reader, integer, number
from vaslb_edu.checks.showing import can_be_run, short, shown
from vaslb_edu.checks.verdict import WrongAnswer

Parts = Callable[[Any], dict[str, Any]]  # names the parts of a result


def compare(
    name: str,
    function: Any,
    cases: Iterable[Sequence[Any]],
    right: Callable[..., Any],
    mistakes: Mapping[str, Callable[..., Any]],
    read: Reader = number,
    tolerance: float = 1e-8,
    none: bool = False,
    parts: Parts | None = None,
) -> None:
    """Raise `WrongAnswer` unless a function agrees with `right` on every case.

    Parameters
    ----------
    mistakes : mapping of hint to function
        Typical wrong solutions. The hint of the first one that gives what the student's function
        gave, on every case, is what the student reads, with a small input to try it on. After
        them come the mistakes of `relations`, which any answer can hold, and then `patterns`.
    none : bool
        Whether None is compared like other answers. Otherwise it means a forgotten `return`.
    parts : function
        Takes a result apart into named parts; where some are right, the student hears which.
    """
    cases = list(cases)
    given = [call(name, function, *case, none=True) for case in cases]
    if not none and all(value is None for value in given):
        raise nothing(name)
    result = f"the result of {name}"
    answers: list[Any] = [None if value is None else read(result, value) for value in given]
    expected = [right(*case) for case in cases]

    def close(answer: Any, value: Any) -> bool:
        return _close(answer, value, tolerance)

    wrong = [i for i, value in enumerate(expected) if not close(answers[i], value)]
    if not wrong:
        return
    shortest = min(wrong, key=lambda i: sum(np.size(part) for part in cases[i]))
    case, answer, value = cases[shortest], answers[shortest], expected[shortest]
    example = f"{name}({shown(case)}) gives {short(answer)}, not {short(value)}."
    for hint, mistake in mistakes.items():
        pairs = zip(answers, cases, strict=True)
        if all(close(answer, mistake(*case)) for answer, case in pairs):
            raise WrongAnswer(f"{hint} {example}" if can_be_run(case) else hint)
    if answer is None and not none:
        raise WrongAnswer(f"{nothing(name)} Is there one on every way through it? {example}")
    if hint := relations.explanation(answers, expected, close):
        raise WrongAnswer(f"{hint} {example}" if can_be_run(case) else hint)
    tried = patterns.Tried(cases, answers, expected, close)
    given_for = partial(_read_call, name, function, read)
    hint = (
        patterns.unused(function, given_for, right, tried)
        or (parts and _wrong_parts(tried, parts))
        or patterns.pattern(tried)
        or (patterns.too_late_or_early(tried) if read is integer else "")
    )
    if hint:
        raise WrongAnswer(f"{hint} {example}")
    for answer, value, case in zip(answers, expected, cases, strict=True):
        if np.shape(answer) != np.shape(value):
            raise WrongAnswer(
                f"{name}({shown(case)}) has shape {np.shape(answer)}, not {np.shape(value)}."
            )
    raise WrongAnswer(example)


def _read_call(name: str, function: Any, read: Reader, *case: Any) -> Any:
    return read(f"the result of {name}", call(name, function, *case))


def _wrong_parts(tried: patterns.Tried, parts: Parts) -> str:
    """Return which parts of the results are right and which are not, if there are both."""
    right: dict[str, bool] = {}
    for answer, value in tried.pairs():
        if np.shape(answer) != np.shape(value):
            return ""
        mine = parts(answer)
        for name, part in parts(value).items():
            right[name] = right.get(name, True) and tried.close(mine[name], part)
    good = [name for name, holds in right.items() if holds]
    bad = [name for name, holds in right.items() if not holds]
    if not good or not bad:
        return ""
    verbs = ["is" if len(names) == 1 else "are" for names in (good, bad)]
    return f"{' and '.join(good)} {verbs[0]} right; {' and '.join(bad)} {verbs[1]} not."


def _close(answer: Any, value: Any, tolerance: float) -> bool:
    if answer is None or value is None:
        return answer is value
    if np.shape(answer) != np.shape(value):
        return False
    if np.asarray(value).dtype.kind in "bU":
        return bool(np.all(answer == value))
    if not np.isfinite(value).all():  # an infinite scale would make everything close
        return bool(np.array_equal(answer, value))
    with np.errstate(invalid="ignore"):
        scale = max(1.0, float(np.max(np.abs(value), initial=0.0)))
        return bool(np.all(np.abs(np.subtract(answer, value)) <= tolerance * scale))
