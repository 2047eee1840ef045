"""The games of the race, fixed before it is run.

A game is sparse if s <= d/16: there the sharp version should have less regret than every player
that is told no more than it. A learner that plays on all coordinates needs the axes of a d-by-d
matrix whenever it changes its action, which at d = 1024 takes a fifth of a second. So there are two
kinds of games at d = 1024: short ones of 4,000 rounds, four for each coordinate, for everybody, and
long ones that are left to the players that need no such matrix.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from vaslb_edu import schedules, sparse_parameter
from vaslb_edu.schedules import Schedule, as_schedule

LONG = 10**6
HORIZONS = {2: 10**5, 1024: 4_000}  # others: LONG
SEEDS = {256: 1, 1024: 1}  # runs of a game; others: three


@dataclass(frozen=True)
class Game:
    """A name, the dimension, the entries of theta* before scaling, and the noise."""

    name: str
    dim: int
    entries: tuple[float, ...]
    sigma: Any
    whole: bool = True  # whether learners on all coordinates take part

    @property
    def horizon(self) -> int:
        return HORIZONS.get(self.dim, LONG) if self.whole else LONG

    @property
    def sparsity(self) -> int:
        return len(self.entries)

    @property
    def sparse(self) -> bool:
        return 16 * self.sparsity <= self.dim

    @property
    def theta(self) -> np.ndarray:
        return sparse_parameter(self.dim, self.entries, seed=self.dim + self.sparsity)

    @property
    def schedule(self) -> Schedule:
        return as_schedule(self.sigma, self.horizon)

    @property
    def total_variance(self) -> float:
        return self.schedule.total_variance(self.horizon)

    @property
    def seeds(self) -> range:
        return range(1, SEEDS.get(self.dim, 3) + 1)


def flat(s: int) -> tuple[float, ...]:
    """Equal entries."""
    return (1.0,) * s


def mixed(s: int) -> tuple[float, ...]:
    """Equal entries of both signs."""
    return tuple((-1.0) ** k for k in range(s))


def geometric(s: int, ratio: float = 0.5) -> tuple[float, ...]:
    """Entries that shrink by a factor, of both signs."""
    return tuple((-ratio) ** k for k in range(s))


BOOK = (0.9, 0.4, 0.15, 0.1)
T = LONG
ZOO = {
    "quiet, then loud": schedules.step(0.0, 1.0, at=T // 2),
    "loud, then quiet": schedules.step(1.0, 0.01, at=T // 100),
    "dying out": schedules.decay(1.0, 0.5),
    "alternating": schedules.periodic(0.0, 1.0, 2),
    "long periods": schedules.periodic(0.05, 0.5, 20_000, quiet_first=False),
    "bursts": schedules.bursts(0.05, 1.0, 200, 2000),
    "rising": schedules.ramp(0.0, 0.5, T),
    "falling": schedules.ramp(0.5, 0.0, T),
}

GAMES = [
    *(Game(f"lone, {s}", 16, flat(1), s) for s in (0.0, 0.1, 1.0)),
    *(Game(f"book, {s}", 64, BOOK, s) for s in (0.0, 0.1, 1.0)),
    *(Game(f"flat, {s}", 64, flat(2), s) for s in (0.0, 0.3)),
    *(Game(f"mixed, {s}", 64, mixed(4), s) for s in (0.0, 0.1, 1.0)),
    *(Game(f"geometric, {s}", 64, geometric(3), s) for s in (0.0, 0.1, 1.0)),
    *(Game(name, 64, BOOK, sigma) for name, sigma in ZOO.items()),
    *(Game(f"{name}, mixed", 64, mixed(3), ZOO[name]) for name in ("bursts", "falling")),
    *(Game(f"flat, {s}", 256, flat(8), s) for s in (0.0, 0.05)),
    *(Game(f"geometric, {s}", 256, geometric(6, 0.6), s) for s in (0.0, 0.05)),
    Game("alternating, mixed", 256, mixed(5), schedules.periodic(0.0, 1.0, 2)),
    *(Game(f"flat, {s}", 32, flat(2), s) for s in (0.0, 0.1, 1.0)),
    Game("alternating, mixed", 32, mixed(2), schedules.periodic(0.0, 1.0, 2)),
    *(Game(f"mixed, {s}", 128, mixed(8), s) for s in (0.0, 0.1, 1.0)),
    *(Game(f"book, {s}", 1024, BOOK, s) for s in (0.0, 0.03)),
    *(Game(f"book, {s}, long", 1024, BOOK, s, whole=False) for s in (0.0, 0.03, 0.3)),
    *(Game(f"mixed, {s}, long", 1024, mixed(8), s, whole=False) for s in (0.0, 0.1)),
    # Not sparse: here it need not win.
    *(Game(f"mixed, {s}", 64, mixed(8), s) for s in (0.0, 0.1, 1.0)),
    *(Game(f"half full, {s}", 16, mixed(8), s) for s in (0.0, 0.1)),
    *(Game(f"dense, {s}", 64, mixed(64), s) for s in (0.0, 0.1)),
    *(Game(f"dense, {s}", 16, flat(16), s) for s in (0.0, 1.0)),
    *(Game(f"plane, {s}", 2, (0.6, 0.8), s) for s in (0.0, 0.1)),
]


@dataclass(frozen=True)
class HardGame:
    """One large entry and s - 1 equal ones, of the size that is hardest to tell from nothing.

    They have eps^2 = f sigma sqrt(d / (s T)): finding them costs about what leaving them out does.
    """

    dim: int
    sparsity: int
    sigma: float
    factor: float
    horizon: int = 10**6

    @property
    def theta(self) -> np.ndarray:
        size = self.factor * self.sigma * math.sqrt(self.dim / (self.sparsity * self.horizon))
        share = min(size, 1.0 / self.sparsity)
        theta = np.zeros(self.dim)
        theta[1 : self.sparsity] = math.sqrt(share)
        theta[0] = math.sqrt(1.0 - theta @ theta)
        return theta

    @property
    def rate(self) -> float:
        """sqrt(s d V) + s, what regret is compared with."""
        return self.sigma * math.sqrt(self.sparsity * self.dim * self.horizon) + self.sparsity


HARD = [
    HardGame(dim, sparsity, sigma, factor)
    for dim in (16, 64, 256, 1024)
    for sparsity in (2, 8)
    for sigma in (0.1, 0.3, 1.0)
    for factor in (0.3, 1.0, 3.0, 10.0)
]
