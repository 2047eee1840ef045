"""The record of a run determines it: played again it is the same, and no two runs share one."""

import collections
import functools
import json
import math
import os
import subprocess
import sys
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vaslb_edu
from vaslb_edu import (
    OFUL,
    SLUCB,
    VASLB,
    VOFUL2,
    Ball,
    CertifiedByRegret,
    ConfidenceBall2,
    DivideAndConquer,
    ExploreThenCommit,
    Hypercube,
    PaperExplorer,
    ParameterNoise,
    RewardNoise,
    RoundByRound,
    SelectiveExploreThenCommit,
    SharpVASLB,
    SparseOFUL,
    Sphere,
    Version,
    WeightedOFUL,
    replay,
    schedules,
    simulate,
    sparse_parameter,
)
from vaslb_edu.records import LONGEST, NotReplayable, record, restored

THETA = sparse_parameter(16, [0.9, 0.4])
HORIZON = 800


Pair = collections.namedtuple("Pair", "one other")


def loud_in_the_end(rounds):
    return np.where(np.asarray(rounds) > 100, 0.5, 0.0)


def one_of(*values):
    return st.sampled_from(values)


def recipe(maker, **options):
    """What to call with which options, as data: two recipes are equal if they make the same."""
    return st.tuples(st.just(maker), st.fixed_dictionaries(options))


def made(drawn):
    """Follow a recipe, and those inside its options."""
    if isinstance(drawn, tuple):
        maker, options = drawn
        return maker(**{name: made(value) for name, value in options.items()})
    return drawn


LEVELS, DELTAS = one_of(0.0, 0.1, 0.3, 1.0), one_of(0.01, 0.05)
TWO_LEVELS = {"low": LEVELS, "high": LEVELS}
LEARNERS = recipe(OFUL, ridge=one_of(0.5, 1.0), growth=one_of(0.5, 1.0), delta=DELTAS) | recipe(
    WeightedOFUL,
    radius=one_of("self-normalised", "printed"),
    regret_bound=one_of("optimism", "printed", "proof"),
    growth=one_of(0.5, 1.0),
    floor=one_of(None, 0.1),
    delta=DELTAS,
)
VERSIONS = one_of("printed", "literal") | recipe(
    Version, wait=st.booleans(), split=one_of("whole-game", "each-event"), patient=st.booleans()
)
VOFUL2S = recipe(
    VOFUL2, iota=one_of("net", 0.01), directions=st.just(8), test_growth=one_of(1.05, 1.5)
)
KEPT = LEARNERS | recipe(CertifiedByRegret, learner=LEARNERS)
ARGUMENTS = {
    "algorithm": LEARNERS
    | recipe(VASLB, learner=LEARNERS, version=VERSIONS, first_gap=one_of(0.5, 1.0))
    | recipe(
        VASLB,
        learner=VOFUL2S,
        first_gap=st.just(1.0),
        delta=DELTAS,
        chunk=one_of(64, 4096),
    )
    | recipe(
        VASLB,
        learner=LEARNERS,
        explorer=recipe(PaperExplorer, wait=st.booleans(), chunk=one_of(64, 4096)),
    )
    | recipe(
        SharpVASLB,
        learner=KEPT | VOFUL2S,
        kappa=one_of(2.0, 3.0),
        guard=st.booleans(),
        budget=one_of(None, 6.0),
        clip=one_of(None, 3.0),
        weights=one_of(None, "guessed"),
        chunk=one_of(64, 4096),
    )
    | recipe(ConfidenceBall2, switching=one_of("rare", "every-round"), delta=DELTAS)
    | recipe(SparseOFUL, sparsity=one_of(1, 2), noise=one_of(0.3, 1.0), growth=one_of(0.5, 1.0))
    | recipe(ExploreThenCommit, sparsity=one_of(2, 3), sigma=one_of(0.0, 0.3))
    | recipe(DivideAndConquer, trials=st.integers(1, 3), on_noise=st.just("ignore")),
    "theta": recipe(
        sparse_parameter, d=st.just(16), values=st.just([0.9, -0.4, 0.2]), seed=st.integers(0, 3)
    ),
    "sigma": LEVELS
    | st.just(loud_in_the_end)
    | recipe(np.linspace, start=LEVELS, stop=LEVELS, num=st.just(HORIZON))
    | recipe(schedules.step, before=LEVELS, after=LEVELS, at=st.integers(1, 99))
    | recipe(schedules.periodic, **TWO_LEVELS, period=st.just(20), quiet_first=st.booleans())
    | recipe(
        schedules.bursts, **TWO_LEVELS, length=st.just(5), every=st.just(50), seed=st.integers(0, 9)
    )
    | recipe(schedules.ramp, start=LEVELS, end=LEVELS, until=st.just(100))
    | recipe(schedules.decay, start=LEVELS, power=one_of(0.25, 0.5))
    | recipe(
        schedules.curve,
        points=st.lists(
            st.tuples(st.integers(1, HORIZON), LEVELS), min_size=1, unique_by=lambda p: p[0]
        ).map(sorted),
        steps=st.booleans(),
    )
    | recipe(
        schedules.from_values,
        values=recipe(np.linspace, start=LEVELS, stop=LEVELS, num=st.just(HORIZON)),
    ),
    "horizon": st.just(HORIZON),
    "seed": st.integers(0, 5),
    "noise": recipe(RewardNoise) | recipe(ParameterNoise),
    "checkpoints": one_of(10, [7, 50]),
}
GAMES = st.fixed_dictionaries(ARGUMENTS)


