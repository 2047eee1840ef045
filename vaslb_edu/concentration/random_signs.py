"""What random signs tell about a coefficient, at all times and whatever the noise.

In round t somebody draws a fair sign ε_t and sees u_t = θ ε_t + (something that does not know
ε_t). Let G = Σ w_t ε_t u_t, Q = Σ w_t² u_t², P = Σ w_t² ε_t u_t, W = Σ w_t and W₂ = Σ w_t². The
weight w_t may depend on the past and on what was announced before ε_t, not on u_t. Then every
w_t ε_t (u_t - θ ε_t) is symmetric given the past, their sum is G - θW, and their squares sum to
Q(θ) = Q - 2θP + θ²W₂. So `mixture_self_normalised` bounds |G - θW|: no moments, no variances.

Explained in the appendix *Concentration inequalities*.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from vaslb_edu._typing import Array
from vaslb_edu._validate_arrays import probabilities, reals
from vaslb_edu.concentration import kernels

_STEPS, _CLOSE = 500, 1e-8  # the walk to an end of the interval: at most so many, until so small


def random_sign_interval(
    signed_sum: npt.ArrayLike,
    sum_of_squares: npt.ArrayLike,
    cross: npt.ArrayLike,
    weight: npt.ArrayLike,
    squared_weight: npt.ArrayLike,
    delta: npt.ArrayLike,
    scale: npt.ArrayLike = 1.0,
) -> tuple[Array, Array]:
    """Return the ends of {θ in [-1, 1]: |G - θW| <= √((Q(θ)+ρ)(2 ln(1/δ) + ln(1+Q(θ)/ρ)))}.

    The arguments are G, Q, P, W, W₂, δ and ρ. With probability 1 - δ the set holds θ at all times.
    It may have holes while W is small; the ends are those of its hull. Low end 1 and high end -1
    say that the set is empty, which is one of the failures that δ allows. Not in the paper.
    """
    signed, mixed = reals("signed_sum", signed_sum), reals("cross", cross)
    squares = reals("sum_of_squares", sum_of_squares, 0.0)
    total = reals("weight", weight, 0.0)
    squared = reals("squared_weight", squared_weight, 0.0)
    delta, rho = probabilities("delta", delta), reals("scale", scale, 0.0, open_low=True)
    # √(Q(θ)+ρ) moves no faster than √W₂. As a function of it the bound q√ℓ, ℓ = 2 ln(1/δ) +
    # ln(q²/ρ), has the slope √ℓ + 1/√ℓ. On [-1, 1] it is no steeper than this:
    log = 2.0 * np.log(1.0 / delta)
    largest = log + np.log((np.sqrt(squares + rho) + np.sqrt(squared)) ** 2 / rho)
    slope = total + np.sqrt(squared) * (np.sqrt(largest) + 1.0 / np.sqrt(log))

    def excess(theta: Array) -> Array:
        about = np.maximum(squares - 2.0 * theta * mixed + theta**2 * squared, 0.0)
        bound = kernels.mixture_self_normalised(about, delta, rho)
        return np.abs(signed - theta * total) - bound

    shape = np.broadcast_shapes(signed.shape, mixed.shape, slope.shape)
    steepest = np.maximum(slope, np.finfo(float).tiny)  # no round yet: the excess is negative
    return walk_inwards(excess, steepest, np.full(shape, -1.0)), walk_inwards(
        excess, steepest, np.full(shape, 1.0)
    )


def walk_inwards(excess: Callable[[Array], Array], slope: Array, start: Array) -> Array:
    """Walk from an end of [-1, 1] towards the other, until the excess is no longer positive.

    The excess changes by at most `slope` times the way. A step of excess / slope never jumps over
    a point where it is 0: the walk stays outside, wherever it ends.
    """
    place = start
    for _ in range(_STEPS):
        step = np.maximum(excess(place), 0.0) / slope
        place = np.clip(place - start * step, -1.0, 1.0)
        if not (step > _CLOSE).any():
            break
    return place


def largest_coefficient(
    largest_sum: npt.ArrayLike,
    sum_of_squares: npt.ArrayLike,
    weight: npt.ArrayLike,
    squared_weight: npt.ArrayLike,
    delta: npt.ArrayLike,
    scale: npt.ArrayLike = 1.0,
) -> Array:
    """Bound (max|G| + √((Q+ρ)ℓ)) / (W - √(ℓW₂)) on |θ|; infinite while W <= √(ℓW₂).

    ℓ = 2 ln(1/δ) + ln((√(Q+ρ) + √W₂)²/ρ). It follows from `random_sign_interval` by the triangle
    inequality √(Q(θ)+ρ) <= √(Q+ρ) + |θ|√W₂. One number for many coefficients: give the largest of
    their sums, and for δ the share of each. Not in the paper.
    """
    squares = reals("sum_of_squares", sum_of_squares, 0.0)
    squared = reals("squared_weight", squared_weight, 0.0)
    rho = reals("scale", scale, 0.0, open_low=True)
    root = np.sqrt(squares + rho)
    log = 2.0 * np.log(1.0 / probabilities("delta", delta))
    log = log + np.log((root + np.sqrt(squared)) ** 2 / rho)
    room = reals("weight", weight, 0.0) - np.sqrt(log * squared)
    bound = (np.abs(reals("largest_sum", largest_sum)) + root * np.sqrt(log)) / np.where(
        room > 0.0, room, 1.0
    )
    return np.where(room > 0.0, bound, np.inf)[()]
