"""Checks of this set, item 6a: the set of VOFUL2 in the plane."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right
from vaslb_edu.checks.voful2.line_set import Seed
from vaslb_edu.voful2.directions import direction_net, unit_rows


@repeatable
def survivors(answer: Any, rng: Seed = None) -> Right:
    """Item 6a: the candidates in the unit ball that pass all conditions.

    No candidate sits on an edge, where rounding would decide: `<` and `<=` are both right.
    """
    rng = np.random.default_rng(rng)
    cases = [_game(rng, directions) for directions in (8, 8, 1)]
    cases = [_few(*cases[0]), *cases]

    def mask(passes: Any, ball: bool = True, levels: Any = None) -> Any:
        def kept(theta: Array, x: Array, r: Array, net: Array, every: Any, iota: float) -> Array:
            sides = _sides(theta, x, r, net, every if levels is None else levels)
            inside = np.linalg.norm(theta, axis=1) <= 1.0 if ball else True
            return np.asarray(passes(*sides, iota) & inside)

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
                lambda *case: ~mask(lambda le, sq, iota: below(le, sq, iota).all(axis=1))(*case)
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
            "The left side is not squared: compare |left| with the root, or both squared.": (
                mask(lambda left, sq, iota: (np.abs(left) <= iota * sq).all(axis=1))
            ),
            "Left is squared and right is not: compare |left| with the root, or both squared.": (
                mask(lambda left, sq, iota: (left**2 <= np.sqrt(iota * sq)).all(axis=1))
            ),
            "ι divides in yours; it multiplies the squares.": (
                mask(lambda left, sq, iota: below(left, sq, 1 / iota).all(axis=1))
            ),
            "It is turned round: who passes has the *smaller* left side.": (
                mask(lambda left, sq, iota: (~below(left, sq, iota)).all(axis=1))
            ),
            "Only the first direction and level count: go through all of them.": (
                mask(lambda left, sq, iota: below(left, sq, iota)[:, 0])
            ),
            "Only the first level counts: go through all of them.": (
                lambda theta, x, r, net, levels, iota: mask(
                    lambda left, sq, iota: below(left, sq, iota).all(axis=1), levels=levels[:1]
                )(theta, x, r, net, levels, iota)
            ),
            "Only the last level counts: go through all of them.": (
                lambda theta, x, r, net, levels, iota: mask(
                    lambda left, sq, iota: below(left, sq, iota).all(axis=1), levels=levels[-1:]
                )(theta, x, r, net, levels, iota)
            ),
            "Only the first direction counts: go through all of them.": (
                lambda theta, x, r, net, levels, iota: mask(
                    lambda left, sq, iota: below(left, sq, iota).all(axis=1)
                )(theta, x, r, net[:1], levels, iota)
            ),
            "You keep who passes most conditions; a candidate must pass all of them.": (
                mask(lambda left, sq, iota: below(left, sq, iota).mean(axis=1) > 0.5)
            ),
            "The last level is left out: go through all of them.": (
                lambda theta, x, r, net, levels, iota: mask(
                    lambda left, sq, iota: below(left, sq, iota).all(axis=1), levels=levels[:-1]
                )(theta, x, r, net, levels, iota)
            ),
            "The first level is left out: go through all of them.": (
                lambda theta, x, r, net, levels, iota: mask(
                    lambda left, sq, iota: below(left, sq, iota).all(axis=1), levels=levels[1:]
                )(theta, x, r, net, levels, iota)
            ),
            "Only the last direction counts: go through all of them.": (
                lambda theta, x, r, net, levels, iota: mask(
                    lambda left, sq, iota: below(left, sq, iota).all(axis=1)
                )(theta, x, r, net[-1:], levels, iota)
            ),
            "ι is doubled in yours.": (
                mask(lambda left, sq, iota: below(left, sq, 2 * iota).all(axis=1))
            ),
            "ι is halved in yours.": (
                mask(lambda left, sq, iota: below(left, sq, iota / 2).all(axis=1))
            ),
            "The left side has lost its other half: sums far *above* 0 are suspicious, too.": (
                mask(lambda left, sq, iota: (-left <= np.sqrt(iota * sq)).all(axis=1))
            ),
            "You look at the unit ball alone: the conditions must come in.": (
                mask(lambda left, sq, iota: np.ones(len(left), dtype=bool))
            ),
            "Candidates *inside* the unit ball are left out.": (
                lambda *case: (
                    mask(lambda left, sq, iota: below(left, sq, iota).all(axis=1), ball=False)(
                        *case
                    )
                    & (np.linalg.norm(case[0], axis=1) > 1.0)
                )
            ),
        },
        read=answers.truths,
    )
    return Right("The set is the unit ball without all that some condition excludes.")


def cap(z: Array, level: int) -> Array:
    """Return z with its absolute value cut down to 2^-level."""
    return np.asarray(np.clip(z, -(0.5**level), 0.5**level))


def _sides(theta: Array, x: Array, r: Array, net: Array, levels: Sequence[int]) -> Any:
    """Return left side and squares, a row a candidate and a column a condition."""
    weights = np.array([cap(x @ mu, level) for mu in net for level in levels]).T
    residuals = r - theta @ x.T
    return residuals @ weights, residuals**2 @ weights**2


def _few(theta: Array, x: Array, r: Array, net: Array, levels: Any, iota: float) -> tuple[Any, ...]:
    """Return a small part of a game: few enough numbers to be shown and pasted."""
    last = slice(-16, None)
    return theta[::40], x[last], r[last], net[:2], levels[:3], iota


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
