"""Checks of this set: the set of VOFUL2 on the line and in the plane."""

from __future__ import annotations

from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, WrongAnswer
from vaslb_edu.checks.voful2.line_set import Seed, interval
from vaslb_edu.checks.voful2.optimistic_play import next_play
from vaslb_edu.checks.voful2.over_time import running_intervals
from vaslb_edu.checks.voful2.plane_set import cap, survivors
from vaslb_edu.voful2.directions import unit_rows

__all__ = [  # noqa: RUF022 (in the order of the set)
    "interval",
    "running_intervals",
    "clipped",
    "five_sums",
    "survivors",
    "next_play",
]


@repeatable
def clipped(answer: Any, rng: Seed = None) -> Right:
    """Item 3: sign(z) min(|z|, 2^-level)."""
    rng = np.random.default_rng(rng)
    tiny = np.array([0.75, -0.75, 0.125, -0.1])
    small = rng.uniform(0.001, 0.1, size=3)
    signed = rng.choice([-1.0, 1.0], size=9) * np.r_[small, rng.uniform(0.3, 1.0, size=6)]
    z = np.r_[signed, 0.7, -0.7, 0.02, -0.02]
    answers.compare(
        "clipped",
        answer,
        [(tiny, 2), (z, 1), (z, 2), (z, 3)],
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
            "The cap is 2^(−ℓ), not e^(−ℓ).": (
                lambda z, level: np.clip(z, -np.exp(-level), np.exp(-level))
            ),
            "The cap is 2^(−ℓ), not 10^(−ℓ).": (
                lambda z, level: np.clip(z, -(0.1**level), 0.1**level)
            ),
            "The cap is 2^(−ℓ), not 2/ℓ.": lambda z, level: np.clip(z, -2 / level, 2 / level),
            "The cap is 2^(−ℓ), not 4^(−ℓ).": lambda z, level: cap(z, 2 * level),
            "The cap is 2^(−ℓ), not 2^(−ℓ/2).": (
                lambda z, level: np.clip(z, -(2 ** (-level / 2)), 2 ** (-level / 2))
            ),
            "The cap is 2^(−ℓ), not 1 − 2^(−ℓ).": (
                lambda z, level: np.clip(z, 0.5**level - 1, 1 - 0.5**level)
            ),
            "The cap is 2^(−ℓ), not 1/(ℓ+1).": (
                lambda z, level: np.clip(z, -1 / (level + 1), 1 / (level + 1))
            ),
            "You multiplied by 2^ℓ after the cut: leave the numbers as they are.": (
                lambda z, level: cap(z, level) * 2**level
            ),
            "You left large numbers out: they stay, cut down to ±2^(−ℓ).": (
                lambda z, level: z[np.abs(z) <= 0.5**level]
            ),
            "You shrink all numbers together until they fit; each is cut for itself.": (
                lambda z, level: z * min(1.0, 0.5**level / np.max(np.abs(z)))
            ),
            "Whatever is not above the cap becomes −2^(−ℓ): small numbers stay.": (
                lambda z, level: np.where(z > 0.5**level, 0.5**level, -(0.5**level))
            ),
            "The cap is 2^(−ℓ), not ℓ.": lambda z, level: np.clip(z, -level, level),
            "The cap is 2^(−ℓ), not ℓ^(−2).": (
                lambda z, level: np.clip(z, -(level**-2.0), level**-2.0)
            ),
            "The cap is 2^(−ℓ); you took 2^(−ℓ+1).": lambda z, level: cap(z, level - 1),
            "The cap is 2^(−ℓ); you took 2^(−ℓ−1).": lambda z, level: cap(z, level + 1),
            "Large positive numbers pass: cap the absolute value.": (
                lambda z, level: np.maximum(z, -(0.5**level))
            ),
            "Negative numbers become 0: cap at −2^(−ℓ) on their side.": (
                lambda z, level: np.clip(z, 0.0, 0.5**level)
            ),
            "Everything becomes ±2^(−ℓ): small numbers stay as they are.": (
                lambda z, level: np.sign(z) * 0.5**level
            ),
            "Everything is multiplied by 2^(−ℓ): cut off, do not shrink.": (
                lambda z, level: z * 0.5**level
            ),
            "You return what was cut off; what is *left* is asked for.": (
                lambda z, level: z - cap(z, level)
            ),
            "Small numbers become 0; they must stay, and large ones become ±2^(−ℓ).": (
                lambda z, level: np.where(np.abs(z) > 0.5**level, np.sign(z) * 0.5**level, 0.0)
            ),
            "Small numbers become 0 and large ones stay: it is the other way round.": (
                lambda z, level: np.where(np.abs(z) > 0.5**level, z, 0.0)
            ),
        },
        read=answers.vector,
    )
    return Right("Small weights stay as they are, large ones keep only their sign.")


