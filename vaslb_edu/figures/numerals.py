"""Numbers as a reader sees them, on axes, in legends and beside sliders alike.

Explained in the chapter *Start*.
"""

from __future__ import annotations

MINUS = "\N{MINUS SIGN}"
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LARGEST_IN_FULL, SMALLEST_IN_FULL = 4, -3
"""Powers of ten between these are written in full, others as powers."""


def power_of_ten(exponent: int) -> str:
    """Return a power of ten in words: 1,000, 0.01, 10⁶."""
    if 0 <= exponent <= LARGEST_IN_FULL:
        return f"{10**exponent:,}"
    if SMALLEST_IN_FULL <= exponent < 0:
        return f"{10.0**exponent:g}"
    return "10" + str(exponent).translate(SUPERSCRIPT)


def number(value: float, form: str = "") -> str:
    """Return a number as text: 10,000, −0.5, 10⁻⁶; `form` is a format such as ``".2f"``."""
    shown = format(value, form or ("," if isinstance(value, int) else "g"))
    digits, power, exponent = shown.partition("e")
    if power:
        ten = power_of_ten(int(exponent))
        shown = ten if digits == "1" else f"{digits} · {ten}"
    return shown.replace("-", MINUS)
