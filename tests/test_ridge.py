"""Ridge regression under repeated actions, against a direct solve."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from voful2_by_definition import Rounds

from vaslb_edu.voful2.repeated_rewards import RepeatedRewards
from vaslb_edu.voful2.ridge import Ridge


@given(seed=st.integers(0, 10**6), dim=st.integers(1, 5), sigma=st.sampled_from([0.0, 0.1, 1.0]))
def test_estimate_and_residuals_after_every_round(seed, dim, sigma):
    past, ridge, seen = Rounds(seed, dim, sigma=sigma, epochs=4, longest=12), Ridge(dim), 0
    for x, rewards in past.epochs:
        epoch = RepeatedRewards(x)
        residuals = ridge.residuals(x, *epoch.extend(rewards))
        for k in range(1, len(rewards) + 1):
            rows, heard = past.actions[: seen + k], past.rewards[: seen + k]
            beta = np.linalg.solve(rows.T @ rows + np.eye(dim), rows.T @ heard)
            assert residuals[k - 1] == pytest.approx(np.sum((heard - rows @ beta) ** 2), abs=1e-9)
        ridge.add(*epoch.summary())
        seen += len(rewards)
        assert ridge.estimate == pytest.approx(beta, abs=1e-9)


@given(
    seed=st.integers(0, 10**6),
    cuts=st.lists(st.integers(1, 199), max_size=6, unique=True),
)
def test_sums_do_not_depend_on_the_batches(seed, cuts):
    rewards = np.random.default_rng(seed).normal(0.7, 0.3, size=200)
    whole, parts = RepeatedRewards(np.ones(1)), RepeatedRewards(np.ones(1))
    at_once = whole.extend(rewards)
    pieces = [parts.extend(part) for part in np.split(rewards, sorted(cuts))]
    for one, many in zip(at_once, zip(*pieces, strict=True), strict=True):
        assert np.array_equal(one, np.concatenate(many))
    assert whole.summary()[1:] == parts.summary()[1:]
    _, count, total, squares = whole.summary()
    assert (count, total) == (200, pytest.approx(rewards.sum()))
    assert squares == pytest.approx(np.sum(rewards**2))


def test_equal_rewards_leave_no_rounding_error():
    sums = RepeatedRewards(np.ones(1))
    sums.extend(np.full(10**5, 0.1))
    assert sums.summary()[2] == 10**5 * 0.1
