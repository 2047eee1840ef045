"""The checks of this set about scatter: how it is kept, what it proves, when it is enough."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vaslb_edu import concentration
from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, expect


@repeatable
def scatter(answer: Any, rng: Any = None) -> Right:
    """Check the short formula against the sums of squared deviations of real estimates."""
    rng = np.random.default_rng(rng)
    cases, direct = [], {}
    for n in (1, 2, 3, int(rng.integers(5, 60))):
        scale, residuals = float(rng.uniform(0.05, 0.5)), rng.normal(size=n)
        if n == 3:  # one for pencil and paper
            scale, residuals = 0.5, np.array([1.0, -2.0, 0.5])
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
        "That is the variance: Q̂ is the sum of squared deviations, not divided by n.": (
            lambda squares, sums, n, scale: (squares - sums**2 / n) / scale**2 / n
        ),
        "That is the sum of squares about 0: subtract n times the squared mean.": (
            lambda squares, sums, n, scale: squares / scale**2 + 0 * sums
        ),
        "You add n times the squared mean; it is to be subtracted.": (
            lambda squares, sums, n, scale: (squares + sums**2 / n) / scale**2
        ),
        "You subtract sums/n: the *square* of the sum, divided by n, is needed.": (
            lambda squares, sums, n, scale: (squares - sums / n) / scale**2
        ),
        "The scale divides the squares alone: both parts are made of estimates.": (
            lambda squares, sums, n, scale: squares / scale**2 - sums**2 / n
        ),
        "The scale divides the sums alone: both parts are made of estimates.": (
            lambda squares, sums, n, scale: squares - sums**2 / n / scale**2
        ),
        "That is a standard deviation: no root and no division by n are asked for.": (
            lambda squares, sums, n, scale: np.sqrt((squares - sums**2 / n) / n) / scale
        ),
        "The sign is turned round: squares come first.": (
            lambda squares, sums, n, scale: (sums**2 / n - squares) / scale**2
        ),
        "You squared `squares`: it is a sum of squares already.": (
            lambda squares, sums, n, scale: (squares**2 - sums**2 / n) / scale**2
        ),
        "You divide the squares by n as well: Q̂ is a sum, not a mean.": (
            lambda squares, sums, n, scale: (squares / n - sums**2 / n) / scale**2
        ),
        "You subtract n·sums²: n times the squared mean is sums²/n.": (
            lambda squares, sums, n, scale: (squares - n * sums**2) / scale**2
        ),
        "You subtract twice too much: n times the squared mean is sums²/n.": (
            lambda squares, sums, n, scale: (squares - 2 * sums**2 / n) / scale**2
        ),
        "You subtract the sums as they are: their squares, divided by n, are needed.": (
            lambda squares, sums, n, scale: (squares - sums) / scale**2
        ),
        "You took the sums of all coordinates together: each has its own mean.": (
            lambda squares, sums, n, scale: (squares - sums @ sums / n) / scale**2 + 0 * sums
        ),
        "The second part is divided by the scale once; in squares it enters squared.": (
            lambda squares, sums, n, scale: squares / scale**2 - sums**2 / n / scale
        ),
        "You divide by n - 1 inside: n times the squared mean is sums²/n.": (
            lambda squares, sums, n, scale: (squares - sums**2 / max(n - 1, 1)) / scale**2
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


@repeatable
def bernstein_radius(answer: Any, rng: Any = None) -> Right:
    """Check the radius against the library's inequality, and that it is infinite at first.

    Whether n = 2 ln(2/δ) counts as few cannot be seen: no δ with a finite expansion has it.
    """
    rng = np.random.default_rng(rng)
    cases = [(np.array([1.0, 3.0, 2.0, 2.0, 4.0, 0.0]), 0.5)]
    for _ in range(4):
        delta, n = float(rng.uniform(0.01, 0.5)), int(rng.integers(15, 60))
        cases.append((rng.normal(2, 1 / 3, size=n), delta))

    def radius(
        samples: Array,
        delta: float,
        sides: float = 2.0,
        power: float = 1.0,
        twice: float = 2.0,
        base: float = math.e,
    ) -> float:
        level, n = math.log(sides / delta, base), len(samples)
        return math.sqrt(2 * level * n * samples.var() * (n / (n - twice * level)) ** power)

    mistakes = {
        "A factor √2 is missing under the root: it is 2 L Q̂, with L = ln(2/δ).": (
            lambda x, delta: radius(x, delta) / math.sqrt(2)
        ),
        "ln(1/δ) covers one side only; for the absolute value take ln(2/δ).": (
            lambda x, delta: radius(x, delta, sides=1.0)
        ),
        "The factor n/(n - 2L) is missing: it pays for using Q̂ in the place of Q.": (
            lambda x, delta: radius(x, delta, power=0.0)
        ),
        "That is the radius of the mean; you are asked for the one of the sum.": (
            lambda x, delta: radius(x, delta) / len(x)
        ),
        "Q̂ is the sum of squared deviations; you took the variance.": (
            lambda x, delta: radius(x, delta) / math.sqrt(len(x))
        ),
        "You took the squares about 0; Q̂ is about the sample mean.": (
            lambda x, delta: radius(x, delta) * math.sqrt(np.mean(x**2) / x.var())
        ),
        "A root is missing: that is the square of the radius.": lambda x, delta: (
            radius(x, delta) ** 2
        ),
        "The logarithm is ln(2/δ); you took ln(4/δ).": lambda x, delta: radius(x, delta, sides=4.0),
        "The factor n/(n - 2L) is upside down: it makes the radius larger.": (
            lambda x, delta: radius(x, delta, power=-1.0)
        ),
        "The factor n/(n - 2L) stands under the root; you squared it.": (
            lambda x, delta: radius(x, delta, power=2.0)
        ),
        "The factor is n/(n - 2L); you have n/(n - L).": lambda x, delta: radius(
            x, delta, twice=1.0
        ),
        "The factor is n/(n - 2L), with a minus.": lambda x, delta: radius(x, delta, twice=-2.0),
        "Q̂ is Σ(x - x̄)²; you have n/(n - 1) times as much: `ddof=1` does that.": (
            lambda x, delta: radius(x, delta) * math.sqrt(len(x) / (len(x) - 1))
        ),
        "A logarithm to base 10? It is the natural one: math.log.": (
            lambda x, delta: radius(x, delta, base=10.0)
        ),
        "A logarithm to base 2? It is the natural one: math.log.": (
            lambda x, delta: radius(x, delta, base=2.0)
        ),
        "You took the standard deviation where Q̂ belongs, and a root too many.": (
            lambda x, delta: radius(x, delta) / math.sqrt(len(x) * x.std())
        ),
        "The factor is n/(n - 2L); you have n/(n - 1).": lambda x, delta: (
            radius(x, delta, power=0.0) * math.sqrt(len(x) / (len(x) - 1))
        ),
        "The factor is n/(n - 2L), with L = ln(2/δ); you have n/(n - 2).": lambda x, delta: (
            radius(x, delta, power=0.0) * math.sqrt(len(x) / (len(x) - 2))
        ),
        "You took the deviations from the median; Q̂ is about the mean.": (
            lambda x, delta: (
                radius(x, delta) * math.sqrt(np.mean((x - np.median(x)) ** 2) / x.var())
            )
        ),
        "You added up the sizes of the deviations; Q̂ adds their squares.": (
            lambda x, delta: radius(x, delta) * math.sqrt(np.abs(x - x.mean()).mean() / x.var())
        ),
        "Twice too wide: the radius is one side, not the whole interval.": (
            lambda x, delta: 2 * radius(x, delta)
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
