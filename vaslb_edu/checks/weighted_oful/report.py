"""Checks of this set, item 6: the radius, and what a round can cost at most."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, WrongAnswer, expect
from vaslb_edu.checks.weighted_oful.commit_phase import Seed, unit_vector


@repeatable
def confidence_radius(answer: Any, rng: Seed = None) -> Right:
    """Item 6a: the self-normalised radius, also where the determinant overflows."""
    rng = np.random.default_rng(rng)
    cases = [
        (_information(rng, dim, ridge := rng.uniform(0.2, 0.7)), ridge, rng.uniform(0.01, 0.2))
        for dim in (2, 3, 4)
    ]
    cases.insert(0, (np.array([[4.0, 2.0], [2.0, 4.0]]), 0.5, 0.1))

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
            "The logarithm is ln(1/δ); you took ln(2/δ).": (
                lambda a, lam, delta: radius(a, lam, delta / 2)
            ),
            "You took ln δ, which is negative, for ln(1/δ).": (
                lambda a, lam, delta: radius(a, lam, delta, chance=-2.0)
            ),
            "You left the chance out: ln(1/δ) must come in.": (
                lambda a, lam, delta: radius(a, lam, delta, chance=0.0)
            ),
            "You left the determinant out: what was seen must come in.": (
                lambda a, lam, delta: radius(a, lam, delta, det=0.0)
            ),
            "The determinants stand upside down: det A is the larger one.": (
                lambda a, lam, delta: radius(a, lam, delta, det=-1.0)
            ),
            "ln(det A/det λI) enters once; you took it twice.": (
                lambda a, lam, delta: radius(a, lam, delta, det=2.0)
            ),
            "The ridge enters with its root: √λ, not λ.": (
                lambda a, lam, delta: radius(a, lam, delta) - math.sqrt(lam) + lam
            ),
            "√λ stands behind the root, not under it.": (
                lambda a, lam, delta: math.sqrt(
                    (radius(a, lam, delta) - math.sqrt(lam)) ** 2 + math.sqrt(lam)
                )
            ),
            "√λ is subtracted in yours; add it.": (
                lambda a, lam, delta: radius(a, lam, delta) - 2 * math.sqrt(lam)
            ),
            "You took the trace for the determinant.": (
                lambda a, lam, delta: (
                    math.sqrt(2 * math.log(1 / delta) + math.log(np.trace(a) / (len(a) * lam)))
                    + math.sqrt(lam)
                )
            ),
            "You added two roots; one root stands over the sum.": (
                lambda a, lam, delta: (
                    math.sqrt(2 * math.log(1 / delta))
                    + math.sqrt(log_det(a, len(a) * math.log(lam)))
                    + math.sqrt(lam)
                )
            ),
            "A logarithm to base 10? It is the natural one: math.log.": (
                lambda a, lam, delta: radius(a, lam, delta, chance=2 / math.log(10))
            ),
            "A logarithm to base 2? It is the natural one: math.log.": (
                lambda a, lam, delta: radius(a, lam, delta, chance=2 / math.log(2))
            ),
            "A logarithm is missing: ln(1/δ), not 1/δ.": (
                lambda a, lam, delta: radius(a, lam, math.exp(-1 / delta))
            ),
            "A factor 2 too much: 2 ln(1/δ) stands under the root, not 4 ln(1/δ).": (
                lambda a, lam, delta: radius(a, lam, delta, chance=4.0)
            ),
            "√λ is multiplied in yours; add it.": (
                lambda a, lam, delta: (radius(a, lam, delta) - math.sqrt(lam)) * math.sqrt(lam)
            ),
            "The ridge enters with its root: √λ, not λ².": (
                lambda a, lam, delta: radius(a, lam, delta) - math.sqrt(lam) + lam**2
            ),
            "√λ stands behind the root; you have 1/√λ.": (
                lambda a, lam, delta: radius(a, lam, delta) - math.sqrt(lam) + lam**-0.5
            ),
            "√λ stands behind the root; you have 1, as if λ were 1.": (
                lambda a, lam, delta: radius(a, lam, delta) - math.sqrt(lam) + 1.0
            ),
            "You multiplied the diagonal of A: that is not its determinant.": (
                lambda a, lam, delta: _from_log_det(np.log(np.diag(a) / lam).sum(), lam, delta)
            ),
            "You took the smallest eigenvalue for the determinant, the product of all.": (
                lambda a, lam, delta: _from_log_det(_log_eigenvalues(a, lam)[0], lam, delta)
            ),
            "You took the largest eigenvalue for the determinant, the product of all.": (
                lambda a, lam, delta: _from_log_det(_log_eigenvalues(a, lam)[-1], lam, delta)
            ),
            "You added up the eigenvalues; the logarithm of det A adds their logarithms.": (
                lambda a, lam, delta: _from_log_det(np.trace(a) / lam, lam, delta)
            ),
            "You took the sign that slogdet returns first; its second part is ln |det A|.": (
                lambda a, lam, delta: _from_log_det(1.0, lam, delta)
            ),
            "You took the sign that slogdet returns first; its second part is ln |det A|. The "
            "other logarithm is right.": (
                lambda a, lam, delta: _from_log_det(1 - len(a) * math.log(lam), lam, delta)
            ),
            "det A is multiplied by det(λI) in yours; divide.": (
                lambda a, lam, delta: _from_log_det(log_det(a, -len(a) * math.log(lam)), lam, delta)
            ),
            "You took 1 - δ for δ.": lambda a, lam, delta: radius(a, lam, 1 - delta),
            "det(λI) is λ to the power d; you have d².": (
                lambda a, lam, delta: _from_log_det(
                    log_det(a, len(a) ** 2 * math.log(lam)), lam, delta
                )
            ),
            "You halved everything under the root.": (
                lambda a, lam, delta: radius(a, lam, delta, det=0.5, chance=1.0)
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


@repeatable
def optimism_gap(answer: Any, rng: Seed = None) -> Right:
    """Item 6b: twice the radius times the width of the action, at most 2."""
    rng = np.random.default_rng(rng)
    x, a = np.array([0.6, 0.8]), np.array([[4.0, 2.0], [2.0, 4.0]])
    cases = [(x, a, 0.5), (x, a, 0.05)]  # under the second cap are also those who measure with A
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
            "The cap is missing, and so is the factor 2.": lambda x, a, radius: (
                radius * width(x, a)
            ),
            "You took half where twice is needed.": (
                lambda x, a, radius: min(2.0, radius * width(x, a) / 2)
            ),
            "You took the length of x in the usual norm, 1: the matrix must come in.": (
                lambda x, a, radius: min(2.0, 2 * radius)
            ),
            "You multiplied with A⁻¹ twice: the norm is the root of xᵀA⁻¹x, not ‖A⁻¹x‖.": (
                lambda x, a, radius: min(
                    2.0, 2 * radius * float(np.linalg.norm(np.linalg.inv(a) @ x))
                )
            ),
            "You measured x with A and squared it.": (
                lambda x, a, radius: min(2.0, 2 * radius * float(x @ a @ x))
            ),
            "You divided by the width in A; the norm with A⁻¹ is another thing.": (
                lambda x, a, radius: min(2.0, 2 * radius / math.sqrt(float(x @ a @ x)))
            ),
            "You took the diagonal of A alone: what was seen of two coordinates together counts.": (
                lambda x, a, radius: min(2.0, 2 * radius * float(np.sqrt(x**2 @ (1 / np.diag(a)))))
            ),
            "The radius is squared in yours.": (
                lambda x, a, radius: min(2.0, 2 * radius**2 * width(x, a))
            ),
            "You added the width to the radius; multiply.": (
                lambda x, a, radius: min(2.0, 2 * (radius + width(x, a)))
            ),
            "A factor 2 too much: the gap is 2β'‖x‖, not 4β'‖x‖.": (
                lambda x, a, radius: min(2.0, 4 * radius * width(x, a))
            ),
            "You took the root of the radius; it stands as it is.": (
                lambda x, a, radius: min(2.0, 2 * math.sqrt(radius) * width(x, a))
            ),
            "You took the smallest eigenvalue of A: x has a width of its own.": (
                lambda x, a, radius: min(2.0, 2 * radius / math.sqrt(np.linalg.eigvalsh(a)[0]))
            ),
            "You took the largest eigenvalue of A: x has a width of its own.": (
                lambda x, a, radius: min(2.0, 2 * radius / math.sqrt(np.linalg.eigvalsh(a)[-1]))
            ),
            "You took the determinant of A: the norm is the root of xᵀA⁻¹x.": (
                lambda x, a, radius: min(2.0, 2 * radius / math.sqrt(np.linalg.det(a)))
            ),
            "You took the trace of A: the norm is the root of xᵀA⁻¹x.": (
                lambda x, a, radius: min(2.0, 2 * radius / math.sqrt(np.trace(a)))
            ),
            "`1 / A` inverts every entry alone. Use np.linalg.solve or np.linalg.inv.": (
                lambda x, a, radius: min(2.0, 2 * radius * math.sqrt(abs(x @ (1 / a) @ x)))
            ),
            "You added up the entries of A⁻¹x: the norm is the root of xᵀA⁻¹x.": (
                lambda x, a, radius: min(2.0, 2 * radius * float(np.linalg.solve(a, x).sum()))
            ),
            "You added up the sizes in A⁻¹x: the norm is the root of xᵀA⁻¹x.": (
                lambda x, a, radius: min(
                    2.0, 2 * radius * float(np.abs(np.linalg.solve(a, x)).sum())
                )
            ),
            "You divide by the width: the less was seen, the *larger* the gap.": (
                lambda x, a, radius: min(2.0, 2 * radius / width(x, a))
            ),
            "The cap is 2, not 4.": lambda x, a, radius: min(4.0, 2 * radius * width(x, a)),
            "You subtracted the gap from 2.": (
                lambda x, a, radius: max(0.0, 2 - 2 * radius * width(x, a))
            ),
            "The radius is missing.": lambda x, a, radius: min(2.0, 2 * width(x, a)),
            "You took the larger of the two; the smaller is the better bound.": (
                lambda x, a, radius: max(2.0, 2 * radius * width(x, a))
            ),
        },
    )
    return Right("The gap shrinks with what was seen, and never exceeds 2.")


def _from_log_det(log_det: float, lam: float, delta: float) -> float:
    """Return the radius that belongs to a value in the place of ln(det A/det λI)."""
    return math.sqrt(max(2 * math.log(1 / delta) + log_det, 0.0)) + math.sqrt(lam)


def _log_eigenvalues(a: Array, lam: float) -> Array:
    return np.asarray(np.log(np.linalg.eigvalsh(a) / lam))


def _information(rng: np.random.Generator, dim: int, ridge: float) -> Array:
    """Return a random matrix A of some rounds: well above the ridge in every direction."""
    plays = np.vstack([2.0 * np.eye(dim), rng.normal(size=(2 * dim, dim))])
    return np.asarray(ridge * np.eye(dim) + plays.T @ plays)
