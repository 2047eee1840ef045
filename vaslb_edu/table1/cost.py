"""What a game costs: core-seconds as a sum of terms in T, d and s, a system each.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.optimize import nnls

from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.grid import WITH_VOFUL2
from vaslb_edu.table1.results import Result

EVERYWHERE = "d^4 \\ln T"  # the term of those who learn in all coordinates at once
AT_MOST_FOUR = "[d\\le4]"  # then VOFUL2 gets to play early, and the sharp version hands it all d
TERMS: dict[str, Callable[[float, float, float], float]] = {  # of d, s and T
    "1": lambda d, s, horizon: 1.0,
    "T": lambda d, s, horizon: horizon,  # a round
    "T d": lambda d, s, horizon: horizon * d,  # a sign or a normal a coordinate
    EVERYWHERE: lambda d, s, horizon: d**4 * math.log(horizon),  # d ln T eigenbases of d^3 each
    "s^4 \\ln T": lambda d, s, horizon: s**4 * math.log(horizon),  # the same on the support
    AT_MOST_FOUR: lambda d, s, horizon: float(d <= 4),
}

ONLY = {  # terms that some systems have: an ellipsoid or a set in all d coordinates
    EVERYWHERE: ("ConfidenceBall2", "OFUL", "Weighted OFUL", "VOFUL2"),
    AT_MOST_FOUR: WITH_VOFUL2,
}


@dataclass(frozen=True)
class Cost:
    """Core-seconds as a sum of the terms, none with a negative share.

    `off` is the factor within which nine of ten of the measured games lie.
    """

    shares: Mapping[str, float]
    off: float
    games: int

    def seconds(self, d: float, s: float, horizon: float) -> float:
        """Return the core-seconds of one game."""
        parts = (share * TERMS[term](d, s, horizon) for term, share in self.shares.items())
        return math.fsum(parts)


def costs(results: Iterable[Result]) -> dict[str, Cost]:
    """Fit the cost of each system; errors count by their share of the root of the time."""
    by_system: dict[str, list[Result]] = {}
    for result in results:
        if not result.error:
            by_system.setdefault(result.cell.system, []).append(result)
    return {
        system: _fit(games, [name for name in TERMS if system in ONLY.get(name, (system,))])
        for system, games in by_system.items()
    }


def expected_seconds(known: Mapping[str, Cost], cell: Cell) -> float:
    """Return about how long a cell takes; 1 second if nothing is known of its system."""
    cost = known.get(cell.system)
    return 1.0 if cost is None else cost.seconds(cell.d, cell.s, cell.horizon)


def _fit(games: list[Result], terms: list[str]) -> Cost:
    """Fit one system by least squares with shares of at least 0."""
    sizes = [(game.cell.d, game.cell.s, game.cell.horizon) for game in games]
    design = np.array([[TERMS[term](*size) for term in terms] for size in sizes])
    seconds = np.maximum([game.seconds for game in games], 1e-4)  # no clock is finer than that
    weighted = design / np.sqrt(seconds)[:, None]
    scale = np.linalg.norm(weighted, axis=0)
    scale[scale == 0.0] = 1.0  # a term that no game has
    found, _ = nnls(weighted / scale, np.sqrt(seconds))
    shares = {term: share for term, share in zip(terms, found / scale, strict=True) if share > 0}
    model = design @ (found / scale)
    off = float(np.exp(np.quantile(np.abs(np.log(model / seconds)), 0.9)))
    return Cost({term: float(share) for term, share in shares.items()}, off, len(games))
