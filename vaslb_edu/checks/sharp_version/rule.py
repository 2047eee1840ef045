"""Check of this set, item 7: explore when what is missing outweighs what is uncertain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.verdict import Right, WrongAnswer

WORDS = ("explore", "commit")
TIES = [(0.25, 0.75, 2.0), (0.5, 0.75, 1.0), (0.0, 0.5, 1.0)]  # exact in binary
ENDS = [
    *((0.0, 0.0, 2.0), (1.0, 1.0, 2.0), (0.5, 0.5, 0.5)),  # nothing known, all found, all known
    *(
        (-0.75, 0.5, 2.0),
        (-0.5, 1.5, 2.0),
        (0.9, 1.75, 3.0),
        (-3.0, 2.5, 0.5),
        (-1.0, 0.25, 2.0),
        (-0.4, 0.25, 0.5),
    ),
]


@repeatable
def explore_or_commit(answer: Any, rng: Any = None) -> Right:
    """Check the rule hi - lo < κ(1 - hi) with ties, at the ends, and at random."""
    rng = np.random.default_rng(rng)
    cases = [(0.5, 0.6, 2.0), (0.5, 0.9, 2.0), *TIES, *ENDS]
    for _ in range(60):
        low, high = sorted(float(end) for end in np.round(rng.uniform(0.02, 1.0, 2), 2))
        cases.append((low, high, float(rng.choice([0.5, 1.0, 2.0, 4.0]))))
    # Whether rounding has a say must not depend on how the rule is written.
    cases = [case for case in cases if case in TIES or abs(_margin(*case)) > 1e-6 or case in ENDS]

    def rule(holds: Callable[[float, float, float], bool]) -> Callable[..., str]:
        return lambda low, high, kappa: WORDS[not holds(low, high, kappa)]

    def read(name: str, value: Any) -> str:
        if type(value) in (bool, np.bool_):
            raise WrongAnswer(f'{name} should be the word "explore" or "commit", not {value}.')
        return answers.word(name, value, WORDS)

    answers.compare(
        "explore_or_commit",
        answer,
        cases,
        right=rule(lambda low, high, kappa: high - low < kappa * (1 - high)),
        mistakes={
            "It is turned round: explore when what is missing outweighs what is uncertain.": rule(
                lambda low, high, kappa: high - low >= kappa * (1 - high)
            ),
            "It is turned round, and so are ties: explore when what is missing outweighs what is "
            "uncertain.": rule(lambda low, high, kappa: high - low > kappa * (1 - high)),
            "With ties you explore. When all is found, lo = hi = 1, you would explore for ever.": (
                rule(lambda low, high, kappa: high - low <= kappa * (1 - high))
            ),
            "κ is on the wrong side: it multiplies what is certainly missing, 1 - hi.": rule(
                lambda low, high, kappa: kappa * (high - low) < 1 - high
            ),
            "κ is missing.": rule(lambda low, high, kappa: high - low < 1 - high),
            "You took 1 - lo, what *may* be missing. What is *certainly* missing is 1 - hi.": rule(
                lambda low, high, kappa: high - low < kappa * (1 - low)
            ),
            "You compare with 1 - hi². The rule has 1 - hi: what the best play on S still lacks.": (
                rule(lambda low, high, kappa: high - low < kappa * (1 - high**2))
            ),
            "You compare with 1 - lo², the R² of an explore round; the rule has 1 - hi.": rule(
                lambda low, high, kappa: high - low < kappa * (1 - low**2)
            ),
            "You took squares throughout: hi - lo and 1 - hi stand as they are.": rule(
                lambda low, high, kappa: high**2 - low**2 < kappa * (1 - high**2)
            ),
            "Both sides are squared in your rule, and κ is not; leave both as they are.": rule(
                lambda low, high, kappa: (high - low) ** 2 < kappa * (1 - high) ** 2
            ),
            "You took half of the uncertainty, the half width; the rule has hi - lo.": rule(
                lambda low, high, kappa: (high - low) / 2 < kappa * (1 - high)
            ),
            "You compare the uncertainty with κ alone. What is missing must come in.": rule(
                lambda low, high, kappa: high - low < kappa
            ),
            "You explore whenever anything is certainly missing, however little is known.": rule(
                lambda low, high, kappa: high < 1
            ),
            "You look at lo alone, as if lo were hi: uncertain is not the same as missing.": rule(
                lambda low, high, kappa: low < kappa * (1 - low)
            ),
            "With hi above 1 you explore: nothing is *certainly* missing then, so commit. (Take no "
            "absolute value of 1 - hi.)": rule(
                lambda low, high, kappa: high - low < kappa * abs(1 - high)
            ),
            "With lo below 0 you explore: an ill-known S is a reason to commit.": rule(
                lambda low, high, kappa: low < 0 or high - low < kappa * (1 - high)
            ),
            "You put 0 for a negative lo. The uncertainty is hi - lo as it is.": rule(
                lambda low, high, kappa: high - max(0.0, low) < kappa * (1 - high)
            ),
            "You always explore.": rule(lambda low, high, kappa: True),
            "You always commit: then nothing new is ever found.": rule(
                lambda low, high, kappa: False
            ),
        },
        read=read,
    )
    return Right("Explore exactly when what is certainly missing outweighs what is uncertain.")


def _margin(low: float, high: float, kappa: float) -> float:
    return kappa * (1 - high) - (high - low)
