"""An online regressor for sparse parameters: one ridge forecaster a support, mixed by their record.

Explained in the chapter *Table 1, measured*. The forecaster is that of Vovk, Azoury and Warmuth.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array

LARGEST = 50_000  # supports; ten thousand rounds then take some minutes


class SupportMixture:
    """Predict y_t from x_t before it is seen, nearly as well as the best sparse parameter does.

    ===========  ==================================================================
    name         symbol
    ===========  ==================================================================
    supports     all J with |J| <= s, a row each, filled up with a place of zeros
    prior        pi_J, proportional to 2^-|J| / C(d, |J|)
    bound        Y: all |y_t| <= Y; predictions are clipped to [-Y, Y]
    rate         eta = 1 / (8 Y^2)
    inverses     (lambda I + sum of x_J x_J^T)^-1, a matrix a support
    moments      sum of y x_J
    ===========  ==================================================================

    The forecaster of a support takes x_t into its matrix before it predicts. The mixture weighs
    forecasters by pi_J exp(-eta sum of squared errors).

    The price: sum over k <= s of C(d, k) forecasters, each of s^2 operations a round.
    """

    def __init__(self, dim: int, sparsity: int, bound: float, ridge: float = 1.0) -> None:
        self.dim = check.integer("dim", dim, 1)
        self.sparsity = check.integer("sparsity", sparsity, 1, dim)
        self.bound = check.number("bound", bound, 0.0, open_low=True)
        self.ridge = check.number("ridge", ridge, 0.0, open_low=True)
        count = number_of_supports(dim, sparsity)
        if count > LARGEST:
            raise ValueError(
                f"sparsity must leave at most {LARGEST:,} supports to mix, got {count:,} for "
                f"sparsity = {sparsity} in dimension {dim}: each is a regression of its own"
            )
        sizes = range(self.sparsity + 1)
        supports = [J for k in sizes for J in itertools.combinations(range(dim), k)]
        rows = [J + (dim,) * (self.sparsity - len(J)) for J in supports]
        self.supports = np.array(rows, dtype=np.intp)
        self.log_weights = np.array([log_prior(len(J), dim, sparsity) for J in supports])
        self.inverses = np.tile(np.eye(self.sparsity) / self.ridge, (len(rows), 1, 1))
        self.moments = np.zeros(self.supports.shape)

    def predict(self, action: Array) -> float:
        """Return y-hat for x, and take x in."""
        self._parts = np.append(action, 0.0)[self.supports]
        turned = np.einsum("mij,mj->mi", self.inverses, self._parts)
        grown = 1.0 + np.einsum("mi,mi->m", self._parts, turned)
        self.inverses -= turned[:, :, None] * (turned / grown[:, None])[:, None, :]
        forecasts = np.einsum("mi,mi->m", turned, self.moments) / grown
        self._forecasts = np.clip(forecasts, -self.bound, self.bound)
        weights = np.exp(self.log_weights - self.log_weights.max())
        return float(weights @ self._forecasts / weights.sum())

    def learn(self, value: float) -> None:
        """Take in the y that was to be predicted."""
        rate = 1.0 / (8.0 * self.bound**2)
        self.log_weights -= rate * np.square(value - self._forecasts)
        self.moments += value * self._parts

    def regret_bound(self, rounds: float, length: float = 1.0) -> float:
        """Return B_n: sum (y - y-hat)^2 <= B_n + sum (y - <theta, x>)^2 for every s-sparse theta.

        It is lambda ||theta||^2 + Y^2 s ln(1 + n / (lambda s)) + 8 Y^2 ln(1 / pi_J), for
        ||x|| <= 1 and a theta of the given length.
        """
        s, square = self.sparsity, self.bound**2
        forecaster = square * s * math.log1p(rounds / (self.ridge * s))
        return self.ridge * length**2 + forecaster - 8.0 * square * log_prior(s, self.dim, s)


def number_of_supports(dim: int, sparsity: int) -> int:
    """Return how many supports of at most `sparsity` places there are."""
    return sum(math.comb(dim, k) for k in range(sparsity + 1))


def log_prior(size: int, dim: int, sparsity: int) -> float:
    """Return ln pi_J for |J| = size: 2^-|J| / C(d, |J|), divided by the sum over all J."""
    total = 2.0 - 2.0**-sparsity  # the sum of 2^-k for k = 0..s
    return -size * math.log(2.0) - math.log(math.comb(dim, size)) - math.log(total)
