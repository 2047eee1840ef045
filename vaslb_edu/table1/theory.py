"""What theory promises of each system, as a function of d, s, T and V, up to constants and logs.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from vaslb_edu import bounds
from vaslb_edu.table1.systems import SYSTEMS

ROWS = {row.algorithm: row for row in bounds.TABLE}
Rate = Callable[[float, float, float, float], float]


def _sharp(d: float, s: float, horizon: float, variance: float) -> float:
    return math.sqrt(s * d * variance) + s


def _explore_then_commit(d: float, s: float, horizon: float, variance: float) -> float:
    return math.sqrt(2.0 * s * (horizon + d * variance))


def _repaired(name: str) -> Rate:
    return lambda d, s, horizon, variance: float(ROWS[name].regret(d, s, horizon, variance))


BESIDE: dict[str, Rate] = {  # systems that have no row in the table, or one under another name
    "SL-UCB, equal noise": lambda d, s, horizon, variance: (
        (1.0 + math.sqrt(d * variance / horizon)) * s * math.sqrt(horizon)
    ),
    "VASLB, printed": _repaired("VASLB with Weighted OFUL"),
    "Printed with VOFUL2": _repaired("VASLB with VOFUL2"),
    "Sharp VASLB": _sharp,
    "Sharp with VOFUL2": _sharp,
    "Explore then commit": _explore_then_commit,
}


def rate(system: str, d: float, s: float, horizon: float, variance: float) -> float:
    """Return the promised regret of a system, with constant 1 and no logarithms."""
    beside = BESIDE.get(system)
    if beside is not None:
        return beside(d, s, horizon, variance)
    row = SYSTEMS[system].row
    if row is None:
        raise ValueError(f"system must be one that theory speaks of, got {system!r}")
    return float(ROWS[row].regret(d, s, horizon, variance))
