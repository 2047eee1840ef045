"""Labels of logarithmic axes, for the drawings of several chapters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

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
