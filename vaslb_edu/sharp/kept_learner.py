"""One learner for the whole game, on a support that grows: it is embedded and never restarted.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

import copy
import functools
import itertools
from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt

from vaslb_edu._typing import Array
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.learner import Certificate, Learner, stretches
from vaslb_edu.report import PhaseReport
from vaslb_edu.sharp.memory import Memory


class KeptLearner:
    """A learner and the coordinates S it plays on, in ascending order; at first none.

    ==========  =================================================================
    name        what it is
    ==========  =================================================================
    support     S
    running     the learner on S, once S has a coordinate
    learner     the configuration it is made from
    delta       what may fail of all that it promises, through all embeddings
    memory      explore rounds: what they and the commit rounds tell together about all
                coordinates may fail with half of delta; None: nothing is remembered
    ==========  =================================================================
    """

    def __init__(
        self, learner: Learner, delta: float, horizon: int, memory: Memory | None = None
    ) -> None:
        self.learner, self.horizon, self.memory = learner, horizon, memory
        self.delta = delta if memory is None else delta / 2.0
        self.support: tuple[int, ...] = ()
        self.running: Learner | None = None

    def grow(self, added: Iterable[int]) -> None:
        """Add coordinates to S. What was learnt stays."""
        before, self.support = self.support, tuple(sorted({*self.support, *added}))
        dim = len(self.support)
        if self.support == before:
            return
        if self.running is None:
            self.running = self._fresh(dim)
        else:
            self.running.embed([self.support.index(place) for place in before], dim)

    def certainly_nonzero(self) -> npt.NDArray[np.intp]:
        """Return where theta is not zero by all rounds, committed and remembered, together."""
        if self.memory is None:
            raise RuntimeError("nothing is remembered")
        if self.running is None:
            whole = self._fresh(self.memory.dim)
        else:
            whole = copy.deepcopy(self.running)
            whole.embed(self.support, self.memory.dim)
        self.memory.tell(whole)
        return whole.nonzero()

    def _fresh(self, dim: int) -> Learner:
        share = self.delta / self.learner.embedding_cost
        return self.learner.fresh(dim, share, self.horizon)

    def commit(
        self,
        game: SparseLinearBandit,
        owed: int,
        enough: Callable[[Certificate, int], bool],
        chunk: int,
    ) -> PhaseReport:
        """Play the learner for the rounds owed, then until its certificate is good enough.

        `enough` is told the certificate and how many coordinates are outside S. If there is none,
        the learner first asks its own questions for d rounds, then absorbs what is remembered, if
        it is worth it.
        """
        learner, free = self.running, game.dim - len(self.support)
        if learner is None:
            raise RuntimeError("there is no coordinate to play on")
        start, over = game.round, False
        play = functools.partial(stretches, learner, game, self.support, chunk=chunk)
        if self.memory is not None and not free and self.memory.promising():
            for _ in play(rounds=game.dim):
                pass
            self.memory.tell(learner)
        for _ in itertools.chain(play(rounds=owed), play()):
            over = enough(self.certificate(), free) and game.round - start >= owed
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
