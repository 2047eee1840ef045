"""Sharp VASLB: explore exactly when what is certainly missing outweighs what is uncertain.

Explained in the chapter *The sharp version*. Not in the paper.
"""

from __future__ import annotations

import math

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu.actions import Repeated
from vaslb_edu.anytime_test import AnytimeTest
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.learner import Certificate, Learner, action_of, next_batch
from vaslb_edu.report import PhaseReport, Report
from vaslb_edu.weighted_projection import WeightedProjection

_FIRST, _CELLS = 256, 1 << 21  # rounds in the first batch of an exploration; signs in the largest
_PATIENCE = 64  # rounds that every exploration may take


class SharpVASLB:
    """One learner that is never thrown away, one test that is never reset, no Delta.

    ::

        S = {}, low = high = 0, a test with delta/2, a learner with delta/2
        repeat
            if S is not empty and high - low >= kappa (1 - high), or rounds are owed:
                commit: play the learner's action x, let it learn
            else
                explore: play max(0, low) x on S and random signs elsewhere,
                    until somebody passes the test and then until W has grown by eta,
                    but no longer than max(64, all commit rounds so far): then owe as many
                add all that have passed to S (if that is more than half: everybody)
                embed the learner in the new coordinates
            ask the learner for its certificate (x, low, high)

    Parameters
    ----------
    learner
        Any `Learner` with `certificate` and `embed`.
    delta
        Failure probability of all that is promised, together.
    kappa
        How much uncertainty is worth one unit of what is missing. More explores earlier.
    eta
        How much longer to look after a discovery, for others of about the same size.
    rho
        Where the test is tightest: Q, about W = log / theta_i^2, should come near it.
    guard
        Bound every exploration by the commit rounds so far. It costs a constant factor and is what
        saves the game when the certificate is wrong (louder noise than was revealed, say).
    half_rule
        Take all coordinates once half of them are in: sparsity has then nothing left to give.
    clip
        Residuals are cut at this many deviations, `None` for never. It keeps the test valid and
        makes it work under noise with heavy tails.
    chunk
        Rounds simulated at once. It changes the speed and nothing else.
    """

    def __init__(
        self,
        learner: Learner,
        delta: float = 0.05,
        *,
        kappa: float = 2.0,
        eta: float = 1 / 8,
        rho: float = 1.0,
        guard: bool = True,
        half_rule: bool = True,
        clip: float | None = 3.0,
        chunk: int = 1 << 14,
    ) -> None:
        self.learner = learner
        self.delta = check.probability("delta", delta)
        self.kappa = check.number("kappa", kappa, 0.0, open_low=True, open_high=True)
        self.eta = check.number("eta", eta, 0.0, open_high=True)
        self.rho = check.number("rho", rho, 0.0, open_low=True, open_high=True)
        self.guard, self.half_rule = bool(guard), bool(half_rule)
        self.clip = None if clip is None else check.number("clip", clip, 0.0, open_low=True)
        self.chunk = check.integer("chunk", chunk, 1)

    def play(self, game: SparseLinearBandit, rng: np.random.Generator) -> Report:
        """Play the whole game."""
        test = AnytimeTest(game.dim, self.delta / 2, self.rho)
        learner: Learner | None = None
        support: tuple[int, ...] = ()
        phases: list[PhaseReport] = []
        commits = owed = 0
        while game.remaining:
            start = game.round
            if learner is not None and (
                owed or len(support) == game.dim or not self._worth(learner.certificate())
            ):
                phases.append(self._commit(game, learner, support, owed))
                commits += game.round - start
                owed = 0
            else:
                certificate = Certificate(np.zeros(0), 0.0, 0.0)
                if learner is not None:
                    certificate = learner.certificate()
                limit = max(_PATIENCE, commits) if self.guard and support else game.remaining
                phase = self._explore(game, test, support, certificate, limit, rng.spawn(1)[0])
                phases.append(phase)
                owed = 0 if phase.complete or not support else game.round - start
                if phase.added:
                    before, support = support, tuple(sorted(support + phase.added))
                    if learner is None:
                        learner = self.learner.fresh(len(support), self.delta / 2, game.horizon)
                    else:
                        learner.embed([support.index(i) for i in before], len(support))
        estimate = None
        if learner is not None and learner.estimate is not None:
            estimate = np.zeros(game.dim)
            estimate[list(support)] = learner.estimate
        return Report(support, estimate, tuple(phases))

    def _worth(self, certificate: Certificate) -> bool:
        """Say whether what is certainly missing outweighs what is uncertain."""
        return certificate.high - certificate.low < self.kappa * (1.0 - certificate.high)

    def _commit(
        self, game: SparseLinearBandit, learner: Learner, support: tuple[int, ...], owed: int
    ) -> PhaseReport:
        """Play the learner for the rounds owed, then until it is worth exploring."""
        start, ask, over = game.round, 1, False
        while game.remaining and not over:
            action = np.zeros(game.dim)
            action[list(support)] = action_of(learner, len(support))
            due = max(owed - (game.round - start), 0)
            offered = min(ask, self.chunk, game.remaining, due or game.remaining)
            taken = len(learner.take(game.draw(Repeated(action, offered))))
            game.keep(taken)
            ask = next_batch(offered, taken)
            over = (
                game.round - start >= owed
                and len(support) < game.dim
                and self._worth(learner.certificate())
            )
        certificate = learner.certificate()
        missing = math.sqrt(1.0 - max(0.0, certificate.low) ** 2)
        estimate = max(0.0, certificate.low) * certificate.action
        return PhaseReport("commit", missing, start, game.mark(), support, (), estimate, over)

    def _explore(
        self,
        game: SparseLinearBandit,
        test: AnytimeTest,
        support: tuple[int, ...],
        certificate: Certificate,
        limit: int,
        rng: np.random.Generator,
    ) -> PhaseReport:
        """Test the coordinates outside S until one passes, and a little longer."""
        start, until = game.round, math.inf
        estimate = max(0.0, certificate.low) * certificate.action
        projection = WeightedProjection(game.dim, support, estimate, rng, clip=self.clip)
        size, largest = _FIRST, max(1, min(self.chunk, _CELLS // projection.free))
        while test.weight < until and game.round - start < limit and game.remaining:
            count = min(size, largest, game.remaining, limit - (game.round - start))
            size *= 2
            plays = projection.draw(count)
            residuals, weights = projection.measure(game.draw(plays))
            kept = 0
            while kept < count and test.weight < until:
                kept += test.take(plays[kept:], residuals[kept:], weights[kept:], until)
                if test.passed.size:
                    until = min(until, (1.0 + self.eta) * test.weight)
            projection.keep(kept)
            game.keep(kept)
        outside = np.setdiff1d(np.arange(game.dim), support)
        added = outside[test.passed]
        if self.half_rule and 2 * (len(support) + len(added)) > game.dim and len(added):
            added = outside
        means = test.estimates
        test.drop(np.searchsorted(outside, added))
        missing = math.sqrt(projection.rest)
        return PhaseReport(
            "explore",
            missing,
            start,
            game.mark(),
            support,
            tuple(added.tolist()),
            means,
            test.weight >= until,
        )
