"""Checks of problem set 3: from regret to an estimate, and the parts of Weighted OFUL."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, WrongAnswer, expect
from vaslb_edu.checks.weighted_oful.commit_phase import (
    Seed,
    estimate_after_commit,
    stopping_round,
    unit_vector,
)
from vaslb_edu.checks.weighted_oful.longest import longest_vector, step

__all__ = [  # noqa: RUF022 (in the order of the set)
    "stopping_round",
    "estimate_after_commit",
    "weighted_sums",
    "step",
    "longest_vector",
    "confidence_radius",
    "optimism_gap",
]


def weighted_sums(answer: Any, rng: Seed = None) -> Right:
    """Item 4: the matrix and the vector of weighted ridge regression."""
    rng = np.random.default_rng(rng)
    cases = []
    for _ in range(4):
        n, d = int(rng.integers(5, 30)), int(rng.integers(2, 5))
        plays = np.array([unit_vector(rng, d) for _ in range(n)])
        sigmas = np.r_[0.02, 0.9, rng.uniform(0.01, 1, size=n - 2)]
        cases.append((plays, rng.normal(size=n), sigmas, rng.uniform(0.2, 0.8), 0.1))

    def sums(weight: Callable[..., Any], ridge: bool = True, moment: bool = True) -> Any:
        def state(x: Array, r: Array, s: Array, lam: float, floor: float) -> Array:
            w = np.asarray(weight(s, floor), dtype=float)
            grams = np.einsum("k,ki,kj->ij", w, x, x) + lam * ridge * np.eye(x.shape[1])
            return np.vstack(
                [grams, np.einsum("k,k,ki->i", w if moment else np.ones_like(w), r, x)]
            )

        return state

    def inverse(s: Array, floor: float) -> Array:
        return np.asarray(np.maximum(s, floor) ** -2.0)

    answers.compare(
        "weighted_sums",
        answer,
        cases,
        sums(inverse),
        {
            "The weight is 1/σ where 1/σ² is needed.": (
                sums(lambda s, floor: 1 / np.maximum(s, floor))
            ),
            "You multiply by σ² where you should divide: loud rounds get the large weights.": (
                sums(lambda s, floor: np.maximum(s, floor) ** 2)
            ),
            "The floor is missing: a silent round would get an infinite weight.": (
                sums(lambda s, floor: s**-2.0)
            ),
            "You took the smaller of σ and the floor; the larger is needed.": (
                sums(lambda s, floor: np.minimum(s, floor) ** -2.0)
            ),
            "The floor is a lower limit, max(σ, floor); you added it to the variance.": (
                sums(lambda s, floor: 1 / (s**2 + floor**2))
            ),
            "The ridge λI is missing in A.": sums(inverse, ridge=False),
            "A is right, but c has no weights: each reward counts 1/σ² there, too.": (
                sums(inverse, moment=False)
            ),
            "All rounds have the same weight: σ is not used.": (
                sums(lambda s, floor: np.ones_like(s))
            ),
        },
        read=answers.matrix_and_vector,
    )
    return Right("A and c weigh each round by its inverse variance, with a floor.")


def confidence_radius(answer: Any, rng: Seed = None) -> Right:
    """Item 6a: the self-normalised radius, also where the determinant overflows."""
    rng = np.random.default_rng(rng)
    cases = [
        (_information(rng, dim, ridge := rng.uniform(0.2, 0.7)), ridge, rng.uniform(0.01, 0.2))
        for dim in (2, 3, 4)
    ]

    def log_det(a: Array, of_ridge: float) -> float:
        return float(np.sum(np.log(np.linalg.eigvalsh(a)))) - of_ridge

    def radius(a: Array, lam: float, delta: float, det: float = 1.0, chance: float = 2.0) -> float:
        noise = chance * math.log(1 / delta) + det * log_det(a, len(a) * math.log(lam))
        return math.sqrt(max(noise, 0.0)) + math.sqrt(lam)

    answers.compare(
        "confidence_radius",
        answer,
        cases,
        radius,
        {
            "The term √λ is missing: the ridge pulls the estimate towards 0.": (
                lambda a, lam, delta: radius(a, lam, delta) - math.sqrt(lam)
            ),
            "det(λI) is λ to the power d; you divided by λ once.": (
                lambda a, lam, delta: (
                    math.sqrt(2 * math.log(1 / delta) + log_det(a, math.log(lam))) + math.sqrt(lam)
                )
            ),
            "det A must be divided by det(λI).": (
                lambda a, lam, delta: (
                    math.sqrt(max(2 * math.log(1 / delta) + log_det(a, 0.0), 0.0)) + math.sqrt(lam)
                )
            ),
            "A factor 2 before ln(1/δ) is missing under the root.": (
                lambda a, lam, delta: radius(a, lam, delta, chance=1.0)
            ),
            "ln(det A/det λI) enters whole; you halved it.": (
                lambda a, lam, delta: radius(a, lam, delta, det=0.5)
            ),
            "The root over 2 ln(1/δ) + ln(det A/det λI) is missing.": (
                lambda a, lam, delta: (radius(a, lam, delta) - math.sqrt(lam)) ** 2 + math.sqrt(lam)
            ),
        },
    )
    huge = 10.0 ** rng.uniform(6, 8)
    try:
        value = answers.number(
            "it", answers.call("confidence_radius", answer, huge * np.eye(60), 0.5, 0.05)
        )
    except WrongAnswer:
        value = math.nan
    expect(
        math.isclose(value, radius(huge * np.eye(60), 0.5, 0.05), rel_tol=1e-8),
        "In 60 dimensions the determinant overflows, though its logarithm does not: use slogdet.",
    )
    return Right("The radius is right, and survives a determinant too large for a float.")


def optimism_gap(answer: Any, rng: Seed = None) -> Right:
    """Item 6b: twice the radius times the width of the action, at most 2."""
    rng = np.random.default_rng(rng)
    cases = []
    for dim, radius in ((2, 0.3), (3, 0.5), (4, 0.4), (3, 40.0)):
        cases.append((unit_vector(rng, dim), _information(rng, dim, 1.0), radius))

    def width(x: Array, a: Array) -> float:
        return math.sqrt(float(x @ np.linalg.inv(a) @ x))

    answers.compare(
        "optimism_gap",
        answer,
        cases,
        lambda x, a, radius: min(2.0, 2 * radius * width(x, a)),
        {
            "The cap is missing: a round cannot cost more than 2.": (
                lambda x, a, radius: 2 * radius * width(x, a)
            ),
            "The factor 2 is missing: two points of the ellipsoid are two radii apart.": (
                lambda x, a, radius: min(2.0, radius * width(x, a))
            ),
            "The norm is the root of xᵀA⁻¹x: the root is missing.": (
                lambda x, a, radius: min(2.0, 2 * radius * width(x, a) ** 2)
            ),
            "You measured x with A; A⁻¹ is needed: the more was seen, the smaller the gap.": (
                lambda x, a, radius: min(2.0, 2 * radius * math.sqrt(float(x @ a @ x)))
            ),
            "The cap is 2, not 1: an action may point away from the truth.": (
                lambda x, a, radius: min(1.0, 2 * radius * width(x, a))
            ),
            "You took the larger of the two; the smaller is the better bound.": (
                lambda x, a, radius: max(2.0, 2 * radius * width(x, a))
            ),
        },
    )
    return Right("The gap shrinks with what was seen, and never exceeds 2.")


def _information(rng: np.random.Generator, dim: int, ridge: float) -> Array:
    """Return a random matrix A of some rounds: well above the ridge in every direction."""
    plays = np.vstack([2.0 * np.eye(dim), rng.normal(size=(2 * dim, dim))])
    return np.asarray(ridge * np.eye(dim) + plays.T @ plays)
