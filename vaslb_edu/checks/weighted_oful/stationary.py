"""Check of this set, item 5a: the stationary point for a given multiplier."""

from __future__ import annotations

from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.verdict import Right
from vaslb_edu.checks.weighted_oful.commit_phase import Seed


@repeatable
def step(answer: Any, rng: Seed = None) -> Right:
    """Item 5a: the stationary point for a given multiplier."""
    rng = np.random.default_rng(rng)
    cases = [(0.5, np.array([1.0, 4.0]), np.array([1.0, -2.0]))]
    for d in (2, 3, 5):
        eigenvalues = np.sort(10 ** rng.uniform(-1, 1, size=d))
        cases.append((rng.uniform(0.1, 3), eigenvalues, rng.normal(size=d)))
    answers.compare(
        "step",
        answer,
        cases,
        lambda nu, lam, b: b / (lam * (1 + nu) / lam[0] - 1),
        {
            "ν stands alone in your denominator; it is multiplied by κ + 1.": (
                lambda nu, lam, b: b / (lam / lam[0] - 1 + nu)
            ),
            "κ is measured from the smallest eigenvalue, the first; you took the largest.": (
                lambda nu, lam, b: b / (lam * (1 + nu) / lam[-1] - 1)
            ),
            "Your κ lacks the −1: it must be 0 for the smallest eigenvalue.": (
                lambda nu, lam, b: b / (lam / lam[0] + nu * (lam / lam[0] + 1))
            ),
            "The sign is turned round: the step leads away from the origin, with b.": (
                lambda nu, lam, b: b / (1 - lam * (1 + nu) / lam[0])
            ),
            "This is the point b + u; the step u alone is asked for.": (
                lambda nu, lam, b: b + b / (lam * (1 + nu) / lam[0] - 1)
            ),
            "This is the point b - u; the step u alone is asked for.": (
                lambda nu, lam, b: b - b / (lam * (1 + nu) / lam[0] - 1)
            ),
            "You multiply by the denominator where you should divide.": (
                lambda nu, lam, b: b * (lam * (1 + nu) / lam[0] - 1)
            ),
            "It is upside down: b stands above.": (
                lambda nu, lam, b: (lam * (1 + nu) / lam[0] - 1) / b
            ),
            "You used the eigenvalues themselves for κ: divide by the smallest and subtract 1.": (
                lambda nu, lam, b: b / (lam + nu * (lam + 1))
            ),
            "κ is λ/λ₁ - 1, a ratio; you took the difference λ - λ₁.": (
                lambda nu, lam, b: b / (lam - lam[0] + nu * (lam - lam[0] + 1))
            ),
            "κ is upside down: λ over the smallest eigenvalue, not the other way round.": (
                lambda nu, lam, b: b / (lam[0] / lam * (1 + nu) - 1 + 0 * b)
            ),
            "ν multiplies the whole denominator in yours: κ stands alone first.": (
                lambda nu, lam, b: b / (nu * (2 * lam / lam[0] - 1))
            ),
            "b is missing: the step is b divided by κ + ν(κ + 1).": (
                lambda nu, lam, b: 1 / (lam * (1 + nu) / lam[0] - 1)
            ),
            "ν is missing: it is what tells the points of the path apart.": (
                lambda nu, lam, b: b / (lam / lam[0])
            ),
            "You return the squares λu²; the step u is asked for.": (
                lambda nu, lam, b: lam * (b / (lam * (1 + nu) / lam[0] - 1)) ** 2
            ),
            "You return the length of the step, squared in the ellipsoid; the step u is asked "
            "for.": lambda nu, lam, b: lam @ (b / (lam * (1 + nu) / lam[0] - 1)) ** 2 + 0 * b,
        },
        read=answers.vector,
    )
    return Right("At b + u the direction outwards is a multiple of the ellipsoid's normal.")
