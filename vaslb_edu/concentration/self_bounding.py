"""A number that is bounded by its own square root.

Explained in the appendix *Concentration inequalities*.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from vaslb_edu._typing import Array
from vaslb_edu._validate import choice
from vaslb_edu._validate_arrays import reals
from vaslb_edu.concentration.sums import SHARP


def self_bounding(
    a: npt.ArrayLike, b: npt.ArrayLike, form: Literal["sharp", "printed"] = "sharp"
) -> Array:
    """Bound (b/2 + √(b²/4 + a))² on every x >= 0 with x <= a + b√x; it is attained.

    Printed in the appendix of auxiliary lemmas as 4a + 2b². True, and twice 2a + b², which holds
    too. The printed proof has two slips: 4a for a under its root, and (b + 2√a)² <= 2b² + 4a.
    """
    constant, slope = reals("a", a, 0.0), reals("b", b, 0.0)
    if choice("form", form, SHARP) == "printed":
        return 4.0 * constant + 2.0 * slope**2
    return (slope / 2.0 + np.sqrt(slope**2 / 4.0 + constant)) ** 2
