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
        lambda zeta, lam, b: b / (lam * (1 + zeta) / lam[0] - 1),
        {
            "ζ stands alone in your denominator; it is multiplied by ψ + 1.": (
                lambda zeta, lam, b: b / (lam / lam[0] - 1 + zeta)
            ),
            "ψ is measured from the smallest eigenvalue, the first; you took the largest.": (
                lambda zeta, lam, b: b / (lam * (1 + zeta) / lam[-1] - 1)
            ),
            "Your ψ lacks the −1: it must be 0 for the smallest eigenvalue.": (
                lambda zeta, lam, b: b / (lam / lam[0] + zeta * (lam / lam[0] + 1))
            ),
            "The sign is turned round: the step leads away from the origin, with b.": (
                lambda zeta, lam, b: b / (1 - lam * (1 + zeta) / lam[0])
            ),
            "This is the point b + u; the step u alone is asked for.": (
                lambda zeta, lam, b: b + b / (lam * (1 + zeta) / lam[0] - 1)
            ),
            "This is the point b - u; the step u alone is asked for.": (
                lambda zeta, lam, b: b - b / (lam * (1 + zeta) / lam[0] - 1)
            ),
            "You multiply by the denominator where you should divide.": (
                lambda zeta, lam, b: b * (lam * (1 + zeta) / lam[0] - 1)
            ),
            "It is upside down: b stands above.": (
                lambda zeta, lam, b: (lam * (1 + zeta) / lam[0] - 1) / b
            ),
            "You used the eigenvalues themselves for ψ: divide by the smallest and subtract 1.": (
                lambda zeta, lam, b: b / (lam + zeta * (lam + 1))
            ),
            "ψ is λ/λ₁ - 1, a ratio; you took the difference λ - λ₁.": (
                lambda zeta, lam, b: b / (lam - lam[0] + zeta * (lam - lam[0] + 1))
            ),
            "ψ is upside down: λ over the smallest eigenvalue, not the other way round.": (
                lambda zeta, lam, b: b / (lam[0] / lam * (1 + zeta) - 1 + 0 * b)
            ),
            "Brackets are missing: ζ multiplies ψ + 1, and you have ζψ + 1.": (
                lambda zeta, lam, b: b / ((lam / lam[0] - 1) * (1 + zeta) + 1)
            ),
            "You multiply (ψ + ζ) by (ψ + 1); only ζ is multiplied by it.": (
                lambda zeta, lam, b: b / ((lam / lam[0] - 1 + zeta) * (lam / lam[0]))
            ),
            "ζ(ψ + 1) is added to ψ; you subtract it.": (
                lambda zeta, lam, b: b / (lam / lam[0] - 1 - zeta * lam / lam[0])
            ),
            "You multiplied the denominator by λ₁: ψ is a ratio, λ/λ₁ - 1.": (
                lambda zeta, lam, b: b / (lam * (1 + zeta) - lam[0])
            ),
            "ψ lacks the division by λ₁: you have λ - 1.": (
                lambda zeta, lam, b: b / (lam * (1 + zeta) - 1)
            ),
            "ζ is upside down: you divide by it.": (
                lambda zeta, lam, b: b / (lam / lam[0] - 1 + lam / lam[0] / zeta)
            ),
            "ζ is squared in yours.": (
                lambda zeta, lam, b: b / (lam / lam[0] - 1 + zeta**2 * lam / lam[0])
            ),
            "ζ is doubled in yours.": (
                lambda zeta, lam, b: b / (lam / lam[0] * (1 + 2 * zeta) - 1)
            ),
            "ζ is halved in yours.": (lambda zeta, lam, b: b / (lam / lam[0] * (1 + zeta / 2) - 1)),
            "b is squared in yours: the signs are lost.": (
                lambda zeta, lam, b: b**2 / (lam * (1 + zeta) / lam[0] - 1)
            ),
            "You return λu; the step u is asked for.": (
                lambda zeta, lam, b: lam * b / (lam * (1 + zeta) / lam[0] - 1)
            ),
            "A root too many: the denominator stands as it is.": (
                lambda zeta, lam, b: b / np.sqrt(lam * (1 + zeta) / lam[0] - 1)
            ),
            "ψ is squared in your denominator, and so is ψ + 1.": (
                lambda zeta, lam, b: b / ((lam / lam[0] - 1) ** 2 + zeta * (lam / lam[0]) ** 2)
            ),
            "ψ is measured from the smallest eigenvalue; you took their mean.": (
                lambda zeta, lam, b: b / (lam * (1 + zeta) / lam.mean() - 1)
            ),
            "You sorted b: entry i belongs to eigenvalue i.": (
                lambda zeta, lam, b: np.sort(b) / (lam * (1 + zeta) / lam[0] - 1)
            ),
            "ψ is missing where it stands alone: you have 1 + ζ(ψ + 1).": (
                lambda zeta, lam, b: b / (1 + zeta * lam / lam[0])
            ),
            "ζ multiplies the whole denominator in yours: ψ stands alone first.": (
                lambda zeta, lam, b: b / (zeta * (2 * lam / lam[0] - 1))
            ),
            "b is missing: the step is b divided by ψ + ζ(ψ + 1).": (
                lambda zeta, lam, b: 1 / (lam * (1 + zeta) / lam[0] - 1)
            ),
            "ζ is missing: it is what tells the points of the path apart.": (
                lambda zeta, lam, b: b / (lam / lam[0])
            ),
            "You return the squares λu²; the step u is asked for.": (
                lambda zeta, lam, b: lam * (b / (lam * (1 + zeta) / lam[0] - 1)) ** 2
            ),
            "You return the length of the step, squared in the ellipsoid; the step u is asked "
            "for.": lambda zeta, lam, b: lam @ (b / (lam * (1 + zeta) / lam[0] - 1)) ** 2 + 0 * b,
        },
        read=answers.vector,
    )
    return Right("At b + u the direction outwards is a multiple of the ellipsoid's normal.")
