"""Ridge regression kept up to date under repeated actions, and what it leaves unexplained.

Explained in the chapter *VOFUL2*. The paper's appendix on ridge regression. It also measures the
noise of a commit phase where no variance is revealed (`patience`).
"""

from __future__ import annotations

import numpy as np

from vaslb_edu._typing import Array


class Ridge:
    """beta-hat = argmin of the sum of (r - <x, beta>)^2 + lambda ||beta||^2, with lambda = 1.

    =========  ==============================================
    name       symbol
    =========  ==============================================
    inverse    (I + sum of x x^T)^-1
    moment     sum of r x
    squares    sum of r^2
    estimate   beta-hat
    =========  ==============================================

    The paper prints the penalty ||beta||; the closed form that it uses is that of ||beta||^2.
    """

    def __init__(self, dim: int) -> None:
        self.inverse = np.eye(dim)
        self.moment = np.zeros(dim)
        self.squares = 0.0

    @property
    def estimate(self) -> Array:
        """The ridge estimate of theta."""
        return self.inverse @ self.moment

    def residuals(self, action: Array, counts: Array, rewards: Array, squares: Array) -> Array:
        """Return the sum of (r_k - <x_k, beta-hat>)^2 if one action were repeated some more.

        The arguments are running sums over the repeats: how many, of rewards, of their squares.
        beta-hat minimises, so the sum is that of r^2 minus <moment, beta-hat> + ||beta-hat||^2;
        and it moves along inverse @ action only (Sherman and Morrison).
        """
        start, way = self.estimate, self.inverse @ action
        step = (rewards - counts * (action @ start)) / (1.0 + counts * (action @ way))
        fit = self.moment @ start + step * (self.moment @ way)
        fit += rewards * (action @ start + step * (action @ way))
        penalty = start @ start + step * (2.0 * (start @ way) + step * (way @ way))
        return np.maximum(self.squares + squares - fit - penalty, 0.0)

    def add(self, action: Array, count: int, reward: float, squares: float) -> None:
        """Take in `count` rounds of one action: the sum of their rewards and of the squares."""
        way = self.inverse @ action
        self.inverse -= np.outer(way, way) * count / (1.0 + count * (action @ way))
        self.moment += reward * action
        self.squares += squares
