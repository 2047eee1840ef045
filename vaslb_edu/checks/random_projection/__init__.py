"""Checks of this set: random projection and empirical Bernstein."""

from __future__ import annotations

from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.random_projection.evidence import bernstein_radius, scatter
from vaslb_edu.checks.random_projection.explore_rounds import ExploreCase, explore_actions
from vaslb_edu.checks.random_projection.stopping import may_stop
from vaslb_edu.checks.verdict import Right

__all__ = [  # noqa: RUF022 (in the order of the set)
    "explore_actions",
    "project",
    "running_baselines",
    "scatter",
    "bernstein_radius",
    "may_stop",
]


@repeatable
def project(answer: Any, rng: Any = None) -> Right:
    """Check that all sign patterns together give back the hidden entries, for any baseline."""
    rng = np.random.default_rng(rng)
    half = np.array([[0.5, 0.5, 0.5, 0.5], [0.5, -0.5, 0.5, -0.5]])  # K = 3 and R² = 3/4
    cases: list[tuple[Any, ...]] = [(half, np.array([1.0, -2.0]), np.array([0.25, 0.5]), (0,))]
    for known, free in ((1, 3), (2, 4), (3, 5)):
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
        "The columns of S are still there: only coordinates outside S are estimated.": (
            lambda actions, r, c, support: _all_columns(actions, r - c, support)
        ),
        "The columns of S are still there, and divided by what is known: leave them out.": (
            lambda actions, r, c, support: (r - c)[:, None] / actions
        ),
        "You kept the columns of S and left the others out: it should be the other way round.": (
            lambda actions, r, c, support: (r - c)[:, None] * actions[:, list(support)]
        ),
        "The columns of S are still there, as zeros: the result has K columns, not d.": (
            lambda actions, r, c, support: (
                _all_columns(actions, r - c, support)
                * ~np.isin(np.arange(actions.shape[1]), support)
            )
        ),
        "You left the action out: every coordinate gets r - c, whatever its sign was.": (
            lambda actions, r, c, support: np.tile(
                (r - c)[:, None], actions.shape[1] - len(support)
            )
        ),
        "You subtract the mean of all baselines; each round has its own.": times(
            right, lambda r, c: r - c.mean()
        ),
        "You subtract the mean reward, which has seen the present round; use the baselines.": (
            times(right, lambda r, c: r - r.mean())
        ),
        "You return the baseline's part alone: the reward is missing.": times(
            right, lambda r, c: -c
        ),
        "The factor is 1/R² where K/R² is needed: K is lost.": times(
            lambda n, dim, plays: 1 / float(plays[0] @ plays[0])
        ),
        "The factor is R²/K where K/R² is needed: it is upside down.": times(
            lambda n, dim, plays: float(plays[0] @ plays[0]) / plays.shape[1]
        ),
        "The factor is K²/R² where K/R² is needed.": times(
            lambda n, dim, plays: plays.shape[1] ** 2 / float(plays[0] @ plays[0])
        ),
        "You took the size of r - c: a reward below its baseline turns the signs round.": times(
            right, lambda r, c: np.abs(r - c)
        ),
        "You took the sizes of y: its signs are what tells the coordinates apart.": (
            lambda actions, r, c, support: (
                np.abs(times(right)(actions, r * 0 + 1, c * 0, support)) * (r - c)[:, None]
            )
        ),
        "It is turned round: the baseline is subtracted from the reward.": times(
            right, lambda r, c: c - r
        ),
        "You squared r - c; it enters as it is.": times(right, lambda r, c: (r - c) ** 2),
        "You divide the reward by its baseline; subtract.": times(right, lambda r, c: r / c),
        "You divide by the number of rounds: a row is the estimate of one round, not its share.": (
            times(lambda n, dim, plays: float(1 / plays[0, 0] ** 2) / n)
        ),
    }
    answers.compare("project", answer, cases, times(right), mistakes, read=answers.matrix)
    return Right("One reward estimates every entry: unbiased, whatever the baseline is.")


