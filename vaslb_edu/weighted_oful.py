"""Weighted OFUL: OFUL that trusts a round the more, the quieter it was (known variances).

Explained in the chapter *Optimism*. Zhou, Gu and Szepesvari (2021); Algorithm 4 of the paper.
"""

from __future__ import annotations

import math

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu import bounds
from vaslb_edu._typing import Array
from vaslb_edu.concentration import kernels
from vaslb_edu.game import Feedback
from vaslb_edu.oful import OFUL

RADII = ("self-normalised", "printed")
REGRET_BOUNDS = ("optimism", "printed", "proof")
printed_bound = bounds.kernel(bounds.weighted_oful)
proof_bound = bounds.kernel(bounds.weighted_oful_proof)


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
        0.001 for the self-normalised one, or 1/sqrt(T) if that is less: rounds without noise then
        cost no more than T floor^2 = 1 in V.
    """

    needs_variances = True

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
        self.regret_bound = check.choice("regret_bound", regret_bound, REGRET_BOUNDS)
        self.floor = (
            None if floor is None else check.number("floor", floor, 0.0, 1.0, open_low=True)
        )
        self.constant = check.number("constant", constant, 0.0, open_low=True)

    def reset(self, dim: int, delta: float, horizon: int) -> None:
        """Forget everything, also the quietest round."""
        quiet = min(1e-3, 1.0 / math.sqrt(horizon))
        default = 1.0 / math.sqrt(dim) if self.radius == "printed" else quiet
        self._floor = default if self.floor is None else self.floor
        self._quietest = 1.0
        self._variance = 0.0  # sum of sigma_t^2
        self._weighted = 0.0  # sum of (radius * sigma-bar_t)^2
        super().reset(dim, delta, horizon)

    def _scales(self, feedback: Feedback) -> Array:
        return np.maximum(feedback.sigmas, self._floor)

    def _radius(self) -> float:
        if self.radius == "self-normalised":
            return super()._radius()
        if self._count == 0:
            return math.sqrt(self.ridge)
        beta = kernels.weighted_oful_radius(
            self._count, self._dim, self._delta, self._quietest, self.ridge
        )
        return float(beta) + math.sqrt(self.ridge)

    def _bounds(self, feedback: Feedback, scales: Array, gaps: Array) -> Array:
        if self.regret_bound == "optimism":
            return super()._bounds(feedback, scales, gaps)
        rounds = np.arange(self._count + 1.0, self._count + len(scales) + 1)
        if self.regret_bound == "printed":
            variance = self._variance + np.cumsum(feedback.sigmas[: len(scales)] ** 2)
            return printed_bound(self._dim, rounds, variance, self._delta, self.constant)
        # An action that is kept while det A doubles is at most sqrt(2) wider than a new one.
        stale = 1.0 + self.growth if self.switching == "rare" else 1.0
        weighted = self._weighted + np.cumsum((self._beta * scales) ** 2)
        quietest = np.minimum.accumulate(np.minimum(scales, self._quietest))
        return proof_bound(self._dim, rounds, stale * weighted, quietest, self.ridge)

    def _note(self, feedback: Feedback, scales: Array) -> None:
        if self.radius == "printed" or self.regret_bound != "optimism":
            self._quietest = min(self._quietest, float(scales.min()))
            self._variance += float(np.square(feedback.sigmas[: len(scales)]).sum())
            self._weighted += float(np.square(self._beta * scales).sum())
