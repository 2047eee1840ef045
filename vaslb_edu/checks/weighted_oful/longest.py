"""Checks of this set, item 5b: the longest vector of an ellipsoid."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, WrongAnswer, expect
from vaslb_edu.checks.weighted_oful.commit_phase import Seed
from vaslb_edu.ellipsoid import Ellipsoid

Case = tuple[Array, Array, float]  # centre, matrix, radius


@repeatable
def longest_vector(answer: Any, rng: Seed = None) -> Right:
    """Item 5b: in the ellipsoid, and not shorter than the longest vector that there is."""
    rng = np.random.default_rng(rng)
    cases = [_ellipsoid(rng, dim) for dim in (2, 2, 3, 4)]
    found = [_vector(answer, case) for case in cases]
    if not all(_is_longest(v, case) for v, case in zip(found, cases, strict=True)):
        for hint, mistake in _MISTAKES.items():
            pairs = zip(found, cases, strict=True)
            if all(_same(v, mistake(Ellipsoid(*case))) for v, case in pairs):
                raise WrongAnswer(hint)
        for v, case in zip(found, cases, strict=True):
            _explain(v, Ellipsoid(*case))
    for case, name in _special_cases(rng):
        try:
            v = _vector(answer, case)
        except WrongAnswer as problem:
            raise WrongAnswer(f"{name}: {problem}") from problem
        expect(
            _is_longest(v, case),
            f"{name}: for the centre {np.round(case[0], 4)}, the matrix {case[1].tolist()} and "
            f"the radius {case[2]:.4g} you return {np.round(v, 4)}, which is not a longest vector.",
        )
    return Right("No point of the ellipsoid is longer, in the hard case neither.")


def _special_cases(rng: np.random.Generator) -> list[tuple[Case, str]]:
    low, high, radius = rng.uniform(0.5, 1), rng.uniform(3, 6), rng.uniform(0.5, 1)
    short = 0.5 * radius * (high / low - 1) / math.sqrt(high)  # half as far as the hard case goes
    hard = "Hard case (no part of the centre along the longest axis)"
    return [
        ((np.array([0.0, short]), np.diag([low, high]), radius), hard),
        ((np.array([-short, 0.0]), np.diag([high, low]), radius), hard),
        ((np.array([0.0, 3 * short]), np.diag([low, high]), radius), "Far out on the short axis"),
        ((np.zeros(3), low * np.eye(3), radius), "At the start (centre 0, A = λI)"),
        ((rng.normal(size=3), low * np.eye(3), radius), "In a ball (all eigenvalues equal)"),
        ((np.array([rng.uniform(-2, -1)]), np.array([[high]]), radius), "In one dimension"),
        ((rng.normal(size=2), np.diag([low, high]), 0.0), "With radius 0"),
    ]


def _ellipsoid(rng: np.random.Generator, dim: int) -> Case:
    axes = np.linalg.qr(rng.normal(size=(dim, dim)))[0]
    eigenvalues = np.sort(10 ** rng.uniform(-0.5, 1, size=dim))
    inside = rng.choice([-1.0, 1.0], size=dim) * rng.uniform(0.3, 1, size=dim)
    matrix = axes @ np.diag(eigenvalues) @ axes.T
    return axes @ inside, (matrix + matrix.T) / 2, rng.uniform(0.4, 0.9)


def _vector(answer: Any, case: Case) -> Array:
    v = answers.vector(
        "the result of longest_vector", answers.call("longest_vector", answer, *case)
    )
    expect(len(v) == len(case[0]), f"longest_vector has {len(v)} entries, not {len(case[0])}.")
    return v


def _is_longest(v: Array, case: Case) -> bool:
    ellipsoid = Ellipsoid(*case)
    length = float(np.linalg.norm(ellipsoid.longest()))
    inside = ellipsoid.distance(v) <= ellipsoid.radius + 1e-6 * (1 + ellipsoid.radius)
    return inside and float(np.linalg.norm(v)) >= length * (1 - 1e-6)


def _explain(v: Array, ellipsoid: Ellipsoid) -> None:
    """Raise `WrongAnswer` with what a vector fails to be, if it fails."""
    share = ellipsoid.distance(v) / ellipsoid.radius
    expect(
        share <= 1 + 1e-6,
        f"Your vector is outside the ellipsoid, at {share:.4g} times its radius from the centre.",
    )
    mine, best = float(np.linalg.norm(v)), float(np.linalg.norm(ellipsoid.longest()))
    where = "on the boundary" if share >= 1 - 1e-6 else f"inside, at {share:.4g} of the radius"
    expect(
        mine >= best * (1 - 1e-6),
        f"Your vector is {where} and has length {mine:.6g}; there is one of length {best:.6g}.",
    )


def _same(v: Array, candidates: list[Array]) -> bool:
    return any(np.allclose(v, w, rtol=1e-6, atol=1e-7) for w in candidates)


def _axis(e: Ellipsoid) -> Array:
    eigenvalues, axes = np.linalg.eigh(e.matrix)
    return np.asarray(axes[:, 0] * e.radius / math.sqrt(eigenvalues[0]))


def _last_axis(e: Ellipsoid) -> Array:
    eigenvalues, axes = np.linalg.eigh(e.matrix)
    return np.asarray(axes[:, -1] * e.radius / math.sqrt(eigenvalues[-1]))


def _inverse(e: Ellipsoid) -> Array:
    inverse = np.linalg.inv(e.matrix)
    return np.asarray((inverse + inverse.T) / 2)


def _in_eigenbasis(e: Ellipsoid) -> list[Array]:
    axes = np.linalg.eigh(e.matrix)[1]
    turned = axes.T @ (e.longest() - e.center)
    return [axes.T @ e.longest(), e.center + turned, axes.T @ e.center + turned]


_MISTAKES: dict[str, Callable[[Ellipsoid], list[Array]]] = {
    "You went from the centre along the longest axis. The longest vector is a compromise between "
    "that axis and the direction of the centre.": (
        lambda e: [e.center + _axis(e), e.center - _axis(e)]
    ),
    "You left the centre straight away from the origin. The shape of the ellipsoid counts, too.": (
        lambda e: [e.center * (1 + e.radius / e.distance(np.zeros(len(e.center))))]
    ),
    "This is the longest half axis; it starts at the centre, not at the origin.": (
        lambda e: [_axis(e), -_axis(e)]
    ),
    "This is u without the centre: return θ̂ + Qu.": lambda e: [e.longest() - e.center],
    "Your vector is in the eigenbasis, at least in part: turn u back with Q.": _in_eigenbasis,
    "φ(ζ) must equal radius²; you took radius.": (
        lambda e: [Ellipsoid(e.center, e.matrix, math.sqrt(e.radius)).longest()]
    ),
    "This is the shortest vector, or near it: u leads away from the origin, not towards it.": (
        lambda e: [2 * e.center - e.longest()]
    ),
    "This is the opposite of the longest vector: the ellipsoid does not lie around 0.": (
        lambda e: [-e.longest()]
    ),
    "This is the centre: the longest vector lies a radius away from it.": lambda e: [e.center],
    "The radius is not used: you went one unit.": (
        lambda e: [Ellipsoid(e.center, e.matrix, 1.0).longest()]
    ),
    "You went twice as far from the centre as the ellipsoid reaches.": (
        lambda e: [2 * e.longest() - e.center]
    ),
    "You went half as far from the centre as the ellipsoid reaches.": (
        lambda e: [(e.longest() + e.center) / 2]
    ),
    "φ(ζ) must equal radius²; you took its square again.": (
        lambda e: [Ellipsoid(e.center, e.matrix, e.radius**2).longest()]
    ),
    "Your ellipsoid has A⁻¹ in the place of A: its long axes are short in yours.": (
        lambda e: [Ellipsoid(e.center, _inverse(e), e.radius).longest()]
    ),
    "You went along the *shortest* axis: small eigenvalues make long axes.": (
        lambda e: [e.center + _last_axis(e), e.center - _last_axis(e)]
    ),
    "You treated the ellipsoid as a ball around its centre: A must come in.": (
        lambda e: [e.center * (1 + e.radius / np.linalg.norm(e.center))]
    ),
    "Your vector has length 1: it is only the direction. Return the vector itself.": (
        lambda e: [e.longest() / np.linalg.norm(e.longest())]
    ),
}
