"""The regret account: kept by the game, from means, in whatever batches the rounds come.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array

MOST_CHECKPOINTS = 10**7


class RegretAccount:
    """Cumulative regret, remembered at checkpoints and at marked rounds.

    The sum is compensated (Kahan): ten million additions lose no digit that matters, so the size of
    the batches cannot be seen in it.
    """

    def __init__(self, checkpoints: npt.NDArray[np.int64]) -> None:
        self.checkpoints = checkpoints
        self.at_checkpoints = np.zeros(len(checkpoints))
        self.marks: dict[int, float] = {0: 0.0}
        self.total = 0.0
        self._lost = 0.0
        self._next = 0

    def charge(self, before: int, gaps: Array | float, count: int) -> None:
        """Add the regret of `count` rounds played after round `before`."""
        start = self.total
        while self._next < len(self.checkpoints) and self.checkpoints[self._next] <= before + count:
            part = int(self.checkpoints[self._next]) - before
            self.at_checkpoints[self._next] = start + self._sum(gaps, part)
            self._next += 1
        more = self._sum(gaps, count) - self._lost
        self.total = start + more
        self._lost = (self.total - start) - more

    @staticmethod
    def _sum(gaps: Array | float, count: int) -> float:
        return gaps * count if isinstance(gaps, float) else float(gaps[:count].sum())


def checkpoint_rounds(checkpoints: npt.ArrayLike | int, horizon: int) -> npt.NDArray[np.int64]:
    """Return the rounds at which regret is remembered; the last is the horizon."""
    if np.ndim(checkpoints) == 0:
        count = check.integer("checkpoints", checkpoints, 1, MOST_CHECKPOINTS)
        spaced = np.geomspace(1, horizon, count) if count > 1 else np.array([float(horizon)])
        return np.unique(np.append(np.rint(spaced), horizon).astype(np.int64))
    rounds = np.unique(np.asarray(checkpoints))
    whole = np.issubdtype(rounds.dtype, np.integer) and rounds.size > 0
    if not whole or rounds[0] < 1 or rounds[-1] > horizon:
        raise ValueError(f"checkpoints must be integers in [1, {horizon}], got {checkpoints!r}")
    return np.unique(np.append(rounds, horizon)).astype(np.int64)
