"""The games of the lower bounds: by hand, and hardest where they say so."""

import numpy as np
import pytest

from vaslb_edu import OFUL, VASLB, SharpVASLB, WeightedOFUL, simulate
from vaslb_edu.lower_bound_games import one_short_entry, two_entries_on_the_sphere


def test_the_short_entry_by_hand():
    game = one_short_entry(16, 10_000, 0.5, place=3)
    assert game.epsilon == pytest.approx(0.5 * 4 / 100)
    assert np.flatnonzero(game.theta).tolist() == [3]
    assert game.rate == pytest.approx(0.5 * 4 * 100)
    assert not game.unit
    assert game.rate == pytest.approx(game.epsilon * 10_000)  # leaving it
    assert game.rate == pytest.approx(16 * 0.25 / game.epsilon)  # finding it
    assert one_short_entry(16, 4).unit  # it cannot be longer than 1


def test_the_two_entries_by_hand():
    game = two_entries_on_the_sphere(17, 160_000, 0.5, place=5)
    assert game.epsilon**2 == pytest.approx(0.5 * 4 / 400)
    assert game.theta[0] ** 2 + game.epsilon**2 == pytest.approx(1.0)
    assert game.theta[5] == game.epsilon
    assert game.unit
    assert game.rate / 2 == pytest.approx(160_000 * game.epsilon**2 / 2)
    assert game.rate / 2 == pytest.approx(16 * 0.25 / (2 * game.epsilon**2))


@pytest.mark.slow
@pytest.mark.statistical
def test_the_game_is_hardest_near_its_own_epsilon():
    """The regret of the sharp version, in units of the rate, over three sizes of epsilon^2.

    In six other games each it was 0.06 +- 0.01 at a sixteenth of it, 2.7 +- 0.4 at 16 times and
    1.03 +- 0.1 at 64 times; logarithms and constants move the top upwards. The means of three are
    more than six standard errors apart: below 1e-8 in all. At 1 it is what leaving the entry costs.
    """
    d, horizon, regret = 16, 10**7, []
    for factor in (1 / 16, 1.0, 16.0, 64.0):
        game = two_entries_on_the_sphere(d, horizon, factor=factor)
        algorithm = SharpVASLB(WeightedOFUL())
        runs = [simulate(algorithm, game.theta, 1.0, horizon, seed) for seed in range(3)]
        regret.append(np.mean([run.final_regret for run in runs]) / game.rate)
    assert regret[0] < regret[1] < regret[2] > regret[3]
    assert regret[1] == pytest.approx(0.5, abs=0.1)


def test_a_short_parameter_is_for_those_who_do_not_rely_on_its_length():
    game = one_short_entry(16, 1000)
    simulate(OFUL(), game.theta, 1.0, 100, unit=False)
    for algorithm in (VASLB(OFUL()), SharpVASLB(OFUL())):
        with pytest.raises(ValueError, match=r"theta must have 2-norm 1 for .*VASLB"):
            simulate(algorithm, game.theta, 1.0, 100, unit=False)
    with pytest.raises(ValueError, match="theta must have Euclidean norm 1"):
        simulate(OFUL(), game.theta, 1.0, 100)


@pytest.mark.parametrize("sigma", [0.0, 1.5])
def test_a_noise_that_makes_no_game_hard_is_refused(sigma):
    with pytest.raises(ValueError, match="sigma"):
        two_entries_on_the_sphere(16, 1000, sigma)
