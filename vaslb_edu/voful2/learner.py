"""VOFUL2: optimism without knowing the variances, run for real in low dimension.

Explained in the chapter *VOFUL2*. Kim, Yang and Jun (2021); Algorithm 3 of the paper.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu import bounds
from vaslb_edu._typing import Array
from vaslb_edu.game import Feedback
from vaslb_edu.learner import Certificate, Learner
from vaslb_edu.ridge import Ridge
from vaslb_edu.voful2.clipped_sums import ClippedSums
from vaslb_edu.voful2.confidence_set import ConfidenceSet
from vaslb_edu.voful2.directions import direction_net
from vaslb_edu.voful2.iota import net_iota, number_of_levels, printed_iota
from vaslb_edu.voful2.repeated_rewards import RepeatedRewards, Summary

DIRECTIONS = {1: 1, 2: 64, 3: 108, 4: 108}  # by dimension; finer nets play no better (tested)
REGRET_BOUNDS = ("optimism", "printed")
printed_bound = bounds.kernel(bounds.unknown_variance_estimate)


class VOFUL2(Learner):
    """Optimism over a set with a condition for every direction and every clipping level.

    ============  ====================================================================
    name          symbol
    ============  ====================================================================
    sums          the conditions of Theta_t, for all levels l and directions mu
    set           the intersection of Theta_1, ..., Theta_t
    action        x_t, the direction of the longest theta in the set
    gap           largest ||theta|| - <x_t, theta> in the set: what a round can cost
    length        largest ||theta|| in the set
    past          largest n ||theta|| - <sum of x, theta>: what all rounds can have cost
    ============  ====================================================================

    It never asks for a variance. The set is tested at rounds that grow geometrically, and in
    between the action is repeated: a test that is skipped only leaves the set larger, and the cost
    of a run grows like ln T. No condition can fail in the first iota rounds (by the inequality of
    Cauchy and Schwarz), so the first test comes after them.

    Parameters
    ----------
    iota
        ``"net"``: `net_iota`, valid for the finitely many directions that are tested.
        ``"printed"``: `printed_iota`, for all directions at once; 300 times larger or more, so that
        nothing is learnt in the first 10,000 rounds. A number c: c times the printed value; with
        no proof when c < 1, so say so next to every result (`describe`).
    regret_bound
        ``"optimism"``: the largest regret that the past plays have for any theta in the set; valid
        whenever theta* is in the set. ``"printed"``: the Õ-expression with ridge residuals and a
        constant, which the paper leaves open.
    resolution
        Finest angle (in radians) to which the longest theta is located; playing that far off costs
        at most resolution^2 / 2 a round. While the set is wide, 7 % of its width is enough.
    directions
        Smallest number of directions mu. A finite net drops conditions: the set gets larger.
    test_growth
        Ratio of the rounds of two successive tests; 1 tests the set in every round.
    """

    needs_variances = False
    largest_dim = max(DIRECTIONS)
    embedding_cost = 2.0  # see `embed`
    _certificate: Certificate | None

    def __init__(
        self,
        iota: str | float = "net",
        regret_bound: str = "optimism",
        *,
        resolution: float = 1e-3,
        directions: int | None = None,
        test_growth: float = 1.05,
        constant: float = 1.0,
        delta: float = 0.05,
    ) -> None:
        if isinstance(iota, str):
            self.iota: str | float = check.choice("iota", iota, ("net", "printed"))
        else:
            self.iota = check.number("iota", iota, 0.0, math.inf, open_low=True, open_high=True)
        self.regret_bound = check.choice("regret_bound", regret_bound, REGRET_BOUNDS)
        self.resolution = check.number("resolution", resolution, 1e-6, 1.0)
        self.directions = None if directions is None else check.integer("directions", directions, 1)
        self.test_growth = check.number("test_growth", test_growth, 1.0)
        self.constant = check.number("constant", constant, 0.0, open_low=True)
        self.delta = check.probability("delta", delta)

    def reset(self, dim: int, delta: float, horizon: int) -> None:
        """Forget everything: the set is the unit ball."""
        check.integer("dim", dim, 1)
        check_dimension(dim)
        self._delta = check.probability("delta", delta)
        self._horizon = check.integer("horizon", horizon, 1)
        self._begin(dim, self._delta, [])

    def _begin(self, dim: int, delta: float, past: list[Summary]) -> None:
        """Take up the rounds of the past in R^dim, with a set that fails with probability delta."""
        self._dim, horizon = dim, self._horizon
        levels = number_of_levels(dim, horizon)
        net = direction_net(dim, self.directions or DIRECTIONS[dim])
        if self.iota == "net":
            self._iota = net_iota(len(net) * (levels + 1), delta, horizon)
        else:
            factor = 1.0 if isinstance(self.iota, str) else self.iota
            self._iota = factor * printed_iota(dim, delta, horizon)
        self._set = ConfidenceSet(ClippedSums(net, levels, self._iota), self.resolution)
        self._ridge = Ridge(dim)
        self._plays = np.zeros(dim)
        self._history: list[Summary] = []
        for summary in past:
            self._learn(summary)
        self._count = self._began = self._set.sums.rounds
        self._gap, self._length, self._past = 2.0, 1.0, 0.0
        self._choose()
        self._next_test = self._began + math.floor(self._iota) + 1

    def act(self) -> Array:
        """Return the direction of the longest theta in the set."""
        return self._epoch.action

    def take(self, feedback: Feedback) -> Array:
        """Repeat the action until the next test of the set."""
        rewards = feedback.rewards[: self._next_test - self._count]
        bounds = self._bounds(*self._epoch.extend(rewards))
        self._count += len(rewards)
        if self._count == self._next_test:
            self._learn(self._epoch.summary())
            self._choose()
            grown = math.ceil(self.test_growth * (self._count - self._began) * (1.0 - 1e-12))
            self._next_test = max(self._count + 1, self._began + grown)
        return bounds

    def _bounds(self, repeats: Array, totals: Array, squares: Array) -> Array:
        """Return the pessimistic regret after each repeat of the action."""
        if self.regret_bound == "optimism":
            return self._past + self._gap * repeats
        residuals = self._ridge.residuals(self._epoch.action, repeats, totals, squares)
        # The printed root needs n >= s delta^2.
        rounds = np.maximum(self._set.sums.rounds + repeats, self._dim * self._delta**2)
        return printed_bound(self._dim, rounds, residuals, self._delta, self.constant)

    def certificate(self) -> Certificate:
        """Return x and what the set says: the least <x, theta>, and the greatest ||theta||."""
        if self._certificate is None:
            low = self._set.least_value(self._epoch.action)
            self._certificate = Certificate.within_ball(self._epoch.action, low, self._length)
        return self._certificate

    def embed(self, places: Sequence[int], dim: int) -> None:
        """Go on in R^dim: the conditions of a new net, filled with the rounds so far.

        The nets do not change when coordinates change places, so the conditions are fixed before
        the game but for the dimension. Each dimension may be embedded in once, and its set is given
        an equal share of delta. Together with the first set that makes 2 delta.
        """
        check_dimension(dim)
        past = [*self._history, self._epoch.summary()] if self._epoch.count else self._history
        wider = np.zeros((len(past), dim))
        wider[:, list(places)] = [summary[0] for summary in past] or np.zeros((0, len(places)))
        moved = [(row, *summary[1:]) for row, summary in zip(wider, past, strict=True)]
        self._begin(dim, self._delta / (max(DIRECTIONS) - 1), moved)

    def _learn(self, summary: Summary) -> None:
        """Take in the rounds of an action that has ended."""
        action, count, total, squares = summary
        self._set.sums.add(action, count, total, squares)
        self._ridge.add(action, count, total, squares)
        self._plays = self._plays + count * action
        self._history.append(summary)

    def _choose(self) -> None:
        """Take the direction of the longest theta; say what it may cost, and what the past has."""
        # A theta of length r at an angle a from the action costs r a^2 / 2: the set is so wide.
        width = math.sqrt(2.0 * self._gap / max(self._length, 1e-6))
        action, self._length = self._set.longest(max(self.resolution, 0.07 * width))
        self._gap = self._set.worst_regret(1, action, slack_share=0.5)
        if self.regret_bound == "optimism":
            self._past = self._set.worst_regret(self._count, self._plays)
        self._epoch = RepeatedRewards(action)
        self._certificate = None  # made when asked for

    @property
    def estimate(self) -> Array:
        """The ridge estimate of theta from all rounds so far."""
        ridge = copy.deepcopy(self._ridge)
        if self._epoch.count:
            ridge.add(*self._epoch.summary())
        return ridge.estimate

    @property
    def confidence_set(self) -> ConfidenceSet:
        """The set in force, from which the action was taken."""
        return self._set

    def describe(self) -> str:
        """Return a label for plots and tables that says which iota was used."""
        if isinstance(self.iota, str):
            meaning = {"net": "for the tested directions", "printed": "as printed"}[self.iota]
            return f"VOFUL2 (ι {meaning})"
        return f"VOFUL2 (ι = {self.iota:g} × printed)"


def check_dimension(dim: int) -> None:
    """Refuse more dimensions than a net of directions can serve."""
    if dim > max(DIRECTIONS):
        raise ValueError(
            f"dim must be at most {max(DIRECTIONS)} for VOFUL2, got {dim}: its set has a "
            "condition for every direction, and a net of directions that is fine enough grows "
            "like (1/angle)^(dim - 1). In higher dimension use WeightedOFUL, which needs the "
            "variances"
        )
