"""What a game costs: core-seconds as a power law of T, d and s, a system each.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.results import Result

SHORT = 0.02  # seconds; what takes less measures the start of a game, not its rounds


@dataclass(frozen=True)
class Cost:
    """seconds = exp(constant) T^horizon d^dimension s^sparsity, and how far off it is.

    `off` is the factor within which nine of ten of the measured games lie.
    """

    constant: float
    horizon: float
    dimension: float
    sparsity: float
    off: float
    games: int

    def seconds(self, d: float, s: float, horizon: float) -> float:
        """Return the core-seconds of one game."""
        logs = self.horizon * math.log(horizon) + self.dimension * math.log(d)
        return math.exp(self.constant + logs + self.sparsity * math.log(s))


def costs(results: Iterable[Result]) -> dict[str, Cost]:
    """Fit the cost of each system by least squares, in logarithms."""
    by_system: dict[str, list[Result]] = {}
    for result in results:
        if not result.error and result.seconds > 0:
            by_system.setdefault(result.cell.system, []).append(result)
    return {system: _fit(games) for system, games in by_system.items()}


def expected_seconds(known: Mapping[str, Cost], cell: Cell) -> float:
    """Return about how long a cell takes; 1 second if nothing is known of its system."""
    cost = known.get(cell.system)
    return 1.0 if cost is None else cost.seconds(cell.d, cell.s, cell.horizon)


def _fit(games: list[Result]) -> Cost:
    """Fit one system. An exponent that no two games differ in is 0."""
    long = [game for game in games if game.seconds >= SHORT]
    used = long if len(long) >= 30 else games
    y = np.log([game.seconds for game in used])
    sizes = np.log([[g.cell.horizon, g.cell.d, g.cell.s] for g in used])
    varies = np.ptp(sizes, axis=0) > 0
    design = np.column_stack([np.ones(len(used)), sizes * varies])
    found, *_ = np.linalg.lstsq(design, y, rcond=None)
    off = float(np.exp(np.quantile(np.abs(y - design @ found), 0.9)))
    return Cost(*(float(value) for value in found), off, len(used))
