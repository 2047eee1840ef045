"""Logarithmic axes, for the drawings of several chapters: their labels, and points on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SMALL_IN_FULL: Mapping[int, str] = MappingProxyType({0: "1", 1: "10", 2: "100", 3: "1,000"})
"""Names of small powers of ten, by exponent."""


def powers_of_ten(
    axis: Any, exponents: Iterable[int], names: Mapping[int, str] = MappingProxyType({})
) -> None:
    """Label powers of ten in plain text, which is quicker to draw than formulas.

    An exponent in `names`, for example in `SMALL_IN_FULL`, is labelled with its name.
    """
    wanted = list(exponents)
    labels = [names.get(power, "10" + str(power).translate(SUPERSCRIPT)) for power in wanted]
    axis.set_ticks([10.0**power for power in wanted], labels)
    axis.minorticks_off()


def evenly_spaced(count: int, points: int) -> npt.NDArray[np.int64]:
    """Return places in a list of `count` rounds, at most `points`, that lie evenly on such an axis.

    The place of round n is n - 1.
    """
    return np.unique(np.geomspace(1, count, points).astype(int)) - 1
