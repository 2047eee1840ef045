"""One learner for the whole game, on a support that grows: it is embedded and never restarted.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vaslb_edu._typing import Array
from vaslb_edu.learner import Certificate, Learner


class KeptLearner:
    """A learner and the coordinates S it plays on, in ascending order; at first none.

    ==========  =================================================================
    name        what it is
    ==========  =================================================================
    support     S
    running     the learner on S, once S has a coordinate
    learner     the configuration it is made from
    delta       what may fail of all that it promises, through all embeddings
    ==========  =================================================================
    """

    def __init__(self, learner: Learner, delta: float, horizon: int) -> None:
        self.learner, self.delta, self.horizon = learner, delta, horizon
        self.support: tuple[int, ...] = ()
        self.running: Learner | None = None

    def grow(self, added: Iterable[int]) -> None:
        """Add coordinates to S. What was learnt stays."""
        before, self.support = self.support, tuple(sorted({*self.support, *added}))
        dim = len(self.support)
        if self.support == before:
            return
        if self.running is None:
            share = self.delta / self.learner.embedding_cost
            self.running = self.learner.fresh(dim, share, self.horizon)
        else:
            self.running.embed([self.support.index(place) for place in before], dim)

    def certificate(self) -> Certificate:
        """Return the learner's certificate; that of an empty S is (nothing, 0, 0)."""
        if self.running is None:
            return Certificate(np.zeros(0), 0.0, 0.0)
        return self.running.certificate()

    def estimate(self, dim: int) -> Array:
        """Return the learner's estimate as a vector of R^dim: 0 where it has none."""
        full = np.zeros(dim)
        if self.running is not None and self.running.estimate is not None:
            full[list(self.support)] = self.running.estimate
        return full
