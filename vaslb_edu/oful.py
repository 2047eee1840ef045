"""OFUL: ridge regression, a confidence ellipsoid, and its longest vector (unknown, bounded noise).

Explained in the chapter *Optimism*. Abbasi-Yadkori, Pal and Szepesvari (2011).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vaslb_edu import _validate as check
from vaslb_edu._running import running_sums
from vaslb_edu._typing import Array
from vaslb_edu.concentration import kernels
from vaslb_edu.ellipsoid import Ellipsoid, eigen, longest_step
from vaslb_edu.game import Feedback
from vaslb_edu.learner import Certificate, Learner


class OFUL(Learner):
    """Optimism with one noise level for all rounds: it ignores how loud a round was.

    ==========  ===================================================================
    name        symbol
    ==========  ===================================================================
    noise       R, every round is taken to be R-sub-Gaussian
    ridge       lambda / R^2 (lambda where R = 1)
    growth      chi of rare switching: a new action once det A has grown by 1 + chi
    matrix      A = ridge I + sum of x x^T / scale^2
    moment      p = sum of r x / scale^2
    log_det     ln (det A / det ridge I)
    radius      beta + sqrt(ridge) B, with B = 1
    gap         2 beta ||x||_{A^-1}: what one round can cost
    ==========  ===================================================================

    Only the action's own total weight changes between two switches, so those rounds are taken in
    at once: A is updated when the action changes.

    `growth` trades regret for time; `benchmarks/switching.py` measures how much of the one for how
    much of the other. The default is 1: the theory is proved for it, and the book's figures redraw
    while a slider moves.
    """

    needs_variances = False

    def __init__(
        self,
        noise: float = 1.0,
        *,
        ridge: float = 1.0,
        switching: str = "rare",
        growth: float = 1.0,
        delta: float = 0.05,
    ) -> None:
        self.noise = check.number("noise", noise, 0.0, open_low=True)
        self.ridge = check.number("ridge", ridge, 0.0, open_low=True)
        self.switching = check.choice("switching", switching, ("rare", "every-round"))
        self.growth = check.number("growth", growth, 0.0, open_low=True)
        self.delta = check.probability("delta", delta)

    _action: Array
    _weight: float
    _reward: float
    _repeats: int

    # -- what tells the siblings apart ------------------------------------------------------

    def _scales(self, feedback: Feedback) -> Array:
        """Return the deviation that each round is divided by: the same for all."""
        return np.full(len(feedback), self.noise, dtype=float)

    def _radius(self) -> float:
        """Return the self-normalised radius sqrt(2 ln(1/delta) + ln det) + sqrt(lambda)."""
        beta = kernels.vector_self_normalised(self._log_det, self._delta)
        return float(beta) + math.sqrt(self.ridge)

    def _bounds(self, feedback: Feedback, scales: Array, gaps: Array) -> Array:
        """Return the pessimistic regret after each round: the sum of the optimism gaps."""
        return np.asarray(self._gap_total + gaps)

    def _note(self, feedback: Feedback, scales: Array) -> None:
        """Remember of the rounds taken what a sibling's radius or bound needs: nothing here."""

    # -- the algorithm ----------------------------------------------------------------------

    def reset(self, dim: int, delta: float, horizon: int) -> None:
        """Forget everything: A = lambda I, c = 0."""
        self._dim = check.integer("dim", dim, 1)
        self._delta = check.probability("delta", delta)
        self._matrix = self.ridge * np.eye(dim)
        self._moment = np.zeros(dim)
        self._log_det = 0.0
        self._count = 0
        self._gap_total = 0.0
        self._switch()

    def act(self) -> Array:
        """Return the direction of the longest vector of the ellipsoid in force."""
        return self._action

    def take(self, feedback: Feedback) -> Array:
        """Repeat the action until det A has grown by 1 + growth (or for one round)."""
        scales = self._scales(feedback)
        weights = 1.0 / (scales * scales)
        weight = running_sums(self._weight, weights)[1:]
        # det(A + w x x^T) / det A = 1 + w ||x||^2 in the inverse norm
        rare = self.switching == "rare"
        enough = self.growth / self._squared_width if rare else 0.0
        taken = min(int(weight.searchsorted(enough)) + 1, len(weight))
        reward = running_sums(self._reward, weights[:taken] * feedback.rewards[:taken])
        repeats = np.arange(self._repeats + 1.0, self._repeats + taken + 1)
        bounds = self._bounds(feedback, scales[:taken], self._gap * repeats)
        self._note(feedback, scales[:taken])
        self._weight, self._reward = float(weight[taken - 1]), float(reward[-1])
        self._count += taken
        self._repeats += taken
        if self._weight >= enough:
            self._finish()
            self._switch()
        return bounds

    @property
    def estimate(self) -> Array:
        """The ridge estimate of theta from all rounds so far."""
        matrix = self._matrix + self._weight * np.outer(self._action, self._action)
        moment = self._moment + self._reward * self._action
        return np.asarray(np.linalg.solve(matrix, moment), dtype=float)

    @property
    def ellipsoid(self) -> Ellipsoid:
        """The confidence ellipsoid in force, from which the action was taken."""
        center = np.linalg.solve(self._matrix, self._moment)
        return Ellipsoid(center, self._matrix.copy(), self._beta)

    def certificate(self) -> Certificate:
        """Return x and the ends of <x, theta> over the ellipsoid; the upper one is its length."""
        half = self._beta * math.sqrt(self._squared_width)
        return Certificate.within_ball(self._action, self._middle - half, self._middle + half)

    def embed(self, places: Sequence[int], dim: int) -> None:
        """Go on in R^dim: A gets lambda on the new diagonal, c gets zeros, ln det stays.

        That is the state of a learner that had played in R^dim from the start, with zeros outside
        the old coordinates. So the ellipsoid holds with the same delta.
        """
        self._finish()
        old, self._dim = np.ix_(places, places), dim
        matrix, moment = self.ridge * np.eye(dim), np.zeros(dim)
        matrix[old], moment[list(places)] = self._matrix, self._moment
        self._matrix, self._moment = matrix, moment
        self._switch()

    def absorb(self, actions: Array, feedback: Feedback) -> None:
        """Add rounds with any actions to A and c: the ellipsoid is that of all rounds together."""
        self._finish()
        scales = self._scales(feedback)
        rows = actions / scales[:, None]
        self._matrix += rows.T @ rows
        self._moment += rows.T @ (feedback.rewards / scales)
        self._log_det = float(np.linalg.slogdet(self._matrix / self.ridge)[1])
        self._note(feedback, scales)
        self._count += len(scales)
        self._switch()

    def nonzero(self) -> npt.NDArray[np.intp]:
        """Return the coordinates i at which the ellipsoid in force does not meet theta_i = 0."""
        inverse = np.linalg.inv(self._matrix)
        widths = self._beta * np.sqrt(np.diag(inverse))
        return np.flatnonzero(np.abs(inverse @ self._moment) > widths)

    def _finish(self) -> None:
        """Add the rounds of the action that ends to A and c."""
        self._matrix += self._weight * self._action[:, None] * self._action
        self._moment += self._reward * self._action
        self._log_det += math.log1p(self._weight * self._squared_width)
        self._gap_total += self._gap * self._repeats

    def _switch(self) -> None:
        """Take the longest vector of the new ellipsoid as the next action."""
        eigenvalues, axes = eigen(self._matrix)
        eigenvalues = np.maximum(eigenvalues, self.ridge)  # A >= lambda I; rounding may say less
        center = self._moment.dot(axes) / eigenvalues
        self._beta = self._radius()
        longest = center + longest_step(eigenvalues, center, self._beta)
        direction = longest / math.sqrt(longest.dot(longest))
        self._action = axes.dot(direction)
        self._squared_width = float(direction.dot(direction / eigenvalues))
        self._middle = float(direction.dot(center))
        self._gap = min(2.0, 2.0 * self._beta * math.sqrt(self._squared_width))
        self._weight = self._reward = 0.0
        self._repeats = 0
