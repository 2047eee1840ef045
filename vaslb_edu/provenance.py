"""Where a result comes from: everything needed to get the same run again.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import platform
from typing import Any

import numpy as np
import scipy

from vaslb_edu._typing import Array
from vaslb_edu._version import VERSION
from vaslb_edu.algorithm import Algorithm
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.schedules import as_schedule


def provenance(
    algorithm: Algorithm, theta: Array, game: SparseLinearBandit, sigma: Any, seed: int
) -> dict[str, Any]:
    """Return the algorithm with its options, the game, the seed and the versions."""
    schedule = as_schedule(sigma, game.horizon)
    return {
        "algorithm": describe(algorithm),
        "dim": game.dim,
        "theta": {int(i): float(theta[i]) for i in np.flatnonzero(theta)},
        "horizon": game.horizon,
        "sigma": schedule.describe(),
        "seed": int(seed),
        "reveals_variances": game.reveals_variances,
        "versions": {
            "vaslb_edu": VERSION,
            "numpy": np.__version__,
            "scipy": scipy.__version__,
            "python": platform.python_version(),
        },
    }


def describe(thing: object) -> str:
    """Return an algorithm with its options as one line of text."""
    options = {k: v for k, v in vars(thing).items() if not k.startswith("_")}
    inside = ", ".join(
        f"{k}={describe(v) if hasattr(v, 'play') else repr(v)}" for k, v in options.items()
    )
    return f"{type(thing).__name__}({inside})"
