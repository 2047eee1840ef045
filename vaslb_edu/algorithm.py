"""What `simulate` needs of an algorithm.

Explained in the chapter *The game*.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.report import Report


class Algorithm(Protocol):
    """Anything that can play a game to its end: a learner, VASLB, divide and conquer."""

    def play(self, game: SparseLinearBandit, rng: np.random.Generator) -> Report:
        """Play until no round remains."""
