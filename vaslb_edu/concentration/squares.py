"""How far a sum of squares strays from its mean, and what centring at the sample mean costs.

Symbols: Q = Σ(X_i - μ_i)² and Q̂ = Σ(X_i - X̄)²; σ_i² is the variance proxy of X_i,
v² = Σσ_i⁴ and m = max σ_i². The argument `variances` holds the σ_i² along its last axis.

Explained in the appendix *Concentration inequalities*.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from vaslb_edu._typing import Array
from vaslb_edu._validate import choice
from vaslb_edu._validate_arrays import probabilities, reals
from vaslb_edu.concentration.sums import CORRECTED, SHARP


def square_log_mgf(rate: npt.ArrayLike, sigma: npt.ArrayLike) -> Array:
    """Bound 16 λ²σ⁴ on ln E exp(λ(X² - E X²)) for |λ| <= 1/(4σ²); infinite beyond.

    For σ²-sub-Gaussian X of mean zero.
    Printed in the appendix on concentration, proposition on sub-exponential variables (Honorio and
    Jaakkola 2014), for X of any mean μ. That is false: X² - E X² then holds 2μ(X - μ), which can be
    as large as you like. Only the centred case is used.
    """
    rate = reals("rate", rate)
    variance = reals("sigma", sigma, 0.0) ** 2
    return np.where(4.0 * np.abs(rate) * variance <= 1.0, (4.0 * rate * variance) ** 2, np.inf)[()]


def _moments(variances: npt.ArrayLike) -> tuple[Array, Array, Array]:
    """Return Σσ², v = √Σσ⁴ and m = max σ²."""
    each = np.atleast_1d(reals("variances", variances, 0.0))
    return each.sum(axis=-1), np.sqrt((each**2).sum(axis=-1)), each.max(axis=-1)


def squares_deviation(
    variances: npt.ArrayLike,
    delta: npt.ArrayLike,
    form: Literal["sharp", "printed"] = "sharp",
) -> Array:
    """Bound on |Q - E Q| for independent sub-Gaussian X_i, with L = ln(2/δ).

    8 v √L if m √L <= v, else 4 (m L + v²/m): `square_log_mgf` gives the tail exp(-λx + 16λ²v²)
    for λ <= 1/(4m), used here at its best λ. Never more than 4 v (L + 1).

    Printed in the appendix on concentration, first theorem on the sample variance, as
    4√2 Σσ_i² L. Its proof is wrong: at the λ it picks the exponent is -x²/(64v²), not -x²/(32v²),
    and that λ may leave the allowed range. The statement is true. Downwards it cannot fail, as
    Q >= 0 and E Q <= Σσ² < 4√2 ln 2 Σσ². Upwards, with l = ln(1/δ), the tail is at most δ beyond
    8v√l if l <= 1 and beyond 4v(l + 1) if not, and both are below 4√2 v (l + ln 2).
    """
    total, root, top = _moments(variances)
    log = np.log(2.0 / probabilities("delta", delta))
    if choice("form", form, SHARP) == "printed":
        printed: Array = 4.0 * np.sqrt(2.0) * total * log
        return printed
    ratio = np.divide(root**2, top, out=np.zeros_like(top), where=top > 0.0)
    return np.where(
        top * np.sqrt(log) <= root, 8.0 * root * np.sqrt(log), 4.0 * (top * log + ratio)
    )[()]


def gaussian_squares_deviation(variances: npt.ArrayLike, delta: npt.ArrayLike) -> Array:
    """Bound 2 v √L + 2 m L on |Q - Σσ_i²| for Gaussians of variance σ_i², L = ln(2/δ).

    Laurent and Massart (2000), Lemma 1. Downwards 2 v √L would do. Not in the paper.
    """
    _, root, top = _moments(variances)
    log = np.log(2.0 / probabilities("delta", delta))
    return 2.0 * root * np.sqrt(log) + 2.0 * top * log


def squares_upper(
    variances: npt.ArrayLike,
    delta: npt.ArrayLike,
    form: Literal["sharp", "printed"] = "sharp",
) -> Array:
    """Bound Σσ_i² + 2 v √l + 2 m l on Q, l = ln(1/δ), for independent sub-Gaussian X_i.

    With a standard normal g, exp(λX²) is the mean of exp(√(2λ) g X) over g, so its own mean is at
    most E exp(λσ²g²): no sub-Gaussian square has a heavier tail than the Gaussian one.
    Printed in the appendix on concentration, third line of the theorem "Variance Concentration",
    and for Gaussians in the appendix on VOFUL2 as the analog of Lemma 17 of Zhang et al.:
    8 Σσ_i² ln(2/δ). True and larger.
    """
    total, root, top = _moments(variances)
    delta = probabilities("delta", delta)
    if choice("form", form, SHARP) == "printed":
        return 8.0 * total * np.log(2.0 / delta)
    log = np.log(1.0 / delta)
    return total + 2.0 * root * np.sqrt(log) + 2.0 * top * log


def centred_share(
    n: npt.ArrayLike,
    delta: npt.ArrayLike,
    form: Literal["corrected", "printed"] = "corrected",
) -> Array:
    """Share max(0, 1 - 2 ln(2/δ)/n) of Q that Q̂ has, for X_i symmetric about a common mean.

    Q̂ = Q - W²/n and `self_normalised`. Q̂ <= Q holds always: the first line of the theorem.
    Printed in the appendix on concentration, second line of the theorem "Variance Concentration",
    as Q̂ >= Q/2 for every n. That needs n >= 4 ln(2/δ): it fails always at n = 1 and half the time
    at n = 2.
    """
    choice("form", form, CORRECTED)
    count, delta = reals("n", n, 1.0), probabilities("delta", delta)
    if form == "printed":
        return np.full(np.broadcast(count, delta).shape, 0.5)[()]
    return np.maximum(0.0, 1.0 - 2.0 * np.log(2.0 / delta) / count)
