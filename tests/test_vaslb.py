"""VASLB: what is printed stalls, what is repaired does not; and regret follows the noise.

What chance can do in these games: where an exploration stops, a mean has the standard error
gap / sqrt(128 ln(4/delta)): gap / 23.7 at delta = 0.05 and less at the share of one event. A
coordinate that is zero is taken only if its mean is 23.7 of them off, and an entry of 1.25 gap is
passed over only if it is 5.9 off: below 1e-8 an entry. The entry 0.15 is 1.2 times the gap 1/8, and
comes a phase late in one game of 10^6.
"""

import math

import numpy as np
import pytest

from tests.vaslb_by_definition import naive_vaslb
from vaslb_edu import (
    VASLB,
    SparseLinearBandit,
    Version,
    WeightedOFUL,
    schedules,
    simulate,
    simulate_many,
    sparse_parameter,
)
from vaslb_edu.failure_budget import event_delta
from vaslb_edu.run import algorithm_rng

STALL = np.zeros(64)
STALL[:2] = np.sqrt(0.96), 0.2
FOUR = [0.9, 0.4, 0.15, 0.1]
PRINTED = VASLB(WeightedOFUL(radius="printed", regret_bound="printed", constant=1.0), "printed")
REPAIRED = VASLB(WeightedOFUL())
HASTY = Version(split="each-event", patient=False)
PATIENT = Version(split="each-event")  # short explorations
statistical = pytest.mark.statistical


@statistical
def test_printed_stalls_and_repaired_does_not():
    """Without noise chance enters by the explorations, of six games: below 1e-7 (see above)."""
    for seed in range(3):
        half, whole = (simulate(PRINTED, STALL, 0.0, T, seed) for T in (10**6, 2 * 10**6))
        assert half.support == whole.support == (0,)
        # what is left out, 1 - sqrt(0.96) = 0.0202 a round, is paid for ever
        slope = (whole.final_regret - half.final_regret) / 10**6
        assert slope == pytest.approx(1 - np.sqrt(0.96), rel=0.05)
        half, whole = (simulate(REPAIRED, STALL, 0.0, T, seed) for T in (10**6, 2 * 10**6))
        assert half.support == whole.support == (0, 1)
        # twice the horizon has a smaller share for each event: 0.7 % longer explorations
        assert whole.final_regret - half.final_regret < 250


@statistical
def test_the_stall_is_the_length_of_the_mean_play():
    """The mean of unit vectors has length 1, so ||theta-hat||^2 <= 1 - gap^2 never holds again.

    Two games without noise, wrong by chance below 1e-7.
    """
    run = simulate(PRINTED, STALL, 0.0, 10**6)
    commits = [phase for phase in run.phases if phase.kind == "commit"]
    assert [phase.kind for phase in run.phases].count("explore") == 1
    assert all(np.linalg.norm(phase.estimate) > 0.999 for phase in commits)
    repaired = simulate(REPAIRED, STALL, 0.0, 10**6)
    first = next(phase for phase in repaired.phases if phase.kind == "commit")
    assert np.linalg.norm(first.estimate) == pytest.approx(np.sqrt(0.96), abs=0.02)


@statistical
def test_rescaling_alone_ends_the_stall():
    """Two games without noise, wrong by chance below 1e-7."""
    half_repaired = VASLB(WeightedOFUL(), Version(estimate="rescaled", baseline="squared-norm"))
    assert simulate(half_repaired, STALL, 0.0, 10**6).support == (0, 1)
    only_baseline = VASLB(WeightedOFUL(), Version(estimate="mean-play", baseline="running-mean"))
    assert simulate(only_baseline, STALL, 0.0, 10**6).support == (0,)


def test_literal_takes_every_coordinate_after_one_round():
    """The listing's stopping rule holds at n = 1, where all means have the same size.

    That size is |+-0.98 +- 0.2|, above the gap of 1/4 whatever the signs are.
    """
    literal = VASLB(WeightedOFUL(), "literal")
    for seed in range(4):
        run = simulate(literal, STALL, 0.0, 10**3, seed)
        assert run.phases[0].stop == 1
        assert run.phases[0].added == run.support == tuple(range(64))
        assert all(phase.kind == "commit" for phase in run.phases[1:])


