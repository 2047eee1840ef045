"""One learner for the whole game, on a support that grows: it is embedded and never restarted.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

import numpy as np

from vaslb_edu._typing import Array
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.learner import Certificate, Learner, stretches
from vaslb_edu.report import PhaseReport


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

    def commit(
        self,
        game: SparseLinearBandit,
        owed: int,
        enough: Callable[[Certificate], bool],
        chunk: int,
    ) -> PhaseReport:
        """Play the learner for the rounds owed, then until its certificate is good enough."""
        if self.running is None:
            raise RuntimeError("there is no coordinate to play on")
        start, over = game.round, False
        for _ in itertools.chain(
            stretches(self.running, game, self.support, chunk=chunk, rounds=owed),
            stretches(self.running, game, self.support, chunk=chunk),
        ):
            over = enough(self.certificate()) and game.round - start >= owed
            if over:
                break
        known = self.certificate()
        return PhaseReport(
            "commit", known.missing, start, game.mark(), self.support, (), known.estimate, over
        )

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
