"""The check of this set about how often a set is asked."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.verdict import Right


@repeatable
def trials_needed(answer: Any, rng: Any = None) -> Right:
    """Check that the trials are enough for all sets, and one less is not."""
    rng = np.random.default_rng(rng)
    # 50 and 0.45 are far from powers of 2; 32 and 2 have exact logarithms. At (2, 0.45) two sets
    # that are independent would need one trial less than the union bound.
    cases = [(5, 0.1), (8, 0.25), (1, 0.5), (2, 0.45)]
    for k in range(8):  # away from exact powers of two, where rounding would decide
        low, high = ((0.1, 0.45), (0.55, 0.9))[k % 2]
        sets = int(rng.integers(5, 400))
        trials = math.ceil(math.log2(sets)) + int(rng.integers(2, 20))
        cases.append((sets, sets * 2.0 ** (rng.uniform(low, high) - trials)))
    mistakes: dict[str, Callable[[int, float], float]] = {
        "That is enough for one set; the union bound adds up the failures of all `sets`.": (
            lambda sets, failure: math.ceil(-math.log2(failure))
        ),
        "One trial too few: round up, or the failure is larger than allowed.": (
            lambda sets, failure: math.floor(math.log2(sets / failure))
        ),
        "A natural logarithm where base 2 is needed: each trial halves the failure.": (
            lambda sets, failure: math.ceil(math.log(sets / failure))
        ),
        "The number of sets belongs inside the logarithm: sets · 2^(-τ) ≤ failure.": (
            lambda sets, failure: math.ceil(sets * math.log2(1 / failure))
        ),
        "Where sets/failure is a power of 2 that is one too many: round up, do not cut and add.": (
            lambda sets, failure: math.floor(math.log2(sets / failure)) + 1
        ),
        "One trial more than needed: you are asked for the smallest number.": (
            lambda sets, failure: math.ceil(math.log2(sets / failure)) + 1
        ),
        "You left `failure` out: the fewer failures are allowed, the more trials it takes.": (
            lambda sets, failure: math.ceil(math.log2(sets))
        ),
        "A logarithm to base 10 where base 2 is needed: each trial halves the failure.": (
            lambda sets, failure: math.ceil(math.log10(sets / failure))
        ),
        "You took the logarithms apart and subtracted: ln(sets/failure) is a sum of two positive "
        "parts.": lambda sets, failure: math.ceil(abs(math.log2(sets) + math.log2(failure))),
        "You multiplied by `failure` inside the logarithm; divide.": (
            lambda sets, failure: math.ceil(math.log2(sets * failure))
        ),
        "It is upside down: failure/sets is below 1, and its logarithm negative.": (
            lambda sets, failure: math.ceil(math.log2(failure / sets))
        ),
        "A logarithm is missing: you return sets/failure, rounded up.": (
            lambda sets, failure: math.ceil(sets / failure)
        ),
        "You rounded to the nearest; round up, or the failure may be larger than allowed.": (
            lambda sets, failure: round(math.log2(sets / failure))
        ),
        "You rounded each part up. Add first, then round.": (
            lambda sets, failure: math.ceil(math.log2(sets)) + math.ceil(-math.log2(failure))
        ),
        "Twice as many as needed: sets · 2^(-τ) ≤ failure is all that is asked.": (
            lambda sets, failure: 2 * math.ceil(math.log2(sets / failure))
        ),
        "That is 1 - (1 - 2^(-τ))^sets ≤ `failure`, exact if the sets were silent independently of "
        "each other. The union bound needs no such thing: sets · 2^(-τ) ≤ failure.": (
            lambda sets, failure: next(n for n in range(99) if 1 - (1 - 0.5**n) ** sets <= failure)
        ),
        "You took sets - 1: the failures of all `sets` add up.": (
            lambda sets, failure: math.ceil(math.log2(max(sets - 1, 1) / failure))
        ),
        "You squared `sets`; it stands as it is: sets · 2^(-τ) ≤ failure.": (
            lambda sets, failure: math.ceil(math.log2(sets**2 / failure))
        ),
        "You took the chance that all is well, 1 - failure, for that of a failure.": (
            lambda sets, failure: math.ceil(math.log2(sets / (1 - failure)))
        ),
        "You squared `failure`; it stands as it is: sets · 2^(-τ) ≤ failure.": (
            lambda sets, failure: math.ceil(math.log2(sets / failure**2))
        ),
    }
    answers.compare(
        "trials_needed",
        answer,
        cases,
        lambda sets, failure: next(n for n in range(99) if sets * 0.5**n <= failure),
        mistakes,
        read=answers.integer,
    )
    return Right("Enough trials for all sets together: a logarithm is all it takes.")
