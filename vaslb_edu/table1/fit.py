"""Growth exponents: how regret grows with T, d, s or V, and how sure one may be of it.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array

POINTS = 3  # a range of the fit has no fewer


@dataclass(frozen=True)
class Exponent:
    """A fitted exponent, the interval that holds 95 % of its resamples, and what it is made of."""

    value: float
    low: float
    high: float
    points: int
    seeds: int


def exponent(
    regrets: Mapping[int, Sequence[float]] | Mapping[float, Sequence[float]],
    rng: np.random.Generator,
    resamples: int = 2000,
) -> Exponent:
    """Fit log(mean regret) = a + b log(size) and return b.

    `regrets` maps a size (T, d, s or V) to the regrets of its seeds, in the order of the seeds. A
    resample draws the seeds with replacement, the same for all sizes, in one range of the fit: any
    stretch of neighbouring sizes that has at least half of them, each as often as any other.
    So the interval says what other seeds, and another first and last size, would have made of it.
    """
    rows: list[tuple[float, Sequence[float]]] = sorted(regrets.items())
    sizes = [size for size, _ in rows]
    if len(sizes) < POINTS or sizes[0] <= 0:
        raise ValueError(f"regrets must have {POINTS} sizes or more, all positive, got {sizes}")
    counts = {len(row) for _, row in rows}
    if len(counts) != 1 or not (seeds := counts.pop()):
        raise ValueError(f"regrets must have equally many seeds for each size, got {counts}")
    table: Array = np.array([row for _, row in rows], dtype=float)
    if not (table > 0).all():
        raise ValueError("regrets must be positive, got one that is not")
    x = np.log(sizes)
    ranges = _ranges(len(sizes))
    draws = -(-check.integer("resamples", resamples, 1) // len(ranges))
    drawn = []
    for start, stop in ranges:
        chosen = table[start:stop, rng.integers(seeds, size=(draws, seeds))]
        drawn.append(slopes(x[start:stop], np.log(chosen.mean(axis=2))))
    low, high = np.quantile(np.concatenate(drawn), [0.025, 0.975])
    whole = slopes(x, np.log(table.mean(axis=1, keepdims=True)))[0]
    return Exponent(float(whole), float(low), float(high), len(sizes), seeds)


def _ranges(count: int) -> list[tuple[int, int]]:
    """Return all stretches of at least half of the sizes."""
    least = max(POINTS, -(-count // 2))
    return [(a, b) for a in range(count) for b in range(a + least, count + 1)]


def slopes(x: Array, y: Array) -> Array:
    """Return the slope of the least-squares line for each column of y."""
    centred = x - x.mean()
    return np.asarray(centred @ y / (centred @ centred))
