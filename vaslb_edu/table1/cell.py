"""One game of the study: who plays, in which game, for how long, in which noise, with which seed.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu import schedules
from vaslb_edu._typing import Array
from vaslb_edu.lower_bound_games import two_entries_on_the_sphere
from vaslb_edu.parameter import sparse_parameter
from vaslb_edu.schedules import Schedule

GAMES = ("flat", "hard")
SCHEDULES = ("quiet first", "loud first", "bursts")
LOUD = 0.5  # the deviation of loud rounds in these


@dataclass(frozen=True, order=True)
class Cell:
    """A game, as the few words and numbers that determine it.

    ========  ==========================================================================
    name      what it is
    ========  ==========================================================================
    system    a name of `SYSTEMS`
    game      ``"flat"``: s entries of equal size and both signs, at places that the seed
              draws. ``"hard"``: the two entries of the lower bound, at its own epsilon
    d, s      dimension and sparsity
    horizon   T
    noise     sigma as text (``"0.1"``), or the name of a schedule
    seed      of the noise, of the player's own signs, and of the places
    ========  ==========================================================================
    """

    system: str
    game: str
    d: int
    s: int
    horizon: int
    noise: str
    seed: int

    def __post_init__(self) -> None:
        check.choice("game", self.game, GAMES)
        check.integer("horizon", self.horizon, 1)
        check.integer("s", self.s, 1, self.d)
        schedule(self.noise, self.horizon)

    @property
    def theta(self) -> Array:
        """theta*, a unit vector."""
        if self.game == "hard":
            sigma = self.rms or 1.0
            place = 1 + self.seed % (self.d - 1)
            return two_entries_on_the_sphere(self.d, self.horizon, sigma, place).theta
        signs = np.array([(-1.0) ** k for k in range(self.s)])
        return sparse_parameter(self.d, signs, seed=self.seed)

    @property
    def sigma(self) -> float | Schedule:
        """What `simulate` takes for sigma."""
        return schedule(self.noise, self.horizon)

    @property
    def variance(self) -> float:
        """V, the sum of sigma_t^2 over the game."""
        return total_variance(self.noise, self.horizon)

    @property
    def rms(self) -> float:
        """The root mean square of sigma_t."""
        return math.sqrt(self.variance / self.horizon)


def schedule(noise: str, horizon: int) -> float | Schedule:
    """Return the noise of a name: a number, or a schedule for this horizon."""
    if noise == "quiet first":
        return schedules.step(0.0, LOUD, at=horizon // 2)
    if noise == "loud first":
        return schedules.step(LOUD, 0.0, at=horizon // 2)
    if noise == "bursts":
        return schedules.bursts(0.0, LOUD, max(1, horizon // 200), max(2, horizon // 100))
    try:
        return check.number("noise", float(noise), 0.0, 1.0)
    except ValueError:
        known = ", ".join(map(repr, SCHEDULES))
        raise ValueError(f"noise must be a number in [0, 1] or {known}, got {noise!r}") from None


@functools.lru_cache(maxsize=1024)
def total_variance(noise: str, horizon: int) -> float:
    """Return V, the sum of sigma_t^2."""
    sigma = schedule(noise, horizon)
    return sigma.total_variance(horizon) if isinstance(sigma, Schedule) else sigma**2 * horizon
