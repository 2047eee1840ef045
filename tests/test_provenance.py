"""The record of a run determines it: played again it is the same, and no two runs share one."""

import json
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vaslb_edu
from vaslb_edu import (
    OFUL,
    VASLB,
    VOFUL2,
    DivideAndConquer,
    Hypercube,
    ParameterNoise,
    RewardNoise,
    RoundByRound,
    Version,
    WeightedOFUL,
    replay,
    schedules,
    simulate,
    sparse_parameter,
)
from vaslb_edu.records import LONGEST, NotReplayable, record, restored

THETA = sparse_parameter(16, [0.9, 0.4])
LEVELS = st.sampled_from([0.0, 0.1, 0.3, 1.0])


def loud_in_the_end(rounds):
    return np.where(np.asarray(rounds) > 100, 0.5, 0.0)


@st.composite
def algorithms(draw):
    delta = draw(st.sampled_from([0.01, 0.05]))
    kind = draw(
        st.sampled_from(["oful", "weighted", "printed", "vaslb", "version", "voful2", "dc"])
    )
    growth = draw(st.sampled_from([0.5, 1.0]))
    weighted = WeightedOFUL(growth=growth, floor=draw(st.sampled_from([None, 0.1])), delta=delta)
    return {
        "oful": OFUL(draw(st.sampled_from([0.5, 1.0])), growth=growth, delta=delta),
        "weighted": weighted,
        "printed": WeightedOFUL("printed", draw(st.sampled_from(["printed", "proof"]))),
        "vaslb": VASLB(weighted, draw(st.sampled_from(["printed", "repaired"])), delta),
        "version": VASLB(OFUL(), Version(wait=draw(st.booleans())), first_gap=0.5, chunk=64),
        "voful2": VASLB(VOFUL2(draw(st.sampled_from(["net", 0.01])), directions=8)),
        "dc": DivideAndConquer(draw(st.integers(1, 3)), on_noise="ignore"),
    }[kind]


@st.composite
def noises(draw):
    low, high = draw(LEVELS), draw(LEVELS)
    return draw(
        st.sampled_from(
            [
                low,
                np.linspace(low, high, 300),
                schedules.step(low, high, at=draw(st.integers(1, 200))),
                schedules.periodic(low, high, 20, quiet_first=draw(st.booleans())),
                schedules.bursts(low, high, 5, 50, seed=draw(st.integers(0, 9))),
                schedules.ramp(low, high, until=100),
                schedules.decay(high, power=draw(st.sampled_from([0.25, 0.5]))),
                loud_in_the_end,
            ]
        )
    )


@st.composite
def games(draw):
    return {
        "algorithm": draw(algorithms()),
        "theta": sparse_parameter(16, [0.9, -0.4, 0.2], seed=draw(st.integers(0, 3))),
        "sigma": draw(noises()),
        "horizon": 300,
        "seed": draw(st.integers(0, 5)),
        "noise": draw(st.sampled_from([RewardNoise(), ParameterNoise()])),
        "checkpoints": draw(st.sampled_from([10, [7, 150]])),
    }


def same(one, other):
    return (
        np.array_equal(one.rounds, other.rounds)
        and np.array_equal(one.regret, other.regret)
        and one.support == other.support
        and [vars(p) | {"estimate": p.estimate.tolist()} for p in one.phases]
        == [vars(p) | {"estimate": p.estimate.tolist()} for p in other.phases]
        and one.provenance == other.provenance
    )


@given(games())
def test_a_record_and_its_json_give_the_identical_run(game):
    run = simulate(**game)
    assert same(run, replay(run.provenance, trust=["vaslb_edu", __name__]))
    text = json.dumps(run.provenance)
    assert same(run, replay(text, trust=["vaslb_edu", __name__]))


@given(games(), games())
@settings(max_examples=150)
def test_two_different_runs_never_share_a_record(one, other):
    first, second = simulate(**one), simulate(**other)
    if first.provenance == second.provenance:
        assert same(first, second)
        assert record([one["algorithm"], one["sigma"]]) == record(
            [other["algorithm"], other["sigma"]]
        )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            {"sigma": schedules.bursts(0, 1, 5, 50, seed=1)},
            {"sigma": schedules.bursts(0, 1, 5, 50)},
        ),
        (
            {"sigma": schedules.periodic(0, 1, 10, quiet_first=True)},
            {"sigma": schedules.periodic(0, 1, 10, quiet_first=False)},
        ),
        ({"sigma": lambda t: 0.1 + 0.0 * t}, {"sigma": lambda t: 0.2 + 0.0 * t}),
        ({"sigma": np.full(9000, 0.1)}, {"sigma": np.full(9000, 0.2)}),
        ({"noise": RewardNoise()}, {"noise": ParameterNoise()}),
        ({"checkpoints": 10}, {"checkpoints": 11}),
        ({"algorithm": OFUL(growth=0.5)}, {"algorithm": OFUL(growth=0.6)}),
        ({"reveal_variances": False}, {"reveal_variances": True}),
    ],
)
def test_every_argument_is_in_the_record(one, other):
    usual = {"algorithm": OFUL(), "theta": THETA, "sigma": 0.1, "horizon": 9000}
    first, second = (simulate(**(usual | changed)).provenance for changed in (one, other))
    assert first != second
    assert first == simulate(**(usual | one)).provenance


