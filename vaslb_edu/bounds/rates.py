"""Regret bounds up to constants and logarithms, one line each.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from vaslb_edu._typing import Array
from vaslb_edu.bounds._checked import checked

Values = float | Array
ONE_NAT = math.exp(-1.0)  # the δ with ln(1/δ) = 1

# -- linear bandits, noise level not used -----------------------------------------------------


@checked
def confidence_ball(d: Values, T: Values, C: Values = 1.0) -> Array:
    """ConfidenceBall₂ (Dani, Hayes and Kakade 2008; Table 1): d √T."""
    return C * d * np.sqrt(T)


@checked
def oful(d: Values, T: Values, C: Values = 1.0) -> Array:
    """OFUL (Abbasi-Yadkori, Pal and Szepesvari 2011): d √T, with one logarithm of T less."""
    return C * d * np.sqrt(T)


# -- sparse linear bandits, noise level not used ----------------------------------------------


@checked
def sparse_oful(d: Values, s: Values, T: Values, C: Values = 1.0) -> Array:
    """OFUL by online-to-confidence-set conversion (Abbasi-Yadkori et al. 2012; Table 1): √(sdT).

    The paper's appendix on related work prints s√(dT) for the same algorithm.
    """
    return C * np.sqrt(s * d * T)


@checked
def sl_ucb(s: Values, T: Values, scale: Values = 1.0, C: Values = 1.0) -> Array:
    """SL-UCB (Carpentier and Munos 2012; Table 1): scale · s √T, for noise on the parameter.

    `scale` is ||θ||₂ + ||σ||₂. The paper's section on related work prints its square.
    """
    return C * scale * s * np.sqrt(T)


@checked
def selective_explore_then_commit(s: Values, T: Values, C: Values = 1.0) -> Array:
    """Selective explore-then-commit (Lattimore et al. 2015; Table 1): s √T, on the hypercube."""
    return C * s * np.sqrt(T)


@checked
def contextual_sparse(s: Values, T: Values, C: Values = 1.0) -> Array:
    """Sparse bandits with action sets drawn anew every round (related work): √(sT)."""
    return C * np.sqrt(s * T)


# -- no noise at all --------------------------------------------------------------------------


@checked
def divide_and_conquer(d: Values, s: Values, C: Values = 1.0) -> Array:
    """Divide and conquer (its appendix): s log₂ d queries for the support, s for the values."""
    return C * s * (np.log2(d) + 1.0)


@checked
def deterministic_dong(s: Values, T: Values, C: Values = 1.0) -> Array:
    """Dong, Yang and Ma (2021), deterministic rewards (related work): T^{15/16} s^{1/16}."""
    return C * T ** (15.0 / 16.0) * s ** (1.0 / 16.0)


# -- variance-aware linear bandits ------------------------------------------------------------


@checked
def weighted_oful(
    d: Values, T: Values, total_variance: Values, delta: Values = ONE_NAT, C: Values = 1.0
) -> Array:
    """Weighted OFUL (Zhou, Gu and Szepesvari 2021; Table 1): (√(dT) + d √Σσ²) √ln(1/δ).

    With d = |S| and T = n it is also the pessimistic estimate R̄_n that the paper prints for VASLB.
    It leaves C open, and C = 1 is not pessimistic.
    """
    return C * (np.sqrt(d * T) + d * np.sqrt(total_variance)) * np.sqrt(np.log(1.0 / delta))


@checked
def voful2(d: Values, total_variance: Values, delta: Values = ONE_NAT, C: Values = 1.0) -> Array:
    """VOFUL2 (Kim, Yang and Jun 2021; Table 1): (d^{1.5} √Σσ² + d²) ln(1/δ)."""
    return C * (d**1.5 * np.sqrt(total_variance) + d**2) * np.log(1.0 / delta)


@checked
def save(d: Values, total_variance: Values, C: Values = 1.0) -> Array:
    """SAVE (Zhao, He, Zhou, Zhang and Gu 2023): d √Σσ² + d, efficient with unknown variances."""
    return C * (d * np.sqrt(total_variance) + d)


# -- VASLB ------------------------------------------------------------------------------------


@checked
def explore_part(
    d: Values, s: Values, total_variance: Values, delta: Values = ONE_NAT, C: Values = 1.0
) -> Array:
    """All exploration phases of VASLB (theorem on the framework): (s √(dΣσ²) + s) ln(1/δ)."""
    return C * (s * np.sqrt(d * total_variance) + s) * np.log(1.0 / delta)


@checked
def vaslb_known(
    d: Values,
    s: Values,
    T: Values,
    total_variance: Values,
    delta: Values = ONE_NAT,
    C: Values = 1.0,
) -> Array:
    """VASLB with Weighted OFUL (its theorem; Table 1): ((s²+s√d) √Σσ² + s^{1.5} √T) ln(1/δ)."""
    noise = (s**2 + s * np.sqrt(d)) * np.sqrt(total_variance)
    return C * (noise + s**1.5 * np.sqrt(T)) * np.log(1.0 / delta)


@checked
def vaslb_known_conclusion(
    d: Values,
    s: Values,
    T: Values,
    total_variance: Values,
    delta: Values = ONE_NAT,
    C: Values = 1.0,
) -> Array:
    """The same in the words of the paper's conclusion, which is wrong: √(sT) + s for s^{1.5} √T."""
    noise = (s**2 + s * np.sqrt(d)) * np.sqrt(total_variance)
    return C * (noise + np.sqrt(s * T) + s) * np.log(1.0 / delta)


