"""The confidence set of VOFUL2, held as cones and searched best first.

Explained in the chapter *VOFUL2*.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from vaslb_edu._typing import Array
from vaslb_edu.voful2.clipped_sums import ClippedSums
from vaslb_edu.voful2.cones import Cones, Mask
from vaslb_edu.voful2.directions import wobble

_BATCH = 16  # cones that are split together


class EmptyConfidenceSet(RuntimeError):
    """No parameter in the unit ball agrees with the data."""


def nothing_left(sums: ClippedSums) -> EmptyConfidenceSet:
    """Return the error to raise when the last candidate is gone."""
    return EmptyConfidenceSet(
        f"after {sums.rounds} rounds no parameter in the unit ball is left: iota = {sums.iota:.4g} "
        "is too small for these rewards, or they are not <x, theta> plus noise; use a larger iota"
    )


class ConfidenceSet:
    """An outer approximation of the intersection of Theta_1, ..., Theta_t.

    A cone loses what a condition excludes for *all* its directions, and is dropped when nothing is
    left. So the set is never cut too small, whatever the size of the cones, and it may collapse to
    a point (as it does without noise) and still be held. Cones are tested and split only where a
    question needs it; a test that is skipped only leaves the set larger.
    """

    def __init__(self, sums: ClippedSums, resolution: float) -> None:
        self.sums = sums
        self.resolution = resolution
        self.cones = Cones.unit_ball(sums.directions.shape[1])

    def longest(self, fine: float) -> tuple[Array, float]:
        """Return the direction of the longest theta, to within the angle `fine`, and its length."""
        best = self._best(lambda cones: cones.reach, lambda cones: cones.angles <= fine)
        return self.cones.directions[best].copy(), float(self.cones.reach[best])

    def worst_regret(self, rounds: int, plays: Array, slack_share: float = 0.1) -> float:
        """Bound n ||theta|| - <sum of plays, theta> over the set: what n plays may have cost.

        The expression grows with the length of theta, so a cone is worst where it reaches farthest.
        The bound is sharp enough when the size of the cones adds no more than `slack_share` of it.
        """
        squared_length = np.asarray(plays @ plays)

        def cost_and_slack(cones: Cones) -> tuple[Array, Array]:
            along = cones.directions @ plays
            return rounds - along, wobble(squared_length, along, cones.angles)

        def worst(cones: Cones) -> Array:
            cost, slack = cost_and_slack(cones)
            return cones.reach * (cost + slack)

        def sharp(cones: Cones) -> Mask:
            cost, slack = cost_and_slack(cones)
            return np.asarray((slack <= slack_share * cost) | (cones.angles <= self.resolution))

        best = self._best(worst, sharp)
        return min(float(worst(self.cones)[best]), 2.0 * rounds)

    def least_value(self, action: Array, slack_share: float = 0.1) -> float:
        """Bound <action, theta> from below over the set, for an action of length 1.

        A cone is worst where it begins or, if it points away from the action, where it ends. The
        bound is sharp enough when the size of the cones adds no more than `slack_share` of what
        is missing to 1.
        """

        def least(cones: Cones) -> Array:
            along = cones.directions @ action
            lowest = along - wobble(np.ones(1), along, cones.angles)
            return np.asarray(np.where(lowest > 0.0, cones.near, cones.reach) * lowest)

        def sharp(cones: Cones) -> Mask:
            slack = wobble(np.ones(1), cones.directions @ action, cones.angles)
            enough = slack * cones.reach <= slack_share * (1.0 - least(cones))
            return np.asarray(enough | (cones.angles <= self.resolution))

        best = self._best(lambda cones: -least(cones), sharp, shorten=False)
        return max(-1.0, float(least(self.cones)[best]))

    def contains(self, theta: Array) -> bool:
        """Say whether theta has not been excluded."""
        return bool(self.cones.holding(theta).any())

    def _best(
        self,
        value: Callable[[Cones], Array],
        fine_enough: Callable[[Cones], Mask],
        shorten: bool = True,
    ) -> int:
        """Return the cone of largest value that has been tested on all data and is fine enough.

        No part of a cone is worth more than the cone. So it is enough to look at the best cones:
        test them, drop or split them, look again. A test looks for the longest theta of a cone
        (`shorten`) or else for the shortest.
        """
        while True:
            cones = self.cones
            worth = value(cones) - 1e-9 * cones.angles  # among equals, go on with the finest
            size = min(4 * _BATCH, len(cones))
            top = np.argpartition(-worth, size - 1)[:size]
            top = top[np.argsort(-worth[top], kind="stable")]
            tested = cones.tested if shorten else cones.near_tested
            stale = top[tested[top] < self.sums.rounds]
            if len(stale):
                self._test(stale, shorten)
                continue
            fine = fine_enough(cones)[top]
            if fine[0]:
                return int(top[0])
            self.cones = cones.split(top[~fine][:_BATCH])

    def _test(self, chosen: npt.NDArray[np.intp], shorten: bool) -> None:
        """Cut off what the data exclude at one end of the chosen cones; drop those cut away."""
        cones = self.cones
        ends, tested = (cones.reach, cones.tested) if shorten else (cones.near, cones.near_tested)
        others = cones.near if shorten else cones.reach
        directions, angles = cones.directions[chosen], cones.angles[chosen]
        ends[chosen] = self.sums.walk(directions, angles, ends[chosen], others[chosen])
        tested[chosen] = self.sums.rounds
        if np.isnan(ends[chosen]).any():
            self.cones = cones.keep(~np.isnan(ends))
        if not len(self.cones):
            raise nothing_left(self.sums)
