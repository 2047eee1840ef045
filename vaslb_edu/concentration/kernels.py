"""The formulas that algorithms run in every round: pure arithmetic, no check of the input.

Each is the inside of the function of the same name that this room exports, which checks its
arguments first and says what is known of the formula.

Explained in the appendix *Concentration inequalities*.
"""

from __future__ import annotations

import numpy as np

from vaslb_edu._typing import Array

Values = float | Array


def log_det_bound(t: Values, dim: Values, regulariser: Values, length: Values) -> Array:
    """Return d ln(1 + tL²/(dλ))."""
    return dim * np.log1p(t * length**2 / (dim * regulariser))


def vector_self_normalised(log_det_ratio: Values, delta: Values, sigma: Values = 1.0) -> Array:
    """Return σ √(2 ln(1/δ) + ln(det Z_t / det λI))."""
    return sigma * np.sqrt(2.0 * np.log(1.0 / delta) + log_det_ratio)


def weighted_oful_radius(
    t: Values, dim: Values, delta: Values, smallest_sigma: Values, regulariser: Values
) -> Array:
    """Return 8 √(d ln(1 + t/(dλσ̄²_min)) ln(4t²/δ))."""
    spread = log_det_bound(t, dim, regulariser, 1.0 / smallest_sigma)
    return 8.0 * np.sqrt(spread * np.log(4.0 * t**2 / delta))


def explore_minimum(delta: Values) -> Array:
    """Return 8 ln(4/δ)."""
    return 8.0 * np.log(4.0 / delta)


def explore_radius(centred_squares: Values, delta: Values) -> Array:
    """Return 2 √(2 Q̂ ln(4/δ))."""
    return 2.0 * np.sqrt(2.0 * centred_squares * np.log(4.0 / delta))


def mixture_self_normalised(sum_of_squares: Values, delta: Values, scale: Values) -> Array:
    """Return √((Q + ρ)(2 ln(1/δ) + ln(1 + Q/ρ)))."""
    log = 2.0 * np.log(1.0 / delta) + np.log1p(sum_of_squares / scale)
    return np.sqrt((sum_of_squares + scale) * log)
