"""Checks of this set, item 1: the set of VOFUL2 on the line."""

from __future__ import annotations

from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, WrongAnswer, expect

Seed = np.random.Generator | int | None


@repeatable
def interval(answer: Any, rng: Seed = None) -> Right:
    """Item 1: the ends of the interval that the condition leaves of [-1, 1].

    At n = ι the half width is infinite: whoever returns −1 and 1 there, by a test or by a cut, is
    right.
    """
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
    expect(near(ends, np.array([-1.0, 1.0])), hint)
    cases = [(np.array([0.25, 0.75, 0.5, 0.0, 0.5]), 1.0)]
    # The last two leave [−1, 1], one at each end.
    ends_at = ((0.3, 0.4, 60), (-0.5, 0.2, 45), (0.1, 1.0, 90), (0.99, 0.4, 40), (-0.99, 0.4, 40))
    for theta, sigma, n in ends_at:
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
            "The root is missing over ι: it stands under the root with v.": (
                ends_of(lambda r, iota: iota * np.sqrt(r.var() / (len(r) - iota)))
            ),
            "The root is missing over the denominator n − ι.": (
                ends_of(lambda r, iota: np.sqrt(iota * r.var()) / (len(r) - iota))
            ),
            "The denominator is n − ι; you added ι.": (
                ends_of(lambda r, iota: np.sqrt(iota * r.var() / (len(r) + iota)))
            ),
            "The denominator is missing: divide by n − ι.": (
                ends_of(lambda r, iota: np.sqrt(iota * r.var()))
            ),
            "The denominator is n − ι, with n the number of rewards; you took n − 1.": (
                ends_of(lambda r, iota: np.sqrt(iota * r.var() / (len(r) - 1)))
            ),
            "A factor 2 too much: the half width stands on each side of r̄.": (
                ends_of(lambda r, iota: 2 * half(r, iota))
            ),
            "A factor 2 is lost: the half width stands on each side, you took half of it.": (
                ends_of(lambda r, iota: half(r, iota) / 2)
            ),
            "You took the deviation where its square, v, belongs.": (
                ends_of(lambda r, iota: np.sqrt(iota * r.std() / (len(r) - iota)))
            ),
            "The ends are exchanged: low comes first.": (
                lambda r, iota: ends_of(half)(r, iota)[::-1]
            ),
            "Both ends are r̄: the half width is missing.": ends_of(lambda r, iota: 0.0),
            "Only the upper end is cut off, at 1: cut the lower one off at −1, too.": (
                lambda r, iota: np.minimum(ends_of(half, clip=False)(r, iota), 1.0)
            ),
            "Only the lower end is cut off, at −1: cut the upper one off at 1, too.": (
                lambda r, iota: np.maximum(ends_of(half, clip=False)(r, iota), -1.0)
            ),
            "The root is missing over v: √v is what counts.": (
                ends_of(lambda r, iota: np.sqrt(iota / (len(r) - iota)) * r.var())
            ),
            "ι is doubled in yours.": ends_of(lambda r, iota: np.sqrt(2) * half(r, iota)),
            "ι is halved in yours.": ends_of(lambda r, iota: half(r, iota) / np.sqrt(2)),
            "The denominator is n − ι, under the root; you divide by n, outside.": (
                ends_of(lambda r, iota: np.sqrt(iota * r.var()) / len(r))
            ),
            "The denominator is n − ι; you took n − ι − 1.": (
                ends_of(lambda r, iota: np.sqrt(iota * r.var() / (len(r) - iota - 1)))
            ),
            "The denominator is n − ι; you took n − √ι.": (
                ends_of(lambda r, iota: np.sqrt(iota * r.var() / (len(r) - np.sqrt(iota))))
            ),
            "The interval lies around the last reward in yours; it lies around their mean.": (
                lambda r, iota: np.clip(r[-1] + half(r, iota) * np.array([-1.0, 1.0]), -1, 1)
            ),
            "You took the median of the rewards for their mean.": (
                lambda r, iota: np.clip(
                    np.median(r) + half(r, iota) * np.array([-1.0, 1.0]), -1.0, 1.0
                )
            ),
            "These are the half width's ends around 0; the interval lies around r̄.": (
                lambda r, iota: half(r, iota) * np.array([-1.0, 1.0])
            ),
        },
        read=answers.vector,
    )
    return Right("Exactly the θ whose residuals look like noise are left.")


def near(left: Array, right: Array, tolerance: float = 1e-9) -> bool:
    """Say whether two arrays have one shape and differ by at most the tolerance."""
    return left.shape == right.shape and bool(np.all(np.abs(left - right) <= tolerance))