def play(game):
    return simulate(**{name: made(drawn) for name, drawn in game.items()})


def same(one, other):
    return (
        np.array_equal(one.rounds, other.rounds)
        and np.array_equal(one.regret, other.regret)
        and one.support == other.support
        and [vars(p) | {"estimate": p.estimate.tolist()} for p in one.phases]
        == [vars(p) | {"estimate": p.estimate.tolist()} for p in other.phases]
        and one.provenance == other.provenance
    )


@pytest.mark.slow
@given(GAMES)
def test_a_record_and_its_json_give_the_identical_run(game):
    run = play(game)
    text = json.dumps(run.provenance)
    assert json.loads(text) == run.provenance  # so what the one gives, the other gives
    assert same(run, replay(text, trust=["vaslb_edu", __name__]))


@pytest.mark.slow
@given(game=GAMES, data=st.data())
@settings(max_examples=100)
def test_two_different_games_never_share_a_record(game, data):
    """One argument is drawn again: the records agree exactly if it came out the same."""
    argument = data.draw(one_of(*ARGUMENTS))
    other = game | {argument: data.draw(ARGUMENTS[argument])}
    first, second = play(game), play(other)
    assert (first.provenance == second.provenance) == (game == other)
    assert same(first, second) or game != other


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


@pytest.mark.parametrize(
    "game",
    [
        {"algorithm": SLUCB(0.3), "noise": ParameterNoise()},
        {"algorithm": SLUCB(0.3, learner=OFUL(growth=0.5)), "noise": ParameterNoise()},
        {"algorithm": SLUCB(0.3), "noise": ParameterNoise(), "action_set": Ball(16)},
        {
            "algorithm": SelectiveExploreThenCommit(),
            "action_set": Hypercube(16),
            "theta": THETA / np.abs(THETA).sum(),
            "unit": False,
        },
        {"algorithm": OFUL(), "action_set": Sphere(16), "checkpoints": np.array([3, 400])},
        {"algorithm": OFUL(), "sigma": np.float32(0.3)},
        {"algorithm": OFUL(), "sigma": np.linspace(0, 1, HORIZON, dtype=np.float32)},
        {"algorithm": OFUL(), "sigma": [0, 1] * (HORIZON // 2), "reveal_variances": False},
        {"algorithm": OFUL(), "theta": -np.flip(THETA), "horizon": np.int32(HORIZON)},
    ],
)
def test_games_of_other_kinds_come_back_from_their_json(game):
    run = simulate(**({"theta": THETA, "sigma": 0.1, "horizon": HORIZON, "seed": 3} | game))
    assert same(run, replay(json.dumps(run.provenance, allow_nan=False)))


LEVEL = 0.1


def reads_a_global_name(rounds):
    return np.full(np.shape(rounds), LEVEL)


def with_a_level(rounds, level):
    return np.full(np.shape(rounds), level)


class Loud:
    """A schedule of somebody's own, with a setting that is no argument."""

    level = 0.1

    def __call__(self, rounds):
        return np.full(np.shape(rounds), self.level)

    def squared(self, rounds):
        return self(rounds) ** 2


def loud(level):
    schedule = Loud()
    schedule.level = level
    return schedule


def keyword_only(level):
    def sigma(rounds, *, level=level):
        return np.full(np.shape(rounds), level)

    return sigma


class AnyNumber:
    """A schedule whose arguments have no names."""

    def __init__(self, *levels):
        self.levels = levels

    def __call__(self, rounds):
        return np.asarray(self.levels)[np.asarray(rounds) % len(self.levels)]


@pytest.mark.parametrize(
    "make",
    [
        lambda level: functools.partial(with_a_level, level=level),
        lambda level: loud(level).squared,
        lambda level: AnyNumber(level, 0.2),
        lambda level: np.array([level, 0.2])[:1].take,
        keyword_only,
    ],
    ids=["partial", "method", "any number", "method of an array", "keyword"],
)
def test_what_is_not_built_by_named_arguments_is_told_apart_and_refused(make):
    first, again, other = (record(make(level)) for level in (0.1, 0.1, 0.9))
    assert first == again != other
    with pytest.raises(NotReplayable):
        restored(first, ["vaslb_edu", __name__, "numpy", "functools"])


def test_a_global_name_that_a_schedule_reads_is_part_of_it(monkeypatch):
    run = simulate(OFUL(), THETA, reads_a_global_name, 50)
    trust = ["vaslb_edu", __name__]
    assert same(run, replay(run.provenance, trust=trust))
    monkeypatch.setitem(globals(), "LEVEL", 0.9)
    assert simulate(OFUL(), THETA, reads_a_global_name, 50).provenance != run.provenance
    with pytest.raises(NotReplayable, match="reads_a_global_name has changed"):
        replay(run.provenance, trust=trust)


def test_a_setting_that_was_changed_after_building_comes_back():
    quiet, noisy = (simulate(OFUL(), THETA, one, 50) for one in (Loud(), loud(0.9)))
    assert quiet.provenance != noisy.provenance
    for run in (quiet, noisy):
        assert same(run, replay(json.dumps(run.provenance), trust=["vaslb_edu", __name__]))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({1, 2}, {1, 3}),
        (b"a", b"b"),
        (1j, 2j),
        (np.random.default_rng(1), np.random.default_rng(2)),
        (np.zeros_like, np.ones_like),
        (np.sin, np.cos),
        (np.array([np.nan, 1.0]), np.array([np.nan, 2.0])),
        (np.array([1, None]), np.array([2, None])),
        (collections.OrderedDict(a=1), {"a": 1}),
        (Pair(1, 2), (1, 2)),
        (np.array([-0.0, 1.0, 0.0]), np.array([0.0, 1.0, 0.0])),
        (np.longdouble(1) + np.zeros(2, np.longdouble), np.ones(2)),
        (math.inf, -math.inf),
    ],
)
def test_odd_values_are_told_apart_in_strict_json(one, other):
    text = json.dumps(record(one), allow_nan=False)
    assert json.loads(text) == record(one)
    assert text != json.dumps(record(other), allow_nan=False)


