"""Check of problem set 5: how long an exploration is expected to last."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right


def exploration_length(answer: Any, rng: Any = None) -> Right:
    """Check the first round at which the stopping rule holds for expected squares."""
    rng = np.random.default_rng(rng)
    cases = []
    for left, free, loud, delta in ((1.0, 16, 0.2, 0.05), (0.5, 24, 0.1, 0.1), (0.2, 8, 0.1, 0.2)):
        sigmas = loud * rng.uniform(size=8_000) * (np.arange(8_000) < rng.integers(200, 900))
        cases.append((sigmas, left, free, 0.5, delta))
    cases.append((np.zeros(500), float(rng.uniform(0.001, 0.004)), 16, 0.5, 0.05))
    cases.append((rng.uniform(0.5, 1.0, int(rng.integers(300, 400))), 0.5, 16, 0.25, 0.05))

    def predicted(variances: Array, gap: float, delta: float, least: float = 8.0) -> int:
        counts = np.arange(1, len(variances) + 1)
        log = math.log(4.0 / delta)
        deviation = 4.0 * np.sqrt(8.0 * log * np.maximum(np.cumsum(variances), 0.0))
        holds = (deviation < counts * gap) & (counts >= least * log)
        return int(np.argmax(holds)) + 1 if holds.any() else len(counts)

    def right(sigmas: Array, left: float, free: int, gap: float, delta: float) -> int:
        return predicted(left + free / left * sigmas**2, gap, delta)

    answers.compare(
        "exploration_length",
        answer,
        cases,
        right=right,
        mistakes={
            "The noise of a projection is multiplied by K/R²: you added σ² alone.": (
                lambda s, left, free, gap, delta: predicted(left + s**2, gap, delta)
            ),
            "The noise is multiplied by K but not divided by R²: what is spent on signs has "
            "length R only.": lambda s, left, free, gap, delta: predicted(
                left + free * s**2, gap, delta
            ),
            "The variance of a round holds σ², and you used σ.": (
                lambda s, left, free, gap, delta: predicted(left + free / left * s, gap, delta)
            ),
            "You test each round with its own variance. The rule sums over all rounds of the "
            "phase: loud rounds stay in it.": lambda s, left, free, gap, delta: predicted(
                _own(left + free / left * s**2), gap, delta
            ),
            "The smallest sample is missing: the rule counts from n ≥ 8 ln(4/δ) on.": (
                lambda s, left, free, gap, delta: predicted(
                    left + free / left * s**2, gap, delta, 0.0
                )
            ),
            "One too few: rounds are counted from 1, places in an array from 0.": (
                lambda *case: right(*case) - (right(*case) < len(case[0]))
            ),
        },
        read=answers.integer,
    )
    return Right("You can predict when an exploration ends, whatever the noise.")


def _own(variances: Array) -> Array:
    """Return values whose running means are the given variances."""
    counts = np.arange(1, len(variances) + 1)
    return np.diff(counts * variances, prepend=0.0)
