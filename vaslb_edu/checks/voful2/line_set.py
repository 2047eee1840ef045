"""Checks of problem set 4, part A: the set of VOFUL2 on the line."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, WrongAnswer, expect

Seed = np.random.Generator | int | None


def interval(answer: Any, rng: Seed = None) -> Right:
    """Item 1: the ends of the interval that the condition leaves of [-1, 1]."""
    rng = np.random.default_rng(rng)
    few = rng.normal(size=5)
    hint = "With n ≤ ι rewards the condition excludes nothing: return −1 and 1."
    try:
        ends = answers.vector("the interval", answers.call("interval", answer, few, 5.5))
    except WrongAnswer as problem:
        if isinstance(problem.__cause__, ArithmeticError | ValueError) or "undefined" in str(
            problem
        ):
            raise WrongAnswer(hint) from problem
        raise
    expect(ends.shape == (2,), f"interval returns {len(ends)} numbers: low and high are needed.")
    expect(_near(ends, np.array([-1.0, 1.0])), hint)
    cases = []
    for theta, sigma, n in ((0.3, 0.4, 60), (-0.5, 0.2, 45), (0.1, 1.0, 90), (0.99, 0.4, 40)):
        noise = rng.normal(size=n)
        cases.append((theta + sigma * (noise - noise.mean()), rng.uniform(4, 9)))

    def ends_of(half: Any, clip: bool = True) -> Any:
        def ends(rewards: Array, iota: float) -> Array:
            pair = rewards.mean() + half(rewards, iota) * np.array([-1.0, 1.0])
            return np.asarray(np.clip(pair, -1.0, 1.0) if clip else pair)

        return ends

    def half(r: Array, iota: float) -> float:
        return float(np.sqrt(iota * r.var() / (len(r) - iota)))

    answers.compare(
        "interval",
        answer,
        cases,
        ends_of(half),
        {
            "The denominator is n, not n − ι: the squares contain (r̄ − θ)² as well. Collect it.": (
                ends_of(lambda r, iota: np.sqrt(iota * r.var() / len(r)))
            ),
            "The squares are not taken around the mean: v is the spread of the rewards about r̄.": (
                ends_of(lambda r, iota: np.sqrt(iota * np.mean(r**2) / (len(r) - iota)))
            ),
            "Your v divides by n − 1; here it divides by n.": (
                ends_of(lambda r, iota: np.sqrt(iota * r.var(ddof=1) / (len(r) - iota)))
            ),
            "Your v is a sum; divide it by n.": (
                ends_of(lambda r, iota: np.sqrt(iota * r.var() * len(r) / (len(r) - iota)))
            ),
            "The root is missing: this is the square of the half width.": (
                ends_of(lambda r, iota: half(r, iota) ** 2)
            ),
            "The factor ι is missing under the root.": (
                ends_of(lambda r, iota: np.sqrt(r.var() / (len(r) - iota)))
            ),
            "Only θ in [−1, 1] count: cut the interval off there.": ends_of(half, clip=False),
            "These are the half width's ends around 0; the interval lies around r̄.": (
                lambda r, iota: half(r, iota) * np.array([-1.0, 1.0])
            ),
        },
        read=answers.vector,
    )
    return Right("Exactly the θ whose residuals look like noise are left.")


def running_intervals(answer: Any, rng: Seed = None) -> Right:
    """Item 2: the intersection of all intervals so far, and an error when it is empty."""
    rng = np.random.default_rng(rng)
    cases = []
    for loud, quiet in ((0.5, 0.05), (0.05, 0.5), (0.3, 0.3)):
        sigmas = np.repeat([loud, quiet], [40, 50])
        cases.append((rng.uniform(-0.3, 0.3) + sigmas * rng.normal(size=90), 25.0))

    def alone(rewards: Array, iota: float) -> Array:
        rows = []
        for n in range(1, len(rewards) + 1):
            seen, half = rewards[:n], np.inf
            if n > iota:
                half = np.sqrt(iota * seen.var() / (n - iota))
            rows.append(np.clip(seen.mean() + half * np.array([-1.0, 1.0]), -1.0, 1.0))
        return np.array(rows)

    def together(ends: Array) -> Array:
        low, high = np.maximum.accumulate(ends[:, 0]), np.minimum.accumulate(ends[:, 1])
        return np.column_stack([low, high])

    answers.compare(
        "running_intervals",
        answer,
        cases,
        lambda r, iota: together(alone(r, iota)),
        {
            "Each row is the interval of its round alone: keep the intersection of all.": alone,
            "Your set never shrinks: the lower end must take the largest value so far, the upper "
            "end the smallest.": (lambda r, iota: -together(-alone(r, iota))),
            "Each row is one round late: row n − 1 holds the ends after n rewards.": (
                lambda r, iota: np.vstack([[-1.0, 1.0], together(alone(r, iota))[:-1]])
            ),
            "Every row is the final intersection: row n − 1 may use the first n rewards only.": (
                lambda r, iota: np.tile(together(alone(r, iota))[-1], (len(r), 1))
            ),
        },
        read=answers.matrix,
    )
    for reward in rng.uniform(0.2, 0.4, size=8):
        expect(
            not raises_value_error(answer, np.full(60, reward), 9.0),
            f"Sixty rewards of {reward:.6g} leave a point, not nothing. Rounding kills your set: "
            "call it empty only if low > high + 1e-9.",
        )
        ends = answers.matrix(
            "the result", answers.call("running_intervals", answer, np.full(60, reward), 9.0)
        )
        expect(
            _near(ends[-1], np.full(2, reward), 1e-6),
            f"Without noise the set ends as the point {reward:.4g}; yours ends as {ends[-1]}.",
        )
    jump = np.r_[np.full(40, 0.8), np.full(80, -0.8)] + 0.01 * rng.normal(size=120)
    expect(
        raises_value_error(answer, jump, 3.0),
        "Rewards that jump from 0.8 to −0.8 leave nothing at ι = 3, and your function says nothing:"
        " raise a ValueError when low > high + 1e-9.",
    )
    return Right("The set only ever shrinks, and says so when nothing is left.")


def raises_value_error(function: Any, *arguments: Any) -> bool:
    """Say whether a student's function raises a `ValueError`."""
    try:
        function(*copy.deepcopy(arguments))
    except ValueError:
        return True
    except Exception as error:
        raise WrongAnswer(f"Raise a ValueError there, not a {type(error).__name__}.") from error
    return False


def _near(left: Array, right: Array, tolerance: float = 1e-9) -> bool:
    return left.shape == right.shape and bool(np.all(np.abs(left - right) <= tolerance))