def test_two_numbers_that_a_closure_holds_are_two_schedules():
    def level(value):
        return lambda rounds: np.full(np.shape(rounds), value)

    assert record(level(0.1)) != record(level(0.2))
    assert record(level(0.1)) == record(level(0.1))


def test_a_record_says_who_played_what_with_which_code():
    facts = simulate(VASLB(WeightedOFUL()), THETA, schedules.step(0, 0.3, 10), 500, 4).provenance
    assert facts["algorithm"]["named"] == "vaslb_edu.vaslb:VASLB"
    assert facts["algorithm"]["options"]["learner"]["options"]["growth"] == WeightedOFUL().growth
    assert facts["game"]["seed"] == 4
    assert facts["game"]["theta"]["entries"] == [0, 1]
    assert facts["game"]["sigma"]["options"]["sigma"]["options"] == {
        "before": 0.0,
        "after": 0.3,
        "at": 10,
    }
    assert facts["versions"]["numpy"] == np.__version__
    assert facts["versions"]["vaslb_edu"] == vaslb_edu.__version__
    assert len(facts["code"]) == 16


class Lucky(RoundByRound):
    """Plays one direction for ever."""

    needs_variances = False

    def __init__(self, place=0):
        self.place = place

    def reset(self, dim, delta, horizon):
        self.dim, self.rounds = dim, 0

    def act(self):
        return np.eye(self.dim)[self.place]

    def observe(self, reward, sigma):
        assert sigma is None
        self.rounds += 1

    def regret_bound(self):
        return 2.0 * self.rounds


def test_a_learner_of_ones_own_is_replayed_where_it_is_trusted():
    run = simulate(Lucky(1), THETA, 0.1, 50, reveal_variances=False)
    assert same(run, replay(run.provenance, trust=["vaslb_edu", __name__]))
    with pytest.raises(NotReplayable, match="Lucky is not from vaslb_edu or __main__"):
        replay(run.provenance)


def test_a_name_with_other_code_is_not_the_same(monkeypatch):
    run = simulate(Lucky(1), THETA, 0.1, 50)
    monkeypatch.setattr(Lucky, "act", lambda self: np.eye(self.dim)[0])
    with pytest.raises(NotReplayable, match="Lucky has changed"):
        replay(run.provenance, trust=["vaslb_edu", __name__])


def test_what_cannot_be_kept_is_refused_with_the_reason():
    class Local(Lucky):
        pass

    class Forgetful(Lucky):
        def __init__(self, place):
            self.where = place
            super().__init__(0)
            del self.place

        def act(self):
            return np.eye(self.dim)[self.where]

    long = simulate(OFUL(), THETA, np.linspace(0, 1, LONGEST + 1), LONGEST + 1)
    for run, reason in (
        (long, r"array of 4,097 numbers is kept as a digest only"),
        (simulate(Local(), THETA, 0.1, 9), "Local cannot be found by its name"),
        (simulate(Forgetful(1), THETA, 0.1, 9), "Forgetful does not keep place"),
        (simulate(OFUL(), THETA, lambda t: 0.1 + 0.0 * t, 9), "cannot be found by its name"),
    ):
        json.dumps(run.provenance)
        with pytest.raises(NotReplayable, match=reason):
            replay(run.provenance, trust=["vaslb_edu", __name__])
    assert record(Forgetful(1)) != record(Forgetful(2))


@pytest.mark.parametrize(
    "address",
    ["os:system", "vaslb_edu.run:os.getcwd", "vaslb_edu.nothing:X", "vaslb_edu.run:simulate.x"],
)
def test_a_record_from_a_stranger_builds_nothing_but_ours(address):
    with pytest.raises(NotReplayable):
        restored({"named": address, "options": {}})


def test_a_record_made_with_other_code_is_played_with_a_warning():
    run = simulate(OFUL(), THETA, 0.1, 20)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        replay(run.provenance)
    with pytest.warns(UserWarning, match="the run may differ"):
        assert replay({**run.provenance, "code": "another"}).final_regret == run.final_regret


@pytest.mark.parametrize("wrong", ["{", "[]", 3, {"algorithm": {}}, None])
def test_what_is_not_a_record_is_refused(wrong):
    with pytest.raises(ValueError, match="provenance must be the record of a run"):
        replay(wrong)


def test_an_algorithm_is_refused_a_game_it_is_not_made_for():
    for algorithm in (OFUL(), WeightedOFUL(), VASLB(OFUL()), DivideAndConquer()):
        with pytest.raises(ValueError, match=r"made for \(Sphere\), got Hypercube\(dim=16\)"):
            simulate(algorithm, THETA, 0.0, 10, action_set=Hypercube(16))
    with pytest.raises(ValueError, match="reveal_variances must be True for WeightedOFUL"):
        simulate(WeightedOFUL(), THETA, 0.1, 10, reveal_variances=False)
    simulate(OFUL(), THETA, 0.1, 10, reveal_variances=False)
