"""The estimate after a commit phase, right and with what goes wrong in it; two sets ask for it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from vaslb_edu.checks.comparing import compare
from vaslb_edu.checks.reading import Array, vector
from vaslb_edu.vaslb import shrink_into_ball

Estimate = Callable[[Array, Array], Array]  # of plays and rewards


def mean_play(plays: Array) -> Array:
    """Return the mean play."""
    return np.asarray(plays.mean(axis=0))


def product(plays: Array, rewards: Array) -> Array:
    """Return mean reward times mean play, however long it is."""
    return np.asarray(rewards.mean() * mean_play(plays))


def right(plays: Array, rewards: Array) -> Array:
    """Return mean reward times mean play, in the unit ball."""
    return shrink_into_ball(product(plays, rewards))


def scaled(factor: Callable[[Array, Array], float]) -> Estimate:
    """Return a solution with another factor before the mean play, shortened as it should be."""
    return lambda plays, rewards: shrink_into_ball(factor(plays, rewards) * mean_play(plays))


def expect_estimate(
    name: str, answer: Any, cases: list[tuple[Array, Array]], mistakes: Mapping[str, Estimate]
) -> None:
    """Raise unless an answer is right, with mean rewards above 0 first and then below.

    In two parts, because an answer with a root would raise an error on the second, and should
    hear about the root.
    """
    for sign in (1, -1):
        part = [case for case in cases if sign * case[1].mean() > 0]
        compare(name, answer, part, right, {**mistakes, **MISTAKES}, read=vector)


def _unit(vector: Array) -> Array:
    return np.asarray(vector / np.linalg.norm(vector))


def _least_squares(plays: Array, rewards: Array) -> Array:
    return np.asarray(np.linalg.lstsq(plays, rewards, rcond=None)[0])


def _signed_root(value: float) -> float:
    return math.copysign(math.sqrt(abs(value)), value)


MISTAKES: dict[str, Estimate] = {
    "The factor is the mean reward, not its root.": scaled(lambda x, r: _signed_root(r.mean())),
    "The factor is the mean reward with its sign: a negative one turns the estimate round.": scaled(
        lambda x, r: abs(r.mean())
    ),
    "You put 0 for a negative mean reward. Its sign says that the truth points the other way.": (
        scaled(lambda x, r: max(r.mean(), 0.0))
    ),
    "The factor is the mean reward, not its square.": scaled(lambda x, r: r.mean() ** 2),
    "You took the median of the rewards; take their mean.": scaled(
        lambda x, r: float(np.median(r))
    ),
    "You took the largest reward; take their mean.": scaled(lambda x, r: float(r.max())),
    "You took the last reward alone; take the mean of all.": scaled(lambda x, r: float(r[-1])),
    "You averaged the sizes of the rewards; average the rewards as they are.": scaled(
        lambda x, r: float(np.abs(r).mean())
    ),
    "You cut each entry off at 1. It is the *length* that must not exceed 1: shorten the whole "
    "vector.": lambda x, r: np.clip(product(x, r), -1.0, 1.0),
    "You cut the mean reward off at 1; shorten the estimate, not the reward.": lambda x, r: (
        min(max(r.mean(), -1.0), 1.0) * mean_play(x)
    ),
    "You shorten with the square of the length: divide by ‖r̄ x̄‖ itself.": lambda x, r: (
        product(x, r) / max(1.0, float(product(x, r) @ product(x, r)))
    ),
    "That is least squares, in the unit ball. It fits single rounds; here r̄·x̄ is enough, and that "
    "is what the proof is about.": lambda x, r: shrink_into_ball(_least_squares(x, r)),
    "That is least squares. It fits single rounds; here r̄·x̄ is enough, and that is what the proof "
    "is about.": _least_squares,
    "You took the direction of Σ r·x with the length |r̄|; multiply the two means.": lambda x, r: (
        shrink_into_ball(abs(r.mean()) * _unit((r[:, None] * x).mean(axis=0)))
    ),
    "You took the last play; take the mean of all plays.": lambda x, r: shrink_into_ball(
        r.mean() * x[-1]
    ),
    "You gave the mean play length 1 before multiplying. It belongs in as it is: its shortness "
    "says how much the plays disagree.": lambda x, r: shrink_into_ball(
        r.mean() * _unit(mean_play(x))
    ),
    "You gave the mean play length 1 before multiplying, and did not shorten the product.": (
        lambda x, r: r.mean() * _unit(mean_play(x))
    ),
    "You averaged along each row: the mean play is one number a *column*, `axis=0`.": (
        lambda x, r: r.mean() * x.mean(axis=1)
    ),
    "You shorten by the largest entry; it is the *length* that must not exceed 1.": lambda x, r: (
        product(x, r) / max(1.0, float(np.abs(product(x, r)).max()))
    ),
    "You took the first play; take the mean of all plays.": lambda x, r: shrink_into_ball(
        r.mean() * x[0]
    ),
    "You took the play with the largest reward; take the mean of all plays.": lambda x, r: (
        shrink_into_ball(r.mean() * x[int(np.argmax(r))])
    ),
    "You took the median of the plays, entry by entry; take their mean.": lambda x, r: (
        shrink_into_ball(r.mean() * np.median(x, axis=0))
    ),
    "You used the second half of the rounds only; every round counts.": lambda x, r: (
        shrink_into_ball(r[len(r) // 2 :].mean() * x[len(r) // 2 :].mean(axis=0))
    ),
    "You averaged the products r·x, and did not shorten them; multiply the two means.": (
        lambda x, r: (r[:, None] * x).mean(axis=0)
    ),
    "You weighed the plays by their rewards and divided by the sum of these: multiply the mean "
    "reward and the mean play.": lambda x, r: (r[:, None] * x).sum(axis=0) / r.sum(),
    "That is ridge regression. It fits single rounds; here r̄·x̄ is enough.": lambda x, r: np.asarray(
        np.linalg.solve(x.T @ x + np.eye(x.shape[1]), x.T @ r), dtype=float
    ),
    "You added up rewards and plays and divided by n once: both are means.": lambda x, r: (
        len(r) * product(x, r)
    ),
}
