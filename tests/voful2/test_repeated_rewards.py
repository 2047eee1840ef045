"""Sums over the rewards of one action: independent of the batches, without rounding error."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaslb_edu.voful2.repeated_rewards import RepeatedRewards


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
