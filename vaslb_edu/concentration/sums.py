"""How far a sum of symmetric or sub-Gaussian variables strays from its mean.

Symbols: W = Σ(X_i - μ_i) is the sum, Q = Σ(X_i - μ_i)² the squares about the true means,
Q̂ = Σ(X_i - X̄)² the squares about the sample mean X̄, n the number of samples.

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

CORRECTED = ("corrected", "printed")
SHARP = ("sharp", "printed")


def maximal_tail(x: npt.ArrayLike) -> Array:
    """Bound exp(-x²/2) on P(max_k Σ_{i<=k} ξ_i >= x √(Σ_{i<=n} ξ_i²)).

    For independent symmetric ξ_i. Note the full root below every partial sum.
    Given the |ξ_i| only the signs are random, and Hoeffding's and Doob's inequalities apply.
    Printed in the appendix on concentration, first proposition (Fan, Grama and Liu 2015).
    """
    return np.exp(-(reals("x", x, 0.0) ** 2) / 2.0)


def maximal_self_normalised(sum_of_squares: npt.ArrayLike, delta: npt.ArrayLike) -> Array:
    """Bound √(2 Q ln(1/δ)) on max_k Σ_{i<=k}(X_i - μ_i), one-sided; Q runs over all n samples.

    `maximal_tail` solved for x. It covers a stopping time k <= n, but only with the root of the
    whole sequence, which an algorithm that stops at k has not seen.
    """
    squares = reals("sum_of_squares", sum_of_squares, 0.0)
    return np.sqrt(2.0 * squares * np.log(1.0 / probabilities("delta", delta)))


def self_normalised(
    sum_of_squares: npt.ArrayLike,
    delta: npt.ArrayLike,
    form: Literal["corrected", "printed"] = "corrected",
) -> Array:
    """Bound √(2 Q ln(2/δ)) on |W|, for independent X_i symmetric about their means.

    Printed in the appendix on concentration, corollary of the first proposition, without the 2
    under the root. That version fails with a probability of at most √(2δ), which is 14 % at
    δ = 0.01; 2 % is what Gaussians show there.
    """
    choice("form", form, CORRECTED)
    squares = reals("sum_of_squares", sum_of_squares, 0.0)
    factor = 2.0 if form == "corrected" else 1.0
    return np.sqrt(factor * squares * np.log(2.0 / probabilities("delta", delta)))


def gaussian_sum(
    sum_of_squares: npt.ArrayLike,
    delta: npt.ArrayLike,
    form: Literal["sharp", "printed"] = "sharp",
) -> Array:
    """Bound √(2 Q ln(2/δ)) on |ΣX_i| for independent zero-mean Gaussians: `self_normalised`.

    Printed in the appendix on VOFUL2 as the analog of Theorem 4 of Zhang et al., for n >= 8:
    8 √(Q ln(4/δ)). True, and empty at first: |ΣX_i| <= √(nQ), so up to n = 64 ln(4/δ) it cannot
    fail. Then it fails with probability at most 2 (δ/4)³².
    """
    if choice("form", form, SHARP) == "sharp":
        return self_normalised(sum_of_squares, delta)
    squares = reals("sum_of_squares", sum_of_squares, 0.0)
    return 8.0 * np.sqrt(squares * np.log(4.0 / probabilities("delta", delta)))


def empirical_bernstein(
    centred_squares: npt.ArrayLike,
    n: npt.ArrayLike,
    delta: npt.ArrayLike,
    form: Literal["corrected", "printed"] = "corrected",
) -> Array:
    """Bound √(2 L Q̂ n/(n - 2L)) on |W|, L = ln(2/δ), for n > 2L; infinite for n <= 2L.

    For independent X_i symmetric about a common mean. `self_normalised` says W² <= 2LQ, and
    Q = Q̂ + W²/n; solve for W. For n <= 2L it says nothing, as W² <= nQ anyway.
    Printed in the appendix on concentration, theorem "Empirical Bernstein Inequality", as
    √(2 Q̂ ln(4/δ)) for every n. It follows from the above once n >= 2 ln(2/δ) ln(4/δ) / ln 2. Before
    it can fail: 28 % of the time with Gaussians, n = 2 and δ = 0.05.
    """
    choice("form", form, CORRECTED)
    squares = reals("centred_squares", centred_squares, 0.0)
    count = reals("n", n, 1.0)
    delta = probabilities("delta", delta)
    if form == "printed":
        return np.sqrt(2.0 * squares * np.log(4.0 / delta) * np.ones_like(count))
    twice_log = 2.0 * np.log(2.0 / delta)
    enough = count > twice_log
    inflation = count / np.where(enough, count - twice_log, 1.0)
    return np.where(enough, np.sqrt(twice_log * squares * inflation), np.inf)[()]


def empirical_bernstein_failure(multiplier: npt.ArrayLike, n: npt.ArrayLike) -> Array:
    """Bound 2 exp(-n m/(n + 2m)) on P(|W| > √(2 m Q̂)): what a multiplier m really buys at n.

    Same assumptions as `empirical_bernstein`: W² > 2mV is W² > 2 (n m/(n + 2m)) Q.
    """
    weight = reals("multiplier", multiplier, 0.0)
    count = reals("n", n, 1.0)
    return np.minimum(1.0, 2.0 * np.exp(-count * weight / (count + 2.0 * weight)))


def explore_minimum(delta: npt.ArrayLike) -> Array:
    """Return 8 ln(4/δ), the number of rounds from which `explore_radius` may be used."""
    return kernels.explore_minimum(probabilities("delta", delta))


def explore_radius(
    centred_squares: npt.ArrayLike,
    n: npt.ArrayLike,
    delta: npt.ArrayLike,
    form: Literal["corrected", "printed"] = "corrected",
) -> Array:
    """Bound 2 √(2 Q̂ ln(4/δ)) on |W| once n >= 8 ln(4/δ); infinite before.

    It is `empirical_bernstein_failure` with m = 4 ln(4/δ). At a fixed n >= 8 ln(4/δ) it fails with
    probability at most δ²/8, and as n grows with at most δ⁴/128. So a union over fewer than 8/δ
    values of n stays below δ.
    Printed in Algorithm 1 (when to stop exploring) for every n >= 1, where Q̂ = 0 stops it at once.
    """
    choice("form", form, CORRECTED)
    squares = reals("centred_squares", centred_squares, 0.0)
    count = reals("n", n, 1.0)
    delta = probabilities("delta", delta)
    radius = kernels.explore_radius(squares, delta) * np.ones_like(count)
    if form == "printed":
        return radius
    return np.where(count >= kernels.explore_minimum(delta), radius, np.inf)[()]


def freedman_tail(x: npt.ArrayLike, total_variance: npt.ArrayLike) -> Array:
    """Bound exp(-x²/(2v²)) on P(some k <= n: Σ_{i<=k} ξ_i >= x), v² = Σ_{i<=n} σ_i² fixed.

    For zero-mean σ_i²-sub-Gaussian ξ_i: exp(-λx + λ²v²/2) at its best λ = x/v².
    Printed in the appendix on Weighted OFUL, first part of the corollary of the generalized
    Freedman inequality (Fan, Grama and Liu 2015).
    """
    variance = reals("total_variance", total_variance, 0.0, open_low=True)
    return np.exp(-(reals("x", x, 0.0) ** 2) / (2.0 * variance))


def freedman(
    total_variance: npt.ArrayLike,
    delta: npt.ArrayLike,
    form: Literal["sharp", "printed"] = "sharp",
) -> Array:
    """Bound √(2 v² ln(1/δ)) on max_k Σ_{i<=k} ξ_i, one-sided, v² = Σ_{i<=n} σ_i² fixed.

    Printed in the appendix on Weighted OFUL, second part of the same corollary, as
    2 √(v² ln(2/δ)) for the sum at n. True at a fixed n: it fails with probability at most (δ/2)².
    """
    variance = reals("total_variance", total_variance, 0.0)
    delta = probabilities("delta", delta)
    if choice("form", form, SHARP) == "sharp":
        return np.sqrt(2.0 * variance * np.log(1.0 / delta))
    return 2.0 * np.sqrt(variance * np.log(2.0 / delta))


def random_sign_sum(
    n: npt.ArrayLike,
    delta: npt.ArrayLike,
    form: Literal["corrected", "printed"] = "corrected",
) -> Array:
    """Bound √(2 n ln(2/δ)) on the absolute value of a sum of n fair signs.

    Printed in the proof of the single-phase regret lemma with ln(1/δ). That is the one-sided
    bound: all the lemma needs, but not what it says. With n = 2 and δ = 0.4 it fails half the time.
    """
    choice("form", form, CORRECTED)
    sides = 2.0 if form == "corrected" else 1.0
    count = reals("n", n, 1.0)
    return np.sqrt(2.0 * count * np.log(sides / probabilities("delta", delta)))