@pytest.mark.slow
@statistical
def test_repaired_noiseless_regret_does_not_depend_on_the_dimension():
    """Mean of eight games: within 2 % across d = 16, 64, 256, 1024, but for ln(4/delta_0).

    More coordinates have a smaller share of delta each, and the logarithm of it is all that d does.

    The regret of a game is off by 0.9 % (sixteen games each), a mean of eight by 0.32 %, a
    difference of two by 0.45 %: 2 % are 4.4 standard errors. Six pairs: below 1e-4.
    """
    ratios = []
    for d in (16, 64, 256, 1024):
        theta = sparse_parameter(d, FOUR)
        runs = [simulate(REPAIRED, theta, 0.0, 2 * 10**6, seed) for seed in range(8)]
        assert all(run.support == (0, 1, 2, 3) for run in runs)
        mean = np.mean([run.final_regret for run in runs])
        ratios.append(mean / math.log(4 / event_delta(0.05, d, 2 * 10**6)))
    assert max(ratios) / min(ratios) < 1.02


@pytest.mark.slow
@statistical
def test_repaired_noiseless_regret_does_not_depend_on_the_horizon():
    """Within 2 % between T = 10^5 and 10^7, game by game, where every event is given the same.

    The explorations are then the same, and the ratio is 1.0054 +- 0.0001 (three games): 1e-100.
    With its share of delta the longer game explores longer by the ratio of two logarithms.
    """
    theta = sparse_parameter(64, FOUR)
    logs = [math.log(4 / event_delta(0.05, 64, T)) for T in (10**5, 10**7)]
    for version, longer in (("hasty", 1.0), ("repaired", logs[1] / logs[0])):
        algorithm = VASLB(WeightedOFUL(), version)
        for seed in range(3):
            short, long = (
                simulate(algorithm, theta, 0.0, T, seed).final_regret for T in (10**5, 10**7)
            )
            assert 0.98 * longer <= long / short < 1.02 * longer


@statistical
def test_finds_the_support_in_noise_and_keeps_what_is_zero_out():
    """Five games, three entries: below 1e-6. The estimate is off by 0.004 +- 0.002 (ten games).

    The limit of 0.02 is eight deviations away: below 1e-14.
    """
    theta = sparse_parameter(32, [0.8, 0.5, 0.33], seed=4)
    for seed in range(5):
        run = simulate(REPAIRED, theta, 0.05, 10**6, seed)
        assert run.support == tuple(np.flatnonzero(theta))
        np.testing.assert_allclose(run.estimate, theta, atol=0.02)


def test_phases_tell_a_consistent_story():
    theta = sparse_parameter(64, FOUR)
    run = simulate(REPAIRED, theta, schedules.bursts(0.0, 0.5, 100, 5000), 10**6, seed=2)
    assert run.phases[0].kind == "explore"
    assert run.phases[0].start == 0
    assert run.phases[-1].stop == 10**6
    for before, after in zip(run.phases, run.phases[1:], strict=False):
        assert before.stop == after.start
        assert after.gap <= before.gap
        assert after.support == tuple(sorted(before.support + before.added))
    assert sum(phase.regret for phase in run.phases) == pytest.approx(run.final_regret)
    assert all(phase.complete for phase in run.phases[:-1])


@statistical
def test_noise_costs_more_and_more_and_far_less_than_t():
    """Regrets of eight other games: 19,570 +- 91, 64,390 +- 332 and 343,200 +- 906.

    Every limit is ten deviations away or more: below 1e-20.
    """
    theta = sparse_parameter(64, FOUR)
    regrets = [simulate(REPAIRED, theta, s, 10**6, 3).final_regret for s in (0, 0.1, 0.5)]
    assert regrets == pytest.approx([19_570, 64_390, 343_200], rel=0.06)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: VASLB(WeightedOFUL), "learner must be a Learner"),
        (lambda: VASLB("oful"), "learner must be a Learner"),
        (lambda: VASLB(WeightedOFUL(), "mended"), "version must be one of 'repaired'"),
        (lambda: VASLB(WeightedOFUL(), delta=0), "delta"),
        (lambda: VASLB(WeightedOFUL(), delta=1), "delta"),
        (lambda: VASLB(WeightedOFUL(), first_gap=0), "first_gap"),
        (lambda: VASLB(WeightedOFUL(), chunk=0), "chunk"),
        (lambda: Version(estimate="long"), "estimate"),
        (lambda: Version(baseline="none"), "baseline"),
        (lambda: Version(split="half"), "split must be one of 'whole-game', 'each-event'"),
    ],
)
def test_bad_options_are_refused(make, message):
    with pytest.raises((ValueError, TypeError), match=message):
        make()


