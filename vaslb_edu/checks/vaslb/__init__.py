"""Checks of problem set 5: the stall of VASLB, its repair, and noise that makes versions swap."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.vaslb.exploration_length import exploration_length
from vaslb_edu.checks.vaslb.games import stalling_parameter, swap_schedules
from vaslb_edu.checks.verdict import Right
from vaslb_edu.vaslb import shrink_into_ball

__all__ = [  # noqa: RUF022 (in the order of the set)
    "missed_per_round",
    "resuming_gap",
    "stalling_parameter",
    "commit_estimate",
    "exploration_length",
    "swap_schedules",
]


def missed_per_round(answer: Any, rng: Any = None) -> Right:
    """Check the regret of one round of the best unit vector on S: 1 - ||theta_S||."""
    rng = np.random.default_rng(rng)
    cases = []
    for size in (1, 2, 3):
        theta = np.zeros(12)
        places = rng.choice(12, size + 2, replace=False)
        theta[places] = rng.uniform(0.2, 1.0, size + 2) * rng.choice([-1.0, 1.0], size + 2)
        cases.append((theta / np.linalg.norm(theta), places[:size].tolist()))

    def length(theta: Array, support: list[int]) -> float:
        return float(np.linalg.norm(theta[support]))

    answers.compare(
        "missed_per_round",
        answer,
        cases,
        right=lambda theta, support: 1.0 - length(theta, support),
        mistakes={
            "You gave 1 - ρ². The best *unit* vector on S is θ_S/ρ, not θ_S: what does it earn?": (
                lambda theta, support: 1.0 - length(theta, support) ** 2
            ),
            "You gave half of what is left, ‖θ_rest‖²/2. That is the first term for small entries; "
            "give the exact number.": (
                lambda theta, support: (1.0 - length(theta, support) ** 2) / 2.0
            ),
            "You gave the length of what is left, ‖θ_rest‖. Regret compares rewards: 1 against "
            "the reward of the best play on S.": (
                lambda theta, support: math.sqrt(1.0 - length(theta, support) ** 2)
            ),
            "You added entries: the best reward on S is a length, the root of a sum of squares.": (
                lambda theta, support: 1.0 - float(np.abs(theta[support]).sum())
            ),
            "You gave the reward of the best play. Regret is what is missing from 1.": length,
        },
    )
    return Right("A learner that has converged on S misses 1 - ‖θ_S‖ in every round.")


def resuming_gap(answer: Any, rng: Any = None) -> Right:
    """Check the first gap at which ||estimate||^2 <= 1 - gap^2, or 0 for a unit vector."""
    rng = np.random.default_rng(rng)
    cases: list[tuple[Array, float]] = []
    for level in (1, 3, 4, 5, 6, 7):
        low, high = ((1.2, 1.9), (2.1, 3.4))[level % 2]  # away from where one gap gives way
        left = 0.25**level * rng.uniform(low, high)
        direction = rng.normal(size=3)
        cases.append((direction / np.linalg.norm(direction) * math.sqrt(1.0 - left), 0.25))
    cases.append((float(rng.choice([-1.0, 1.0])) * np.eye(4)[rng.integers(4)], 0.125))

    def first(estimate: Array, gap: float, holds: Any) -> float:
        levels = gap * 0.5 ** np.arange(60)
        return float(next((level for level in levels if holds(estimate @ estimate, level)), 0.0))

    def right(estimate: Array, gap: float) -> float:
        return first(estimate, gap, lambda square, level: level**2 <= 1.0 - square)

    answers.compare(
        "resuming_gap",
        answer,
        cases,
        right=right,
        mistakes={
            "For an estimate of length 1 you found a gap of about 10⁻⁸. That is rounding: no gap "
            "above 0 passes the test, so the answer is 0.": lambda estimate, gap: first(
                estimate, gap, lambda square, level: square <= 1.0 - level**2
            ),
            "The test has squares on both sides: you compare ‖θ̂‖ with 1 - Δ.": (
                lambda estimate, gap: (
                    first(estimate, gap, lambda square, level: math.sqrt(square) <= 1.0 - level)
                    * (estimate @ estimate < 1.0)
                )
            ),
            "You compare ‖θ̂‖ with 1 - Δ²: the length stands squared in the test.": (
                lambda estimate, gap: first(
                    estimate, gap, lambda square, level: level**2 <= 1.0 - math.sqrt(square)
                )
            ),
            "The present gap counts as well: test before you halve.": (
                lambda estimate, gap: right(estimate, gap / 2.0)
            ),
            "You look at the present gap only. VASLB halves it and asks again.": (
                lambda estimate, gap: gap if right(estimate, gap) == gap else 0.0
            ),
        },
        tolerance=1e-10,
    )
    return Right("Exploration resumes at the first gap below what is left; at length 1, never.")


def commit_estimate(answer: Any, rng: Any = None) -> Right:
    """Check r-bar x-bar, shortened to length 1 only if it is longer."""
    rng = np.random.default_rng(rng)
    cases = []
    for size, length, noise in ((2, 0.7, 0.3), (3, 0.85, 0.2), (4, 0.4, 0.5), (3, 1.3, 0.1)):
        direction = rng.normal(size=size)
        plays = direction / np.linalg.norm(direction) + 0.15 * rng.normal(size=(60, size))
        plays /= np.linalg.norm(plays, axis=1)[:, None]
        cases.append((plays, length + noise * rng.normal(size=60)))

    def product(plays: Array, rewards: Array) -> Array:
        return np.asarray(rewards.mean() * plays.mean(axis=0))

    answers.compare(
        "commit_estimate",
        answer,
        cases,
        right=lambda plays, rewards: shrink_into_ball(product(plays, rewards)),
        mistakes={
            "Your estimate has norm (nearly) 1: did you average unit vectors? The rewards know "
            "the length.": lambda plays, rewards: plays.mean(axis=0),
            "Your estimate always has length 1: shorten it only when it is longer than 1.": (
                lambda plays, rewards: plays.mean(axis=0) / np.linalg.norm(plays.mean(axis=0))
            ),
            "Noise can make the estimate longer than 1; then it has to be shortened.": product,
            "You averaged the products r·x. That mixes the noise of a round with its play; "
            "multiply the two means.": lambda plays, rewards: shrink_into_ball(
                (rewards[:, None] * plays).mean(axis=0)
            ),
            "You made the mean play a unit vector before you multiplied. The repair is r̄·x̄ with "
            "the mean play as it is.": lambda plays, rewards: shrink_into_ball(
                product(plays, rewards) / np.linalg.norm(plays.mean(axis=0))
            ),
        },
        read=answers.vector,
    )
    return Right("The estimate has the direction of the mean play and the length of the reward.")
