"""Explore until somebody stands out, and a little longer: the explore rounds of the sharp version.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from vaslb_edu._typing import Array
from vaslb_edu.actions import Listed
from vaslb_edu.anytime_test import AnytimeTest
from vaslb_edu.explorer import Exploration, batch_sizes
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.sharp.kept_learner import KeptLearner
from vaslb_edu.sharp.memory import Memory
from vaslb_edu.sharp.noise_guess import NoiseGuess
from vaslb_edu.sharp.weighted_projection import WeightedProjection


class AnytimeExplorer:
    """One test for the whole game, fed by one exploration after the other and never reset.

    ======  ====================================================================
    name    symbol
    ======  ====================================================================
    test    G_i, Q and W of the coordinates outside S
    kept    the learner; if it has a memory, this is filled and looked at
    eta     after a discovery, go on until W has grown by the factor 1 + eta
    clip    residuals are cut at clip / sqrt(w), None for never
    guess   stands in for deviations that are not read; None: read them
    budget  what explorations may still cost, noise set aside: R^4 for each unit of W
    ======  ====================================================================
    """

    def __init__(
        self,
        test: AnytimeTest,
        kept: KeptLearner,
        eta: float,
        clip: float | None,
        guess: NoiseGuess | None,
        budget: float,
        chunk: int,
    ) -> None:
        self.test, self.kept, self.eta, self.clip, self.guess = test, kept, eta, clip, guess
        self.budget, self.chunk = budget, chunk

    def explore(
        self,
        game: SparseLinearBandit,
        support: tuple[int, ...],
        estimate: Array,
        limit: int,
        rng: np.random.Generator,
    ) -> Exploration:
        """Play theta-hat and random signs until somebody passes the test, or for `limit` rounds.

        A look may end it as well. All that have passed or were seen leave the test and are
        returned, also when the limit came first. When the budget is spent, or if these and S are
        more than half of all while rounds are remembered, all others are returned, too; and if
        it gets loud after all was asked, and a learner that is told all rounds promises more. After
        the rest was asked, signs come from a generator of their own: how many had been drawn ahead
        before is of no account.
        """
        test, end, before = self.test, min(game.round + limit, game.horizon), self.test.weight
        memory = self.kept.memory
        outside = np.setdiff1d(np.arange(game.dim), support)
        seen, over, low = outside[:0], False, math.sqrt(estimate @ estimate)
        heard = memory is not None and memory.drowned
        if self.guess is not None:
            self.guess.begin(centred=bool(support))
        projection = WeightedProjection(game.dim, support, estimate, self.clip, self.guess)
        spent = until = before + self.budget / projection.rest**2
        for size in batch_sizes(game, projection.free, self.chunk):
            if over or seen.size or test.reached(until) or game.round == end:
                break
            if memory is not None and memory.half_known(projection.rest):
                seen = self._ask_the_rest(game, memory, projection, outside, end)
                rng = rng.spawn(1)[0]
                continue
            plays = projection.draw(rng, min(size, end - game.round))
            feedback = game.draw(plays)
            residuals, weights = projection.measure(feedback)
            first, ask = 0, False
            while first < len(plays) and not (ask or over or seen.size or test.reached(until)):
                last = len(plays)
                if memory is not None:
                    last = first + memory.until_look(plays[first:], feedback[first:])
                rows = slice(first, last)
                taken = test.take_in(plays[rows], residuals[rows], weights[rows], until)
                rows = slice(first, first := first + taken)
                if memory is not None:
                    if memory.keep(plays[rows], feedback[rows]):
                        seen = np.setdiff1d(self.kept.certainly_nonzero(), support)
                    ask = memory.half_known(projection.rest)
                    if memory.drowned and not heard:
                        heard, over = True, self.kept.would_promise() > low
                if test.passed.size:
                    until = min(until, (1.0 + self.eta) * test.weight)
            projection.keep(first)
            game.keep(first)
        self.budget -= projection.rest**2 * (test.weight - before)
        means, complete = test.estimates, over or bool(seen.size) or test.reached(until)
        leaving = np.union1d(test.passed, np.searchsorted(outside, seen))
        many = 2 * (len(support) + len(leaving)) > game.dim
        if over or test.reached(spent) or (memory is not None and many):
            leaving = np.arange(len(outside))
        test.drop(leaving)
        return Exploration(tuple(outside[leaving].tolist()), means, complete)

    def _ask_the_rest(
        self,
        game: SparseLinearBandit,
        memory: Memory,
        projection: WeightedProjection,
        outside: npt.NDArray[np.intp],
        end: int,
    ) -> npt.NDArray[np.intp]:
        """Play what has not been asked until all is answered in quiet rounds, and look; or give up.

        These plays are no random signs: the test does not hear of them.
        """
        questions = memory.unasked(outside)
        while len(questions) and game.round < end and memory.asking < game.dim:
            count = min(len(questions), end - game.round, game.dim - memory.asking)
            rows = np.zeros((count, game.dim))
            rows[:, list(projection.support)] = projection.estimate
            rows[:, outside] = math.sqrt(projection.rest) * questions[:count]
            feedback = game.draw(Listed(rows))
            game.keep(count)
            memory.keep(Listed(rows), feedback)
            memory.asking += count
            questions = memory.unasked(outside)
        memory.complete = not len(questions)
        if not memory.complete:
            return outside[:0]
        return np.setdiff1d(self.kept.certainly_nonzero(), projection.support)
