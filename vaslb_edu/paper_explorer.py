"""The explore phase of VASLB as the paper has it, printed or repaired: one rule among others.

Explained in the chapter *VASLB*.
"""

from __future__ import annotations

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array
from vaslb_edu.explorer import Exploration
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.random_projection import BASELINES, RandomProjection, first_check


class PaperExplorer:
    """The explore phase of Algorithm 1: random projections, and the coordinates above the gap.

    Parameters
    ----------
    baseline
        ``"running-mean"`` (repaired) or ``"squared-norm"`` (printed), as in `RandomProjection`.
    wait
        True: the rule is first checked after 8 ln(4/delta) rounds. False: from the first round.
    chunk
        Rounds simulated at once. It changes the speed and nothing else.
    """

    def __init__(
        self, baseline: str = "running-mean", wait: bool = True, *, chunk: int = 1 << 14
    ) -> None:
        self.baseline = check.choice("baseline", baseline, BASELINES)
        self.wait = check.flag("wait", wait)
        self.chunk = check.integer("chunk", chunk, 1)

    def explore(
        self,
        game: SparseLinearBandit,
        support: tuple[int, ...],
        estimate: Array,
        gap: float,
        delta: float,
        rng: np.random.Generator,
    ) -> Exploration:
        """Project until the rule holds; add the coordinates whose mean is larger than the gap."""
        earliest = first_check(delta) if self.wait else 1
        phase = RandomProjection(
            game.dim, support, estimate, gap, delta, self.baseline, earliest, rng
        )
        complete = phase.run(game, self.chunk)
        means = phase.means()
        outside = np.setdiff1d(np.arange(game.dim), support)
        added = tuple(outside[np.abs(means) > gap].tolist()) if complete else ()
        return Exploration(added, means, complete)
