"""Checks of this set, item 4: the sums of weighted ridge regression."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right
from vaslb_edu.checks.weighted_oful.commit_phase import Seed, unit_vector


@repeatable
def weighted_sums(answer: Any, rng: Seed = None) -> Right:
    """Item 4: the matrix and the vector of weighted ridge regression."""
    rng = np.random.default_rng(rng)
    small = np.array([[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]])
    cases = [(small, np.array([1.0, 2.0, -1.0]), np.array([0.05, 0.5, 1.0]), 0.25, 0.1)]
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
            "A is right, but p has no weights: each reward counts 1/σ² there, too.": (
                sums(inverse, moment=False)
            ),
            "The weight is 1/σ⁴ where 1/σ² is needed: you squared twice.": (
                sums(lambda s, floor: np.maximum(s, floor) ** -4.0)
            ),
            "The floor is a lower limit for σ; you used it as one for σ².": (
                sums(lambda s, floor: 1 / np.maximum(s**2, floor))
            ),
            "The floor is a lower limit, max(σ, floor); you added it to σ.": (
                sums(lambda s, floor: (s + floor) ** -2.0)
            ),
            "Every round has the weight of the floor: use max(σ, floor) of its own.": (
                sums(lambda s, floor: np.full(len(s), floor**-2.0))
            ),
            "All rounds have one weight, that of their mean variance: each has its own.": (
                sums(lambda s, floor: np.full(len(s), 1 / np.mean(s**2)))
            ),
            "The ridge stands in every entry of A; it belongs on the diagonal, λI.": (
                lambda x, r, s, lam, floor: (
                    sums(inverse)(x, r, s, lam, floor)
                    + lam * np.vstack([1 - np.eye(x.shape[1]), np.zeros(x.shape[1])])
                )
            ),
            "The ridge is 1 in yours; λ is an argument.": (
                lambda x, r, s, lam, floor: sums(inverse)(x, r, s, 1.0, floor)
            ),
            "The ridge has a root in yours: A begins with λI.": (
                lambda x, r, s, lam, floor: sums(inverse)(x, r, s, math.sqrt(lam), floor)
            ),
            "The ridge is subtracted in yours: A begins with +λI.": (
                lambda x, r, s, lam, floor: sums(inverse)(x, r, s, -lam, floor)
            ),
            "Every round brings the ridge along: A holds λI once.": (
                lambda x, r, s, lam, floor: sums(inverse)(x, r, s, len(x) * lam, floor)
            ),
            "The weights are divided by their sum: 1/σ² as it is.": (
                sums(lambda s, floor: inverse(s, floor) / inverse(s, floor).sum())
            ),
            "Rounds below the floor are left out: they have the weight of the floor.": (
                sums(lambda s, floor: np.where(s < floor, 0.0, inverse(s, floor)))
            ),
            "The floor is a lower limit for σ; you added it to σ².": (
                sums(lambda s, floor: 1 / (s**2 + floor))
            ),
            "The ridge is squared in yours: A begins with λI.": (
                lambda x, r, s, lam, floor: sums(inverse)(x, r, s, lam**2, floor)
            ),
            "A is right, and p has the ridge in it: p begins with 0.": (
                lambda x, r, s, lam, floor: (
                    sums(inverse)(x, r, s, lam, floor)
                    + lam * np.vstack([np.zeros((x.shape[1],) * 2), np.ones(x.shape[1])])
                )
            ),
            "p is the estimate A⁻¹p in yours; the sum Σ r x/σ² itself is asked for.": (
                lambda *case: _solved(sums(inverse)(*case))
            ),
            "The rounds are averaged in A and p: sum over them.": (
                lambda x, r, s, lam, floor: sums(inverse)(x, r, s, len(x) * lam, floor) / len(x)
            ),
            "All rounds have the same weight: σ is not used.": (
                sums(lambda s, floor: np.ones_like(s))
            ),
        },
        read=answers.matrix_and_vector,
        parts=answers.matrix_over_vector,
    )
    return Right("A and p weigh each round by its inverse variance, with a floor.")


def _solved(state: Array) -> Array:
    """Return A and, below it, A⁻¹p."""
    return np.vstack([state[:-1], np.linalg.solve(state[:-1], state[-1])])
