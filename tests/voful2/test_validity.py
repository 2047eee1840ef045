"""Over many games theta* stays in the set of VOFUL2, and its regret bound above the regret."""

import pytest

from tests.voful2.watched import SCHEDULES, Played, quick
from vaslb_edu.voful2.learner import VOFUL2

statistical = pytest.mark.statistical


def failures(iota, theta, runs, names=SCHEDULES, horizon=1500):
    played = [
        Played(quick(iota), theta, SCHEDULES[name], horizon, seed)
        for name in names
        for seed in range(runs)
    ]
    return played, sum(not run.held for run in played) / len(played)


@statistical
@pytest.mark.parametrize(("theta", "runs"), [([-0.8], 30), ([0.7, 0.5], 20), ([0.6, 0.5, -0.3], 2)])
def test_theta_stays_in_the_set_with_the_iota_of_the_net(theta, runs):
    """At delta = 0.05, five schedules; none of 500 other runs failed. The bound is valid, too."""
    played, failed = failures("net", theta, runs)
    assert failed <= 0.05
    assert all(run.pessimistic for run in played if run.held)


@statistical
@pytest.mark.parametrize("theta", [[-0.8], [0.7, 0.5]])
def test_theta_stays_in_the_set_at_the_calibrated_iota(theta):
    """0.002 x printed is calibrated at delta = 0.05: no failure in 1,000 runs of T = 1,500.

    (0.0015 x printed failed in 1 % of those runs, 0.001 x printed in 10 %.)
    """
    played, failed = failures(0.002, theta, runs=25, names=("loud", "quiet"))
    assert failed <= 0.05
    assert all(run.pessimistic for run in played if run.held)


@statistical
def test_a_thousandth_of_the_printed_iota_is_too_small():
    """Each run fails with probability about 0.1; 120 runs fail more often than delta = 0.05."""
    _, failed = failures(0.001, [-0.8], runs=60, names=("loud", "quiet"))
    assert 0.05 < failed < 0.2


@statistical
def test_the_optimism_bound_is_sharp():
    """It stays within a factor of the true regret, so that VASLB can stop early."""
    ratios = []
    for seed in range(4):
        run = Played(VOFUL2(), [0.7, 0.5], 0.3, 20_000, seed)
        ratios.append(run.learner._past / run.regret)
        assert run.pessimistic
    assert max(ratios) < 8
