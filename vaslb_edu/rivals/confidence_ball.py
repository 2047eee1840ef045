"""ConfidenceBall2: optimism with the first published radius (unknown, bounded noise).

Explained in the chapter *Table 1, measured*. Dani, Hayes and Kakade (2008).
"""

from __future__ import annotations

import math
from typing import ClassVar

from vaslb_edu.action_sets import ActionSet, Ball, Sphere
from vaslb_edu.oful import OFUL


class ConfidenceBall2(OFUL):
    """OFUL's older sibling: it differs in the radius, and in nothing else.

    ==========  ===================================================================
    name        symbol
    ==========  ===================================================================
    matrix      A_t, with A_1 = I (the unit vectors are the spanner of the sphere)
    radius      sqrt(beta_t), with beta_t as in `squared_radius`
    growth      1 + growth: how much det A must grow before the action changes;
                ``switching="every-round"`` is the printed algorithm
    ==========  ===================================================================

    The radius was proved for noise in [-1, 1]. It also holds for Gaussian noise of deviation at
    most 1, because from the second round on it is larger than OFUL's, whose square is at most
    2 (2 ln(1/delta) + d ln(1 + t/d) + 1). In the first round nothing is known, and the ellipsoid
    has to hold the unit ball: that takes delta <= 0.687.
    """

    action_sets: ClassVar[tuple[type[ActionSet], ...]] = (Sphere, Ball)

    def __init__(
        self, switching: str = "rare", *, growth: float = 1.0, delta: float = 0.05
    ) -> None:
        super().__init__(switching=switching, growth=growth, delta=delta)
        _check_first_radius(delta)

    def reset(self, dim: int, delta: float, horizon: int) -> None:
        """Forget everything: A = I, c = 0."""
        _check_first_radius(delta)
        super().reset(dim, delta, horizon)

    def _radius(self) -> float:
        return math.sqrt(squared_radius(self._count + 1, self._dim, self._delta))


def squared_radius(t: int, dim: int, delta: float) -> float:
    """Return beta_t = max(128 d ln t ln(t^2/delta), (8/3 ln(t^2/delta))^2)."""
    log = math.log(t * t / delta)
    return max(128.0 * dim * math.log(t) * log, (8.0 / 3.0 * log) ** 2)


def _check_first_radius(delta: float) -> None:
    """Refuse a delta at which the first ellipsoid would not hold the unit ball."""
    if delta < 1.0 and squared_radius(1, 1, delta) < 1.0:
        raise ValueError(
            f"delta must be at most {math.exp(-3.0 / 8.0):.3f} for ConfidenceBall2, got {delta}: "
            "its first ellipsoid would not hold the unit ball"
        )
