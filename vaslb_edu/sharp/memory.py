"""The explore rounds that are remembered, for when all coordinates are asked about at once.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

import math

import numpy as np

from vaslb_edu.actions import RandomSigns
from vaslb_edu.game import Feedback
from vaslb_edu.learner import Learner

_SHARE = 6  # a round is remembered if it is worth 1/(6d) of what is remembered
_GROWTH = 1.25  # looks come when the rounds remembered have grown by this factor, first from d
_FLOOR = 1e-3  # quieter rounds are worth no more
_SEEN = 0.25  # entries that a look should be able to see
_WIDEST = 1024  # with more coordinates, a look would take too long


class Memory:
    """Explore rounds of a game in R^d: ordinary rounds of a linear bandit on all coordinates.

    ========  ====================================================================
    name      what it is
    ========  ====================================================================
    dim       d
    worth     the sum of 1 / max(sigma_t, 0.001)^2 over the rounds remembered
    count     how many they are
    next      at how many of them to look next: the smallest n >= 1.25^k d
    ========  ====================================================================

    A round that adds little to the rest is forgotten, so there are never more than
    2 + (6d + 1) ln(6 10^6 d) of them. Whether one is remembered depends on its noise, not on its
    reward. A learner that reads no variances takes all rounds to be worth the same.
    """

    def __init__(self, dim: int, reads_variances: bool) -> None:
        self.dim, self.reads_variances = dim, reads_variances
        self.worth, self.count, self._next = 0.0, 0, _GROWTH * dim
        self._rounds: list[tuple[RandomSigns, Feedback]] = []

    @classmethod
    def of(cls, learner: Learner, dim: int) -> Memory | None:
        """Return a memory for a learner that can make use of it."""
        kind = type(learner)
        able = kind.absorb is not Learner.absorb and kind.nonzero is not Learner.nonzero
        return cls(dim, learner.needs_variances) if able and dim <= _WIDEST else None

    def until_look(self, feedback: Feedback) -> int:
        """Return how many of the rounds to play before the next look, at most all of them."""
        telling, _ = self._telling(feedback)
        missing = math.ceil(self._next) - self.count
        return telling[missing - 1] + 1 if len(telling) >= missing else len(feedback)

    def keep(self, plays: RandomSigns, feedback: Feedback) -> bool:
        """Remember rounds that were played; say whether it is time to look."""
        telling, self.worth = self._telling(feedback)
        if telling:
            places = np.array(telling)
            self._rounds.append((plays[places], feedback[places]))
            self.count += len(telling)
        due = self.count >= self._next
        while self.count >= self._next:
            self._next *= _GROWTH
        return due and self.promising()

    def promising(self) -> bool:
        """Say whether a look may be expected to see entries of 1/4.

        If all n rounds had independent signs and equal noise, this would be the squared radius of
        their ellipsoid over its least eigenvalue, about. More noise than that leaves little to see,
        and what is told could as well be an error: the test knows how to deal with outliers.
        """
        if self.count <= self.dim:
            return False
        least = self.worth / self.dim * (1.0 - math.sqrt(self.dim / self.count)) ** 2
        return self.dim * math.log1p(self.worth / self.dim**2) < _SEEN**2 * least

    def tell(self, learner: Learner) -> None:
        """Let a learner on all coordinates absorb the rounds."""
        if self._rounds:
            rows = np.concatenate([plays.rows() for plays, _ in self._rounds])
            learner.absorb(rows, Feedback.joined([feedback for _, feedback in self._rounds]))

    def _telling(self, feedback: Feedback) -> tuple[list[int], float]:
        """Return which rounds to remember, in order, and what all are worth then.

        Each is compared with all that are remembered before it.
        """
        total, share = self.worth, _SHARE * self.dim
        sigmas = feedback.sigmas if self.reads_variances else np.ones(len(feedback))
        quietest = max(float(sigmas.min()), _FLOOR)
        if share / quietest**2 < total:
            return [], total
        worths = 1.0 / np.maximum(sigmas, _FLOOR) ** 2
        found = []
        for place in np.flatnonzero(share * worths >= total).tolist():
            if share * worths[place] >= total:
                total += float(worths[place])
                found.append(place)
        return found, total
