"""Random walks, the bounds they should stay in, and how many have left them.

Explained in the appendix *Concentration inequalities*.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vaslb_edu import concentration
from vaslb_edu._typing import Array


def walk_radii(squares: Array, delta: float, scale: float) -> dict[str, Array]:
    """Return three bounds on walks, by their sums of squares: rows are walks, columns rounds.

    The first holds at each n alone, the others at all n at once; `scale` is that of the mixture.
    """
    n = np.arange(1, squares.shape[1] + 1)
    each = concentration.self_normalised
    return {
        "each n": each(squares, delta),
        "union over n": concentration.anytime(each, squares, n=n, delta=delta),
        "mixture": concentration.mixture_self_normalised(squares, delta, scale),
    }


def outside_so_far(outside: npt.NDArray[np.bool_], rounds: npt.NDArray[np.int64]) -> Array:
    """Return the share of walks that have been outside at least once up to each of the rounds."""
    never = outside.shape[1] + 1
    first = np.where(outside.any(axis=1), outside.argmax(axis=1) + 1, never)
    return np.searchsorted(np.sort(first), rounds, side="right") / len(outside)
