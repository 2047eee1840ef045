"""Explore until somebody stands out, and a little longer: the explore rounds of the sharp version.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

import numpy as np

from vaslb_edu._typing import Array
from vaslb_edu.anytime_test import AnytimeTest
from vaslb_edu.explorer import Exploration, batch_sizes
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.noise_guess import NoiseGuess
from vaslb_edu.weighted_projection import WeightedProjection


class AnytimeExplorer:
    """One test for the whole game, fed by one exploration after the other and never reset.

    ======  ====================================================================
    name    symbol
    ======  ====================================================================
    test    G_i, Q and W of the coordinates outside S
    eta     after a discovery, go on until W has grown by the factor 1 + eta
    clip    residuals are cut at clip / sqrt(w), None for never
    guess   stands in for deviations that are not read; None: read them
    budget  what explorations may still cost, noise set aside: R^4 for each unit of W
    ======  ====================================================================
    """

    def __init__(
        self,
        test: AnytimeTest,
        eta: float,
        clip: float | None,
        guess: NoiseGuess | None,
        budget: float,
        chunk: int,
    ) -> None:
        self.test, self.eta, self.clip, self.guess = test, eta, clip, guess
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

        All that have passed leave the test and are returned, also when the limit came first. When
        the budget is spent, all others are returned, too.
        """
        test, end, before = self.test, min(game.round + limit, game.horizon), self.test.weight
        if self.guess is not None:
            self.guess.begin(centred=bool(support))
        projection = WeightedProjection(game.dim, support, estimate, self.clip, self.guess)
        spent = until = before + self.budget / projection.rest**2
        for size in batch_sizes(game, projection.free, self.chunk):
            plays = projection.draw(rng, min(size, end - game.round))
            residuals, weights = projection.measure(game.draw(plays))
            kept = 0
            while kept < len(plays) and not test.reached(until):
                kept += test.take(plays[kept:], residuals[kept:], weights[kept:], until)
                if test.passed.size:
                    until = min(until, (1.0 + self.eta) * test.weight)
            projection.keep(kept)
            game.keep(kept)
            if test.reached(until) or game.round == end:
                break
        self.budget -= projection.rest**2 * (test.weight - before)
        outside, means = np.setdiff1d(np.arange(game.dim), support), test.estimates
        leaving = np.arange(len(outside)) if test.reached(spent) else test.passed
        test.drop(leaving)
        added = tuple(outside[leaving].tolist())
        return Exploration(added, means, complete=test.reached(until))
