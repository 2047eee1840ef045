"""From a fixed number of samples to a stopping time.

The paper passes from "for each n" to "for a stopping time n" by Fatou's lemma. That step is not
valid: who may choose when to stop waits until the inequality fails. Two ways that are valid.

Explained in the appendix *Concentration inequalities*.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from vaslb_edu._typing import Array
from vaslb_edu._validate_arrays import probabilities, reals
from vaslb_edu.concentration import kernels


def anytime_delta(n: npt.ArrayLike, delta: npt.ArrayLike) -> Array:
    """Return δ_n = δ/(n(n+1)): the failure allowed at n, so that all n together fail at most δ."""
    count = reals("n", n, 1.0)
    return probabilities("delta", delta) / (count * (count + 1.0))


def anytime(
    inequality: Callable[..., Array],
    *statistics: npt.ArrayLike,
    n: npt.ArrayLike,
    delta: npt.ArrayLike,
) -> Array:
    """Make a fixed-n inequality hold for all n at once, hence at every stopping time.

    A union over n: the inequality is used at n with `anytime_delta`.
    ``anytime(self_normalised, squares, n=n, delta=0.05)``
    """
    return inequality(*statistics, delta=anytime_delta(n, delta))


def mixture_self_normalised(
    sum_of_squares: npt.ArrayLike, delta: npt.ArrayLike, scale: npt.ArrayLike = 1.0
) -> Array:
    """Bound √((Q + ρ)(2 ln(1/δ) + ln(1 + Q/ρ))) on |W|, at all times; `scale` is ρ > 0.

    For X_i symmetric about its mean given the past. cosh(z) <= exp(z²/2) makes exp(λW - λ²Q/2) a
    supermartingale; average it over λ ~ N(0, 1/ρ) and use Ville's inequality. ρ is chosen
    beforehand; the bound is tightest when Q comes near it. Not in the paper.
    """
    squares = reals("sum_of_squares", sum_of_squares, 0.0)
    rho = reals("scale", scale, 0.0, open_low=True)
    return kernels.mixture_self_normalised(squares, probabilities("delta", delta), rho)


def mixture_log_wealth(
    total: npt.ArrayLike, sum_of_squares: npt.ArrayLike, scale: npt.ArrayLike = 1.0
) -> Array:
    """Return ln M = W²/(2(Q + ρ)) - ln(1 + Q/ρ)/2, the wealth of who bets that the mean is not 0.

    For X_i symmetric about 0 given the past, M starts at 1 and gains nothing on average, so it ever
    reaches 1/δ with probability at most δ (Ville). It does so exactly when |W| reaches
    `mixture_self_normalised`, which is this equation solved for W. Not in the paper.
    """
    squares = reals("sum_of_squares", sum_of_squares, 0.0)
    rho = reals("scale", scale, 0.0, open_low=True)
    return reals("total", total) ** 2 / (2.0 * (squares + rho)) - np.log1p(squares / rho) / 2.0