@repeatable
def five_sums(answer: Any, rng: Seed = None) -> Right:
    """Item 5: the sums that give both sides of the condition for every theta."""
    rng = np.random.default_rng(rng)
    three = np.array([[1.0, 0.0], [0.6, 0.8], [-0.8, 0.6]])
    cases = [(three, np.array([1.0, -2.0, 0.5]), np.array([1.0, 0.0]), 1)]
    for dim, level in ((2, 2), (2, 1), (3, 3)):
        plays = unit_rows(rng.normal(size=(12, dim)))
        plays[0] = mu = unit_rows(rng.normal(size=(1, dim)))[0]  # one round is surely clipped
        cases.append((plays, rng.normal(size=12), mu, level))

    def sums(
        power: int = 2,
        mixed: int = 2,
        rewards: int = 2,
        clip: bool = True,
        times: float = 1.0,
        linear: int = 1,
        higher: int = 0,
        sign: float = 1.0,
    ) -> Any:
        def flat(x: Array, r: Array, mu: Array, level: int) -> Array:
            c = cap(x @ mu, level + higher if clip else 0)
            c = np.abs(c) if sign < 0 else c
            first = np.r_[np.einsum("s,s", c**linear, r), np.einsum("s,si->i", c**linear, x)]
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
            "The weights are multiplied by 2^ℓ: use (⟨x, μ⟩)_ℓ as it is.": (
                lambda x, r, mu, level: _scaled_sums(sums()(x, r, mu, level), 2.0**level)
            ),
            "The last three sums need w², you have w: there the residuals are squared.": (
                sums(power=1, mixed=1)
            ),
            "The last three sums have no weights: they need w².": sums(power=0, mixed=0),
            "The fourth sum is Σ w² r x; you have Σ w r x.": sums(mixed=1),
            "The third sum is Σ w² r²; you have Σ w² r.": sums(rewards=1),
            "The fourth sum is Σ w² r x itself; the factor 2 comes later, when θ is put in.": (
                sums(times=2.0)
            ),
            "The fourth sum is Σ w² r x itself; the factor −2 comes later, when θ is put in.": (
                sums(times=-2.0)
            ),
            "The first two sums need w, you have w²: there the residuals are not squared.": (
                sums(linear=2)
            ),
            "The first two sums have no weights: they need w.": sums(linear=0),
            "The weights have lost their signs: clip, but take no absolute value.": sums(sign=-1.0),
            "You clipped at 2^(−ℓ−1): the cap is 2^(−ℓ).": sums(higher=1),
            "You clipped at 2^(−ℓ+1): the cap is 2^(−ℓ).": sums(higher=-1),
            "The last three sums need w², you have w³ or more.": sums(power=3, mixed=3),
            "The sums are averages in yours: do not divide by the number of rounds.": (
                lambda x, r, mu, level: sums()(x, r, mu, level) / len(x)
            ),
            "The fourth sum has the wrong sign: the minus comes later, when θ is put in.": (
                sums(times=-1.0)
            ),
            "The fourth sum is 0 in yours: it is Σ w² r x.": sums(times=0.0),
        },
        read=_five,
        parts=_named_sums,
    )
    return Right("Two numbers, two vectors and a matrix remember all rounds.")


def _scaled_sums(flat: Array, factor: float) -> Array:
    """Return the sums as they are when every weight is multiplied by a factor."""
    parts = list(_named_sums(flat).values())
    return np.concatenate(
        [
            part * power
            for part, power in zip(parts, factor ** np.array([1, 1, 2, 2, 2]), strict=True)
        ]
    )


def _named_sums(flat: Array) -> dict[str, Array]:
    """Take apart what `_five` has put in a row."""
    dim = int(np.sqrt(len(flat) - 1)) - 1
    ends = np.cumsum([1, dim, 1, dim, dim * dim])
    return {f"sum {i + 1}": part for i, part in enumerate(np.split(flat, ends[:-1]))}


def _five(name: str, value: Any) -> Array:
    """Read two numbers, two vectors and a matrix; return them in a row."""
    if type(value) not in (tuple, list) or len(value) != 5:
        raise WrongAnswer(f"{name} should be five sums in a tuple.")
    numbers = [[answers.number(f"sum {i + 1}", value[i])] for i in (0, 2)]
    vectors = [answers.vector(f"sum {i + 1}", value[i]) for i in (1, 3)]
    matrix = answers.matrix("sum 5", value[4])
    return np.concatenate([numbers[0], vectors[0], numbers[1], vectors[1], matrix.ravel()])
