"""One learner for the whole game, on a support that grows: it is embedded and never restarted.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterable, Iterator

import numpy as np
import numpy.typing as npt

from vaslb_edu._typing import Array
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.learner import Certificate, Learner, Stretch, stretches
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
        self._asked = 0  # on how many coordinates it has asked its own questions

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
        return self._told().nonzero()

    def would_promise(self) -> float:
        """Return what a learner on all coordinates that knows of all rounds would earn a round."""
        return self._told().certificate().low

    def _told(self) -> Learner:
        """Return a learner on all coordinates that knows of all rounds."""
        if self.memory is None:
            raise RuntimeError("nothing is remembered")
        if self.running is None:
            whole = self._fresh(self.memory.dim)
        else:
            whole = copy.deepcopy(self.running)
            whole.embed(self.support, self.memory.dim)
        self.memory.tell(whole)
        return whole

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

        `enough` is told the certificate and how many coordinates are outside S. Once all has been
        asked, or all is in S, the learner first asks its own questions; then it may go on with all
        coordinates and what is remembered.
        """
        start, over, support = game.round, False, self.support
        free = game.dim - len(support)
        if self._may_be_told(free):
            self._be_told(game, chunk)
            free = game.dim - len(self.support)
        left = max(0, owed - (game.round - start))
        for _ in itertools.chain(self._play(game, chunk, left), self._play(game, chunk)):
            over = enough(self.certificate(), free) and game.round - start >= owed
            if over:
                break
        known, added = self.certificate(), tuple(sorted({*self.support} - {*support}))
        return PhaseReport(
            "commit", known.missing, start, game.mark(), support, added, known.estimate, over
        )

    def _play(
        self, game: SparseLinearBandit, chunk: int, rounds: int | None = None
    ) -> Iterator[Stretch]:
        if self.running is None:
            raise RuntimeError("there is no coordinate to play on")
        return stretches(self.running, game, self.support, chunk=chunk, rounds=rounds)

    def _may_be_told(self, free: int) -> bool:
        memory = self.memory
        if memory is None or self._asked == len(self.support):
            return False
        return memory.complete or (not free and memory.promising())

    def _be_told(self, game: SparseLinearBandit, chunk: int) -> None:
        """Ask own questions; unless they leave less uncertain, go on with all coordinates, told.

        Each coordinate of S may be asked about four times, because it may be loud, but all of them
        together at most d times.
        """
        self._asked = len(self.support)
        told = _width(self._told().certificate())
        for _ in self._play(game, chunk, min(4 * self._asked, game.dim)):
            if self._asked < game.dim and _width(self.certificate()) < told:
                return
        self.running, self.support = self._told(), tuple(range(game.dim))
        self.memory = None

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


def _width(known: Certificate) -> float:
    return known.high - known.low
