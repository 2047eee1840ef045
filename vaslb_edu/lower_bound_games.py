"""The games behind the lower bounds: parameters that are as hard to find as they are worth finding.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array
from vaslb_edu.parameter import LARGEST_DIM
from vaslb_edu.schedules import LAST_ROUND


@dataclass(frozen=True)
class HardGame:
    """A parameter and what it is made of.

    =========  =========================================================================
    name       symbol
    =========  =========================================================================
    theta      theta*, in R^d
    epsilon    the size of the entry that has to be found
    rate       sigma sqrt(K T): what finding it costs, and what leaving it costs, up to a
               constant; K is the number of places where it may be
    unit       whether theta* is a unit vector
    =========  =========================================================================
    """

    theta: Array
    epsilon: float
    rate: float

    @property
    def unit(self) -> bool:
        """Whether theta* is a unit vector; if not, `simulate` takes it with ``unit=False``."""
        return abs(float(self.theta @ self.theta) - 1.0) < 1e-9


def one_short_entry(d: int, horizon: int, sigma: float = 1.0, place: int = 0) -> HardGame:
    """Return the game with s = 1 and a short theta = epsilon e_place.

    A sign vector of length 1 hears the entry as epsilon / sqrt(d), so finding it takes
    d sigma^2 / epsilon^2 rounds, each of which costs epsilon. Leaving it costs epsilon T. The two
    agree at epsilon = sigma sqrt(d / T): at sigma sqrt(d T). A longer one is found sooner, a
    shorter one is worth less.
    """
    d = check.integer("d", d, 1, LARGEST_DIM)
    horizon = check.integer("horizon", horizon, 1, LAST_ROUND)
    epsilon = min(1.0, _level(sigma) * math.sqrt(d / horizon))
    theta = np.zeros(d)
    theta[check.integer("place", place, 0, d - 1)] = epsilon
    return HardGame(theta, epsilon, sigma * math.sqrt(d * horizon))


def two_entries_on_the_sphere(
    d: int, horizon: int, sigma: float = 1.0, place: int = 1, factor: float = 1.0
) -> HardGame:
    """Return the game with s = 2 and theta = sqrt(1 - epsilon^2) e_0 + epsilon e_place.

    Looking for the second entry with mass u costs u^2 / 2 a round and hears it as
    u epsilon / sqrt(K), K = d - 1. So finding it costs K sigma^2 / (2 epsilon^2) in all, and
    leaving it T epsilon^2 / 2. The two agree at epsilon^4 = K sigma^2 / T: at sigma sqrt(K T) / 2.
    `factor` multiplies this epsilon^2, to look at easier games on either side.
    """
    d = check.integer("d", d, 2, LARGEST_DIM)
    horizon = check.integer("horizon", horizon, 1, LAST_ROUND)
    factor = check.number("factor", factor, 0.0)
    share = min(0.5, factor * _level(sigma) * math.sqrt((d - 1) / horizon))  # epsilon^2
    theta = np.zeros(d)
    theta[0] = math.sqrt(1.0 - share)
    theta[check.integer("place", place, 1, d - 1)] = math.sqrt(share)
    return HardGame(theta, math.sqrt(share), sigma * math.sqrt((d - 1) * horizon))


def _level(sigma: float) -> float:
    return check.number("sigma", sigma, 0.0, 1.0, open_low=True)
