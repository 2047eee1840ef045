"""Checks of this set, part A: when to stop a learner, and what to keep of its plays."""

from __future__ import annotations

from typing import Any

import numpy as np

from vaslb_edu.checks import after_commit, answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right
from vaslb_edu.vaslb import shrink_into_ball

Seed = np.random.Generator | int | None


@repeatable
def stopping_round(answer: Any, rng: Seed = None) -> Right:
    """Item 1: the first round whose report is below n gap^2, and 0 if there is none.

    Who asks for a little less, 1e-9, to be safe from rounding is right as well.
    """
    rng = np.random.default_rng(rng)
    cases = [(np.array([3.0, 2.0, 2.0, 0.75, 9.0, 1.0, 1.0]), 0.5)]
    cases.append((np.array([0.3, 0.3, 0.2, 0.0]), 0.5))
    cases.append((np.array([0.125, 0.75, 0.25]), 0.5))  # the first round is enough
    cases += [(rng.uniform(1, 3) * np.sqrt(np.arange(1, 2001)), 2.0**-k) for k in (0, 1, 2)]
    tie = int(rng.integers(20, 60))
    cases.append((np.full(99, tie / 16), 0.25))  # equality in round `tie`
    jump = np.r_[np.full(9, 9.0), np.full(11, 1.0), np.full(20, 99.0), np.full(40, 1.0)]
    cases += [(jump, 0.5), (np.full(50, 50.0), 0.5)]  # below, above, below again; and never

    def found(small: Any, never: int = 0) -> int:
        return int(np.argmax(small)) + 1 if small.any() else never

    def line(reports: Array, gap: float) -> Array:
        return np.arange(1.0, len(reports) + 1.0) * gap**2

    answers.compare(
        "stopping_round",
        answer,
        cases,
        lambda r, gap: found(r < line(r, gap)),
        {
            "Rounds are counted from 1: your round is one too small. Did you return an index?": (
                lambda r, gap: int(np.argmax(r < line(r, gap)))
            ),
            "Where the rule never allows a stop you return 1: np.argmax gives 0 for "
            "'nowhere' as well. Return 0 there.": lambda r, gap: found(r < line(r, gap), 1),
            "Where the rule never allows a stop, return 0, not the last round.": (
                lambda r, gap: found(r < line(r, gap), len(r))
            ),
            "Where the rule never allows a stop, return 0, not None.": (
                lambda r, gap: found(r < line(r, gap)) or None
            ),
            "Where the rule never allows a stop, return 0, not -1.": (
                lambda r, gap: found(r < line(r, gap), -1)
            ),
            "Where the rule never allows a stop, return 0, not the round after the last.": (
                lambda r, gap: found(r < line(r, gap), len(r) + 1)
            ),
            "Rounds are counted from 1: your round is one too small, and -1 where there is none.": (
                lambda r, gap: found(r < line(r, gap)) - 1
            ),
            "Your round is one too large: the rule holds one round earlier.": (
                lambda r, gap: found(r < line(r, gap)) + (r < line(r, gap)).any()
            ),
            "It is turned round: you return the first round *above* the line.": (
                lambda r, gap: found(r > line(r, gap))
            ),
            "You return how many rounds are below the line, not the first of them.": (
                lambda r, gap: int((r < line(r, gap)).sum())
            ),
            "You return the last round below the line; the rule stops at the first.": (
                lambda r, gap: int(np.max(np.flatnonzero(r < line(r, gap)), initial=-1)) + 1
            ),
            "You return the smallest report's round; the rule compares with a line.": (
                lambda r, gap: int(np.argmin(r)) + 1
            ),
            "n counts from 0 in your line: the line of round n is n gap².": (
                lambda r, gap: found(r < line(r, gap) - gap**2)
            ),
            "The line is n gap²; you squared n as well.": (
                lambda r, gap: found(r < (line(r, gap) / gap) ** 2)
            ),
            "The line is n gap²; you took √n gap².": (
                lambda r, gap: found(r < np.sqrt(line(r, gap)) * gap)
            ),
            "You stop where report and line are equal; the rule asks for strictly less.": (
                lambda r, gap: found(r <= line(r, gap))
            ),
            "The line is n gap², not gap²: the factor n is missing.": (
                lambda r, gap: found(r < gap**2)
            ),
            "The line is n gap², not n gap: the square is missing.": (
                lambda r, gap: found(r < line(r, gap) / gap)
            ),
            "You begin with round 2: the first round may be enough.": (
                lambda r, gap: found((r < line(r, gap)) & (np.arange(len(r)) > 0))
            ),
            "You wait for two rounds below the line; one is enough.": (
                lambda r, gap: _second_of_two(r < line(r, gap))
            ),
            "You return the round that is farthest below the line; the rule stops at the first.": (
                lambda r, gap: int(np.argmin(r - line(r, gap))) + 1
            ),
            "You divide each report by n: it is compared with n gap² as it is.": (
                lambda r, gap: found(np.cumsum(r) / np.arange(1, len(r) + 1) < line(r, gap))
            ),
            "You add up the reports: each is the regret of all rounds so far already.": (
                lambda r, gap: found(np.cumsum(r) < line(r, gap))
            ),
            "You return the round after the last one above the line; the rule stops at the first "
            "round below it, even if the report rises again.": (
                lambda r, gap: (
                    int(np.sum(np.cumsum((r >= line(r, gap))[::-1]) > 0) + 1)
                    if (r < line(r, gap))[-1]
                    else 0
                )
            ),
        },
        read=answers.integer,
    )
    return Right("The rule stops at the first round that deserves it, and never by accident.")


