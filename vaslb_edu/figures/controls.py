"""One control of an explorable figure: a list of values, and how a reader sees them.

Explained in the chapter *Start*.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Sequence
from typing import Any

from vaslb_edu.figures.numerals import number


class Control:
    """The values a reader can choose from.

    Parameters
    ----------
    values
        Numbers give a slider over the list, strings a menu, ``[False, True]`` a check box.
    label
        What stands beside the control; the argument's name if not given.
    default
        The value at the start; the first one if not given.
    unit
        Put behind every value, for example ``"rounds"``.
    format
        A format specification such as ``".2f"``, or a function from a value to its text.
    time
        The slider moves through time: on a page it gets a button that plays it.
    """

    def __init__(
        self,
        values: Sequence[Any],
        *,
        label: str | None = None,
        default: Any = None,
        unit: str = "",
        format: str | Callable[[Any], str] = "",
        time: bool = False,
    ) -> None:
        self.values = _plain(values)
        self.kind = _kind(self.values)
        self.label = label
        self.unit = unit
        self.format = format
        self.time = time
        if time and self.kind != "slider":
            raise ValueError(f"only a slider can move through time, got a {self.kind}")
        self.default = self.values[0] if default is None else self.values[self.position(default)]

    def position(self, value: Any) -> int:
        """Return where `value` stands in the list, or raise if it is not one of the values."""
        for place, known in enumerate(self.values):
            if isinstance(known, bool) == isinstance(value, bool) and known == value:
                return place
        allowed = ", ".join(map(self.text, self.values))
        raise ValueError(f"{self.label or 'value'} must be one of {allowed}, got {value!r}")

    def text(self, value: Any) -> str:
        """Return a value as the reader sees it."""
        if callable(self.format):
            shown = self.format(value)
        elif self.kind == "toggle":
            shown = "on" if value else "off"
        elif self.kind == "choice":
            shown = str(value)
        else:
            shown = number(value, self.format)
        apart = "" if self.unit in ("", "°") else " "
        return f"{shown}{apart}{self.unit}"


def as_control(name: str, given: Any) -> Control:
    """Turn a list or a `Control` given for argument `name` into a labelled control."""
    try:
        control = given if isinstance(given, Control) else Control(given)
    except (TypeError, ValueError) as problem:
        raise type(problem)(f"{name}: {problem}") from None
    control.label = control.label or name.replace("_", " ")
    return control


def _plain(values: Sequence[Any]) -> list[Any]:
    """Return the values as Python objects (numpy scalars become numbers), or raise."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise TypeError(f"values must be a list of numbers, strings or booleans, got {values!r}")
    plain = [value.item() if hasattr(value, "item") else value for value in values]
    if len(plain) < 2 or len(set(plain)) < len(plain):
        raise ValueError(f"values must be at least two different values, got {plain!r}")
    return plain


def _kind(values: list[Any]) -> str:
    """Return ``toggle``, ``choice`` or ``slider``."""
    if all(isinstance(value, bool) for value in values):
        return "toggle"
    if all(isinstance(value, str) for value in values):
        return "choice"
    if any(isinstance(value, bool) or not isinstance(value, numbers.Real) for value in values):
        raise TypeError(f"values must be all numbers, all strings or all booleans, got {values!r}")
    if not all(map(math.isfinite, values)):
        raise ValueError(f"values must be finite, got {values!r}")
    return "slider"
