"""The explorer protocol: how VASLB looks for entries that it does not know yet.

Explained in the chapter *VASLB*.

An explorer is given the game, the coordinates known so far and the estimate on them. It plays as
many rounds as it needs and says which other coordinates hold an entry larger than the gap. The
paper's way is `PaperExplorer` of `random_projection`. This one asks every other coordinate once,
which is right when there is no noise::

    class AskEach:
        def explore(self, game, support, estimate, gap, delta, rng):
            outside = np.setdiff1d(np.arange(game.dim), support)
            answers = np.zeros(len(outside))
            for n, place in enumerate(outside):
                if not game.remaining:
                    return Exploration((), answers, complete=False)
                answers[n] = game.play(np.eye(game.dim)[place]).rewards[0]
            added = outside[np.abs(answers) > gap]
            return Exploration(tuple(added.tolist()), answers)

    run = simulate(VASLB(WeightedOFUL(), explorer=AskEach()), theta, sigma=0.0, horizon=30_000)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from vaslb_edu._typing import Array
from vaslb_edu.game import SparseLinearBandit

_FIRST, _CELLS = 256, 1 << 21  # rounds in the first batch; signs in the largest


@dataclass(frozen=True)
class Exploration:
    """What an explore phase found.

    ========  ==========================================================
    name      what it is
    ========  ==========================================================
    added     coordinates outside S whose entry is larger than Delta
    means     an estimate for each coordinate outside S, in order
    complete  False if the horizon cut the phase short
    ========  ==========================================================
    """

    added: tuple[int, ...]
    means: Array
    complete: bool = True


class Explorer(Protocol):
    """A search for the entries outside S; one that reads variances sets `needs_variances`."""

    def explore(
        self,
        game: SparseLinearBandit,
        support: tuple[int, ...],
        estimate: Array,
        gap: float,
        delta: float,
        rng: np.random.Generator,
    ) -> Exploration:
        """Play until every entry outside S that is larger than `gap` is found, or time is up.

        `support` ascends and `estimate` is the estimate of theta on it, of norm at most 1. What
        the explorer says of one coordinate may be wrong with the probability that the paper's rule
        has at `delta`.
        """


def batch_sizes(game: SparseLinearBandit, free: int, chunk: int) -> Iterator[int]:
    """Say how many rounds to draw at once while rounds remain: few at first, then more and more.

    `free` is the number of coordinates that get a random sign; a batch has room for so many.
    """
    largest = max(1, min(chunk, _CELLS // free))
    size = min(_FIRST, largest)
    while game.remaining:
        yield min(size, game.remaining)
        size = min(2 * size, largest)
