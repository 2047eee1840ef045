"""Ridge regression under repeated actions, against a direct solve."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.voful2.pasts import Rounds
from vaslb_edu.ridge import Ridge
from vaslb_edu.voful2.repeated_rewards import RepeatedRewards


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