@statistical
def test_noise_after_the_support_was_found_costs_next_to_nothing():
    """As without noise, 19,570 +- 91 (eight games): 20,800 is thirteen deviations off, 1e-30."""
    runs = simulate_many(
        REPAIRED,
        sparse_parameter(64, FOUR),
        sigma=schedules.step(0.0, 1.0, at=5 * 10**5),
        horizon=10**6,
        seeds=range(4),
        progress=False,
    )
    assert [run.provenance["game"]["seed"] for run in runs] == [0, 1, 2, 3]
    assert all(run.support == (0, 1, 2, 3) for run in runs)
    assert max(run.final_regret for run in runs) < 20_800


# -- rounds are simulated in bulk, and nothing depends on it ------------------------------------

QUIET_AND_LOUD = {
    "silent": 0.0,
    "constant": 0.05,
    "step": schedules.step(0.0, 0.3, at=2500),
    "bursts": schedules.bursts(0.01, 0.4, length=50, every=700),
}


def rows(run):
    return [(p.kind, p.gap, p.start, p.stop, p.support, p.added, p.complete) for p in run.phases]


@pytest.mark.slow
@pytest.mark.parametrize("sigma", QUIET_AND_LOUD.values(), ids=QUIET_AND_LOUD.keys())
@pytest.mark.parametrize("version", [PATIENT, "hasty", "printed"], ids=str)
def test_vaslb_does_not_depend_on_the_chunk_size(sigma, version):
    theta = sparse_parameter(12, [0.9, 0.4, 0.15], seed=1)
    options = {"delta": 0.5, "first_gap": 0.5}  # short phases
    runs = [
        simulate(VASLB(WeightedOFUL(), version, chunk=chunk, **options), theta, sigma, 4000, seed=5)
        for chunk in (1, 7, 4096)
    ]
    assert {"explore", "commit"} <= {phase.kind for phase in runs[0].phases}
    assert len(runs[0].phases) >= 3
    for run in runs[1:]:
        assert rows(run) == rows(runs[0])
        assert run.support == runs[0].support
        np.testing.assert_allclose(run.regret, runs[0].regret, rtol=0, atol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("sigma", QUIET_AND_LOUD.values(), ids=QUIET_AND_LOUD.keys())
@pytest.mark.parametrize("version", [PATIENT, HASTY], ids=["patient", "hasty"])
def test_phases_agree_with_a_slow_second_implementation(sigma, version):
    """Every phase stops at the very round at which the round-by-round version stops."""
    theta, horizon, seed = sparse_parameter(7, [0.9, 0.36], seed=3), 4000, 11
    options = {"delta": 0.5, "first_gap": 0.5}
    run = simulate(VASLB(WeightedOFUL(), version, **options), theta, sigma, horizon, seed=seed)
    game = SparseLinearBandit(theta, sigma, horizon, seed=seed)
    expected = naive_vaslb(game, algorithm_rng(seed), 0.5, 0.5, patient=version.patient)
    got = [(p.kind, p.gap, p.stop, tuple(sorted(p.support + p.added))) for p in run.phases]
    assert len(got) >= (3 if version.patient else 4)
    assert got == expected
    assert math.isclose(run.final_regret, game.account.total, rel_tol=1e-9)


def test_a_commit_phase_stops_at_the_first_round_that_allows_it():
    """Replay a commit phase: the bound is below n gap^2 at its last round and at none before."""
    theta = sparse_parameter(12, [0.9, 0.4, 0.15], seed=1)
    run = simulate(VASLB(WeightedOFUL()), theta, 0.05, 60_000, seed=5)
    delta = event_delta(0.05, 12, 60_000)
    phase = next(p for p in run.phases if p.kind == "commit" and p.complete)
    game = SparseLinearBandit(theta, 0.05, 60_000, seed=5)
    waiting = np.eye(12)[0]
    for _ in range(phase.start):
        game.play(waiting)
    learner, variance = WeightedOFUL().fresh(len(phase.support), delta, 60_000), 0.0
    for n in range(1, phase.rounds + 1):
        action = np.zeros(12)
        action[list(phase.support)] = learner.act()
        variance += 0.05**2
        noise = math.sqrt(2 * variance * math.log(2 * n * (n + 1) / delta))
        bound = max(learner.take(game.play(action))[-1], noise, 1.0)
        assert (bound < n * phase.gap**2) == (n == phase.rounds)
