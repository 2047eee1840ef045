"""VASLB: explore for large entries, commit to those found, halve the size, repeat.

Explained in the chapter *VASLB*. Algorithm 1 of the paper, as printed and as repaired.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array
from vaslb_edu.actions import Repeated
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.learner import Learner, action_of, next_batch
from vaslb_edu.random_projection import RandomProjection, first_check
from vaslb_edu.report import PhaseReport, Report


@dataclass(frozen=True)
class Version:
    """What tells the printed algorithm from the repaired one.

    estimate
        ``"mean-play"``: theta-hat is the mean play x-bar, as printed. Plays are unit vectors, so
        its length goes to 1 whatever the length of theta on S.
        ``"rescaled"``: theta-hat = r-bar x-bar, with r-bar the mean reward of the phase.
    baseline
        ``"squared-norm"``: the explore phase subtracts ||theta-hat||^2, as printed.
        ``"running-mean"``: it subtracts the mean of the rewards it has seen before.
    wait
        True: the explore rule is first checked after 8 ln(4/delta) rounds, which the empirical
        Bernstein inequality needs. False: from the first round, where it always holds.
    """

    estimate: str = "rescaled"
    baseline: str = "running-mean"
    wait: bool = True

    def __post_init__(self) -> None:
        check.choice("estimate", self.estimate, ("rescaled", "mean-play"))
        check.choice("baseline", self.baseline, ("running-mean", "squared-norm"))


VERSIONS = {
    "repaired": Version(),
    "printed": Version(estimate="mean-play", baseline="squared-norm"),
    "literal": Version(estimate="mean-play", baseline="squared-norm", wait=False),
}


class VASLB:
    """Variance-aware sparse linear bandits, with any learner as a black box.

    =========  ===================================================================
    name       symbol
    =========  ===================================================================
    learner    F, run afresh on the coordinates S in every commit phase
    delta      delta
    gap        Delta, starts at 1/4 and halves (the text says so, the listing forgets)
    support    S
    estimate   theta-hat on S
    =========  ===================================================================

    Parameters
    ----------
    learner
        Any `Learner`; its regret bound must be pessimistic.
    version
        ``"repaired"``; ``"printed"``: estimate and baseline as in the listing, with the smallest
        sample that its own proof needs; ``"literal"``: the listing to the letter; or a `Version`.
    chunk
        Rounds simulated at once. It changes the speed and nothing else.
    """

    def __init__(
        self,
        learner: Learner,
        version: str | Version = "repaired",
        delta: float = 0.05,
        *,
        first_gap: float = 0.25,
        chunk: int = 1 << 14,
    ) -> None:
        if not isinstance(learner, Learner):
            raise TypeError(f"learner must be a Learner (an instance), got {learner!r}")
        self.learner = learner
        if not isinstance(version, Version):
            version = VERSIONS[check.choice("version", version, VERSIONS)]
        self.version = version
        self.delta = check.probability("delta", delta)
        self.first_gap = check.number("first_gap", first_gap, 0.0, 1.0, open_low=True)
        self.chunk = check.integer("chunk", chunk, 1)

    def play(self, game: SparseLinearBandit, rng: np.random.Generator) -> Report:
        """Play the whole game."""
        gap, estimate = self.first_gap, np.zeros(0)
        support: tuple[int, ...] = ()
        phases: list[PhaseReport] = []
        while game.remaining:
            if support:
                estimate, phase = self._commit(game, gap, support)
                phases.append(phase)
            if game.remaining and len(support) < game.dim and estimate @ estimate <= 1 - gap**2:
                phase = self._explore(game, gap, support, estimate, rng.spawn(1)[0])
                phases.append(phase)
                support = tuple(sorted(support + phase.added))
            gap /= 2
        known = phases[-1].support
        full = np.zeros(game.dim)
        full[list(known)] = estimate[: len(known)]
        return Report(support, full, tuple(phases))

    def _commit(
        self, game: SparseLinearBandit, gap: float, support: tuple[int, ...]
    ) -> tuple[Array, PhaseReport]:
        """Run a fresh learner on S until its pessimistic regret is below n Delta^2."""
        start, places, dim = game.round, list(support), len(support)
        learner = self.learner.fresh(dim, self.delta, game.remaining)
        rounds, reward, plays, ask, complete = 0, 0.0, np.zeros(dim), 1, False
        while game.remaining and not complete:
            action = action_of(learner, dim)
            embedded = np.zeros(game.dim)
            embedded[places] = action
            offered = min(ask, self.chunk, game.remaining)
            feedback = game.draw(Repeated(embedded, offered))
            bounds = learner.take(feedback)
            good = bounds < gap**2 * np.arange(rounds + 1, rounds + len(bounds) + 1)
            complete = bool(good.any())
            kept = int(np.argmax(good)) + 1 if complete else len(bounds)
            game.keep(kept)
            rounds += kept
            plays += kept * action
            reward += float(feedback.rewards[:kept].sum())
            ask = next_batch(offered, kept)
        estimate = plays / rounds
        if self.version.estimate == "rescaled":
            estimate = shrink_into_ball(reward / rounds * estimate)
        phase = PhaseReport(
            "commit", gap, start, game.mark(), support, (), estimate.copy(), complete
        )
        return estimate, phase

    def _explore(
        self,
        game: SparseLinearBandit,
        gap: float,
        support: tuple[int, ...],
        estimate: Array,
        rng: np.random.Generator,
    ) -> PhaseReport:
        """Search the coordinates outside S for entries larger than Delta."""
        start = game.round
        earliest = first_check(self.delta) if self.version.wait else 1
        projection = RandomProjection(
            game.dim, support, estimate, gap, self.delta, self.version.baseline, earliest, rng
        )
        complete = projection.run(game, self.chunk)
        means = projection.means()
        outside = np.setdiff1d(np.arange(game.dim), support)
        added = tuple(outside[np.abs(means) > gap].tolist()) if complete else ()
        return PhaseReport("explore", gap, start, game.mark(), support, added, means, complete)


def shrink_into_ball(vector: Array) -> Array:
    """Return the vector, shortened to length 1 if noise has made it longer."""
    return vector / max(1.0, math.sqrt(float(vector @ vector)))
