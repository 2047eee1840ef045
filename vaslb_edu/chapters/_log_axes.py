"""Logarithmic axes, for the drawings of several chapters: their labels, and points on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from vaslb_edu.figures.paper import narrow

SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LARGEST_IN_FULL = 4
"""Powers of ten up to this one, and those down to a thousandth, are written as sliders do."""


def powers_of_ten(axis: Any, exponents: Iterable[int]) -> None:
    """Label powers of ten in plain text, which is quicker to draw than formulas.

    On narrow paper every other label is left out where there are many.
    """
    wanted = list(exponents)
    shown = wanted[:: 2 if narrow() and len(wanted) > 4 else 1]
    labels = [_name(power) if power in shown else "" for power in wanted]
    axis.set_ticks([10.0**power for power in wanted], labels)
    axis.minorticks_off()


def _name(power: int) -> str:
    if 0 <= power <= LARGEST_IN_FULL:
        return f"{10**power:,}"
    if -3 <= power < 0:
        return f"{10.0**power:g}"
    return "10" + str(power).translate(SUPERSCRIPT)


def evenly_spaced(count: int, points: int) -> npt.NDArray[np.int64]:
    """Return places in a list of `count` rounds, at most `points`, that lie evenly on such an axis.

    The place of round n is n - 1.
    """
    return np.unique(np.geomspace(1, count, points).astype(int)) - 1