@repeatable
def estimate_after_commit(answer: Any, rng: Seed = None) -> Right:
    """Item 2: mean reward times mean play, in the unit ball."""
    rng = np.random.default_rng(rng)
    small = np.array([[1.0, 0.0], [0.6, 0.8], [0.8, 0.6]])
    cases = [(small, np.array([0.5, 0.75, 0.25])), (small, np.array([-0.9, -0.6, 0.25]))]
    cases.append((np.array([[0.6, 0.8], [0.6, 0.8]]), np.array([0.9, 1.0])))  # 0.95 long: stays
    for length, shift in ((0.3, 0.0), (0.6, 0.1), (0.8, 0.0), (1.0, 0.9)):
        goal = unit_vector(rng, int(rng.integers(2, 5)))
        plays = goal + 0.3 * rng.normal(size=(40, len(goal)))
        plays /= np.linalg.norm(plays, axis=1, keepdims=True)
        rewards = length * plays @ goal + 0.1 * rng.normal(size=40)
        cases.append((plays, rewards + shift))  # the last case leaves the unit ball

    after_commit.expect_estimate(
        "estimate_after_commit",
        answer,
        cases,
        {
            "Your estimate is the mean play: its length is near 1 whatever the truth is. Did you "
            "forget the mean reward?": lambda x, r: x.mean(axis=0),
            "Your estimate has norm 1: shorten it only when it is longer than 1, and average the "
            "plays and rewards (do not add them up).": lambda x, r: (
                np.sign(r.mean()) * x.mean(axis=0) / np.linalg.norm(x.mean(axis=0))
            ),
            "You averaged the products r·x. Average plays and rewards apart, then multiply.": (
                lambda x, r: shrink_into_ball((r[:, None] * x).mean(axis=0))
            ),
            "Your estimate can be longer than 1, and θ cannot: shorten it to length 1 then.": (
                after_commit.product
            ),
        },
    )
    return Right("Direction from the plays, length from the rewards, never longer than 1.")


def _second_of_two(below: Any) -> int:
    """Return the second of the first two rounds in a row that are below, or 0."""
    both = below[1:] & below[:-1]
    return int(np.argmax(both)) + 2 if both.any() else 0


def unit_vector(rng: np.random.Generator, dim: int) -> Array:
    """Return a random unit vector."""
    vector = rng.normal(size=dim)
    return np.asarray(vector / np.linalg.norm(vector))
