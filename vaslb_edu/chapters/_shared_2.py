"""What more than one of the later chapters draws: regret after a stall, walks that leave a bound.

Explained in the chapter *Errata and repairs*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vaslb_edu import concentration
from vaslb_edu._typing import Array
from vaslb_edu.figures import style
from vaslb_edu.run import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def regret_after_first_phase(run: Run) -> float:
    """Return the regret of all phases but the first, the long exploration that all versions pay."""
    return run.final_regret - run.phases[0].regret


def plot_after_first_phase(axes: Axes, run: Run, version: str) -> None:
    """Plot the regret that comes after the first phase, over thousands of rounds."""
    first = run.phases[0]
    later = run.rounds > first.stop
    regret = run.regret[later] - first.regret
    axes.plot(run.rounds[later] / 1000, regret, **style.line(version), label=version)


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
