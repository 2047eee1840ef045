"""Explore then commit: the rival that is told the sparsity, the noise and the horizon.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu.action_sets import ActionSet, Sphere
from vaslb_edu.actions import RandomSigns, Repeated
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.report import PhaseReport, Report

_CELLS = 1 << 21  # signs drawn at once


class ExploreThenCommit:
    """Play random signs for N rounds, keep the s largest entries of the mean, play their direction.

    ========  ==================================================================
    name      symbol
    ========  ==================================================================
    sparsity  s, told
    sigma     the root mean square of sigma_t over the game, told
    rounds    N = sqrt(s T (1 + d sigma^2) / 2)
    ========  ==================================================================

    A round of random signs costs about 1 and measures every entry with variance at most
    1 + d sigma^2. A direction that is off by e costs ||e||^2 / 2 a round, so N rounds leave a cost
    of T s (1 + d sigma^2) / (2N). The N above makes the sum of both least: about
    sqrt(2 s T (1 + d sigma^2)). The count of the entries that are chosen wrongly is left out of
    this account; it adds a logarithm.

    Sparsity, noise and horizon must be told. A wrong one makes N too small or too large.
    """

    action_sets: ClassVar[tuple[type[ActionSet], ...]] = (Sphere,)
    needs_variances = False

    def __init__(self, sparsity: int, sigma: float) -> None:
        self.sparsity = check.integer("sparsity", sparsity, 1)
        self.sigma = check.number("sigma", sigma, 0.0, 1.0)

    def rounds(self, dim: int, horizon: int) -> int:
        """Return N, at least 1 and at most T."""
        best = math.sqrt(self.sparsity * horizon * (1.0 + dim * self.sigma**2) / 2.0)
        return min(math.ceil(best), horizon)

    def play(self, game: SparseLinearBandit, rng: np.random.Generator) -> Report:
        """Play the whole game."""
        dim, nothing = game.dim, np.zeros(0)
        sums, left = np.zeros(dim), self.rounds(dim, game.horizon)
        explored = left
        while left:
            count = min(left, max(1, _CELLS // dim))
            plays = RandomSigns.draw(rng, count, dim, (), nothing, 1.0 / math.sqrt(dim))
            sums += plays.signed_sums(game.draw(plays).rewards)
            game.keep(count)
            left -= count
        means = sums * math.sqrt(dim) / explored
        chosen = np.sort(np.argsort(-np.abs(means), kind="stable")[: self.sparsity])
        found = tuple(chosen.tolist())
        estimate = np.zeros(dim)
        estimate[chosen] = means[chosen]
        phases = [PhaseReport("explore", 1.0, 0, game.mark(), (), found, means, True)]
        norm = float(np.linalg.norm(estimate))
        action = estimate / norm if norm > 0.0 else np.eye(dim)[0]
        while game.remaining:
            count = min(game.remaining, 1 << 16)
            game.draw(Repeated(action, count))
            game.keep(count)
        if game.round > explored:
            last = PhaseReport(
                "commit", 1.0, explored, game.mark(), found, (), action[chosen], True
            )
            phases.append(last)
        return Report(found, estimate, tuple(phases))
