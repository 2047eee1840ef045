"""SL-UCB: find the large entries by random signs, then play optimism on them alone.

Explained in the chapter *Table 1, measured*. Carpentier and Munos (2012).
"""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array
from vaslb_edu.action_sets import ActionSet, Ball, Sphere
from vaslb_edu.actions import RandomSigns
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.learner import Learner, stretches
from vaslb_edu.noise import Noise, ParameterNoise
from vaslb_edu.report import PhaseReport, Report
from vaslb_edu.rivals.confidence_ball import ConfidenceBall2

_CELLS = 1 << 20  # running sums held at once


class SLUCB:
    """Explore until the largest entry stands out and sqrt(n) rounds' worth is known; then commit.

    ===========  ================================================================
    name         symbol
    ===========  ================================================================
    dim          K
    horizon      n, told by the game
    theta_norm   theta-bar, a bound on ||theta||_2, told
    noise_norm   sigma-bar, a bound on ||sigma||_2 = sqrt(K) sigma, told
    level        b = (theta-bar + sigma-bar) sqrt(2 ln(2K / delta))
    means        theta-hat_k = (K / t) sum of x_{k,i} r_i
    support      A = {k: |theta-hat_k| >= 2b / sqrt(t)}
    learner      what plays on A: ConfidenceBall2, as printed
    ===========  ================================================================

    ::

        play +-1/sqrt(K) while max |theta-hat_k| < 2b / sqrt(t)
                            or t < sqrt(n) / (max |theta-hat_k| - b / sqrt(t))
        then play the learner on A

    It is made for noise on the parameter, r = <x, theta + eta>. The action +-1/sqrt(K) spreads its
    mass over all coordinates, so it hears the noise of each only as 1/sqrt(K): the search does not
    cost sqrt(K) more than the rest. With noise on the reward it would, so that game is refused.

    At a fixed t all theta-hat_k are within b / sqrt(t), but for a probability of delta. The printed
    rule looks at them in every round, which delta does not pay for.
    """

    action_sets: ClassVar[tuple[type[ActionSet], ...]] = (Ball, Sphere)
    noises: ClassVar[tuple[type[Noise], ...]] = (ParameterNoise,)
    parameters: ClassVar[str] = "ball"

    def __init__(
        self,
        noise_norm: float,
        theta_norm: float = 1.0,
        delta: float = 0.05,
        *,
        learner: Learner | None = None,
    ) -> None:
        self.noise_norm = check.number("noise_norm", noise_norm, 0.0)
        self.theta_norm = check.number("theta_norm", theta_norm, 0.0, open_low=True)
        self.delta = check.probability("delta", delta)
        self.learner = ConfidenceBall2(delta=self.delta) if learner is None else learner
        if not isinstance(self.learner, Learner):
            raise TypeError(f"learner must be a Learner (an instance), got {learner!r}")

    @property
    def needs_variances(self) -> bool:
        """Whether the learner reads the variances."""
        return self.learner.needs_variances

    def level(self, dim: int) -> float:
        """Return b."""
        spread = self.theta_norm + self.noise_norm
        return spread * math.sqrt(2.0 * math.log(2.0 * dim / self.delta))

    def play(self, game: SparseLinearBandit, rng: np.random.Generator) -> Report:
        """Play the whole game."""
        means, complete = self._explore(game, rng)
        threshold = 2.0 * self.level(game.dim) / math.sqrt(game.round)
        support = tuple(np.flatnonzero(np.abs(means) >= threshold).tolist()) if complete else ()
        explored = game.mark()
        phases = [PhaseReport("explore", threshold, 0, explored, (), support, means, complete)]
        estimate = np.where(np.abs(means) >= threshold, means, 0.0)
        if game.remaining:
            running = self.learner.fresh(len(support), self.delta, game.remaining)
            for _ in stretches(running, game, support):
                pass
            found = running.estimate
            found = estimate[list(support)] if found is None else found
            estimate[list(support)] = found
            commit = ("commit", threshold, explored, game.mark(), support, (), found, True)
            phases.append(PhaseReport(*commit))
        return Report(support, estimate, tuple(phases))

    def _explore(self, game: SparseLinearBandit, rng: np.random.Generator) -> tuple[Array, bool]:
        """Play signs until the rule stops it: theta-hat, and whether it did before the horizon."""
        dim, sums, none = game.dim, np.zeros(game.dim), np.zeros(0)
        scale, level = math.sqrt(dim), self.level(game.dim)
        while game.remaining:
            count = min(game.remaining, max(1, _CELLS // dim))
            plays = RandomSigns.draw(rng, count, dim, (), none, 1.0 / scale)
            rewards = game.draw(plays).rewards
            running = sums + np.cumsum(plays.signs() * rewards[:, None], axis=0)
            rounds = game.round + np.arange(1.0, count + 1)
            largest = scale * np.abs(running).max(axis=1) / rounds
            stops = np.flatnonzero(may_stop(largest, rounds, level, game.horizon))
            kept = int(stops[0]) + 1 if len(stops) else count
            game.keep(kept)
            sums = running[kept - 1]
            if len(stops):
                return scale * sums / game.round, True
        return scale * sums / game.round, False


def may_stop(largest: Array, rounds: Array, level: float, horizon: int) -> Array:
    """Say after which rounds exploring may end; `largest` is max |theta-hat_k| after each."""
    width = level / np.sqrt(rounds)
    certain = largest - width
    return np.asarray((certain >= width) & (rounds * certain >= math.sqrt(horizon)))
