"""Regret after the long first exploration, which all versions of VASLB pay alike.

Explained in the chapter *Errata and repairs*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