@repeatable
def running_baselines(answer: Any, rng: Any = None) -> Right:
    """Check that each baseline is the mean of the rewards before its round, and of no other."""
    rng = np.random.default_rng(rng)
    cases = [(np.array([2.0, 4.0, 9.0]),)]
    cases += [(rng.normal(size=n) + 3,) for n in (2, 3, int(rng.integers(10, 40)))]
    cases.append((np.array([-1.0, 2.0, -4.0, 0.5]),))
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
        "Your result has length n, and its last entry has seen every reward: c_2, …, c_n are n - 1 "
        "baselines, none of which sees its own round.": (
            lambda r: np.cumsum(r) / np.arange(1, len(r) + 1)
        ),
        "Your result has length n and begins with 0: the pilot has no baseline, so leave it out.": (
            lambda r: np.concatenate([[0.0], _means_before(r)])
        ),
        "Your result has length n and begins with r_1: the pilot has no baseline, so leave it "
        "out.": lambda r: np.concatenate([r[:1], _means_before(r)]),
        "The pilot is missing in your means: r_1 counts from the first baseline on.": (
            lambda r: np.concatenate([[0.0], _means_before(r[1:])])
        ),
        "The pilot is missing in your means, so they begin a round late: c_2 is r_1 itself.": (
            lambda r: _means_before(r[1:])
        ),
        "The pilot is missing in your means: r_1 counts in every one of them.": (
            lambda r: np.cumsum(r[1:]) / np.arange(1, len(r))
        ),
        "You divide by n everywhere: divide by the number of rewards before the round.": (
            lambda r: np.cumsum(r)[:-1] / len(r)
        ),
        "You divide by n - 1 everywhere: divide by the number of rewards before the round.": (
            lambda r: np.cumsum(r)[:-1] / (len(r) - 1)
        ),
        "These are means of the rewards *after* each round; a baseline looks back.": (
            lambda r: _means_before(r[::-1])[::-1]
        ),
        "The first reward is the baseline of every round; the mean of all earlier is quieter.": (
            lambda r: np.full(len(r) - 1, r[0])
        ),
        "You averaged the sizes of the rewards; average the rewards as they are.": (
            lambda r: _means_before(np.abs(r))
        ),
        "You took the median of the rewards before; take their mean.": (
            lambda r: np.array([np.median(r[:k]) for k in range(1, len(r))])
        ),
        "You took the largest reward before; take the mean of all.": (
            lambda r: np.maximum.accumulate(r)[:-1]
        ),
        "You averaged the last two rewards; the mean of all earlier ones is quieter.": (
            lambda r: np.array([np.mean(r[max(0, k - 2) : k]) for k in range(1, len(r))])
        ),
        "Each mean leaves out its own reward only; a baseline knows nothing that comes later.": (
            lambda r: (r.sum() - r[1:]) / (len(r) - 1)
        ),
        "The sum holds the present reward, and k - 1 divides it: sum and divide r_1, …, r_{k-1}.": (
            lambda r: np.cumsum(r)[1:] / np.arange(1, len(r))
        ),
        "You return the steps from reward to reward; a baseline is a mean of those before.": (
            lambda r: np.diff(r)
        ),
        "You averaged the squares of the rewards; average the rewards themselves.": (
            lambda r: _means_before(r**2)
        ),
        "You return what is left, r - c; the baselines c alone are asked for.": (
            lambda r: r[1:] - _means_before(r)
        ),
    }
    answers.compare(
        "running_baselines",
        answer,
        cases,
        _means_before,
        mistakes,
        read=answers.vector,
    )
    return Right("The baseline is fixed before its round, so the estimate stays unbiased.")


def _means_before(rewards: Array) -> Array:
    """Return the mean of the rewards before each round but the first."""
    return np.array([np.mean(rewards[:k]) for k in range(1, len(rewards))])


def _all_columns(actions: Array, residuals: Array, support: Any) -> Array:
    """Return (K/R²)(r - c) x with all of x, the columns of S included."""
    outside = np.delete(actions, support, axis=1)
    return np.asarray(residuals[:, None] * actions / outside[0, 0] ** 2)
