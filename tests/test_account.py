"""The regret account: from means, never from noisy rewards."""

import numpy as np
import pytest

from vaslb_edu import (
    OFUL,
    SparseLinearBandit,
    simulate,
    sparse_parameter,
)
from vaslb_edu.actions import RandomSigns, Repeated

THETA = sparse_parameter(6, [0.8, -0.5, 0.3])


def test_regret_comes_from_means_not_from_noisy_rewards():
    loud = simulate(OFUL(), THETA, 1.0, 50, seed=0)
    assert loud.regret[0] == pytest.approx(1 - THETA[0])  # the first play is the first axis
    game = SparseLinearBandit(THETA, 1.0, 1000, seed=0, checkpoints=[1, 10, 1000])
    game.draw(Repeated(np.eye(6)[0], 1000))
    game.keep(1000)
    np.testing.assert_allclose(
        game.account.at_checkpoints, np.array([1, 10, 1000]) * (1 - THETA[0])
    )


def test_regret_of_a_varying_batch_is_summed_row_by_row(rng):
    game = SparseLinearBandit(THETA, 0.3, 64, checkpoints=[1, 5, 40, 64])
    plays = RandomSigns.draw(rng, 64, 6, (), np.zeros(0), 6**-0.5)
    game.draw(plays)
    game.keep(40)
    gaps = 1 - plays.rows() @ THETA
    np.testing.assert_allclose(game.account.at_checkpoints[:3], gaps.cumsum()[[0, 4, 39]])
