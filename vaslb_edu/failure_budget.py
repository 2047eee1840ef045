"""How much of delta one event of VASLB may take, so that the whole game fails at most with delta.

Explained in the appendix *Full proofs of the main statements*.

A game has at most P levels. At each of them the learner may be wrong, the noise of its mean reward
may be large, and the mean of any of the d coordinates may be off when exploration stops. A third of
delta goes to the first two together, a third to the means, and a third to events of the analysis.
"""

from __future__ import annotations

import math

from vaslb_edu.concentration import kernels

KAPPA = math.log(2.0) + 0.9 * math.log(0.9) + 0.1 * math.log(0.1)
"""kappa, the relative entropy of a coin with 9/10 heads to a fair one."""


def levels(horizon: int, first_gap: float = 0.25) -> int:
    """Return P = 2 + floor(log_4 T), a bound on the levels that begin at Delta = 1/4.

    A game that begins at a larger gap has the levels above 1/4 besides.
    """
    power = 0
    while 4 ** (power + 1) <= horizon:
        power += 1
    return 2 + power + max(0, math.ceil(math.log2(4.0 * first_gap)))


def rule_failure(delta: float, longest: int) -> float:
    """Return p(delta_0): the chance that a coordinate is off by Delta / 4 when exploration stops.

    sqrt(45) sum_j (delta_0 / 4)^(4 / (2 + 2^-j)) + 2 exp(-kappa n_0) / (1 - exp(-kappa)), where j
    counts the J epochs from the first check n_0 = 8 ln(4/delta_0) to the `longest` phase, each
    twice as long as the one before.
    """
    first = math.ceil(float(kernels.explore_minimum(delta)))
    epochs = max(1, math.ceil(math.log2((longest + 1) / first)))
    moderate = sum(math.pow(delta / 4.0, 4.0 / (2.0 + 2.0**-j)) for j in range(epochs))
    enormous = 2.0 * math.exp(-KAPPA * first) / (1.0 - math.exp(-KAPPA))
    return math.sqrt(45.0) * moderate + enormous


def event_delta(delta: float, dim: int, horizon: int, first_gap: float = 0.25) -> float:
    """Return the delta of one event: the largest with which all of them fail at most with `delta`.

    That is the smaller of delta / (6 P), for learner and mean reward of a commit phase, and of the
    delta_0 with d p(delta_0) = delta / (3 P), for the coordinates of an explore phase.
    """
    share = delta / (3.0 * levels(horizon, first_gap))
    low, high = -200.0, math.log(share)  # bisect on the logarithm: p grows with delta_0
    for _ in range(60):
        middle = (low + high) / 2.0
        enough = dim * rule_failure(math.exp(middle), horizon) <= share
        low, high = (middle, high) if enough else (low, middle)
    return min(math.exp(low), share / 2.0)
