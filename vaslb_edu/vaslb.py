"""VASLB: explore for large entries, commit to those found, halve the size, repeat.

Explained in the chapter *VASLB*. Algorithm 1 of the paper, as printed and as repaired.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array
from vaslb_edu.action_sets import ActionSet, Sphere
from vaslb_edu.explorer import Explorer
from vaslb_edu.failure_budget import event_delta
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.learner import Learner, stretches
from vaslb_edu.paper_explorer import PaperExplorer
from vaslb_edu.patience import Patient
from vaslb_edu.random_projection import BASELINES
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
    split
        ``"whole-game"``: delta is the failure probability of the game, and every event is given
        its share (`event_delta`). ``"each-event"``: every event is given delta, as printed.
    patient
        True: a commit phase ends only when the noise of its mean reward is below Delta^2, too
        (`Patient`). False: as soon as the learner's regret bound allows.
    """

    estimate: str = "rescaled"
    baseline: str = "running-mean"
    wait: bool = True
    split: str = "whole-game"
    patient: bool = True

    def __post_init__(self) -> None:
        check.choice("estimate", self.estimate, ("rescaled", "mean-play"))
        check.choice("baseline", self.baseline, BASELINES)
        check.choice("split", self.split, ("whole-game", "each-event"))


_PRINTED = Version("mean-play", "squared-norm", split="each-event", patient=False)
VERSIONS = {
    "repaired": Version(),
    "hasty": Version(split="each-event", patient=False),
    "printed": _PRINTED,
    "literal": replace(_PRINTED, wait=False),
}


class VASLB:
    """Variance-aware sparse linear bandits, with any learner as a black box.

    =========  ===================================================================
    name       symbol
    =========  ===================================================================
    learner    F, run afresh on the coordinates S in every commit phase
    explorer   the search for entries outside S
    delta      what may fail in the whole game; printed: delta, once for every event
    gap        Delta, starts at 1/4 and halves (the text says so, the listing forgets)
    support    S
    estimate   theta-hat on S
    =========  ===================================================================

    Parameters
    ----------
    learner
        Any `Learner`; its regret bound must be pessimistic.
    version
        ``"repaired"``: what the main theorem is about. ``"hasty"``: its three repairs, with the
        constants of the paper: delta for every event, and no patience. ``"printed"``: estimate and
        baseline as in the listing, too, with the smallest sample that its own proof needs.
        ``"literal"``: the listing to the letter. Or a `Version`.
    delta
        With probability 1 - delta the promises of the theorem hold, if the version splits it;
        otherwise the failure probability of one event.
    explorer
        Any `Explorer`; by default the paper's, with the version's baseline and waiting time.
    chunk
        Rounds simulated at once. It changes the speed and nothing else.
    """

    action_sets: ClassVar[tuple[type[ActionSet], ...]] = (Sphere,)

    def __init__(
        self,
        learner: Learner,
        version: str | Version = "repaired",
        delta: float = 0.05,
        *,
        explorer: Explorer | None = None,
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
        if explorer is None:
            explorer = PaperExplorer(version.baseline, version.wait, chunk=self.chunk)
        if not callable(getattr(explorer, "explore", None)) or isinstance(explorer, type):
            raise TypeError(f"explorer must be an Explorer (an instance), got {explorer!r}")
        self.explorer = explorer

    @property
    def needs_variances(self) -> bool:
        """Whether learner or explorer read the variances."""
        return self.learner.needs_variances or getattr(self.explorer, "needs_variances", False)

    def play(self, game: SparseLinearBandit, rng: np.random.Generator) -> Report:
        """Play the whole game."""
        gap, estimate, delta = self.first_gap, np.zeros(0), self.event_delta(game)
        support: tuple[int, ...] = ()
        phases: list[PhaseReport] = []
        while game.remaining:
            if support:
                estimate, phase = self._commit(game, gap, delta, support)
                phases.append(phase)
            if game.remaining and len(support) < game.dim and gap**2 <= 1 - estimate @ estimate:
                phase = self._explore(game, gap, delta, support, estimate, rng.spawn(1)[0])
                phases.append(phase)
                support = tuple(sorted(support + phase.added))
            gap /= 2
        known = phases[-1].support
        full = np.zeros(game.dim)
        full[list(known)] = estimate[: len(known)]
        return Report(support, full, tuple(phases))

    def event_delta(self, game: SparseLinearBandit) -> float:
        """Return the delta that learner, patience and explore rule are given in this game."""
        if self.version.split == "each-event":
            return self.delta
        return event_delta(self.delta, game.dim, game.horizon, self.first_gap)

    def _commit(
        self, game: SparseLinearBandit, gap: float, delta: float, support: tuple[int, ...]
    ) -> tuple[Array, PhaseReport]:
        """Run a fresh learner on S until its pessimistic regret is below n Delta^2."""
        start, dim = game.round, len(support)
        learner = Patient(self.learner) if self.version.patient else self.learner
        learner = learner.fresh(dim, delta, game.horizon)
        reward, plays, complete = 0.0, np.zeros(dim), False

        def below_the_gap(bounds: Array) -> int | None:
            rounds = game.round - start + np.arange(1, len(bounds) + 1)
            good = bounds < gap**2 * rounds
            return int(np.argmax(good)) + 1 if good.any() else None

        for stretch in stretches(learner, game, support, chunk=self.chunk, stop=below_the_gap):
            plays += len(stretch.rewards) * stretch.action
            reward += float(stretch.rewards.sum())
            complete = bool(stretch.bounds[-1] < gap**2 * (game.round - start))
        rounds = game.round - start
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
        delta: float,
        support: tuple[int, ...],
        estimate: Array,
        rng: np.random.Generator,
    ) -> PhaseReport:
        """Search the coordinates outside S for entries larger than Delta."""
        start = game.round
        found = self.explorer.explore(game, support, estimate, gap, delta, rng)
        return PhaseReport(
            "explore", gap, start, game.mark(), support, found.added, found.means, found.complete
        )


def shrink_into_ball(vector: Array) -> Array:
    """Return the vector, shortened to length 1 if noise has made it longer."""
    return vector / max(1.0, math.sqrt(float(vector @ vector)))
