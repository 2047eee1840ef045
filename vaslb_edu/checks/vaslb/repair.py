"""Check of this set: the estimate that repairs the stall."""

from __future__ import annotations

from typing import Any

import numpy as np

from vaslb_edu.checks import after_commit
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.reading import Array
from vaslb_edu.checks.verdict import Right
from vaslb_edu.vaslb import shrink_into_ball


@repeatable
def commit_estimate(answer: Any, rng: Any = None) -> Right:
    """Check r-bar x-bar, shortened to length 1 only if it is longer."""
    rng = np.random.default_rng(rng)
    small = np.array([[0.6, 0.8], [0.8, 0.6], [1.0, 0.0]])
    cases: list[tuple[Array, Array]] = [
        (small, np.array([0.9, 0.2, 0.4])),
        (-small, np.array([-0.1, -0.9, 0.4])),  # the mean reward is negative
        (small, np.array([2.0, 1.0, 3.0])),  # longer than 1
        (np.array([[0.6, 0.8], [0.6, 0.8]]), np.array([0.9, 1.0])),  # 0.95 long: stays so
    ]
    for size, length, noise in ((2, 0.7, 0.3), (3, 0.85, 0.2), (4, -0.4, 0.5), (3, 1.3, 0.1)):
        direction = rng.normal(size=size)
        plays = direction / np.linalg.norm(direction) + 0.15 * rng.normal(size=(60, size))
        plays /= np.linalg.norm(plays, axis=1)[:, None]
        cases.append((plays, length + noise * rng.normal(size=60)))

    after_commit.expect_estimate(
        "commit_estimate",
        answer,
        cases,
        {
            "Your estimate has norm (nearly) 1: did you average unit vectors? The rewards know "
            "the length.": lambda plays, rewards: plays.mean(axis=0),
            "Your estimate always has length 1: shorten it only when it is longer than 1.": (
                lambda plays, rewards: (
                    np.sign(rewards.mean())
                    * plays.mean(axis=0)
                    / np.linalg.norm(plays.mean(axis=0))
                )
            ),
            "Noise can make the estimate longer than 1; then it has to be shortened.": (
                after_commit.product
            ),
            "You averaged the products r·x. That mixes the noise of a round with its play; "
            "multiply the two means.": lambda plays, rewards: shrink_into_ball(
                (rewards[:, None] * plays).mean(axis=0)
            ),
        },
    )
    return Right("The estimate has the direction of the mean play and the length of the reward.")
