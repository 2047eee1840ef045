"""Sums of vectors weighed by their own covariance: confidence ellipsoids and ridge regression.

Symbols: Z_t = λI + Σ_{k<=t} x_k x_kᵀ, d the dimension, ||x_k|| <= L, noise η_k that is
σ²-sub-Gaussian given the past, and ln(det Z_t / det λI) is `log_det_ratio`.

Explained in the appendix *Concentration inequalities*.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from vaslb_edu._typing import Array
from vaslb_edu._validate import choice
from vaslb_edu._validate_arrays import probabilities, reals
from vaslb_edu.concentration import kernels
from vaslb_edu.concentration.sums import CORRECTED, SHARP


def log_det_bound(
    t: npt.ArrayLike,
    dim: npt.ArrayLike,
    regulariser: npt.ArrayLike = 1.0,
    length: npt.ArrayLike = 1.0,
) -> Array:
    """Bound d ln(1 + tL²/(dλ)) on ln(det Z_t / det λI), whatever the vectors.

    The determinant-trace inequality. Printed in the appendix on Weighted OFUL, right half of the
    elliptical potential lemma (there times 2).
    """
    return kernels.log_det_bound(
        reals("t", t, 0.0),
        reals("dim", dim, 1.0),
        reals("regulariser", regulariser, 0.0, open_low=True),
        reals("length", length, 0.0),
    )


def elliptical_potential(
    log_det_ratio: npt.ArrayLike, form: Literal["sharp", "printed"] = "sharp"
) -> Array:
    """Bound ln(det Z_T / det λI) / ln 2 on Σ_t min(1, ||x_t||² in Z_{t-1}^{-1}); no probability.

    Each round adds ln(1 + u) to the log-determinant, and min(1, u) <= ln(1 + u)/ln 2.
    Printed in the appendix on Weighted OFUL (Abbasi-Yadkori et al. 2011, Lemma 11) with 2 for
    1/ln 2 = 1.4427.
    """
    factor = 1.0 / np.log(2.0) if choice("form", form, SHARP) == "sharp" else 2.0
    return factor * reals("log_det_ratio", log_det_ratio, 0.0)


def elliptical_count(
    dim: npt.ArrayLike, threshold: npt.ArrayLike, regulariser: npt.ArrayLike = 1.0
) -> Array:
    """Bound (2d/g) ln(1 + (2/e)/(λg)), g = ln(1 + q), on the rounds with ||x_t||² >= q.

    The norm is that of Z_{t-1}^{-1}, and L = 1. No probability, and no growth with T.
    Printed in the appendix on VOFUL2 (Kim, Yang and Jun 2021, Lemma 5).
    """
    growth = np.log1p(reals("threshold", threshold, 0.0, open_low=True))
    inner = 2.0 / np.e / (growth * reals("regulariser", regulariser, 0.0, open_low=True))
    return 2.0 * reals("dim", dim, 1.0) / growth * np.log1p(inner)


def vector_self_normalised(
    log_det_ratio: npt.ArrayLike, delta: npt.ArrayLike, sigma: npt.ArrayLike = 1.0
) -> Array:
    """Bound σ √(2 ln(1/δ) + ln(det Z_t / det λI)) on ||Σ x_k η_k|| in Z_t^{-1}, at all times.

    Abbasi-Yadkori, Pal and Szepesvari (2011), Theorem 1; the paper uses it for ridge regression.
    """
    return kernels.vector_self_normalised(
        reals("log_det_ratio", log_det_ratio, 0.0),
        probabilities("delta", delta),
        reals("sigma", sigma, 0.0),
    )


def vector_bernstein(
    t: npt.ArrayLike,
    dim: npt.ArrayLike,
    delta: npt.ArrayLike,
    sigma: npt.ArrayLike = 1.0,
    regulariser: npt.ArrayLike = 1.0,
    length: npt.ArrayLike = 1.0,
) -> Array:
    """Bound 8σ √(d ln(1 + tL²/(dλ)) ln(8t²/δ)) on ||Σ x_k η_k|| in Z_t^{-1}, at all times.

    Printed in the appendix on Weighted OFUL, analog of Theorem 4.1 of Zhou et al. The proof has
    slips (the 32 for 64 of `squares_deviation`, σ² for σ⁴), but the statement is true and loose:
    while tL² >= λ it is above `vector_self_normalised` at δ/8. Before, use that inequality with
    tL² in the place of λ, at δ/(2t²); the norm changes by at most 2tL²/(λ + tL²).
    """
    rounds = reals("t", t, 1.0)
    log = np.log(8.0 * rounds**2 / probabilities("delta", delta))
    spread = log_det_bound(rounds, dim, regulariser, length)
    return 8.0 * reals("sigma", sigma, 0.0) * np.sqrt(spread * log)


def weighted_oful_radius(
    t: npt.ArrayLike,
    dim: npt.ArrayLike,
    delta: npt.ArrayLike,
    smallest_sigma: npt.ArrayLike,
    regulariser: npt.ArrayLike = 1.0,
) -> Array:
    """Return 8 √(d ln(1 + t/(dλσ̄²_min)) ln(4t²/δ)), the radius β̂_t of Weighted OFUL.

    Printed in Algorithm 4, said to be `vector_bernstein` for the vectors x_t/σ̄_t and the noise
    η_t/σ̄_t. That gives ln(8t²/δ), so the printed radius is the one at 2δ; with λ <= 1 it is
    still above `vector_self_normalised` at δ.
    """
    return kernels.weighted_oful_radius(
        reals("t", t, 1.0),
        reals("dim", dim, 1.0),
        probabilities("delta", delta),
        reals("smallest_sigma", smallest_sigma, 0.0, open_low=True),
        reals("regulariser", regulariser, 0.0, open_low=True),
    )


def ridge_residuals(
    n: npt.ArrayLike,
    dim: npt.ArrayLike,
    delta: npt.ArrayLike,
    sigma: npt.ArrayLike = 1.0,
    regulariser: npt.ArrayLike = 1.0,
    form: Literal["corrected", "printed"] = "corrected",
) -> Array:
    """Bound max(λ, 2β² + 2β√λ) on |Ση_k² - Σ(y_k - x_kᵀθ̂)²|, θ̂ the ridge estimate, at all times.

    β² = σ²(2 ln(1/δ) + d ln(1 + n/(dλ))), ||x_k|| <= 1, ||θ*|| <= 1. Proof: let e = θ̂ - θ* and
    S = Σ x_k η_k. The difference is 2Sᵀe - Σ(x_kᵀe)² <= 2 ||S|| ||e||, norms in Z^{-1} and Z.
    Ze = S - λθ* gives ||e|| <= ||S|| + √λ, and `vector_self_normalised` gives ||S|| <= β. The
    other way, θ̂ minimises residuals + λ||θ||², so the difference is at least -λ.

    Printed in the appendix on ridge regression (with the penalty λ||β||, not squared) as
    2dσ² ln(n/(λdδ²)) + 1/λ + λ. That is negative, hence false, when n is far below λdδ².
    """
    choice("form", form, CORRECTED)
    rounds, dimension = reals("n", n, 1.0), reals("dim", dim, 1.0)
    ridge = reals("regulariser", regulariser, 0.0, open_low=True)
    delta = probabilities("delta", delta)
    if form == "printed":
        log = np.log(rounds / (ridge * dimension * delta**2))
        noise = reals("sigma", sigma, 0.0) ** 2
        return 2.0 * dimension * noise * log + 1.0 / ridge + ridge
    beta = vector_self_normalised(log_det_bound(rounds, dimension, ridge), delta, sigma)
    return np.maximum(ridge, 2.0 * beta * (beta + np.sqrt(ridge)))
