"""Rounds are simulated in bulk, and nothing depends on it."""

import math

import numpy as np
import pytest
from naive import naive_vaslb

from vaslb_edu import OFUL, VASLB, SparseLinearBandit, WeightedOFUL, schedules, simulate
from vaslb_edu import sparse_parameter as sparse
from vaslb_edu.run import algorithm_rng

QUIET_AND_LOUD = {
    "silent": 0.0,
    "constant": 0.05,
    "step": schedules.step(0.0, 0.3, at=2500),
    "bursts": schedules.bursts(0.01, 0.4, length=50, every=700),
}


def rows(run):
    return [(p.kind, p.gap, p.start, p.stop, p.support, p.added, p.complete) for p in run.phases]


@pytest.mark.parametrize("sigma", QUIET_AND_LOUD.values(), ids=QUIET_AND_LOUD.keys())
@pytest.mark.parametrize("version", ["repaired", "printed"])
def test_vaslb_does_not_depend_on_the_chunk_size(sigma, version):
    theta = sparse(12, [0.9, 0.4, 0.15], seed=1)
    runs = [
        simulate(VASLB(WeightedOFUL(), version, chunk=chunk), theta, sigma, 11_000, seed=5)
        for chunk in (1, 7, 4096)
    ]
    for run in runs[1:]:
        assert rows(run) == rows(runs[0])
        assert run.support == runs[0].support
        np.testing.assert_allclose(run.regret, runs[0].regret, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    "learner",
    [
        OFUL(),
        WeightedOFUL(),
        WeightedOFUL(radius="printed", regret_bound="proof"),
        WeightedOFUL(regret_bound="printed", growth=0.3),
        WeightedOFUL(switching="every-round"),
    ],
    ids=["oful", "weighted", "printed", "growth", "every-round"],
)
def test_a_learner_alone_does_not_depend_on_the_chunk_size(learner):
    theta = sparse(6, [0.8, 0.5, 0.3])
    sigma = schedules.periodic(0.02, 0.5, period=90)
    finals = []
    for chunk in (1, 13, 4096):
        game = SparseLinearBandit(theta, sigma, 3000, seed=2)
        learner.play(game, algorithm_rng(2), chunk=chunk)
        finals.append(game.account.at_checkpoints)
    for other in finals[1:]:
        np.testing.assert_allclose(other, finals[0], rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    "learner",
    [WeightedOFUL(), WeightedOFUL(regret_bound="proof"), WeightedOFUL(regret_bound="printed")],
    ids=["optimism", "proof", "printed"],
)
def test_regret_bounds_do_not_depend_on_the_chunk_size(learner):
    theta, sigma = sparse(3, [0.8, 0.5, 0.3]), schedules.periodic(0.02, 0.5, period=37)

    def bounds(size):
        from vaslb_edu.actions import Repeated

        running = learner.fresh(3, 0.05, 800)
        game = SparseLinearBandit(theta, sigma, 800, seed=2)
        collected = []
        while game.remaining:
            feedback = game.draw(Repeated(running.act(), min(size, game.remaining)))
            collected.append(running.take(feedback))
            game.keep(len(collected[-1]))
        return np.concatenate(collected)

    np.testing.assert_allclose(bounds(64), bounds(1), rtol=1e-12)
    np.testing.assert_allclose(bounds(5), bounds(1), rtol=1e-12)


@pytest.mark.parametrize("sigma", QUIET_AND_LOUD.values(), ids=QUIET_AND_LOUD.keys())
def test_phases_agree_with_a_slow_second_implementation(sigma):
    """Every phase stops at the very round at which the round-by-round version stops."""
    theta, horizon, seed = sparse(7, [0.9, 0.36], seed=3), 4000, 11
    options = {"delta": 0.5, "first_gap": 0.5}
    run = simulate(VASLB(WeightedOFUL(), **options), theta, sigma, horizon, seed=seed)
    game = SparseLinearBandit(theta, sigma, horizon, seed=seed)
    expected = naive_vaslb(game, algorithm_rng(seed), delta=0.5, gap=0.5)
    got = [(p.kind, p.gap, p.stop, tuple(sorted(p.support + p.added))) for p in run.phases]
    assert len(got) >= 4
    assert got == expected
    assert math.isclose(run.final_regret, game.account.total, rel_tol=1e-9)


def test_a_commit_phase_stops_at_the_first_round_that_allows_it():
    """Replay a commit phase: the bound is below n gap^2 at its last round and at none before."""
    theta = sparse(12, [0.9, 0.4, 0.15], seed=1)
    run = simulate(VASLB(WeightedOFUL()), theta, 0.05, 60_000, seed=5)
    phase = next(p for p in run.phases if p.kind == "commit" and p.complete)
    game = SparseLinearBandit(theta, 0.05, 60_000, seed=5)
    waiting = np.eye(12)[0]
    for _ in range(phase.start):
        game.play(waiting)
    learner = WeightedOFUL().fresh(len(phase.support), 0.05, 60_000 - phase.start)
    for n in range(1, phase.rounds + 1):
        action = np.zeros(12)
        action[list(phase.support)] = learner.act()
        bound = learner.take(game.play(action))[-1]
        assert (bound < n * phase.gap**2) == (n == phase.rounds)
