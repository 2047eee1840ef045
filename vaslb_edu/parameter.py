"""The hidden parameter theta*: a sparse unit vector, or a short one where a game allows it.

Explained in the chapter *The game*.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array

LARGEST_DIM = 10**9  # eight gigabytes


def unit_vector(name: str, value: npt.ArrayLike) -> Array:
    """Return `value` as a unit vector: its norm must be 1 up to rounding, which is taken out."""
    array = check.vector(name, value)
    norm = float(np.linalg.norm(array))
    if abs(norm - 1.0) > 1e-6:
        raise ValueError(f"{name} must have Euclidean norm 1, got norm {norm:.9g}")
    return array / norm


def short_vector(name: str, value: npt.ArrayLike) -> Array:
    """Return `value` as a vector of Euclidean norm at most 1 (up to rounding), or raise."""
    array = check.vector(name, value)
    norm = float(np.linalg.norm(array))
    if norm > 1.0 + 1e-9:
        raise ValueError(f"{name} must have Euclidean norm at most 1, got norm {norm:.9g}")
    return array


def sparse_parameter(
    d: int,
    values: npt.ArrayLike,
    positions: Sequence[int] | None = None,
    seed: int | None = None,
) -> Array:
    """Return theta* in R^d: the given entries, normalised, and zeros elsewhere.

    The entries stand first unless `positions` names their places or `seed` scatters them.
    """
    d = check.integer("d", d, 1, LARGEST_DIM)
    entries = check.vector("values", values)
    if len(entries) > d:
        raise ValueError(f"values must have at most d = {d} entries, got {len(entries)}")
    if not np.any(entries):
        raise ValueError("values must have an entry other than 0, got only zeros")
    if positions is not None and seed is not None:
        raise ValueError(f"give positions or seed, not both (positions={positions}, seed={seed})")
    if positions is None:
        places = np.arange(len(entries))
        if seed is not None:
            rng = np.random.default_rng(check.integer("seed", seed, 0))
            places = rng.choice(d, size=len(entries), replace=False)
    else:
        listed = check.several("positions", positions)
        places = np.array([check.integer("positions", p, 0, d - 1) for p in listed])
        if len(set(places.tolist())) != len(entries):
            raise ValueError(f"positions must be {len(entries)} different places, got {listed}")
    theta = np.zeros(d)
    entries = entries / np.abs(entries).max()  # so that no square overflows, or vanishes
    theta[places] = entries / np.linalg.norm(entries)
    return theta
