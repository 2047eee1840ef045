"""The events of the proof, seen by somebody who knows theta*: as often as the lemmas say.

A game is one trial: it fails if an event fails at any of its levels. The theorem allows 5 % of
games, and a test that asks `holds` or `breaks` is wrong by chance with probability 1e-6.
"""

from dataclasses import replace

import numpy as np
import pytest

from tests.chance import breaks, holds
from vaslb_edu import VASLB, SharpVASLB, WeightedOFUL, schedules, simulate, sparse_parameter
from vaslb_edu.events import phase_events

statistical = pytest.mark.statistical
MOSTLY_LOUD = schedules.periodic(0.0, 0.6, period=20, duty=0.9)
THETA = sparse_parameter(8, [0.8, 0.58, 0.15])
STALL = sparse_parameter(16, [np.sqrt(0.96), 0.2])
WIDE = sparse_parameter(32, [0.8, 0.58, 0.15])  # wide enough that the sharp version searches
NOISES = {"silent": 0.0, "constant": 0.05, "mostly loud": MOSTLY_LOUD, "loud": 1.0}


def failed(algorithm, theta, sigma, form, seeds, horizon=80_000):
    """Say for each seed whether an event failed, and see that some were spoken about."""
    told = []
    for seed in seeds:
        run = simulate(algorithm, theta, sigma, horizon, seed, checkpoints=1)
        events = phase_events(run.phases, theta, form)
        told.append([x for e in events for x in (e.estimated, e.identified) if x is not None])
    assert any(told)
    return [not all(events) for events in told]


@statistical
@pytest.mark.parametrize("noise", ["silent", "constant", "mostly loud"])
def test_in_repaired_games_all_events_hold_as_often_as_the_theorem_says(noise):
    """Forty games, where 5 % may fail: more than ten by chance with probability 1e-6."""
    algorithm = VASLB(WeightedOFUL(), delta=0.05)
    assert holds(failed(algorithm, THETA, NOISES[noise], "repaired", range(40)), 0.05)


@statistical
@pytest.mark.parametrize("noise", NOISES)
def test_in_sharp_games_all_events_hold_as_often_as_the_theorem_says(noise):
    """Forty games, where 5 % may fail: more than ten by chance with probability 1e-6."""
    algorithm = SharpVASLB(WeightedOFUL(), delta=0.05)
    assert holds(failed(algorithm, WIDE, NOISES[noise], "sharp", range(40), 20_000), 0.05)


def test_a_sharp_game_that_has_spent_its_budget_has_found_nothing_false():
    """Eight coordinates: exploring is soon dearer than taking them all, zeros included."""
    run = simulate(SharpVASLB(WeightedOFUL()), THETA, 0.1, 20_000, seed=0)
    first, *_ = phase_events(run.phases, THETA, "sharp")
    assert first.phase.added == tuple(range(8))
    assert first.identified
    # one zero entry in S and another one outside: that is a false discovery
    short = replace(first.phase, added=(0, 1, 2, 3))
    (told,) = phase_events([short], THETA, "sharp")
    assert told.identified is False


@pytest.mark.slow
@statistical
@pytest.mark.parametrize(("version", "judge"), [("repaired", holds), ("hasty", breaks)])
def test_without_patience_the_length_is_wrong_too_often(version, judge):
    """One entry: on the event of a commit phase R^2 = 1 - r-bar^2 is at most 2 Delta^2.

    Forty games, where 5 % may fail. With patience none did of sixty others, without it 58 %:
    that no more than ten of forty do has a probability of 1e-5.
    """
    lone, wrong = np.eye(8)[0], []
    for seed in range(40):
        run = simulate(VASLB(WeightedOFUL(), version), lone, MOSTLY_LOUD, 300_000, seed)
        events = [e for e in phase_events(run.phases, lone) if e.estimated is not None]
        assert events
        wrong.append(any(e.length**2 > 2 * e.phase.gap**2 for e in events))
    assert judge(wrong, 0.05)


@statistical
@pytest.mark.parametrize("form", ["printed", "repaired"])
def test_printed_games_violate_them(form):
    """The stall: the entry 0.2 is larger than 3 Delta from Delta = 1/16 on, and not in S.

    Every game stalls but for a chance below 1e-8, and five of five do.
    """
    printed = VASLB(WeightedOFUL(), "printed")
    assert all(failed(printed, STALL, 0.0, form, range(5), 200_000))


def test_what_a_phase_tells_by_hand():
    """theta = (0.6, 0.8, 0): the first exploration finds 0.8 and 0.6, a commit plays on them."""
    theta = np.array([0.6, 0.8, 0.0])
    run = simulate(VASLB(WeightedOFUL()), theta, 0.0, 60_000, seed=1)
    first, second, *_ = phase_events(run.phases, theta)
    assert (first.phase.kind, second.phase.kind) == ("explore", "commit")
    assert (first.estimated, first.identified) == (None, True)
    assert (first.length, first.free, first.baseline, first.remaining) == (1.0, 3, 0.0, 0.0)
    estimate = second.phase.estimate
    assert second.free == 1
    assert second.length == pytest.approx(np.sqrt(1 - estimate @ estimate))
    assert second.baseline == pytest.approx(estimate @ theta[:2] - estimate @ estimate)
    assert second.estimated
    # a level without an explore phase ends with its commit phase
    assert second.identified
    with pytest.raises(ValueError, match="form must be one of 'repaired'"):
        phase_events(run.phases, theta, "sharpened")


def test_what_the_horizon_cut_short_says_nothing():
    run = simulate(VASLB(WeightedOFUL()), THETA, 0.3, 2_000)
    (only,) = phase_events(run.phases, THETA)
    assert (only.estimated, only.identified) == (None, None)
