"""Let every failed check be run again on the same input."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from vaslb_edu.checks.verdict import Right, WrongAnswer

Check = Callable[..., Right]


def repeatable(check: Check) -> Check:
    """Return a check that names the seed of its input where its message shows no input to run.

    An answer of the wrong form is wrong on every input, and needs no seed.
    """
    name = check.__name__

    @functools.wraps(check)
    def checked(answer: Any, rng: Any = None) -> Right:
        fresh = rng is None
        # Below 10⁶, so that it is easily typed.
        seed = int(np.random.default_rng().integers(10**6)) if fresh else rng
        try:
            return check(answer, seed)
        except WrongAnswer as wrong:
            if not fresh or wrong.on_any_input or _shows_an_input(name, str(wrong)):
                raise
            again = f"(The same input again: check.{name}({name}, {seed}).)"
            raise WrongAnswer(f"{wrong} {again}") from wrong.__cause__

    return checked


def _shows_an_input(name: str, message: str) -> bool:
    """Say whether a message holds a call to paste; of a large array it shows only the ends."""
    return f"{name}(" in message and " ... " not in message
