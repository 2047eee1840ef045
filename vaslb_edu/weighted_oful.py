"""Weighted OFUL: OFUL that trusts a round the more, the quieter it was (known variances).

Explained in the chapter *Optimism*. Zhou, Gu and Szepesvari (2021); Algorithm 4 of the paper.
"""

from __future__ import annotations

import math

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array
from vaslb_edu.game import Feedback
from vaslb_edu.oful import OFUL

RADII = ("self-normalised", "printed")
REGRET_BOUNDS = ("optimism", "printed", "proof")


class WeightedOFUL(OFUL):
    """Optimism with weights 1 / max(floor, sigma_t)^2.

    ============  ================================================================
    name          symbol
    ============  ================================================================
    floor         smallest sigma-bar; "printed" radius: 1/sqrt(d)
    scales        sigma-bar_t = max(floor, sigma_t)
    constant      C of the printed regret bound (the paper leaves it open)
    ============  ================================================================

    Parameters
    ----------
    radius
        ``"self-normalised"``: sqrt(2 ln(1/delta) + ln det A / det lambda I), valid for Gaussian
        noise and small. ``"printed"``: 8 sqrt(d ln(1 + t / (d lambda sigma-bar_min^2))
        ln(4 t^2 / delta)), valid and about ten times larger.
    regret_bound
        ``"optimism"``: the sum of 2 beta ||x|| over the rounds; valid whenever the ellipsoid is.
        ``"proof"``: the bound that the analysis proves; valid, and huge. ``"printed"``: the
        Õ-expression with a constant; not valid with constant 1.
    floor
        Smallest deviation used in a weight. ``None`` takes 1/sqrt(d) for the printed radius and
        0.001 for the self-normalised one.
    """

    def __init__(
        self,
        radius: str = "self-normalised",
        regret_bound: str = "optimism",
        switching: str = "rare",
        *,
        floor: float | None = None,
        constant: float = 1.0,
        ridge: float = 1.0,
        growth: float = 1.0,
        delta: float = 0.05,
    ) -> None:
        super().__init__(ridge=ridge, switching=switching, growth=growth, delta=delta)
        self.radius = check.choice("radius", radius, RADII)
        self.kind = check.choice("regret_bound", regret_bound, REGRET_BOUNDS)
        self.floor = (
            None if floor is None else check.number("floor", floor, 0.0, 1.0, open_low=True)
        )
        self.constant = check.number("constant", constant, 0.0, open_low=True)

    def reset(self, dim: int, delta: float, horizon: int) -> None:
        """Forget everything, also the quietest round."""
        default = 1.0 / math.sqrt(dim) if self.radius == "printed" else 1e-3
        self._floor = default if self.floor is None else self.floor
        self._quietest = 1.0
        self._variance = 0.0  # sum of sigma_t^2
        self._weighted = 0.0  # sum of (radius * sigma-bar_t)^2
        super().reset(dim, delta, horizon)

    def _scales(self, feedback: Feedback) -> Array:
        self._sigmas = feedback.sigmas
        return np.maximum(self._sigmas, self._floor)

    def _radius(self) -> float:
        if self.radius == "self-normalised":
            return super()._radius()
        t, d = self._count, self._dim
        if t == 0:
            return math.sqrt(self.ridge)
        spread = math.log1p(t / (d * self.ridge * self._quietest**2))
        beta = 8.0 * math.sqrt(d * spread * math.log(4.0 * t * t / self._delta))
        return beta + math.sqrt(self.ridge)

    def _bounds(self, scales: Array, gaps: Array) -> Array:
        quietest_before = self._quietest
        if self.radius == "printed" or self.kind == "proof":
            self._quietest = min(quietest_before, float(scales.min()))
        if self.kind == "optimism":
            return super()._bounds(scales, gaps)
        d, rounds = self._dim, np.arange(self._count + 1, self._count + len(scales) + 1)
        if self.kind == "printed":
            variance = self._variance + np.cumsum(self._sigmas[: len(scales)] ** 2)
            self._variance = float(variance[-1])
            log = math.log(1.0 / self._delta)
            rate = np.sqrt(d * rounds * log) + d * np.sqrt(variance * log)
            return np.asarray(self.constant * rate)
        weighted = self._weighted + np.cumsum((self._beta * scales) ** 2)
        self._weighted = float(weighted[-1])
        quietest = np.minimum.accumulate(np.minimum(scales, quietest_before))
        potential = d * np.log1p(rounds / (d * self.ridge * quietest**2))
        # An action that is kept while det A doubles is at most sqrt(2) wider than a new one.
        stale = 1.0 + self.growth if self.switching == "rare" else 1.0
        return np.asarray(2.0 * np.sqrt(2.0 * stale * potential * weighted) + 4.0 * potential)
