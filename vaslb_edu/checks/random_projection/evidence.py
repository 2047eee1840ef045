"""The checks of problem set 2 about scatter: how it is kept, what it proves, when it is enough."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vaslb_edu import concentration
from vaslb_edu.checks import answers
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, expect


def scatter(answer: Any, rng: Any = None) -> Right:
    """Check the short formula against the sums of squared deviations of real estimates."""
    rng = np.random.default_rng(rng)
    cases, direct = [], {}
    for n in (1, 2, int(rng.integers(5, 60))):
        scale, residuals = float(rng.uniform(0.05, 0.5)), rng.normal(size=n)
        signs = rng.choice([-1.0, 1.0], size=(n, 5))
        estimates = residuals[:, None] * signs / scale
        cases.append((float(residuals @ residuals), residuals @ signs, n, scale))
        direct[n] = np.square(estimates - estimates.mean(axis=0)).sum(axis=0)
    mistakes = {
        "The scale is missing: the estimates are (r - c)·sign divided by it.": (
            lambda squares, sums, n, scale: squares - sums**2 / n
        ),
        "You divide by the scale once; in squares it enters squared.": (
            lambda squares, sums, n, scale: (squares - sums**2 / n) / scale
        ),
        "You multiply by scale², where you should divide by it.": (
            lambda squares, sums, n, scale: (squares - sums**2 / n) * scale**2
        ),
        "A factor 1/n is missing: n times the squared mean is sums²/n.": (
            lambda squares, sums, n, scale: (squares - sums**2) / scale**2
        ),
        "n times the squared mean is sums²/n, not sums²/n².": (
            lambda squares, sums, n, scale: (squares - sums**2 / n**2) / scale**2
        ),
        "That is the variance: V is the sum of squared deviations, not divided by n.": (
            lambda squares, sums, n, scale: (squares - sums**2 / n) / scale**2 / n
        ),
        "That is the sum of squares about 0: subtract n times the squared mean.": (
            lambda squares, sums, n, scale: squares / scale**2 + 0 * sums
        ),
    }
    answers.compare(
        "scatter",
        answer,
        cases,
        lambda squares, sums, n, scale: direct[n],
        mistakes,
        read=answers.vector,
    )
    return Right("One number and one vector hold the scatter of every coordinate.")


def bernstein_radius(answer: Any, rng: Any = None) -> Right:
    """Check the radius against the library's inequality, and that it is infinite at first."""
    rng = np.random.default_rng(rng)
    cases = []
    for _ in range(4):
        delta, n = float(rng.uniform(0.01, 0.5)), int(rng.integers(15, 60))
        cases.append((rng.normal(2, 1 / 3, size=n), delta))

    def radius(samples: Array, delta: float, sides: float = 2.0, power: float = 1.0) -> float:
        level, n = math.log(sides / delta), len(samples)
        return math.sqrt(2 * level * n * samples.var() * (n / (n - 2 * level)) ** power)

    mistakes = {
        "A factor √2 is missing under the root: it is 2 L V, with L = ln(2/δ).": (
            lambda x, delta: radius(x, delta) / math.sqrt(2)
        ),
        "ln(1/δ) covers one side only; for the absolute value take ln(2/δ).": (
            lambda x, delta: radius(x, delta, sides=1.0)
        ),
        "The factor n/(n - 2L) is missing: it pays for using V in the place of Q.": (
            lambda x, delta: radius(x, delta, power=0.0)
        ),
        "That is the radius of the mean; you are asked for the one of the sum.": (
            lambda x, delta: radius(x, delta) / len(x)
        ),
        "V is the sum of squared deviations; you took the variance.": (
            lambda x, delta: radius(x, delta) / math.sqrt(len(x))
        ),
        "You took the squares about 0; V is about the sample mean.": (
            lambda x, delta: radius(x, delta) * math.sqrt(np.mean(x**2) / x.var())
        ),
        "A root is missing: that is the square of the radius.": lambda x, delta: (
            radius(x, delta) ** 2
        ),
    }
    small = answers.call("bernstein_radius", answer, rng.normal(size=4), 0.05)
    answers.compare(
        "bernstein_radius",
        answer,
        cases,
        lambda x, delta: concentration.empirical_bernstein(len(x) * x.var(), len(x), delta),
        mistakes,
    )
    expect(
        type(small) in (float, np.float64) and small == math.inf,
        "With n ≤ 2 ln(2/δ) samples nothing is known yet: return math.inf.",
    )
    return Right("The radius uses what was seen, not what was assumed, and waits for n > 2L.")


def may_stop(answer: Any, rng: Any = None) -> Right:
    """Check the rule just above and just below each bound that it or a mistake would use."""
    rng = np.random.default_rng(rng)
    cases: list[tuple[Array, int, float, float]] = [(np.zeros(3), 1, 0.25, 0.05)]
    level, spiky = np.ones(7), np.where(np.arange(7) == rng.integers(7), 1.0, 1e-6)
    shares = [(level, f) for f in (0.3, 0.99, 1.01, 1.04, 1.1, 1.3, 1.6, 1.9, 2.5, 3.9, 4.5)]
    shares += [(spiky, f) for f in (0.5, 0.99, 1.01, 2.2, 9.0)]
    for shape, share in shares:  # of the largest radius at which the rule holds
        gap, delta = float(rng.uniform(0.05, 0.3)), float(rng.uniform(0.01, 0.05))
        n = int(rng.integers(200, 2000))
        cases.append(
            (shape * (share * n * gap / 4) ** 2 / (8 * math.log(4 / delta)), n, gap, delta)
        )
    for delta in (0.01, 0.1):
        wait = 8 * math.log(4 / delta)
        cases += [(np.zeros(4), n, 0.2, delta) for n in (math.floor(wait), math.ceil(wait))]

    def rule(constant: float = 2.0, sides: float = 4.0, wait: float = 8.0, of: Any = np.max) -> Any:
        def stops(scatters: Array, n: int, gap: float, delta: float) -> float:
            radius = constant * math.sqrt(2 * of(scatters) * math.log(sides / delta))
            return float(n >= wait * math.log(4 / delta) and radius < n * gap / 4)

        return stops

    mistakes = {
        "The rule may not be used before n ≥ 8 ln(4/δ): in round 1 every scatter is 0.": rule(
            wait=0.0
        ),
        "You stop when some coordinate is settled; every one must be.": rule(of=np.min),
        "You look at the average scatter; the largest decides.": rule(of=np.mean),
        "A factor 2 is missing: the radius is 2·√(2 V ln(4/δ)).": rule(1.0),
        "A factor √2 is missing under the root: the radius is 2·√(2 V ln(4/δ)).": rule(
            math.sqrt(2)
        ),
        "The logarithm is ln(4/δ), not ln(1/δ).": rule(sides=1.0),
        "The logarithm is ln(4/δ), not ln(2/δ).": rule(sides=2.0),
        "Each mean should be right to within Δ/4, not Δ.": rule(0.5),
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
        read=lambda name, value: float(answers.boolean(name, value)),
    )
    return Right("The exploration stops when every mean is good enough, and not before.")
