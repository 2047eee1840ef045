"""The protocol of learners: one of your own runs, one that misbehaves is named."""

import sys
import textwrap

import numpy as np
import pytest

from vaslb_edu import (
    OFUL,
    VASLB,
    RoundByRound,
    SharpVASLB,
    SparseLinearBandit,
    WeightedOFUL,
    learner,
    schedules,
    simulate,
    sparse_parameter,
)
from vaslb_edu.run import algorithm_rng

FOUR = [0.9, 0.4, 0.15, 0.1]


def learner_from_the_documentation():
    """Run the example that explains the protocol, word for word."""
    example = learner.__doc__.split("no noise::")[1].split("    run = simulate")[0]
    names = {
        "RoundByRound": RoundByRound,
        "np": np,
        "unit": lambda v: np.asarray(v) / np.linalg.norm(v),
    }
    exec(textwrap.dedent(example), names)
    return names["AskOnce"]


AskOnce = learner_from_the_documentation()


@pytest.mark.statistical
def test_a_learner_of_ones_own():
    """Chance enters by the explorations: an entry is missed below 1e-8, as in `test_vaslb`."""
    theta = sparse_parameter(32, FOUR, seed=1)
    run = simulate(VASLB(AskOnce()), theta, 0.0, 30_000, seed=1)
    assert run.support == tuple(np.flatnonzero(theta))
    np.testing.assert_allclose(run.estimate, theta, atol=0.02)
    alone = simulate(AskOnce(), theta, 0.0, 1000)
    assert alone.final_regret == pytest.approx(sum(1 - theta), abs=1e-6)


def test_vaslb_sees_nothing_but_the_protocol():
    """Whatever the library asks a learner for, other than the learner itself, is written down."""
    asked = set()

    class Watched(AskOnce):
        def __getattribute__(self, name):
            caller = sys._getframe(1)
            inside = isinstance(caller.f_locals.get("self"), AskOnce)
            if not inside and caller.f_globals.get("__name__", "").startswith("vaslb_edu"):
                asked.add(name)
            return super().__getattribute__(name)

    game = SparseLinearBandit(sparse_parameter(8, [1, 0.5]), 0.0, 20_000)
    report = VASLB(Watched()).play(game, algorithm_rng(0))
    assert [phase.kind for phase in report.phases][:2] == ["explore", "commit"]
    assert asked == {"fresh", "act", "take", "needs_variances"}


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (lambda dim: np.ones(dim) * 3, "unit vector, got norm"),
        (lambda dim: np.ones(dim + 1), "shape"),
        (lambda dim: np.full(dim, np.nan), "unit vector"),
        (lambda dim: np.zeros(dim), "unit vector"),
    ],
)
def test_a_learner_that_misbehaves_is_named(action, message):
    class Rogue(AskOnce):
        def act(self):
            return action(self.dim)

    theta = sparse_parameter(4, [1.0])
    for algorithm in (VASLB(Rogue()), Rogue()):
        with pytest.raises(ValueError, match=rf"Rogue\.act\(\) must return .*{message}"):
            simulate(algorithm, theta, 0.0, 20_000)


@pytest.mark.parametrize("bound", [np.nan, 1 + 2j, "much", None, [1.0, 2.0]], ids=repr)
def test_a_regret_bound_that_is_no_number_is_refused(bound):
    class Rogue(AskOnce):
        def regret_bound(self):
            return bound

    theta = sparse_parameter(4, [1.0])
    for algorithm in (VASLB(Rogue()), SharpVASLB(Rogue()), Rogue()):
        with pytest.raises(ValueError, match=r"take\(\) must return a real number .* got"):
            simulate(algorithm, theta, 0.0, 20_000)


def test_a_learner_that_forgets_a_method_is_told_so():
    class Lazy(RoundByRound):
        def reset(self, dim, delta, horizon):
            self.dim = dim

        def act(self):
            return np.eye(self.dim)[0]

    with pytest.raises(TypeError, match="Lazy must define observe"):
        simulate(Lazy(), [1.0, 0.0], 0.0, 5)


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
    theta = sparse_parameter(6, [0.8, 0.5, 0.3])
    sigma = schedules.periodic(0.02, 0.5, period=90)
    finals = []
    for chunk in (1, 13, 4096):
        game = SparseLinearBandit(theta, sigma, 3000, seed=2)
        learner.play(game, algorithm_rng(2), chunk=chunk)
        finals.append(game.account.at_checkpoints)
    for other in finals[1:]:
        np.testing.assert_allclose(other, finals[0], rtol=0, atol=1e-9)
