"""Checks of problem set 4, item 6: the set of VOFUL2 in the plane, and the play it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, expect
from vaslb_edu.checks.voful2.line_set import Seed, raises_value_error
from vaslb_edu.voful2.directions import direction_net, unit_rows


def survivors(answer: Any, rng: Seed = None) -> Right:
    """Item 6a: the candidates in the unit ball that pass all conditions."""
    rng = np.random.default_rng(rng)
    cases = [_game(rng, directions) for directions in (8, 8, 1)]

    def mask(passes: Any, ball: bool = True, levels: Any = None) -> Any:
        def kept(theta: Array, x: Array, r: Array, net: Array, every: Any, iota: float) -> Array:
            sides = _sides(theta, x, r, net, every if levels is None else levels)
            inside = np.linalg.norm(theta, axis=1) <= 1.0 if ball else True
            return np.asarray(passes(*sides, iota) & inside, dtype=float)

        return kept

    def below(left: Array, squares: Array, iota: float) -> Any:
        return np.abs(left) <= np.sqrt(iota * squares)

    answers.compare(
        "survivors",
        answer,
        cases,
        mask(lambda left, sq, iota: below(left, sq, iota).all(axis=1)),
        {
            "You keep what passes any condition; a candidate must pass all of them.": (
                mask(lambda left, sq, iota: below(left, sq, iota).any(axis=1))
            ),
            "Only the last direction and level count: combine the conditions with &=.": (
                mask(lambda left, sq, iota: below(left, sq, iota)[:, -1])
            ),
            "You return who is excluded; True means kept.": (
                lambda *case: 1 - mask(lambda le, sq, iota: below(le, sq, iota).all(axis=1))(*case)
            ),
            "Candidates outside the unit ball survive.": (
                mask(lambda left, sq, iota: below(left, sq, iota).all(axis=1), ball=False)
            ),
            "Nothing is clipped: use every level.": (
                mask(lambda left, sq, iota: below(left, sq, iota).all(axis=1), levels=[0])
            ),
            "ι belongs under the root.": (
                mask(lambda left, sq, iota: below(left, sq, iota**2).all(axis=1))
            ),
            "ι is missing: the right side is the root of ι times the squares.": (
                mask(lambda left, sq, iota: below(left, sq, 1.0).all(axis=1))
            ),
            "The absolute value on the left is missing: sums far below 0 are suspicious, too.": (
                mask(lambda left, sq, iota: (left <= np.sqrt(iota * sq)).all(axis=1))
            ),
        },
        read=_mask,
    )
    return Right("The set is the unit ball without all that some condition excludes.")


def next_play(answer: Any, rng: Seed = None) -> Right:
    """Item 6b: the direction of the longest candidate that is left; an error if there is none."""
    rng = np.random.default_rng(rng)
    lengths = rng.permutation(np.linspace(0.1, 0.9, 12))
    candidates = unit_rows(rng.normal(size=(12, 2))) * lengths[:, None]
    kept = (lengths > 0.2) & (lengths < 0.7)
    cases = [(candidates, kept), (candidates[::-1].copy(), kept[::-1].copy())]

    def pick(value: Any, chosen: bool = True) -> Any:
        def vector(candidates: Array, kept: Any) -> Array:
            left = candidates[kept] if chosen else candidates
            return np.asarray(left[np.argmax(value(left))])

        return vector

    def length(points: Array) -> Array:
        return np.asarray(np.linalg.norm(points, axis=1))

    def unit(pick: Any) -> Any:
        return lambda *case: unit_rows(pick(*case)[None])[0]

    answers.compare(
        "next_play",
        answer,
        cases,
        unit(pick(length)),
        {
            "This is the longest candidate itself: a play has length 1.": pick(length),
            "You looked at all candidates, also at those that are excluded.": (
                unit(pick(length, chosen=False))
            ),
            "You took the shortest: optimism wants the longest.": unit(pick(lambda p: -length(p))),
            "You used a place among those kept in the list of all candidates.": (
                lambda c, kept: unit_rows(c[np.argmax(length(c[kept]))][None])[0]
            ),
        },
        read=answers.vector,
    )
    expect(
        raises_value_error(answer, candidates, np.zeros(12, dtype=bool)),
        "Nobody is left, and your function plays on: raise a ValueError.",
    )
    return Right("The play is as optimistic as the set allows, and stops when it is empty.")


def cap(z: Array, level: int) -> Array:
    """Return z with its absolute value cut down to 2^-level."""
    return np.asarray(np.clip(z, -(0.5**level), 0.5**level))


def _sides(theta: Array, x: Array, r: Array, net: Array, levels: Sequence[int]) -> Any:
    """Return left side and squares, a row a candidate and a column a condition."""
    weights = np.array([cap(x @ mu, level) for mu in net for level in levels]).T
    residuals = r - theta @ x.T
    return residuals @ weights, residuals**2 @ weights**2


def _game(rng: np.random.Generator, directions: int) -> tuple[Any, ...]:
    """Return candidates and a game that was loud and wide at first, then quiet and narrow."""
    truth = 0.9 * unit_rows(rng.normal(size=(1, 2)))[0]
    early = unit_rows(rng.normal(size=(40, 2)))
    plays = np.vstack([early, unit_rows(truth + 0.1 * rng.normal(size=(100, 2)))])
    rewards = plays @ truth + np.repeat([1.0, 0.1], [40, 100]) * rng.normal(size=140)
    near = truth + 0.2 * rng.normal(size=(400, 2))
    theta = np.vstack([near, rng.uniform(-1.2, 1.2, size=(200, 2))])
    net = direction_net(2, 8)[rng.permutation(8)[:directions]]
    levels, iota = list(range(5)), float(rng.uniform(6, 9))
    left, squares = _sides(theta, plays, rewards, net, levels)
    doubtful = np.abs(np.abs(left) / np.sqrt(iota * squares) - 1) < 1e-6
    theta = theta[~doubtful.any(axis=1)]
    return theta, plays, rewards, net, levels, iota


def _mask(name: str, value: Any) -> Array:
    """Read one True or False for each candidate."""
    kept = answers.vector(name, value)
    expect(
        bool(np.isin(kept, (0.0, 1.0)).all()),
        f"{name} should hold True or False for each candidate.",
    )
    return kept
