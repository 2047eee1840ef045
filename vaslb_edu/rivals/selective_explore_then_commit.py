"""Selective explore-then-commit: on the cube every coordinate decides for itself when to commit.

Explained in the chapter *Table 1, measured*. Lattimore, Crammer and Szepesvari (2015).
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import numpy.typing as npt

from vaslb_edu._typing import Array
from vaslb_edu.action_sets import ActionSet, Hypercube
from vaslb_edu.actions import RandomSigns, Repeated
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.noise import Noise, RewardNoise
from vaslb_edu.report import Report

_CELLS = 1 << 20  # running sums held at once


class SelectiveExploreThenCommit:
    """Play a random sign in a coordinate until its own sign is certain, then that sign for ever.

    ===========  ===============================================================
    name         symbol
    ===========  ===============================================================
    horizon      n, told by the game
    rounds       T_i, the rounds in which coordinate i played a random sign
    sums         sum of x_{t,i} r_t over these rounds; divided by T_i: theta-hat_i
    width        2 sqrt((1/T_i + 1/T_i^2) ln(n sqrt(2 T_i + 1)))
    centre       the sign of theta-hat_i, once |theta-hat_i| > width
    ===========  ===============================================================

    On the cube [-1, 1]^d the best action is the vector of signs of theta, so coordinates do not
    compete. A random sign makes the others look like noise: x_i r_t has mean theta_i, and what is
    left is at most ||theta||_1 <= 1 in size, plus the noise of the game. One that is zero explores
    for ever, at no cost. Each theta-hat_i is within `width` in all rounds at once, but for a
    probability of 1/n. (The proof is the self-normalised bound for a sum that is
    sqrt(2)-sub-Gaussian in each round.)

    It has no parameter: it is told n, and the bound 1 on the noise and on ||theta||_1 is built in.
    Noise on the parameter is sqrt(d) times as loud on a corner of the cube, so it is refused.
    """

    action_sets: ClassVar[tuple[type[ActionSet], ...]] = (Hypercube,)
    noises: ClassVar[tuple[type[Noise], ...]] = (RewardNoise,)
    parameters: ClassVar[str] = "cross-polytope"
    needs_variances = False

    def play(self, game: SparseLinearBandit, rng: np.random.Generator) -> Report:
        """Play the whole game."""
        dim = game.dim
        signs = np.zeros(dim)  # 0: not yet committed
        sums, estimate = np.zeros(dim), np.zeros(dim)
        while game.remaining and not signs.all():
            free, decided = signs == 0.0, self._explore(game, signs, sums, rng.spawn(1)[0])
            estimate[free] = sums[free] / game.round
            signs[decided] = np.sign(sums[decided])
        while game.remaining:
            count = min(game.remaining, 1 << 16)
            game.draw(Repeated(signs, count))
            game.keep(count)
        return Report(tuple(np.flatnonzero(signs).tolist()), estimate)

    def _explore(
        self, game: SparseLinearBandit, signs: Array, sums: Array, rng: np.random.Generator
    ) -> npt.NDArray[np.intp]:
        """Play until a coordinate can commit; return all that can. T_i is the round, for these."""
        fixed, free = np.flatnonzero(signs), np.flatnonzero(signs == 0.0)
        while game.remaining:
            count = min(game.remaining, max(1, _CELLS // game.dim))
            plays = RandomSigns.draw(rng, count, game.dim, fixed.tolist(), signs[fixed], 1.0)
            rewards = game.draw(plays).rewards
            running = sums[free] + np.cumsum(plays.signs() * rewards[:, None], axis=0)
            rounds = game.round + np.arange(1.0, count + 1)
            sure = np.abs(running) > (rounds * width(rounds, game.horizon))[:, None]
            stops = np.flatnonzero(sure.any(axis=1))
            kept = int(stops[0]) + 1 if len(stops) else count
            game.keep(kept)
            sums[free] = running[kept - 1]
            if len(stops):
                return np.asarray(free[sure[kept - 1]])
        return np.zeros(0, dtype=np.intp)


def width(rounds: Array, horizon: int) -> Array:
    """Return 2 sqrt((1/T_i + 1/T_i^2) ln(n sqrt(2 T_i + 1))), for T_i = `rounds`."""
    log = np.log(horizon) + 0.5 * np.log(2.0 * rounds + 1.0)
    return np.asarray(2.0 * np.sqrt((1.0 / rounds + 1.0 / rounds**2) * log))