@checked
def vaslb_unknown(
    d: Values, s: Values, total_variance: Values, delta: Values = ONE_NAT, C: Values = 1.0
) -> Array:
    """VASLB with VOFUL2 (its theorem; Table 1): ((s^{2.5}+s√d) √Σσ² + s³) ln(1/δ)."""
    return C * ((s**2.5 + s * np.sqrt(d)) * np.sqrt(total_variance) + s**3) * np.log(1.0 / delta)


@checked
def save_in_vaslb(
    d: Values, s: Values, total_variance: Values, delta: Values = ONE_NAT, C: Values = 1.0
) -> Array:
    """VASLB with SAVE (not in the paper): ((s²+s√d) √Σσ² + s²) ln(1/δ), by `vaslb_from`."""
    return C * ((s**2 + s * np.sqrt(d)) * np.sqrt(total_variance) + s**2) * np.log(1.0 / delta)


def vaslb_from(
    f: Callable[[Values], Values], g: Callable[[Values], Values]
) -> Callable[..., Array]:
    """VASLB with a learner of regret f(d) √Σσ² + g(d): s(f(s)+√d) √Σσ² + s(g(s)+1), times ln(1/δ).

    The paper's composition of an (f, g)-variance-aware learner. It adds s to each theorem above.
    """
    for name, function in {"f": f, "g": g}.items():
        if not callable(function):
            raise TypeError(f"{name} must be a function of the dimension, got {function!r}")

    @checked
    def bound(
        d: Values, s: Values, total_variance: Values, delta: Values = ONE_NAT, C: Values = 1.0
    ) -> Array:
        noise = s * (f(s) + np.sqrt(d)) * np.sqrt(total_variance)
        return C * (noise + s * (g(s) + 1.0)) * np.log(1.0 / delta)

    return bound


# -- lower bounds -----------------------------------------------------------------------------


@checked
def lower_bound_linear(d: Values, T: Values, C: Values = 1.0) -> Array:
    """Lower bound for linear bandits (Dani, Hayes and Kakade 2008): d √T."""
    return C * d * np.sqrt(T)


@checked
def lower_bound_sphere(d: Values, T: Values, C: Values = 1.0) -> Array:
    """Lower bound for sparse bandits (Antos and Szepesvari 2009; Table 1, said for s = 1): √(dT).

    It needs small ||θ||, or s = 2 on the unit sphere: there s = 1 costs only about d.
    """
    return C * np.sqrt(d * T)


@checked
def lower_bound_sparse(d: Values, s: Values, T: Values, C: Values = 1.0) -> Array:
    """Lower bound for sparse bandits (Lattimore and Szepesvari 2020, section 24.3): √(sdT).

    It is proved for another set of actions. On the sphere the book proves √(dT), at s = 2.
    """
    return C * np.sqrt(s * d * T)
