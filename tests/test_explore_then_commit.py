"""Explore then commit: N by hand, and a regret near the rate it is made for."""

import math

import numpy as np
import pytest

from vaslb_edu import ExploreThenCommit, schedules, simulate, sparse_parameter


def test_the_number_of_explore_rounds_by_hand():
    assert ExploreThenCommit(4, 0.5).rounds(12, 200) == 40  # sqrt(4 * 200 * (1 + 3) / 2)
    assert ExploreThenCommit(4, 1.0).rounds(64, 10) == 10
    assert ExploreThenCommit(1, 0.0).rounds(2, 1) == 1


@pytest.mark.parametrize("sigma", [0.0, 0.3])
def test_regret_is_near_its_rate(sigma):
    """sqrt(2 s T (1 + d sigma^2)) for equal entries; measured 0.55 to 1.1 times it."""
    theta, horizon = sparse_parameter(64, [1, -1, 1, -1], seed=2), 10**6
    told = ExploreThenCommit(4, sigma)
    rate = math.sqrt(2 * 4 * horizon * (1 + 64 * sigma**2))
    for seed in range(5):
        run = simulate(told, theta, sigma, horizon, seed)
        assert run.support == tuple(np.flatnonzero(theta))
        assert [phase.kind for phase in run.phases] == ["explore", "commit"]
        assert sum(phase.regret for phase in run.phases) == pytest.approx(run.final_regret)
        assert 0.4 * rate < run.final_regret < 1.5 * rate


def test_batches_of_signs_do_not_matter(monkeypatch):
    theta = sparse_parameter(16, [1.0, 0.5])
    whole = simulate(ExploreThenCommit(2, 0.2), theta, 0.2, 5000, seed=3)
    monkeypatch.setattr("vaslb_edu.explore_then_commit._CELLS", 64)
    parts = simulate(ExploreThenCommit(2, 0.2), theta, 0.2, 5000, seed=3)
    assert parts.final_regret == pytest.approx(whole.final_regret)


def test_a_game_may_end_while_exploring():
    run = simulate(ExploreThenCommit(3, 1.0), sparse_parameter(64, [1.0]), 1.0, 20)
    assert [phase.kind for phase in run.phases] == ["explore"]


def test_it_must_be_told_the_truth():
    """Loud at the start, quiet later: N fits the mean, and all is measured in the noise."""
    theta = sparse_parameter(64, [1, -1, 1, -1], seed=2)
    loud_start = schedules.step(1.0, 0.0, at=10**4)
    rms = math.sqrt(loud_start.total_variance(10**6) / 10**6)
    loud = simulate(ExploreThenCommit(4, rms), theta, loud_start, 10**6).final_regret
    quiet = simulate(ExploreThenCommit(4, 0.0), theta, 0.0, 10**6).final_regret
    assert loud > 4 * quiet  # 18,962 against 2,860


@pytest.mark.parametrize(
    ("options", "name"), [((0, 0.1), "sparsity"), ((2, -0.1), "sigma"), ((2, 1.1), "sigma")]
)
def test_bad_options_are_refused(options, name):
    with pytest.raises(ValueError, match=name):
        ExploreThenCommit(*options)
