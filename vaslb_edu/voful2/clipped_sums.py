"""The conditions of VOFUL2: clipped sums of residuals, kept as a few numbers each.

Explained in the chapter *VOFUL2*.
"""

from __future__ import annotations

import math

import numpy as np

from vaslb_edu._typing import Array
from vaslb_edu.voful2.directions import wobble

ROUNDING = 1e-12  # added to every squared residual: differences below 1e-6 are taken as rounding


def clipped_weights(action: Array, directions: Array, levels: Array) -> Array:
    """Return 2^l (<x, mu>)_l for every level (rows) and direction (columns).

    (z)_l = sign(z) min(|z|, 2^-l). A condition stays the same when all its weights are multiplied
    by one number; the factor 2^l keeps the weights between -1 and 1 at every level.
    """
    return np.clip(np.exp2(levels)[:, None] * (directions @ action), -1.0, 1.0)


class ClippedSums:
    """For every level l and direction mu: |sum of w r(theta)| <= sqrt(iota sum of w^2 r(theta)^2).

    w_k is the clipped weight of round k and r_k(theta) = r_k - <x_k, theta> its residual. The left
    side is linear in theta and the right side is the root of a quadratic, so five sums per
    (level, direction) hold all that was ever seen:

    ===========  ==================  ====================================================
    name         symbol              use along a ray theta = a u
    ===========  ==================  ====================================================
    w_r          sum w r             left side w_r - a <w_x, u>
    w_x          sum w x
    ww_rr        sum w^2 r^2         squares ww_rr - 2 a <ww_rx, u> + a^2 <u, ww_xx u>
    ww_rx        sum w^2 r x
    ww_xx        sum w^2 x x^T
    ===========  ==================  ====================================================

    Level 0 (nothing is clipped) belongs to the paper's family, too: it is mu / 2 at level 1.
    """

    def __init__(self, directions: Array, levels: int, iota: float) -> None:
        self.directions = directions
        self.levels = np.arange(levels + 1.0)
        self.iota = iota
        self.rounds = 0
        conditions, dim = (levels + 1) * len(directions), directions.shape[1]
        self.w_r, self.ww_rr = np.zeros(conditions), np.zeros(conditions)
        self.w_x, self.ww_rx = np.zeros((conditions, dim)), np.zeros((conditions, dim))
        self.ww_xx = np.zeros((conditions, dim, dim))
        self._smallest = np.full(len(directions), np.inf)  # the least |<x, mu>| so far

    def add(self, action: Array, count: int, reward: float, squares: float) -> None:
        """Take in `count` rounds of one action: the sum of their rewards and of the squares."""
        weights = clipped_weights(action, self.directions, self.levels).ravel()
        self.w_r += weights * reward
        self.w_x += np.outer(weights * count, action)
        self.ww_rr += weights**2 * squares
        self.ww_rx += np.outer(weights**2 * reward, action)
        self.ww_xx += (weights**2 * count)[:, None, None] * np.outer(action, action)
        self.rounds += count
        self._smallest = np.minimum(self._smallest, np.abs(self.directions @ action))
        self._keep_distinct()

    def _keep_distinct(self) -> None:
        """Leave out levels at which every weight is clipped already one level higher."""
        repeats = np.exp2(1.0 - self.levels)[:, None] <= self._smallest
        repeats[0] = False
        rows = ~repeats.ravel()
        self._floor = ROUNDING * self.rounds
        self._w_r, self._w_x = self.w_r[rows], self.w_x[rows]
        self._ww_rr, self._ww_rx = self.ww_rr[rows] + self._floor, self.ww_rx[rows]
        square = self.ww_xx[rows]
        self._trace = np.trace(square, axis1=1, axis2=2)
        self._squared_w_x = np.einsum("pi,pi->p", self._w_x, self._w_x)
        # <u, square u> is the inner product of these entries with the products u_i u_j, i <= j
        self._pairs = np.triu_indices(square.shape[1])
        twice = np.where(self._pairs[0] == self._pairs[1], 1.0, 2.0)
        self._ww_xx = square[:, self._pairs[0], self._pairs[1]] * twice

    def walk(
        self, directions: Array, angles: Array, start: Array, stop: Array, steps: int = 8
    ) -> Array:
        """Walk along rays from length `start` towards `stop`, to the first length not excluded.

        A length a is excluded on a ray if one condition fails for a v with *every* direction v
        within the ray's angle. NaN: all lengths on the way are excluded. Every step jumps over what
        the worst condition excludes. After `steps` of them the walk may end early, which errs on
        the safe side: it excludes less.
        """
        root = math.sqrt(self.iota)
        along = directions @ self._w_x.T
        mixed = directions @ self._ww_rx.T
        i, j = self._pairs
        square = np.maximum((directions[:, i] * directions[:, j]) @ self._ww_xx.T, 0.0)
        angle = angles[:, None]
        slack = wobble(self._squared_w_x, along, angle)
        slack += root * wobble(self._trace, np.sqrt(square), angle)
        lengths, alive = start.copy(), np.arange(len(start))
        for _ in range(steps):
            length = lengths[alive, None]
            left = self._w_r - along * length
            squares = self._ww_rr + length * (length * square - 2.0 * mixed)
            right = root * np.sqrt(np.maximum(squares, self._floor))
            excess = np.abs(left) - length * slack - right
            row = np.arange(len(alive))
            worst = np.argmax(excess / right, axis=1)
            failing = excess[row, worst] > 0.0
            row, at, alive = row[failing], worst[failing], alive[failing]
            if not len(alive):
                break
            side = np.sign(left[row, at])
            edge = _nearest_root(
                (self._w_r[at], along[row, at] + side * slack[row, at]),
                self.iota,
                (self._ww_rr[at], mixed[row, at], square[row, at]),
                lengths[alive],
                stop[alive],
            )
            moved = np.abs(edge - lengths[alive]) > 1e-7
            lengths[alive] = edge
            alive, row = alive[moved], row[moved]
            if not len(alive):
                break
            along, mixed, square, slack = along[row], mixed[row], square[row], slack[row]
        return lengths


def _nearest_root(
    line: tuple[Array, Array],
    iota: float,
    parabola: tuple[Array, Array, Array],
    start: Array,
    stop: Array,
) -> Array:
    """Return the first z from start to stop with (a - b z)^2 = iota (p - 2 q z + r z^2)."""
    (a, b), (p, q, r) = line, parabola
    top, half, bottom = b * b - iota * r, a * b - iota * q, a * a - iota * p
    # half^2 - top * bottom, written so that what cancels is small already
    discriminant = iota * (b * b * p - 2.0 * a * b * q + a * a * r) - iota**2 * (r * p - q * q)
    spread = np.sqrt(np.maximum(discriminant, 0.0))
    larger = half + np.where(half >= 0.0, spread, -spread)
    with np.errstate(divide="ignore", invalid="ignore"):
        roots = np.stack([larger / top, bottom / larger])
    way = np.where(stop < start, -1.0, 1.0)
    distance, span = (roots - start) * way, np.abs(stop - start)
    # A root may sit at either end, a rounding error on either side of it.
    reached = (distance >= -1e-9) & (distance <= span + 1e-9) & (discriminant >= 0.0)
    nearest = np.min(np.where(reached, np.clip(distance, 0.0, span), np.inf), axis=0)
    return np.where(np.isinf(nearest), np.nan, start + way * nearest)
