"""The rewards of one action that is repeated: count, sum and sum of squares.

Explained in the chapter *VOFUL2*.
"""

from __future__ import annotations

import numpy as np

from vaslb_edu._running import running_sums
from vaslb_edu._typing import Array

Summary = tuple[Array, int, float, float]  # an action, how often, sum of rewards, of squares


class RepeatedRewards:
    """Running sums over the rounds of one action, the same whatever the batches they come in.

    Rewards are added one by one, as differences from the first of them. Equal rewards, as a game
    without noise gives, so make no rounding error at all.
    """

    def __init__(self, action: Array) -> None:
        self.action = action
        self.count = 0
        self._first = self._sum = self._sum_of_squares = 0.0

    def extend(self, rewards: Array) -> tuple[Array, Array, Array]:
        """Take in more rewards; return count, sum and sum of squares after each of them."""
        if self.count == 0:
            self._first = float(rewards[0])
        differences = rewards - self._first
        counts = self.count + np.arange(1.0, len(rewards) + 1.0)
        sums = running_sums(self._sum, differences)[1:]
        squares = running_sums(self._sum_of_squares, differences * differences)[1:]
        self.count += len(rewards)
        self._sum, self._sum_of_squares = float(sums[-1]), float(squares[-1])
        totals = counts * self._first + sums
        return counts, totals, squares + self._first * (totals + sums)

    def summary(self) -> Summary:
        """Return the action, the count, the sum of the rewards and the sum of their squares."""
        total = self.count * self._first + self._sum
        return (
            self.action,
            self.count,
            total,
            self._sum_of_squares + self._first * (total + self._sum),
        )
