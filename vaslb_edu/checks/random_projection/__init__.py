"""Checks of problem set 2: random projection and empirical Bernstein."""

from __future__ import annotations

from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.random_projection.evidence import bernstein_radius, may_stop, scatter
from vaslb_edu.checks.random_projection.explore_rounds import ExploreCase, explore_actions
from vaslb_edu.checks.verdict import Right

__all__ = [  # noqa: RUF022 (in the order of the set)
    "explore_actions",
    "project",
    "running_baselines",
    "scatter",
    "bernstein_radius",
    "may_stop",
]


def project(answer: Any, rng: Any = None) -> Right:
    """Check that all sign patterns together give back the hidden entries, for any baseline."""
    rng = np.random.default_rng(rng)
    cases = []
    for known, free in ((0, 3), (2, 4), (3, 5)):
        case = ExploreCase.draw(rng, known, known + free)
        actions = case.all_patterns()
        rewards = actions @ rng.normal(size=case.dim) + rng.normal(size=len(actions))
        cases.append((actions, rewards, rng.normal(size=len(actions)), case.support))

    def times(factor: Any, residual: Any = np.subtract) -> Any:
        """Return a solution with another factor in front of (r - c) y."""

        def estimates(actions: Array, rewards: Array, baselines: Array, support: Any) -> Array:
            plays = np.delete(actions, support, axis=1)
            return np.asarray(
                factor(*actions.shape, plays) * residual(rewards, baselines) * plays.T
            ).T

        return estimates

    def right(_: int, dim: int, plays: Array) -> float:
        return float(1 / plays[0, 0] ** 2)

    mistakes = {
        "The factor K/R² is missing: y is small, so (r - c)·y is far too small.": times(
            lambda n, dim, plays: 1.0
        ),
        "The factor is K where K/R² is needed: the signs have length R, not 1.": times(
            lambda n, dim, plays: float(plays.shape[1])
        ),
        "The factor has d where K is needed: count only the coordinates outside S.": times(
            lambda n, dim, plays: dim / float(plays[0] @ plays[0])
        ),
        "The factor is K/R where K/R² is needed.": times(
            lambda n, dim, plays: plays.shape[1] / float(np.linalg.norm(plays[0]))
        ),
        "The factor is √K/R where K/R² is needed: you divide by the size of y once, not twice.": (
            times(lambda n, dim, plays: 1 / abs(plays[0, 0]))
        ),
        "The baseline is not subtracted from the rewards.": times(right, lambda r, c: r),
        "The baseline is added; it should be subtracted.": times(right, np.add),
    }
    answers.compare("project", answer, cases, times(right), mistakes, read=answers.matrix)
    return Right("One reward estimates every entry: unbiased, whatever the baseline is.")


def running_baselines(answer: Any, rng: Any = None) -> Right:
    """Check that each baseline is the mean of the rewards before its round, and of no other."""
    rng = np.random.default_rng(rng)
    cases = [(rng.normal(size=n) + 3,) for n in (2, 3, int(rng.integers(10, 40)))]
    mistakes = {
        "Your baseline looks at the present reward: the mean of r_1, …, r_{k-1} ends before k.": (
            lambda r: np.cumsum(r)[1:] / np.arange(2, len(r) + 1)
        ),
        "Your baseline is the mean of all rewards, also of those to come.": (
            lambda r: np.full(len(r) - 1, r.mean())
        ),
        "That is the reward of the round before; the mean of all earlier ones is quieter.": (
            lambda r: r[:-1]
        ),
        "You sum k - 1 rewards and divide by k: divide by their number.": (
            lambda r: np.cumsum(r)[:-1] / np.arange(2, len(r) + 1)
        ),
        "You return sums: divide each by the number of rewards in it.": lambda r: np.cumsum(r)[:-1],
    }
    answers.compare(
        "running_baselines",
        answer,
        cases,
        lambda r: np.array([np.mean(r[:k]) for k in range(1, len(r))]),
        mistakes,
        read=answers.vector,
    )
    return Right("The baseline is fixed before its round, so the estimate stays unbiased.")
