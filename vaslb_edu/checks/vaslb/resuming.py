"""Checks of this set about a stall: what a round misses, and when exploration resumes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right

# Estimates with 1 - ‖θ̂‖² = 1/4. The root of 3/4 rounds down, so that the test holds at Δ = 1/2
# however it is written.
TIES = [([0.5, 0.5, 0.5], 0.5), ([0.5, -0.5, 0.0, 0.5], 1.0)]


@repeatable
def missed_per_round(answer: Any, rng: Any = None) -> Right:
    """Check the regret of one round of the best unit vector on S: 1 - ||theta_S||."""
    rng = np.random.default_rng(rng)
    cases = [(np.array([0.64, -0.48, 0.6]), [0, 1]), (np.array([0.0, 0.36, -0.48, 0.8]), [2, 1])]
    for size in (1, 2, 3):
        theta = np.zeros(12)
        places = rng.choice(12, size + 2, replace=False)
        theta[places] = rng.uniform(0.2, 1.0, size + 2) * rng.choice([-1.0, 1.0], size + 2)
        cases.append((theta / np.linalg.norm(theta), places[:size].tolist()))

    def length(theta: Array, support: list[int]) -> float:
        return float(np.linalg.norm(theta[support]))

    def left(theta: Array, support: list[int]) -> float:
        return 1.0 - length(theta, support) ** 2

    answers.compare(
        "missed_per_round",
        answer,
        cases,
        right=lambda theta, support: 1.0 - length(theta, support),
        mistakes={
            "You gave 1 - ω². The best *unit* vector on S is θ_S/ω, not θ_S: what does it earn?": (
                left
            ),
            "You gave half of what is left, ‖θ_rest‖²/2. That is the first term for small entries; "
            "give the exact number.": lambda theta, support: left(theta, support) / 2.0,
            "You gave the length of what is left, ‖θ_rest‖. Regret compares rewards: 1 against "
            "the reward of the best play on S.": (
                lambda theta, support: math.sqrt(left(theta, support))
            ),
            "You took 1 - ‖θ_rest‖: the best play on S earns ‖θ_S‖, not ‖θ_rest‖.": (
                lambda theta, support: 1.0 - math.sqrt(left(theta, support))
            ),
            "You gave ω², what the play θ_S earns. Regret is what is missing from 1.": (
                lambda theta, support: length(theta, support) ** 2
            ),
            "You added entries: the best reward on S is a length, the root of a sum of squares.": (
                lambda theta, support: 1.0 - float(np.abs(theta[support]).sum())
            ),
            "You added entries with their signs: the best play has the signs of θ, and its reward "
            "is a length.": lambda theta, support: 1.0 - float(theta[support].sum()),
            "You gave the sum of the entries that are missed; regret compares rewards.": (
                lambda theta, support: float(np.abs(np.delete(theta, support)).sum())
            ),
            "You took the largest entry of S alone: the best play uses all of S.": (
                lambda theta, support: 1.0 - float(np.abs(theta[support]).max())
            ),
            "You gave -ln ω. That is near 1 - ω for ω near 1; give the exact number.": (
                lambda theta, support: -math.log(length(theta, support))
            ),
            "You divide by ω: 1 is what θ* earns, so 1 - ω is missing.": (
                lambda theta, support: (1.0 - length(theta, support)) / length(theta, support)
            ),
            "You gave 1 - 1/ω: the best play on S earns ω.": (
                lambda theta, support: 1.0 - 1.0 / length(theta, support)
            ),
            "You gave ω - ω², what θ_S itself misses of the best play on S; 1 is the measure.": (
                lambda theta, support: length(theta, support) - length(theta, support) ** 2
            ),
            "You gave the largest entry that is missed; regret compares rewards.": (
                lambda theta, support: float(np.abs(np.delete(theta, support)).max())
            ),
            "You gave the square of the largest entry that is missed; regret compares rewards.": (
                lambda theta, support: float(np.abs(np.delete(theta, support)).max()) ** 2
            ),
            "You gave the mean size of the entries that are missed; regret compares rewards.": (
                lambda theta, support: float(np.abs(np.delete(theta, support)).mean())
            ),
            "You play all of S equally; the *best* play follows the entries, and earns ω.": (
                lambda theta, support: (
                    1.0 - float(np.abs(theta[support]).sum()) / math.sqrt(len(support))
                )
            ),
            "You took the first entries of θ*, not those at `support`.": (
                lambda theta, support: 1.0 - float(np.linalg.norm(theta[: len(support)]))
            ),
            "You took the first coordinate of S alone: the best play uses all of S.": (
                lambda theta, support: 1.0 - abs(float(theta[support[0]]))
            ),
            "You took the mean of the entries on S for their length.": (
                lambda theta, support: 1.0 - float(np.abs(theta[support]).mean())
            ),
            "You gave the reward of the best play. Regret is what is missing from 1.": length,
            "The best play on S costs something: you say it costs nothing.": (
                lambda theta, support: 0.0
            ),
            "A round costs more than nothing and less than 1: you gave 1, the cost of a play that "
            "earns nothing.": lambda theta, support: 1.0,
        },
    )
    return Right("A learner that has converged on S misses 1 - ‖θ_S‖ in every round.")


def first(
    holds: Callable[[float, float], bool], never: float = 0.0, part: float = 0.5
) -> Callable[[Array, float], float]:
    """Return a solution that tries gaps until one holds for the squared length; or `never`."""

    def gap_found(estimate: Array, gap: float) -> float:
        square, levels = float(estimate @ estimate), gap * part ** np.arange(60)
        if square >= 1.0:
            return never
        return float(next((level for level in levels if holds(square, level)), 0.0))

    return gap_found


def fits(square: float, level: float) -> bool:
    """Say whether exploration resumes at a level."""
    return level**2 <= 1.0 - square


@repeatable
def resuming_gap(answer: Any, rng: Any = None) -> Right:
    """Check the first gap at which ||estimate||^2 <= 1 - gap^2, or 0 for a unit vector."""
    rng = np.random.default_rng(rng)
    cases: list[tuple[Array, float]] = [(np.array(entries), gap) for entries, gap in TIES]
    for level in (1, 3, 4, 5, 6, 7):
        low, high = ((1.2, 1.9), (2.1, 3.4))[level % 2]  # away from where one gap gives way
        left = 0.25**level * rng.uniform(low, high)
        direction = rng.normal(size=3)
        cases.append((direction / np.linalg.norm(direction) * math.sqrt(1.0 - left), 0.25))
    cases.append((float(rng.choice([-1.0, 1.0])) * np.eye(4)[rng.integers(4)], 0.125))

    def by_rounding(estimate: Array, gap: float) -> float:
        levels = gap * 0.5 ** np.arange(60)
        return float(next(one for one in levels if estimate @ estimate <= 1.0 - one**2))

    right, never = first(fits), "For an estimate of length 1 exploration never resumes, and you"
    answers.compare(
        "resuming_gap",
        answer,
        cases,
        right=right,
        mistakes={
            "For an estimate of length 1 you found a gap of about 10⁻⁸. That is rounding: no gap "
            "above 0 passes the test, so the answer is 0.": by_rounding,
            "You ask for strictly less; exploration resumes also where ‖θ̂‖² equals 1 - Δ².": (
                first(lambda square, level: level**2 < 1.0 - square)
            ),
            "The test is turned round: exploration resumes when the estimate is *short* enough.": (
                first(lambda square, level: square >= 1.0 - level**2)
            ),
            "The test has squares on both sides: you compare ‖θ̂‖ with 1 - Δ.": (
                first(lambda square, level: math.sqrt(square) <= 1.0 - level)
            ),
            "You compare ‖θ̂‖ with 1 - Δ²: the length stands squared in the test.": (
                first(lambda square, level: level**2 <= 1.0 - math.sqrt(square))
            ),
            "You compare ‖θ̂‖² with 1 - Δ: the gap stands squared in the test.": (
                first(lambda square, level: level <= 1.0 - square)
            ),
            "You compare ‖θ̂‖² with Δ²: what is *left* is 1 - ‖θ̂‖².": (
                first(lambda square, level: square <= level**2)
            ),
            "The present gap counts as well: test before you halve.": (
                lambda estimate, gap: right(estimate, gap / 2.0)
            ),
            "You look at the present gap only. VASLB halves it and asks again.": (
                lambda estimate, gap: gap if right(estimate, gap) == gap else 0.0
            ),
            "You return the last gap at which it does *not* resume: return the one after it.": (
                lambda estimate, gap: min(2.0 * right(estimate, gap), max(gap, 1e-300))
            ),
            "You divide the gap by 4 each time; VASLB halves it.": first(fits, part=0.25),
            "You return √(1 - ‖θ̂‖²) itself: the answer is one of the gaps Δ, Δ/2, Δ/4, …": (
                lambda estimate, gap: math.sqrt(max(1.0 - estimate @ estimate, 0.0))
            ),
            "You compare with 1 - Δ²/2: the gap stands squared, and whole.": (
                first(lambda square, level: level**2 / 2 <= 1.0 - square)
            ),
            "You compare with 1 - Δ⁴: the gap stands squared once.": (
                first(lambda square, level: level**4 <= 1.0 - square)
            ),
            "You took the largest entry for the length.": (
                lambda estimate, gap: (
                    right(np.array([np.abs(estimate).max()]), gap)
                    if estimate @ estimate < 1.0
                    else 0.0
                )
            ),
            "You took the sum of the entries for the length.": (
                lambda estimate, gap: (
                    right(np.array([estimate.sum()]), gap) if estimate @ estimate < 1.0 else 0.0
                )
            ),
            "You begin at Δ = 1; the gaps to try begin at the present one.": (
                lambda estimate, gap: right(estimate, 1.0)
            ),
            "You begin at Δ = ½; the gaps to try begin at the present one.": (
                lambda estimate, gap: right(estimate, 0.5)
            ),
            "You return the largest power of ½ that fits; the gaps to try begin at the present "
            "one.": lambda estimate, gap: right(estimate, 2.0 ** math.ceil(math.log2(gap) + 9)),
            "You divide the gap by 10 each time; VASLB halves it.": first(fits, part=0.1),
            "You halve once and give up; VASLB halves until it resumes.": (
                lambda estimate, gap: (
                    right(estimate, gap) if right(estimate, gap) >= gap / 2 else 0.0
                )
            ),
            "You return how often the gap is halved, not the gap.": (
                lambda estimate, gap: _halvings(right(estimate, gap), gap)
            ),
            f"{never} return None there; return 0.": lambda estimate, gap: (
                right(estimate, gap) or None
            ),
            f"{never} return -1 there; return 0.": first(fits, never=-1.0),
            f"{never} return the present gap there; return 0.": (
                lambda estimate, gap: right(estimate, gap) or gap
            ),
        },
        tolerance=1e-10,
    )
    return Right("Exploration resumes at the first gap below what is left; at length 1, never.")


def _halvings(found: float, gap: float) -> float:
    return float(round(math.log2(gap / found))) if found else 0.0
