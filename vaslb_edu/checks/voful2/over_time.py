"""Checks of this set, item 2: the set on the line, from round to round."""

from __future__ import annotations

from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, expect
from vaslb_edu.checks.voful2.line_set import Seed, near


@repeatable
def running_intervals(answer: Any, rng: Seed = None) -> Right:
    """Item 2: the intersection of all intervals so far, and an error when it is empty."""
    rng = np.random.default_rng(rng)
    cases = [(np.array([0.5, 0.25, 0.75, 0.5, 0.0, 0.5]), 2.0)]
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
            "Low and high are exchanged in every row.": (
                lambda r, iota: together(alone(r, iota))[:, ::-1]
            ),
            "The lower ends are those of the rounds alone: keep the largest so far.": (
                lambda r, iota: np.column_stack(
                    [alone(r, iota)[:, 0], together(alone(r, iota))[:, 1]]
                )
            ),
            "The upper ends are those of the rounds alone: keep the smallest so far.": (
                lambda r, iota: np.column_stack(
                    [together(alone(r, iota))[:, 0], alone(r, iota)[:, 1]]
                )
            ),
            "The lower end takes the smallest value so far; it must take the largest.": (
                lambda r, iota: np.column_stack(
                    [-together(-alone(r, iota))[:, 0], together(alone(r, iota))[:, 1]]
                )
            ),
            "The upper end takes the largest value so far; it must take the smallest.": (
                lambda r, iota: np.column_stack(
                    [together(alone(r, iota))[:, 0], -together(-alone(r, iota))[:, 1]]
                )
            ),
            "You left out the rounds with n ≤ ι: there the row is −1, 1.": (
                lambda r, iota: together(alone(r, iota))[int(iota) :]
            ),
            "You intersect each interval with the one before it alone: intersect with *all* "
            "earlier ones.": lambda r, iota: _with_the_one_before(alone(r, iota)),
            "You return the widths; both ends are asked for, a row a round.": (
                lambda r, iota: np.diff(together(alone(r, iota)), axis=1)
            ),
            "You return the last row alone: a row for every round is asked for.": (
                lambda r, iota: together(alone(r, iota))[-1:]
            ),
            "You begin with a row for no reward: row n − 1 holds the ends after n rewards.": (
                lambda r, iota: np.vstack([[-1.0, 1.0], together(alone(r, iota))])
            ),
            "You use the rewards in the opposite order.": (
                lambda r, iota: together(alone(r[::-1], iota))
            ),
            "Every row is the interval of all rewards: row n − 1 may use the first n only.": (
                lambda r, iota: np.tile(alone(r, iota)[-1], (len(r), 1))
            ),
            "You average the ends so far: the intersection is asked for.": (
                lambda r, iota: (
                    np.cumsum(alone(r, iota), axis=0) / np.arange(1, len(r) + 1)[:, None]
                )
            ),
            "Every row is the final intersection: row n − 1 may use the first n rewards only.": (
                lambda r, iota: np.tile(together(alone(r, iota))[-1], (len(r), 1))
            ),
        },
        read=answers.matrix,
    )
    for reward in rng.uniform(0.2, 0.4, size=8):
        expect(
            not answers.raises_value_error("running_intervals", answer, np.full(60, reward), 9.0),
            f"Sixty rewards of {reward:.6g} leave a point, not nothing. Rounding kills your set: "
            "call it empty only if low > high + 1e-9.",
        )
        ends = answers.matrix(
            "the result", answers.call("running_intervals", answer, np.full(60, reward), 9.0)
        )
        expect(
            near(ends[-1], np.full(2, reward), 1e-6),
            f"Without noise the set ends as the point {reward:.4g}; yours ends as {ends[-1]}.",
        )
    jump = np.r_[np.full(40, 0.8), np.full(80, -0.8)] + 0.01 * rng.normal(size=120)
    expect(
        answers.raises_value_error("running_intervals", answer, jump, 3.0),
        "Rewards that jump from 0.8 to −0.8 leave nothing at ι = 3, and your function says nothing:"
        " raise a ValueError when low > high + 1e-9.",
    )
    _expect_small_emptiness_seen(answer)
    return Right("The set only ever shrinks, and says so when nothing is left.")


def _expect_small_emptiness_seen(answer: Any) -> None:
    """Raise unless a set that is empty by a little, far above rounding, is called empty."""
    step = np.r_[np.full(30, 0.5), np.full(400, 0.501)]
    expect(
        answers.raises_value_error("running_intervals", answer, step, 2.0),
        "Rewards of 0.5 and then of 0.501 leave nothing at ι = 2, and your function says nothing: "
        "the set is empty if low > high + 1e-9. Is your tolerance larger?",
    )


def _with_the_one_before(ends: Array) -> Array:
    before = np.vstack([[-1.0, 1.0], ends[:-1]])
    low, high = np.maximum(ends[:, 0], before[:, 0]), np.minimum(ends[:, 1], before[:, 1])
    return np.column_stack([low, high])
