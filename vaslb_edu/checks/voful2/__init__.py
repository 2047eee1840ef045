"""Checks of problem set 4: the set of VOFUL2 on the line and in the plane."""

from __future__ import annotations

from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, WrongAnswer
from vaslb_edu.checks.voful2.line_set import Seed, interval, running_intervals
from vaslb_edu.checks.voful2.plane_set import cap, next_play, survivors
from vaslb_edu.voful2.directions import unit_rows

__all__ = [  # noqa: RUF022 (in the order of the set)
    "interval",
    "running_intervals",
    "clipped",
    "five_sums",
    "survivors",
    "next_play",
]


def clipped(answer: Any, rng: Seed = None) -> Right:
    """Item 3: sign(z) min(|z|, 2^-level)."""
    rng = np.random.default_rng(rng)
    small = rng.uniform(0.001, 0.1, size=3)
    signed = rng.choice([-1.0, 1.0], size=9) * np.r_[small, rng.uniform(0.3, 1.0, size=6)]
    z = np.r_[signed, 0.7, -0.7, 0.02, -0.02]
    answers.compare(
        "clipped",
        answer,
        [(z, 1), (z, 2), (z, 3)],
        lambda z, level: cap(z, level),
        {
            "The cap is 2^ℓ instead of 2^(−ℓ): nothing is ever cut.": lambda z, level: z,
            "The sign is lost: −0.7 must stay negative.": lambda z, level: np.abs(cap(z, level)),
            "Large negative numbers pass: cap the absolute value.": (
                lambda z, level: np.minimum(z, 0.5**level)
            ),
            "Large numbers become 0; they must become ±2^(−ℓ).": (
                lambda z, level: np.where(np.abs(z) <= 0.5**level, z, 0.0)
            ),
            "Small numbers become ±2^(−ℓ); they must stay. You took the larger of the two.": (
                lambda z, level: np.sign(z) * np.maximum(np.abs(z), 0.5**level)
            ),
            "The cap is 2^(−ℓ), not 1/ℓ.": lambda z, level: np.clip(z, -1 / level, 1 / level),
        },
        read=answers.vector,
    )
    return Right("Small weights stay as they are, large ones keep only their sign.")


def five_sums(answer: Any, rng: Seed = None) -> Right:
    """Item 5: the sums that give both sides of the condition for every theta."""
    rng = np.random.default_rng(rng)
    cases = []
    for dim, level in ((2, 2), (2, 1), (3, 3)):
        plays = unit_rows(rng.normal(size=(12, dim)))
        plays[0] = mu = unit_rows(rng.normal(size=(1, dim)))[0]  # one round is surely clipped
        cases.append((plays, rng.normal(size=12), mu, level))

    def sums(
        power: int = 2, mixed: int = 2, rewards: int = 2, clip: bool = True, times: float = 1.0
    ) -> Any:
        def flat(x: Array, r: Array, mu: Array, level: int) -> Array:
            c = cap(x @ mu, level if clip else 0)
            first = np.r_[np.einsum("s,s", c, r), np.einsum("s,si->i", c, x)]
            crossed = times * np.einsum("s,s,si->i", c**mixed, r, x)
            square = np.einsum("s,si,sj->ij", c**power, x, x).ravel()
            third = np.einsum("s,s", c**power, r**rewards)
            return np.asarray(np.r_[first, third, crossed, square], dtype=float)

        return flat

    answers.compare(
        "five_sums",
        answer,
        cases,
        sums(),
        {
            "The weights are not clipped.": sums(clip=False),
            "The last three sums need c², you have c: there the residuals are squared.": (
                sums(power=1, mixed=1)
            ),
            "The last three sums have no weights: they need c².": sums(power=0, mixed=0),
            "The fourth sum is Σ c² r x; you have Σ c r x.": sums(mixed=1),
            "The third sum is Σ c² r²; you have Σ c² r.": sums(rewards=1),
            "The fourth sum is Σ c² r x itself; the factor 2 comes later, when θ is put in.": (
                sums(times=2.0)
            ),
            "The fourth sum is Σ c² r x itself; the factor −2 comes later, when θ is put in.": (
                sums(times=-2.0)
            ),
        },
        read=_five,
    )
    return Right("Two numbers, two vectors and a matrix remember all rounds.")


def _five(name: str, value: Any) -> Array:
    """Read two numbers, two vectors and a matrix; return them in a row."""
    if type(value) not in (tuple, list) or len(value) != 5:
        raise WrongAnswer(f"{name} should be five sums in a tuple.")
    numbers = [[answers.number(f"sum {i + 1}", value[i])] for i in (0, 2)]
    vectors = [answers.vector(f"sum {i + 1}", value[i]) for i in (1, 3)]
    matrix = answers.matrix("sum 5", value[4])
    return np.concatenate([numbers[0], vectors[0], numbers[1], vectors[1], matrix.ravel()])
