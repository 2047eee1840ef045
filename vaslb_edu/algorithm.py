"""What `simulate` needs of an algorithm, and which games an algorithm is made for.

Explained in the chapter *The game*.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from vaslb_edu.action_sets import ActionSet, Sphere
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.report import Report


class Algorithm(Protocol):
    """Anything that can play a game to its end: a learner, VASLB, divide and conquer.

    It may also say what it is made for: `action_sets` (classes, by default the sphere alone) and
    `needs_variances` (by default False).
    """

    def play(self, game: SparseLinearBandit, rng: np.random.Generator) -> Report:
        """Play until no round remains."""


def refuse_unsuitable(algorithm: Algorithm, game: SparseLinearBandit) -> None:
    """Raise if the algorithm is not made for this game."""
    name = type(algorithm).__name__
    playable: tuple[type[ActionSet], ...] = getattr(algorithm, "action_sets", (Sphere,))
    if not isinstance(game.action_set, playable):
        known = ", ".join(one.__name__ for one in playable)
        raise ValueError(
            f"action_set must be one that {name} is made for ({known}), got {game.action_set!r}"
        )
    if getattr(algorithm, "needs_variances", False) and not game.reveals_variances:
        raise ValueError(
            f"reveal_variances must be True for {name}, which reads the variances, got False"
        )
