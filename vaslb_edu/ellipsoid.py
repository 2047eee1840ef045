"""Ellipsoids and their longest vector, exactly.

On the unit sphere the optimistic play of OFUL is the direction of the longest vector in the
confidence ellipsoid: max over x of max over theta in E of <x, theta> is the largest norm in E.

Explained in the chapter *Optimism*.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.linalg.lapack import dsyevd

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array

_MAX_STEPS = 200  # Newton takes about five; a step outside the bracket halves its exponent range
_TINY = 1e-150  # its square does not underflow


@dataclass(frozen=True)
class Ellipsoid:
    """The set of all theta with ||theta - center||_A <= radius.

    ======  =================================
    name    symbol
    ======  =================================
    center  theta-hat
    matrix  A, symmetric positive definite
    radius  beta
    ======  =================================
    """

    center: Array
    matrix: Array
    radius: float

    def __init__(self, center: npt.ArrayLike, matrix: npt.ArrayLike, radius: float) -> None:
        c = check.vector("center", center).copy()
        if np.iscomplexobj(matrix):
            raise TypeError(f"matrix must hold real numbers, got {matrix!r}")
        try:
            a = np.array(matrix, dtype=float)
        except (TypeError, ValueError, OverflowError):
            raise TypeError(f"matrix must be an array of numbers, got {matrix!r:.80}") from None
        if a.shape != (len(c), len(c)) or not np.isfinite(a).all():
            raise ValueError(
                f"matrix must be a finite array of shape {(len(c), len(c))}, got shape {a.shape}"
            )
        if not np.allclose(a, a.T, rtol=1e-10, atol=1e-10 * float(np.abs(a).max())):
            raise ValueError("matrix must be symmetric, got one that is not")
        smallest = eigen(a)[0][0]
        if smallest <= 0:
            raise ValueError(
                f"matrix must be positive definite, got smallest eigenvalue {smallest:.3g}"
            )
        object.__setattr__(self, "center", c)
        object.__setattr__(self, "matrix", a)
        object.__setattr__(self, "radius", check.number("radius", radius, 0.0))
        if not math.isfinite(self.radius):
            raise ValueError(f"radius must be finite, got {radius!r}")

    def distance(self, theta: npt.ArrayLike) -> float:
        """Return ||theta - center||_A."""
        gap = check.vector("theta", theta, len(self.center)) - self.center
        return math.sqrt(max(float(gap @ self.matrix @ gap), 0.0))

    def contains(self, theta: npt.ArrayLike) -> bool:
        """Say whether theta lies in the ellipsoid."""
        return self.distance(theta) <= self.radius

    def longest(self) -> Array:
        """Return a point of largest Euclidean norm."""
        eigenvalues, axes = eigen(self.matrix)
        return self.center + axes @ longest_step(eigenvalues, self.center @ axes, self.radius)


def eigen(matrix: Array) -> tuple[Array, Array]:
    """Return the eigenvalues of a symmetric matrix, ascending, and its axes as columns.

    A coordinate that is tied to no other is an axis as it is. Before anything is known of several
    coordinates all directions among them are equally long; so the first of them is taken, on every
    machine, and not the one that rounding favours.
    """
    if np.count_nonzero(matrix) == matrix.size:
        return _solved(matrix)
    tied = np.count_nonzero(matrix, axis=0) > 1
    eigenvalues, axes = matrix.diagonal().copy(), np.eye(len(matrix))
    if tied.any():
        block = np.ix_(tied, tied)
        eigenvalues[tied], axes[block] = _solved(matrix[block])
    alone = np.flatnonzero(~tied)
    order = np.concatenate([np.flatnonzero(tied), alone])
    order = order[eigenvalues[order].argsort(kind="stable")]
    return eigenvalues[order], axes[:, order]


def _solved(matrix: Array) -> tuple[Array, Array]:
    """Return what LAPACK finds: around five rows, NumPy's wrapper costs as much as the work."""
    eigenvalues, axes, failure = dsyevd(matrix, lower=1)
    if failure:
        raise np.linalg.LinAlgError(f"the eigenvalues of {matrix!r} did not converge")
    return eigenvalues, axes


def longest_step(eigenvalues: Array, center: Array, radius: float) -> Array:
    """Return u such that center + u is the longest point, all in the eigenbasis of A.

    The stationary points are u_i = b_i (lambda_min / lambda_i) / (excess_i + nu), with b the
    centre, excess_i = 1 - lambda_min / lambda_i, and a multiplier nu >= 0 that puts the point on
    the boundary: sum of lambda_i u_i^2 = radius^2. `eigenvalues` ascend.
    """
    if radius == 0.0:
        return np.zeros_like(center)
    shrink = eigenvalues[0] / eigenvalues
    excess = 1.0 - shrink
    pull = eigenvalues[0] / np.sqrt(eigenvalues) * center / radius
    terms = list(zip(pull.tolist(), excess.tolist(), strict=True))
    # Each term of the sum alone gives a lower bound on nu, excess = 0 in all of them an upper one.
    low = max(abs(p) - e for p, e in terms)
    high = math.hypot(*(p for p, _ in terms))
    if low < _TINY:
        flat = excess == 0.0
        step = np.where(flat, 0.0, center * shrink / np.where(flat, 1.0, excess))
        spare = radius**2 - float(eigenvalues @ step**2)
        if spare >= 0.0:
            # Hard case: no pull along the longest axis, so both ends of it are optimal.
            step[0] = math.sqrt(spare / eigenvalues[0])
            return np.asarray(step)
        low = _TINY
    nu = _multiplier(terms, low, high)
    return np.asarray(center * shrink / (excess + nu))


def _multiplier(terms: list[tuple[float, float]], low: float, high: float) -> float:
    """Solve phi(nu) = sum of (pull / (excess + nu))^2 = 1 for nu in [low, high].

    Newton on phi^(-1/2), which is almost a straight line in nu, kept inside a bracket. The terms
    are pairs of plain numbers: for a few of them that is four times faster than arrays, and for
    many the eigenvalues took longer.
    """
    nu = low
    for _ in range(_MAX_STEPS):
        phi = slope = 0.0
        for pull, excess in terms:
            u = pull / (excess + nu)
            phi += u * u
            slope += u * u / (excess + nu)
        if phi > 1.0:
            low = nu
        else:
            high = nu
        guess = nu + phi * (math.sqrt(phi) - 1.0) / slope
        if abs(phi - 1.0) <= 1e-7:
            return guess  # Newton squares the error: this one is exact
        nu = guess if low < guess < high else math.sqrt(low) * math.sqrt(high)
    return nu
