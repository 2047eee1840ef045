"""Bounds with every constant shown: what the proofs give and what an algorithm can compute.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import numpy as np

from vaslb_edu._typing import Array
from vaslb_edu.bounds._checked import checked
from vaslb_edu.bounds.rates import ONE_NAT, Values
from vaslb_edu.concentration import kernels


@checked
def weighted_oful_proof(
    d: Values,
    n: Values,
    weighted_radii: Values,
    smallest_sigma: Values,
    regulariser: Values = 1.0,
) -> Array:
    """Regret of Weighted OFUL after n rounds, from its proof: 2 √(2P·Σ(β̂_{k-1}+√λ)²σ̄_k²) + 4P.

    P = d ln(1 + n/(dλσ̄²_min)); `weighted_radii` is Σ(β̂_{k-1}+√λ)²σ̄_k². Appendix on Weighted OFUL.
    Holds whenever θ* stays in the ellipsoids.
    """
    potential = kernels.log_det_bound(n, d, regulariser, 1.0 / smallest_sigma)
    return 2.0 * np.sqrt(2.0 * potential * weighted_radii) + 4.0 * potential


@checked
def voful2_from_noise(
    d: Values, squared_noise: Values, delta: Values = ONE_NAT, C: Values = 1.0
) -> Array:
    """Regret of VOFUL2 from the noise itself: C (d^{1.5} √(Ση² ln(1/δ)) + d² ln(4/δ)).

    `squared_noise` is Ση_k². The proposition on VOFUL2 in the main text, first inequality.
    """
    noise = d**1.5 * np.sqrt(squared_noise * np.log(1.0 / delta))
    return C * (noise + d**2 * np.log(4.0 / delta))


@checked
def voful2_proof(
    d: Values, T: Values, squared_noise: Values, iota: Values, C: Values = 1.0
) -> Array:
    """Regret of VOFUL2 in its proof: C w d ln²(1 + C w (1 + T/d)²), w = √(ι Ση²) + ι.

    Appendix on VOFUL2, where ι is said to be O(√d). It is of order d (with logarithms), and only
    that gives d^{1.5} and d².
    """
    width = np.sqrt(squared_noise * iota) + iota
    regret: Array = C * width * d * np.log1p(C * width * (1.0 + T / d) ** 2) ** 2
    return regret


@checked
def voful2_width(level: Values, squared_noise: Values, iota: Values) -> Array:
    """Bound on ||θ - θ*||² in the norm of W_ℓ: 2^{-ℓ} (2(1+√2) √(ι Ση²) + 4ι + 4), `level` is ℓ.

    For θ and θ* that satisfy the conditions of VOFUL2 for the direction θ - θ*, λ = 1. The paper
    has C 2^{-ℓ} (√(ι Ση²) + ι) and loses 2^{-ℓ} and ι on the way; the statement is right.
    """
    noise = 2.0 * (1.0 + np.sqrt(2.0)) * np.sqrt(squared_noise * iota)
    width: Array = 2.0**-level * (noise + 4.0 * iota + 4.0)
    return width


@checked
def unknown_variance_estimate(
    s: Values, n: Values, squared_residuals: Values, delta: Values, C: Values = 1.0
) -> Array:
    """Pessimistic regret R̄_n of VOFUL2 inside VASLB, from ridge residuals, as printed.

    C (s^{1.5} √(E ln(1/δ)) + s² √(2 ln(n/(sδ²)) ln(1/δ)) + s^{1.5} √(2 ln(1/δ)) + s² ln(1/δ)),
    E = `squared_residuals` = Σ(r_k - <x_k, θ̂>)². Needs n >= sδ², else the root has no value.
    """
    log, inner = np.log(1.0 / delta), np.log(n / (s * delta**2))
    if np.any(inner < 0.0):
        raise ValueError(f"n must be at least s * delta**2 for this bound, got n = {np.min(n):g}")
    noise = s**1.5 * (np.sqrt(squared_residuals * log) + np.sqrt(2.0 * log))
    regret: Array = C * (noise + s**2 * (np.sqrt(2.0 * inner * log) + log))
    return regret


@checked
def single_phase(s: Values, n: Values, gap: Values, R: Values, K: Values, delta: Values) -> Array:
    """Regret of one exploration phase: 36 s n Δ² + 6 s Δ (R/√K) √(2 n ln(1/δ)).

    `gap` is Δ; n rounds with ±R/√K on K coordinates, none of them larger than 6Δ. Fails with
    probability at most sδ at a fixed n. Lemma on the single-phase regret.
    """
    wobble = 6.0 * s * gap * R / np.sqrt(K) * np.sqrt(2.0 * n * np.log(1.0 / delta))
    return 36.0 * s * n * gap**2 + wobble


@checked
def exploration_rounds(gap: Values, variance: Values, delta: Values) -> Array:
    """Rounds until exploration at gap Δ stops: 128 ln(4/δ)/Δ² · variance, or 8 ln(4/δ) if more.

    The stopping rule 2 √(2 Q̂ ln(4/δ)) < nΔ/4 of Algorithm 1 solved for n with Q̂ = n · variance.
    The second term is the smallest n at which the rule may be used.
    """
    return np.maximum(1.0, 16.0 * np.asarray(variance) / gap**2) * kernels.explore_minimum(delta)
