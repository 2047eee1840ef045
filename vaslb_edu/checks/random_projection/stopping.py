"""The check of this set about the rule that ends an exploration."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, WrongAnswer


@repeatable
def may_stop(answer: Any, rng: Any = None) -> Right:
    """Check the rule just above and just below each bound that it or a mistake would use.

    At a gap of 0 and without scatter both sides are 0, and not less: `<=` is told from `<` there.
    The first condition has no such case: n = 8 ln(4/δ) holds for no whole n and rational δ, so
    that `>` and `>=` are the same rule.
    """
    rng = np.random.default_rng(rng)
    cases: list[tuple[Array, int, float, float]] = [(np.zeros(3), 1, 0.25, 0.05)]
    level, spiky = np.ones(7), np.where(np.arange(7) == rng.integers(1, 6), 1.0, 1e-6)
    shares = [(level, f) for f in (0.3, 0.99, 1.01, 1.04, 1.1, 1.3, 1.6, 1.9, 2.5, 3.9, 4.5)]
    shares += [(spiky, f) for f in (0.5, 0.99, 1.01, 2.2, 9.0)]
    shares += [(np.where(np.arange(7) < 6, 1.0, 1e-6), f) for f in (1.3, 2.5)]
    for shape, share in shares:  # of the largest radius at which the rule holds
        gap, delta = (round(rng.uniform(*ends), 3) for ends in ((0.05, 0.3), (0.01, 0.05)))
        n = int(rng.integers(200, 2000))
        cases.append(
            (shape * (share * n * gap / 4) ** 2 / (8 * math.log(4 / delta)), n, gap, delta)
        )
    # Here a square is below the bound, and the root is not below the bound of a mean.
    cases.append((np.full(3, 400 * 0.2 / 8 / (8 * math.log(4 / 0.05))), 400, 0.2, 0.05))
    for delta in (0.01, 0.1):
        waits = [8 * math.log(sides / delta) for sides in (4.0, 2.0, 1.0)]
        waits += [part * math.log(4 / delta) for part in (1.0, 2.0)]
        lengths = [n for wait in waits for n in (math.floor(wait), math.ceil(wait))]
        cases += [(np.zeros(4), n, 0.2, delta) for n in lengths]

    def rule(
        constant: float = 2.0,
        sides: float = 4.0,
        wait: float = 8.0,
        of: Any = np.max,
        wait_sides: float = 4.0,
    ) -> Any:
        def stops(scatters: Array, n: int, gap: float, delta: float) -> bool:
            radius = constant * math.sqrt(2 * of(scatters) * math.log(sides / delta))
            return bool(n >= wait * math.log(wait_sides / delta) and radius < n * gap / 4)

        return stops

    def without_root(scatters: Array, n: int, gap: float, delta: float) -> bool:
        level = math.log(4 / delta)
        return bool(n >= 8 * level and 8 * np.max(scatters) * level < n * gap / 4)

    mistakes = {
        "The rule may not be used before n ≥ 8 ln(4/δ): in round 1 every scatter is 0.": rule(
            wait=0.0
        ),
        "You stop when some coordinate is settled; every one must be.": rule(of=np.min),
        "You look at the average scatter; the largest decides.": rule(of=np.mean),
        "A factor 2 is missing: the radius is 2·√(2 Q̂ ln(4/δ)).": rule(1.0),
        "A factor √2 is missing under the root: the radius is 2·√(2 Q̂ ln(4/δ)).": rule(
            math.sqrt(2)
        ),
        "The logarithm is ln(4/δ), not ln(1/δ), in both parts of the rule.": (
            rule(sides=1.0, wait_sides=1.0)
        ),
        "The logarithm is ln(4/δ), not ln(1/δ).": rule(sides=1.0),
        "The logarithm is ln(4/δ), not ln(2/δ), in both parts of the rule.": (
            rule(sides=2.0, wait_sides=2.0)
        ),
        "The logarithm is ln(4/δ), not ln(2/δ).": rule(sides=2.0),
        "You wait for 8 ln(2/δ) rounds; it is 8 ln(4/δ).": rule(wait_sides=2.0),
        "You wait for ln(4/δ) rounds; it is 8 ln(4/δ).": rule(wait=1.0),
        "You wait for 2 ln(4/δ) rounds; it is 8 ln(4/δ).": rule(wait=2.0),
        "You wait, and never look at the scatter: Q̂ must come in.": rule(0.0),
        "You add up all scatters; the largest alone decides.": rule(of=np.sum),
        "You look at the first coordinate alone; every one must be settled.": rule(
            of=lambda scatters: scatters[0]
        ),
        "A root is missing: you compare the square of the radius.": without_root,
        "A logarithm to base 10? It is the natural one, in both parts: math.log.": (
            lambda scatters, n, gap, delta: bool(
                n >= 8 * math.log10(4 / delta)
                and 2 * math.sqrt(2 * np.max(scatters) * math.log10(4 / delta)) < n * gap / 4
            )
        ),
        "Each mean should be right to within Δ/4, not Δ.": rule(0.5),
        "It is turned round: stop when the radius is *below* n·Δ/4.": (
            lambda scatters, n, gap, delta: bool(
                n >= 8 * math.log(4 / delta) and not rule(wait=0.0)(scatters, n, gap, delta)
            )
        ),
        "The radius is for a sum of n: compare it with n·Δ/4, not with Δ/4.": (
            lambda scatters, n, gap, delta: rule()(scatters, n, gap / n, delta)
        ),
    }
    answers.compare(
        "may_stop",
        answer,
        cases,
        rule(),
        mistakes,
        read=answers.boolean,
    )
    _expect_strict(answer)
    return Right("The exploration stops when every mean is good enough, and not before.")


def _expect_strict(answer: Any) -> None:
    """Raise if a radius of 0 is called less than 0; who divides by the gap is not asked."""
    case = np.zeros(3), 60, 0.0, 0.05
    try:
        stops = answers.boolean("it", answers.call("may_stop", answer, *case))
    except WrongAnswer:
        return
    if stops:
        raise WrongAnswer(
            "You stop where radius and n·Δ/4 are equal; the rule asks for strictly less. "
            "may_stop(np.zeros(3), 60, 0.0, 0.05) gives True, not False."
        )
