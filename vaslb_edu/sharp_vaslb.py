"""Sharp VASLB: explore exactly when what is certainly missing outweighs what is uncertain.

Explained in the chapter *The sharp version*. Not in the paper.
"""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu.action_sets import ActionSet, Sphere
from vaslb_edu.anytime_test import AnytimeTest
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.learner import Certificate, Learner
from vaslb_edu.report import PhaseReport, Report
from vaslb_edu.sharp.anytime_explorer import AnytimeExplorer
from vaslb_edu.sharp.kept_learner import KeptLearner
from vaslb_edu.sharp.memory import Memory
from vaslb_edu.sharp.noise_guess import NoiseGuess
from vaslb_edu.sharp.regret_certificate import certified

WEIGHTS = ("revealed", "guessed")
_PATIENCE = 64  # rounds that every exploration may take
_FEW = 4  # coordinates among which there is no need to search


class SharpVASLB:
    """One learner that is never thrown away, one test that is never reset, and no Delta.

    ::

        S = {}, (x, low, high) = (0, 0, 0), a test with delta/2, a learner with delta/2
        repeat
            if S is not empty, and rounds are owed or high - low >= kappa (1 - high):
                commit: play the learner on S; from now on (x, low, high) is its certificate
            else
                explore: play max(0, low) x on S and random signs elsewhere,
                    until somebody passes the test, then until W has grown by eta,
                    or until a look at all rounds so far sees who is certainly not zero;
                    after d/2 quiet rounds ask what random signs have not asked, and look;
                    for at most max(64, commit rounds so far) rounds: if cut, as many are owed
                add to S all that have passed or were seen, embed the learner in these coordinates
        once explorations would have cost 6 (d - 4) without noise, S is more than half of all, or
        it gets loud after all was asked, S becomes everything, and the learner is told all rounds

    ``learner`` is any `Learner`; one without a certificate is certified by its regret bound.
    ``delta`` is the probability that anything promised fails, in the whole game. Where nothing is
    sparse, regret is mostly up to 3 times the learner's own, at worst 50 times. The options:

    =======  ===================================================================================
    kappa    how much uncertainty one unit of what is missing outweighs: more explores earlier
    eta      how much longer to look after a discovery, for others of about the same size
    rho      where the test is tightest: Q, which is about W, should come near it
    guard    cut explorations, but the first: it saves the game when noise is louder than revealed
    budget   what explorations may cost, noise set aside, in units of d - 4: asking everybody costs
             about d. None: search for ever, as with a learner that cannot play on so many
    clip     cut residuals at so many deviations, or None: keeps the power under heavy tails
    weights  "revealed": rounds count by their variance; "guessed": by what earlier ones suggest,
             and no variance is read; None: revealed if the learner reads them anyway
    chunk    rounds simulated at once: it changes the speed and nothing else
    =======  ===================================================================================
    """

    action_sets: ClassVar[tuple[type[ActionSet], ...]] = (Sphere,)

    def __init__(
        self,
        learner: Learner,
        delta: float = 0.05,
        *,
        kappa: float = 2.0,
        eta: float = 1 / 8,
        rho: float = 1.0,
        guard: bool = True,
        budget: float | None = 6.0,
        clip: float | None = 3.0,
        weights: str | None = None,
        chunk: int = 1 << 15,
    ) -> None:
        certified(learner)  # refuses one that nothing can be known about
        self.learner = learner
        self.delta = check.probability("delta", delta)
        self.kappa = check.number("kappa", kappa, 0.0, open_low=True, open_high=True)
        self.eta = check.number("eta", eta, 0.0, open_high=True)
        self.rho = check.number("rho", rho, 0.0, open_low=True, open_high=True)
        self.guard = check.flag("guard", guard)
        self.budget = None if budget is None else check.number("budget", budget, 0.0, open_low=True)
        self.clip = None if clip is None else check.number("clip", clip, 0.0, open_low=True)
        self.weights = None if weights is None else check.choice("weights", weights, WEIGHTS)
        self.chunk = check.integer("chunk", chunk, 1)

    @property
    def needs_variances(self) -> bool:
        """Whether learner or weights read the variances."""
        return self.learner.needs_variances or self.weights == "revealed"

    def play(self, game: SparseLinearBandit, rng: np.random.Generator) -> Report:
        """Play the whole game."""
        budget = math.inf
        if self.budget is not None and game.dim <= self.learner.largest_dim:
            budget = self.budget * (game.dim - _FEW)
        memory = Memory.of(self.learner, game.dim) if 0.0 < budget < math.inf else None
        kept = KeptLearner(certified(self.learner), self.delta / 2, game.horizon, memory)
        test = AnytimeTest(game.dim, self.delta / 2, self.rho)
        guess = NoiseGuess() if self.weights == "guessed" or not self.needs_variances else None
        explorer = AnytimeExplorer(test, kept, self.eta, self.clip, guess, budget, self.chunk)
        if budget <= 0.0:
            kept.grow(range(game.dim))
        phases: list[PhaseReport] = []
        commits = owed = 0
        while game.remaining:
            start, support, known = game.round, kept.support, kept.certificate()
            if support and (owed or not self._worth_exploring(known, game.dim - len(support))):
                phase = kept.commit(game, owed, self._worth_exploring, self.chunk)
                commits, owed = commits + phase.stop - start, 0
            else:
                limit = max(_PATIENCE, commits) if self.guard and support else game.remaining
                found = explorer.explore(game, support, known.estimate, limit, rng.spawn(1)[0])
                story = ("explore", known.missing, start, game.mark(), support)
                phase = PhaseReport(*story, found.added, found.means, found.complete)
                owed = 0 if found.complete else phase.stop - start
            kept.grow(phase.added)
            phases.append(phase)
        return Report(kept.support, kept.estimate(game.dim), tuple(phases))

    def _worth_exploring(self, known: Certificate, free: int) -> bool:
        return free > 0 and known.high - known.low < self.kappa * (1.0 - known.high)
