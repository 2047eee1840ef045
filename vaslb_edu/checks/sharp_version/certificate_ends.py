"""Check of this set, item 5: what a confidence ellipsoid certifies about an action."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, WrongAnswer


@repeatable
def certificate(answer: Any, rng: Any = None) -> Right:
    """Check the smallest and the largest ⟨x, θ⟩ over the ellipsoid."""
    rng = np.random.default_rng(rng)
    cases = [(np.array([[4.0, 1.0], [1.0, 9.0]]), np.array([2.0, 3.0]), 1.5, np.array([0.6, 0.8]))]
    for unit, share in (((0.6, 0.8), 0.3), ((0.36, 0.48, 0.8), 2.0), ((0.28, 0.96), 0.5)):
        dim = len(unit)
        plays = rng.integers(0, 3, (3 * dim, dim))
        plays[0] = 1  # no entry of A is 0
        matrix = 2.0 * np.eye(dim) + plays.T @ plays
        action = rng.permutation(unit)
        center = np.round(share * action + 0.2 * rng.normal(size=dim), 1)
        moment = np.round(matrix @ center, 1)
        cases.append((matrix, moment, float(rng.integers(15, 35) / 10), action))
    cases.append((np.array([[2.0]]), np.array([0.2]), 3.0, np.array([1.0])))  # low end below 0

    def ends(
        middle: Callable[[Array, Array, Array], Any] = _middle,
        half: Callable[[Array, float, Array], Any] = lambda a, beta, x: beta * _width(a, x),
    ) -> Any:
        def pair(a: Array, p: Array, beta: float, x: Array) -> Array:
            return np.array(
                [middle(a, p, x) - half(a, beta, x), middle(a, p, x) + half(a, beta, x)]
            )

        return pair

    answers.compare(
        "certificate",
        answer,
        cases,
        right=ends(),
        mistakes={
            "The middle is ⟨x, p⟩ in yours. p is no estimate yet: the centre is A⁻¹p.": ends(
                middle=lambda a, p, x: x @ p
            ),
            "You multiplied by A where A⁻¹ is needed: the centre is A⁻¹p.": ends(
                middle=lambda a, p, x: x @ a @ p
            ),
            "`1 / A` inverts every entry alone. Use np.linalg.solve or np.linalg.inv.": (
                ends(lambda a, p, x: x @ (1 / a) @ p, lambda a, b, x: b * (x @ (1 / a) @ x) ** 0.5)
            ),
            "The middle is the length of the centre in yours, and ⟨x, centre⟩ is asked for.": ends(
                middle=lambda a, p, x: float(np.linalg.norm(np.linalg.solve(a, p)))
            ),
            "The middle is missing: the interval lies about ⟨x, A⁻¹p⟩, not about 0.": ends(
                middle=lambda a, p, x: 0.0
            ),
            "The root is missing: ‖x‖ in the norm of A⁻¹ is √(xᵀA⁻¹x).": ends(
                half=lambda a, beta, x: beta * _width(a, x) ** 2
            ),
            "You measured x with A; A⁻¹ is needed: the more was seen, the shorter the interval.": (
                ends(half=lambda a, beta, x: beta * math.sqrt(x @ a @ x))
            ),
            "You took the plain length of A⁻¹x; the norm is √(xᵀA⁻¹x).": ends(
                half=lambda a, beta, x: beta * float(np.linalg.norm(np.linalg.solve(a, x)))
            ),
            "Your half width is β: the ellipsoid is no ball. Along x it reaches β√(xᵀA⁻¹x).": ends(
                half=lambda a, beta, x: beta
            ),
            "You took the longest half axis of the ellipsoid; only its reach along x counts.": ends(
                half=lambda a, beta, x: beta / math.sqrt(np.linalg.eigvalsh(a)[0])
            ),
            "β is missing.": ends(half=lambda a, beta, x: _width(a, x)),
            "β is squared in yours. It is a radius, and it stands as it is.": ends(
                half=lambda a, beta, x: beta**2 * _width(a, x)
            ),
            "You took the root of β, too: β√(xᵀA⁻¹x), not √(βxᵀA⁻¹x).": ends(
                half=lambda a, beta, x: math.sqrt(beta) * _width(a, x)
            ),
            "Your interval is twice too long: from the centre to the edge it is one radius.": ends(
                half=lambda a, beta, x: 2 * beta * _width(a, x)
            ),
            "Your interval is half as long as it should be.": ends(
                half=lambda a, beta, x: beta * _width(a, x) / 2
            ),
            "The two ends are in the wrong order: lo first.": lambda *case: ends()(*case)[::-1],
            "You return the middle and the half width; the two ends are asked for.": (
                lambda a, p, beta, x: np.array([_middle(a, p, x), beta * _width(a, x)])
            ),
            "You cut lo at 0. That comes later, in θ̂ = max(0, lo)·x; give the end as it is.": (
                lambda *case: np.maximum(ends()(*case), [0.0, -np.inf])
            ),
            "You cut hi at 1. Give it as the ellipsoid has it.": (
                lambda *case: np.minimum(ends()(*case), [np.inf, 1.0])
            ),
            "You cut the ends at ±1. Give them as the ellipsoid has them.": (
                lambda *case: np.clip(ends()(*case), -1.0, 1.0)
            ),
        },
        read=_two_ends,
    )
    return Right(
        "What x earns is certainly between the two ends, as long as θ is in the ellipsoid."
    )


def _middle(a: Array, p: Array, x: Array) -> float:
    return float(x @ np.linalg.solve(a, p))


def _width(a: Array, x: Array) -> float:
    return math.sqrt(float(x @ np.linalg.solve(a, x)))


def _two_ends(name: str, value: Any) -> Array:
    if type(value) in (float, np.float64):
        raise WrongAnswer(f"{name} is one number; the pair (lo, hi) is asked for.")
    return answers.vector(name, value)
