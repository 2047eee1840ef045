"""A guess at how loud the next round is, for games that do not say.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

import numpy as np

from vaslb_edu._running import running_sums
from vaslb_edu._typing import Array


class NoiseGuess:
    """A stand-in for deviations that are not revealed: the mean of all |r - c| seen before.

    Here c is the plain mean of the earlier rewards of the same exploration; in the first
    exploration, where S is empty, it is 0. A guess from the past alone keeps the test valid.
    """

    def __init__(self) -> None:
        self._centred = False
        self._count, self._sizes = 0, np.zeros(1)
        self._rounds, self._rewards = 0, np.zeros(1)

    def begin(self, centred: bool) -> None:
        """Start another exploration: rewards are compared with their mean, or else with 0."""
        self._centred, self._rounds, self._rewards = centred, 0, np.zeros(1)

    def sigmas(self, rewards: Array) -> Array:
        """Return the guesses for the next rounds, each from the rounds before it."""
        rounds = np.arange(len(rewards))
        self._rewards = running_sums(self._rewards[0], rewards)
        sizes, pilot = np.abs(rewards), 0
        if self._centred:
            earlier = self._rounds + rounds
            sizes = np.abs(rewards - self._rewards[:-1] / np.maximum(earlier, 1))
            pilot = int(self._rounds == 0)  # a first reward has nothing to be compared with
            sizes[:pilot] = 0.0
        self._sizes = running_sums(self._sizes[0], sizes)
        self._seen = self._count + np.maximum(np.arange(len(rewards) + 1) - pilot, 0)
        return np.asarray(self._sizes[:-1] / np.maximum(self._seen[:-1], 1))

    def keep(self, count: int) -> None:
        """Go on after the first `count` rounds of those asked for last."""
        self._rounds += count
        self._count = int(self._seen[count])
        self._sizes, self._rewards = self._sizes[count:], self._rewards[count:]
