"""Check of this set: how long an exploration is expected to last."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right

Variance = Callable[[Array, float, int], Array]  # of σ, R² and K


def honest(sigmas: Array, left: float, free: int) -> Array:
    """Return the variances R² + Kσ²/R² of the rounds."""
    return np.asarray(left + free / left * sigmas**2)


def own_only(sigmas: Array, left: float, free: int) -> Array:
    """Return values whose sums over n rounds are n times the variance of the last of them."""
    counts = np.arange(1, len(sigmas) + 1)
    return np.diff(counts * honest(sigmas, left, free), prepend=0.0)


def predicted(
    variance: Variance = honest,
    least: float = 8.0,
    sides: float = 4.0,
    wait_sides: float = 4.0,
    factor: float = 8.0,
    quarter: float = 4.0,
    never: Any = len,
    shift: int = 0,
    power: float = 0.5,
) -> Callable[..., Any]:
    """Return the prediction, or one with something changed."""

    def length(sigmas: Array, left: float, free: int, gap: float, delta: float) -> Any:
        counts = np.arange(1, len(sigmas) + 1)
        total = np.maximum(np.cumsum(variance(sigmas, left, free)), 0.0)
        deviation = quarter * (factor * math.log(sides / delta) * total) ** power
        holds = (deviation < counts * gap) & (counts >= least * math.log(wait_sides / delta))
        return int(np.argmax(holds)) + 1 + shift if holds.any() else never(sigmas)

    return length


def _cases(rng: np.random.Generator) -> list[tuple[Array, float, int, float, float]]:
    """Return small phases first, with rounded numbers; then long ones, and two that never end."""
    cases = []
    for left, free, quiet in ((0.04, 4, 6), (0.02, 3, 10)):
        sigmas = np.where(np.arange(60) < quiet, 0.0, 0.01 * rng.integers(1, 3, 60))
        cases.append((np.roll(sigmas, -int(rng.integers(3))), left, free, 0.5, 0.5))
    cases.append((np.full(20, 0.5), 0.5, 4, 0.25, 0.5))  # never
    for left, free, loud, delta in ((1.0, 16, 0.2, 0.05), (0.5, 24, 0.1, 0.1), (0.2, 8, 0.1, 0.2)):
        sigmas = loud * rng.uniform(size=8_000) * (np.arange(8_000) < rng.integers(200, 900))
        cases.append((sigmas, left, free, 0.5, delta))
    cases.append((np.zeros(500), float(rng.uniform(0.001, 0.004)), 16, 0.5, 0.05))
    cases.append((rng.uniform(0.5, 1.0, int(rng.integers(300, 400))), 0.5, 16, 0.25, 0.05))
    return cases


_NOISE = "The noise of a projection is multiplied by K/R²:"
_NEVER = "Where the rule never holds, return the number of rounds,"
MISTAKES: dict[str, Callable[..., Any]] = {
    f"{_NOISE} you added σ² alone.": predicted(lambda s, left, free: left + s**2),
    "The noise is multiplied by K but not divided by R²: what is spent on signs has length R "
    "only.": predicted(lambda s, left, free: left + free * s**2),
    f"{_NOISE} you took K/R. R² is given as `left`; take no root of it.": (
        predicted(lambda s, left, free: left + free / math.sqrt(left) * s**2)
    ),
    f"{_NOISE} you multiplied by R² where you should divide.": (
        predicted(lambda s, left, free: left + free * left * s**2)
    ),
    f"{_NOISE} you took 1/R² and lost K.": predicted(lambda s, left, free: left + s**2 / left),
    "`left` is R² already, and you squared it again.": (
        predicted(lambda s, left, free: left**2 + free / left**2 * s**2)
    ),
    "`left` is R² already, and you squared it again where it divides the noise.": (
        predicted(lambda s, left, free: left + free / left**2 * s**2)
    ),
    "`left` is R² already, and you squared it again where it stands alone.": (
        predicted(lambda s, left, free: left**2 + free / left * s**2)
    ),
    "Without noise the variance of a round is R², what is left; you took 1.": (
        predicted(lambda s, left, free: 1 + free / left * s**2)
    ),
    "You took R for R²: `left` is the square, so no root belongs there.": (
        predicted(lambda s, left, free: math.sqrt(left) + free / left * s**2)
    ),
    "The signs have a variance of their own, R², also without noise: you left it out.": (
        predicted(lambda s, left, free: free / left * s**2)
    ),
    "You left the noise out: only R² is in your variance.": (
        predicted(lambda s, left, free: left + 0 * s)
    ),
    "The variance of a round holds σ², and you used σ.": (
        predicted(lambda s, left, free: left + free / left * s)
    ),
    "You test each round with its own variance. The rule sums over all rounds of the phase: loud "
    "rounds stay in it.": predicted(own_only),
    "The smallest sample is missing: the rule counts from n ≥ 8 ln(4/δ) on.": predicted(least=0.0),
    "The logarithm is ln(4/δ); you took ln(2/δ).": predicted(sides=2.0, wait_sides=2.0),
    "The logarithm under the root is ln(4/δ); you took ln(2/δ) there.": predicted(sides=2.0),
    "The logarithm is ln(4/δ); you took ln(1/δ).": predicted(sides=1.0, wait_sides=1.0),
    "A logarithm to base 10? It is the natural one: math.log.": predicted(
        least=8.0 / math.log(10), factor=8.0 / math.log(10)
    ),
    "The smallest sample is 8 ln(4/δ); you took ln(2/δ) there.": predicted(wait_sides=2.0),
    "A factor 2 is lost before the root: 2·√(2 ln(4/δ) Σv) is compared with n·Δ/4.": predicted(
        factor=2.0
    ),
    "A factor 2 is lost under the root: it is 2·√(2 ln(4/δ) Σv).": predicted(factor=4.0),
    "Each mean should be right to Δ/4; you compare with n·Δ.": predicted(quarter=1.0),
    "In yours the rule holds in none of these phases: is the root missing on the left, or n on the "
    "right?": lambda sigmas, left, free, gap, delta: len(sigmas),
    "You compare with n·Δ/8; it is n·Δ/4.": predicted(quarter=8.0),
    "You compare with n·Δ/2; it is n·Δ/4.": predicted(quarter=2.0),
    "A factor 2 too much under the root: it is 2·√(2 ln(4/δ) Σv).": predicted(factor=16.0),
    "A logarithm to base 2? It is the natural one: math.log.": predicted(
        least=8.0 / math.log(2), factor=8.0 / math.log(2)
    ),
    "The smallest sample is 8 ln(4/δ); you took ln(4/δ).": predicted(least=1.0),
    "The smallest sample is 8 ln(4/δ); you took 4 ln(4/δ).": predicted(least=4.0),
    "The smallest sample is 8 ln(4/δ); you took 16 ln(4/δ).": predicted(least=16.0),
    f"{_NOISE} you took √K/R².": predicted(
        lambda s, left, free: left + math.sqrt(free) / left * s**2
    ),
    f"{_NOISE} you took (K - 1)/R².": predicted(
        lambda s, left, free: left + (free - 1) / left * s**2
    ),
    f"{_NOISE} you took K²/R².": predicted(lambda s, left, free: left + free**2 / left * s**2),
    "`left` is R² already; you took 1 - R² where it stands alone.": (
        predicted(lambda s, left, free: 1 - left + free / left * s**2)
    ),
    f"{_NEVER} not 0.": predicted(never=lambda s: 0),
    f"{_NEVER} not -1.": predicted(never=lambda s: -1),
    f"{_NEVER} not None.": predicted(never=lambda s: None),
    f"{_NEVER} not one more.": predicted(never=lambda s: len(s) + 1),
    f"{_NEVER} not 1: np.argmax gives 0 for 'nowhere' as well.": predicted(never=lambda s: 1),
    "One too few: rounds are counted from 1, places in an array from 0.": predicted(shift=-1),
    "One too many: you return the round after the one in which the rule holds.": (
        predicted(shift=1)
    ),
}


@repeatable
def exploration_length(answer: Any, rng: Any = None) -> Right:
    """Check the first round at which the stopping rule holds for expected squares.

    The two sides are equal in no round of these phases: a logarithm stands on one side alone. So
    `<` and `<=` are both right.
    """
    answers.compare(
        "exploration_length",
        answer,
        _cases(np.random.default_rng(rng)),
        right=predicted(),
        mistakes=MISTAKES,
        read=answers.integer,
    )
    return Right("You can predict when an exploration ends, whatever the noise.")
