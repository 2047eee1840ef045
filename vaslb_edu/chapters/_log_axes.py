"""Logarithmic axes, for the drawings of several chapters: their labels, and points on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from vaslb_edu.figures.numerals import power_of_ten
from vaslb_edu.figures.paper import narrow


def powers_of_ten(axis: Any, exponents: Iterable[int]) -> None:
    """Label powers of ten in plain text, which is quicker to draw than formulas.

    On narrow paper every other label is left out where there are many.
    """
    wanted = list(exponents)
    shown = wanted[:: 2 if narrow() and len(wanted) > 4 else 1]
    labels = [power_of_ten(power) if power in shown else "" for power in wanted]
    axis.set_ticks([10.0**power for power in wanted], labels)
    axis.minorticks_off()


def evenly_spaced(count: int, points: int) -> npt.NDArray[np.int64]:
    """Return places in a list of `count` rounds, at most `points`, that lie evenly on such an axis.

    The place of round n is n - 1.
    """
    return np.unique(np.geomspace(1, count, points).astype(int)) - 1
