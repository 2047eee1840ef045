"""Over many games theta* stays in the set of VOFUL2, and its regret bound above the regret.

A game may lose theta* with probability delta = 0.05. `holds` fails by chance with probability at
most 1e-6 if every game does.
"""

import pytest

from tests.chance import breaks, holds, overlooked
from tests.voful2.watched import SCHEDULES, Played, quick
from vaslb_edu.voful2.learner import VOFUL2

statistical, slow = pytest.mark.statistical, pytest.mark.slow
DELTA = 0.05


def played(iota, theta, runs, names=SCHEDULES, horizon=1500):
    return [
        Played(quick(iota), theta, SCHEDULES[name], horizon, seed)
        for name in names
        for seed in range(runs)
    ]


@statistical
@pytest.mark.parametrize(
    ("theta", "runs"),
    [
        ([-0.8], 20),
        pytest.param([0.7, 0.5], 20, marks=slow),
        pytest.param([0.6, 0.5, -0.3], 2, marks=slow),
    ],
)
def test_theta_stays_in_the_set_with_the_iota_of_the_net(theta, runs):
    """Five schedules; none of 500 other runs failed. The bound is valid, too."""
    games = played("net", theta, runs)
    assert holds([not run.held for run in games], DELTA)
    assert all(run.pessimistic for run in games if run.held)


@statistical
@pytest.mark.parametrize("theta", [[-0.8], [0.7, 0.5]])
def test_theta_stays_in_the_set_at_the_calibrated_iota(theta):
    """0.002 x printed is calibrated at delta = 0.05: no failure in 1,000 runs of T = 1,500.

    (0.0015 x printed failed in about 1 % of such runs, 0.001 x printed in 4 to 5 %.)
    """
    games = played(0.002, theta, runs=20, names=("loud", "quiet"))
    assert holds([not run.held for run in games], DELTA)
    assert all(run.pessimistic for run in games if run.held)


@statistical
def test_a_five_thousandth_of_the_printed_iota_is_too_small():
    """The test has teeth: 77 % of sixty other runs failed, and 60 % would not be overlooked."""
    games = played(0.0002, [-0.8], runs=30, names=("loud", "quiet"))
    assert breaks([not run.held for run in games], DELTA)
    assert overlooked(60, DELTA, 0.6) < 1e-6


@statistical
def test_the_optimism_bound_is_sharp():
    """It stays within a factor of the true regret, so that VASLB can stop early.

    The factor is 2.5 +- 0.13 (sixteen games): 4 is eleven deviations away, below 1e-20.
    """
    ratios = []
    for seed in range(4):
        run = Played(VOFUL2(), [0.7, 0.5], 0.3, 20_000, seed)
        ratios.append(run.learner._past / run.regret)
        assert run.pessimistic or not run.held
    assert max(ratios) < 4
