"""The experiment behind the title: how regret follows the total variance, schedule by schedule.

Setting, sweep and analysis are three functions. Explained in the chapter *VASLB*.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from scipy.stats import linregress, t

from vaslb_edu import _validate as check
from vaslb_edu import bounds, schedules
from vaslb_edu._typing import Array
from vaslb_edu.algorithm import Algorithm
from vaslb_edu.run import simulate_many
from vaslb_edu.schedules import Schedule


@dataclass(frozen=True)
class Measurement:
    """The regret of one game: which schedule, which total variance V, which seed."""

    schedule: str
    variance: float
    seed: int
    regret: float


@dataclass(frozen=True)
class Slope:
    """A fitted exponent with its 95 % confidence interval."""

    value: float
    low: float
    high: float


def equal_variance(total: float, horizon: int) -> dict[str, Schedule]:
    """Return five schedules whose sigma_t^2 sum to the same `total` over the horizon.

    They differ only in *when* the noise comes. The loudest needs `total` <= horizon / 10, and the
    horizon must be a multiple of 10,000, so that every window is a whole number of rounds.
    """
    horizon = check.integer("horizon", horizon, 10_000)
    if horizon % 10_000:
        raise ValueError(f"horizon must be a multiple of 10,000, got {horizon}")
    total = check.number("total", total, 0.0, horizon / 10)
    level, half, window = math.sqrt(total / horizon), horizon // 2, horizon // 1000
    return {
        "constant": schedules.constant(level),
        "quiet first": schedules.step(0.0, level * math.sqrt(2), at=half),
        "loud first": schedules.step(level * math.sqrt(2), 0.0, at=half),
        "periodic": schedules.periodic(0.0, level * math.sqrt(2), period=window),
        "bursts": schedules.bursts(0.0, level * math.sqrt(10), window // 10, window),
    }


def sweep(
    algorithm: Algorithm,
    theta: Array,
    totals: Iterable[float],
    horizon: int,
    seeds: Sequence[int] = (0,),
    names: Sequence[str] | None = None,
    executor: Executor | None = None,
) -> list[Measurement]:
    """Play every schedule at every total variance."""
    rows = []
    for total in totals:
        for name, schedule in equal_variance(total, horizon).items():
            if names is None or name in names:
                runs = simulate_many(
                    algorithm,
                    theta,
                    schedule,
                    horizon,
                    seeds,
                    executor,
                    progress=False,
                    checkpoints=1,
                )
                rows += [
                    Measurement(name, float(total), seed, run.final_regret)
                    for seed, run in zip(seeds, runs, strict=True)
                ]
    return rows


def envelope(rows: Sequence[Measurement], dim: int, sparsity: int) -> float:
    """Return the smallest c with regret <= c (s sqrt(d V) + s) in all measurements."""
    return max(row.regret / float(bounds.explore_part(dim, sparsity, row.variance)) for row in rows)


def slope(rows: Sequence[Measurement], floor: float = 0.0) -> Slope:
    """Fit log(regret - floor) = a + b log V and return b with its 95 % interval.

    `floor` is the regret without noise, which V does not explain.
    """
    x = np.log([row.variance for row in rows])
    y = np.log([row.regret - floor for row in rows])
    fit = linregress(x, y)
    wide = float(t.ppf(0.975, len(rows) - 2)) * float(fit.stderr)
    return Slope(float(fit.slope), float(fit.slope) - wide, float(fit.slope) + wide)
