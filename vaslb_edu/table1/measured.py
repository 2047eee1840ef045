"""The results cut along one axis, their exponents beside those of theory, and who is best where.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu.table1 import fit, theory
from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.grid import (
    LOUD,
    OWN_PLANE,
    S_AXIS_DIMENSION,
    horizon_grid,
    race_grid,
    size_grid,
    variance_grid,
)
from vaslb_edu.table1.results import Result, read
from vaslb_edu.table1.systems import SYSTEMS

AXES: dict[str, Callable[[Cell], int]] = {
    "T": lambda cell: cell.horizon,
    "d": lambda cell: cell.d,
    "s": lambda cell: cell.s,
    "V": lambda cell: round(cell.variance),
}
_SEED = 17  # of the resamples


@dataclass(frozen=True)
class Growth:
    """A measured exponent beside the promised one, along one axis."""

    measured: fit.Exponent
    promised: float

    @property
    def agrees(self) -> bool:
        """Whether the promise lies in the interval, up to a hundredth."""
        return self.measured.low - 0.01 <= self.promised <= self.measured.high + 0.01


@functools.cache
def shipped() -> tuple[Result, ...]:
    """Return the results that come with the library, read once."""
    return tuple(read())


@functools.cache
def _once(grid: Callable[[], Iterable[Cell]]) -> tuple[Cell, ...]:
    """Return the cells of a grid, each once."""
    return tuple(dict.fromkeys(grid()))


@functools.cache
def along(system: str, axis: str, noise: str) -> dict[int, list[Cell]]:
    """Return the cells of the grid along an axis, by size; all else is fixed by the grid."""
    check.choice("axis", axis, AXES)
    grids = {"T": horizon_grid, "d": size_grid, "s": size_grid, "V": variance_grid}
    found: dict[int, list[Cell]] = {}
    for cell in _once(grids[axis]):
        few = cell.s == (1 if system == OWN_PLANE else 2)
        on_axis = {
            "T": cell.noise == noise,
            "d": cell.noise == noise and few,
            "s": cell.noise == noise and cell.d == S_AXIS_DIMENSION,
            "V": noise == LOUD,  # V grows with sigma, at one T
        }[axis]
        if cell.system == system and on_axis:
            found.setdefault(AXES[axis](cell), []).append(cell)
    return found


def regrets(
    results: Iterable[Result], system: str, axis: str, noise: str
) -> dict[int, list[float]]:
    """Return the regrets along an axis: size to regrets, in the order of the seeds.

    A size with a failed game is left out; failed games are shown on their own.
    """
    known = {result.cell: result.regret for result in results if result.regret is not None}
    return {
        size: [known[cell] for cell in cells]
        for size, cells in sorted(along(system, axis, noise).items())
        if all(cell in known for cell in cells)
    }


def growth(results: Iterable[Result], system: str, axis: str, noise: str) -> Growth | None:
    """Return how the regret of a system grows along an axis; None with too few sizes, or with 0.

    Nothing is lost in one dimension without noise, say: no power is the right one for that.
    """
    found = regrets(results, system, axis, noise)
    if len(found) < fit.POINTS or min(map(min, found.values())) <= 0.0:
        return None
    measured = fit.exponent(found, np.random.default_rng(_SEED))
    cells = [cells[0] for size, cells in sorted(along(system, axis, noise).items())]
    sizes = [AXES[axis](cell) for cell in cells]
    rates = [theory.rate(system, c.d, c.s, c.horizon, c.variance) for c in cells]
    promised = float(fit.slopes(np.log(sizes), np.log(rates)[:, None])[0])
    return Growth(measured, promised)


def mean_regrets(results: Iterable[Result], d: int, s: int, noise: str) -> dict[str, float]:
    """Return the mean regret of every system that was raced in this game."""
    raced = {c for c in _once(race_grid) if (c.d, c.s, c.noise) == (d, s, noise)}
    found: dict[str, list[float]] = {}
    for result in results:
        if result.cell in raced and result.regret is not None:
            found.setdefault(result.cell.system, []).append(result.regret)
    return {system: float(np.mean(values)) for system, values in found.items()}


def best(regret_of: dict[str, float], told: bool) -> tuple[str, float]:
    """Return the system with the least regret, and by what factor the next one has more.

    With `told` false only those may win who are told nothing beforehand.
    """
    free = {n: r for n, r in regret_of.items() if told or SYSTEMS[n].told == "nothing"}
    if not free:
        raise ValueError(f"regret_of must have a system that is told nothing, got {regret_of}")
    ranked = sorted(free, key=lambda name: free[name])
    ahead = free[ranked[1]] / free[ranked[0]] if len(ranked) > 1 else float("inf")
    return ranked[0], ahead