def test_a_number_that_json_has_no_word_for_comes_back():
    assert restored(record(math.inf)) == math.inf
    assert math.isnan(restored(record(math.nan)))
    assert np.signbit(restored(record(np.array([0.0, -0.0, 0.0, 0.0])))).tolist()[1]


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


class Squares(Lucky):
    """Keeps something else than it was given."""

    def __init__(self, place=0):
        self.place = place**2


class Wanders(Lucky):
    """Changes what it was given when it plays."""

    def play(self, game, rng):
        self.place += 1
        return super().play(game, rng)


@pytest.mark.parametrize(
    ("learner", "reason"),
    [
        (Squares(2), "what is built from the record has another record"),
        (Wanders(2), "the algorithm, once it has played, has another record"),
    ],
)
def test_a_learner_that_does_not_keep_what_it_was_given_is_refused(learner, reason):
    run = simulate(learner, THETA, 0.1, 21)
    with pytest.raises(NotReplayable, match=reason):
        replay(run.provenance, trust=["vaslb_edu", __name__])


def test_the_digest_of_code_is_the_same_in_another_process():
    """Sets of words come in another order there."""
    program = (
        "import numpy as np\n"
        "from vaslb_edu import records\n"
        "class A:\n"
        "    words = frozenset({'a', 'b', 'c', 'd'})\n"
        "    def __call__(self, rounds):\n"
        "        return 0.1 * (self.words != B() and 'x' in {'x', 'y', 'z'}) + 0.0 * rounds\n"
        "class B(A):\n"
        "    def __call__(self, rounds):\n"
        "        return super().__call__(rounds)\n"
        "print(records.record(B())['digest'])\n"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1


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
    ("address", "reason"),
    [
        ("os:system", "os:system is not from vaslb_edu or __main__"),
        ("vaslb_edu.run:os.getcwd", "no vaslb_edu.run:os.getcwd here"),
        ("vaslb_edu.nothing:X", "no vaslb_edu.nothing:X here"),
        ("vaslb_edu.run:simulate.x", "no vaslb_edu.run:simulate.x here"),
        ("vaslb_edu.__main__:main", "main is not a class"),
    ],
)
def test_a_record_from_a_stranger_builds_nothing_but_ours(address, reason):
    with pytest.raises(NotReplayable, match=reason):
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
