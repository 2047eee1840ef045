"""Directions in R^d by way of the cube: nets of them, and patches that can be split.

The sphere has no grid, the surface of the cube [-1, 1]^d has one. A point of the cube's surface,
divided by its length, is a direction. All points of the surface have length at least 1, so this
never moves two of them apart: a patch of half-diagonal h becomes directions within h of its middle.

Explained in the chapter *VOFUL2*.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import numpy.typing as npt

from vaslb_edu._typing import Array

Axes = npt.NDArray[np.int64]


def unit_rows(points: Array) -> Array:
    """Return every row divided by its Euclidean length."""
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True))


def direction_net(dim: int, at_least: int) -> Array:
    """Return unit vectors spread over half the sphere, a row each: at least so many.

    Half the sphere is enough where mu and -mu say the same. In the plane they are equally spaced.
    """
    if dim == 1:
        return np.ones((1, 1))
    per_edge = math.ceil(round((at_least / dim) ** (1.0 / (dim - 1)), 9))
    ticks = np.tan(math.pi / 4 * ((2 * np.arange(per_edge) + 1) / per_edge - 1))
    face = np.array(list(itertools.product(ticks, repeat=dim - 1)))
    return unit_rows(np.concatenate([np.insert(face, axis, 1.0, axis=1) for axis in range(dim)]))


def cube_faces(dim: int) -> tuple[Array, Axes]:
    """Return the middles of the 2 dim faces of the cube, and the axis each face stands on."""
    axes = np.arange(dim)
    return np.concatenate([np.eye(dim), -np.eye(dim)]), np.concatenate([axes, axes])


def split_patches(middles: Array, half_widths: Array, axes: Axes) -> Array:
    """Cut square patches of the cube's surface in 2^(d-1); return the middles, (n, 2^(d-1), d)."""
    dim = middles.shape[1]
    signs = np.array(list(itertools.product((1.0, -1.0), repeat=dim - 1)))
    steps = np.stack([np.insert(signs, axis, 0.0, axis=1) for axis in range(dim)])
    return np.asarray(middles[:, None, :] + half_widths[:, None, None] / 2 * steps[axes])


def wobble(squared_length: Array, along: Array, angle: Array) -> Array:
    """Bound |<g, v> - <g, u>| over the unit vectors v with ||v - u|| <= angle.

    `squared_length` is ||g||^2 and `along` is <g, u>. Such a v is shorter along u by at most
    angle^2 / 2, and leaves u sideways by at most `angle`.
    """
    sideways = np.sqrt(np.maximum(squared_length - along * along, 0.0))
    return np.asarray(angle * sideways + angle * angle / 2 * np.abs(along))
