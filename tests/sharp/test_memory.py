"""What is remembered of explorations, and what a learner makes of it.

The ellipsoid of all rounds may miss theta in a fraction delta of the games; `holds` errs by chance
with probability at most 1e-6.
"""

import math

import numpy as np
import pytest

from tests.chance import breaks, holds
from tests.watched_games import SCHEDULES
from vaslb_edu import OFUL, VOFUL2, SparseLinearBandit, WeightedOFUL, schedules
from vaslb_edu.actions import Listed, RandomSigns
from vaslb_edu.game import Feedback
from vaslb_edu.sharp.kept_learner import KeptLearner
from vaslb_edu.sharp.memory import Memory

statistical = pytest.mark.statistical
DELTA = 0.5
THETA = np.array([0.7, -0.5, 0.4, 0.0, 0.3, 0.0, -0.1, 0.0])


def signs(rng, count, dim, support=(), centre=()):
    """Explore rounds around a centre on the support."""
    centre = np.array(centre)
    scale = math.sqrt((1.0 - centre @ centre) / (dim - len(support)))
    return RandomSigns.draw(rng, count, dim, support, centre, scale)


def heard(sigmas):
    """Feedback with these deviations."""
    return Feedback(np.zeros(len(sigmas)), np.asarray(sigmas, dtype=float))


def both_kinds(learner, sigma, seed, theta=THETA, rounds=240):
    """Commit and explore in turn; yield the kept learner after each exploration."""
    dim, rng = len(theta), np.random.default_rng([seed, 1])
    game = SparseLinearBandit(theta, sigma, rounds, seed=seed, unit=False)
    kept = KeptLearner(learner, DELTA, rounds, Memory.of(learner, dim))
    kept.grow([1, 4])
    while game.remaining:
        kept.commit(game, 6, lambda known, free: True, 64)
        known = kept.certificate()
        plays = signs(rng, min(20, game.remaining or 20), dim, kept.support, known.estimate)
        if game.remaining:
            feedback = game.draw(plays)
            game.keep(len(plays))
            kept.memory.keep(plays, feedback)
            yield kept


def whole_of(kept):
    """The learner on all coordinates that has seen all rounds."""
    whole = kept.learner.fresh(kept.memory.dim, kept.delta, kept.horizon)
    kept.memory.tell(whole)
    return whole


@pytest.mark.slow
@statistical
@pytest.mark.parametrize("schedule", SCHEDULES.values(), ids=SCHEDULES.keys())
@pytest.mark.parametrize("learner", [OFUL(), WeightedOFUL()], ids=["oful", "weighted"])
def test_nothing_innocent_is_seen_and_theta_stays_inside(learner, schedule):
    """At delta = 1/2 the looks of a game may fail with 1/4: 60 games, theta with three zeros."""
    failed = []
    for seed in range(60):
        wrong = False
        for kept in both_kinds(learner, schedule, seed):
            wrong |= bool(set(kept.certainly_nonzero()) - set(np.flatnonzero(THETA)))
            inside = whole_of(kept).ellipsoid
            off = THETA - inside.center
            wrong |= bool(off @ inside.matrix @ off > inside.radius**2)
        failed.append(wrong)
    assert holds(failed, DELTA / 2)


@statistical
def test_a_choice_that_looks_at_rewards_is_caught_by_this_test(monkeypatch):
    """Rounds in which the reward has the first sign are remembered: theta_1 comes out too large."""
    monkeypatch.setattr("vaslb_edu.sharp.memory._SHARE", 1000)
    failed = []
    for seed in range(40):
        game = SparseLinearBandit(THETA, 0.5, 4000, seed, unit=False)
        memory, learner = Memory(8, True), WeightedOFUL().fresh(8, DELTA / 2, 4000)
        plays = signs(np.random.default_rng(seed), 4000, 8)
        feedback = game.draw(plays)
        chosen = np.flatnonzero(feedback.rewards * plays.signs()[:, 0] > 0.3)
        memory.keep(plays[chosen], feedback[chosen])
        memory.tell(learner)
        off, inside = THETA - learner.ellipsoid.center, learner.ellipsoid
        failed.append(off @ inside.matrix @ off > inside.radius**2)
    assert breaks(failed, DELTA / 2)


@pytest.mark.parametrize(
    "learner", [OFUL(noise=0.5), WeightedOFUL(ridge=2.0), WeightedOFUL(radius="printed")]
)
def test_absorbing_is_ridge_regression_on_all_rounds_in_any_order(learner):
    sigma, dim = schedules.periodic(0.1, 0.9, 7), 5
    theta = np.array([0.6, 0.5, -0.4, 0.3, 0.2])
    game = SparseLinearBandit(theta, sigma, 90, seed=5, unit=False)
    running = learner.fresh(dim, 0.1, 90)
    rng = np.random.default_rng(2)
    rows, rewards, sigmas, explored = [], [], [], []
    for t in range(90):
        own = t % 3 == 0
        action = running.act() if own else signs(rng, 1, dim).rows()[0]
        seen = game.play(action)
        if own:
            running.take(seen)
        else:
            explored.append((action, seen))
        rows.append(action)
        rewards.append(seen.rewards[0])
        sigmas.append(seen.sigmas[0])
    running.absorb(np.array([x for x, _ in explored]), Feedback.joined([f for _, f in explored]))
    weighted = learner.needs_variances
    floor = 1 / math.sqrt(dim) if getattr(learner, "radius", "") == "printed" else 1e-3
    scales = np.maximum(sigmas, floor) if weighted else np.full(90, learner.noise)
    scaled = np.array(rows) / scales[:, None]
    matrix = learner.ridge * np.eye(dim) + scaled.T @ scaled
    center = np.linalg.solve(matrix, scaled.T @ (rewards / scales))
    np.testing.assert_allclose(running.ellipsoid.matrix, matrix, rtol=1e-10)
    np.testing.assert_allclose(running.estimate, center, atol=1e-10)
    if getattr(learner, "radius", "") != "printed":
        log_det = np.linalg.slogdet(matrix / learner.ridge)[1]
        radius = math.sqrt(2 * math.log(1 / 0.1) + log_det) + math.sqrt(learner.ridge)
        assert running.ellipsoid.radius == pytest.approx(radius)
    widths = running.ellipsoid.radius * np.sqrt(np.diag(np.linalg.inv(matrix)))
    assert running.nonzero().tolist() == np.flatnonzero(np.abs(center) > widths).tolist()


def test_silent_signs_are_solved_like_equations():
    """Thirty random questions about eight numbers, without noise: all that is not zero is seen."""
    rng, game = np.random.default_rng(0), SparseLinearBandit(THETA, 0.0, 30, unit=False)
    kept = KeptLearner(WeightedOFUL(), 0.05, 30, Memory(8, True))
    plays = signs(rng, 30, 8)
    kept.memory.keep(plays, game.draw(plays))
    assert kept.certainly_nonzero().tolist() == np.flatnonzero(THETA).tolist()


def test_what_adds_little_is_forgotten():
    memory, rng = Memory(10, True), np.random.default_rng(1)
    memory.keep(signs(rng, 1000, 10), heard([1.0] * 1000))
    assert memory.count == 61  # the last is worth 1/60 of those before it
    memory.keep(signs(rng, 3, 10), heard([0.1, 1.0, 0.0]))
    assert memory.count == 63  # 1.0 adds nothing to 161
    assert memory.worth == pytest.approx(61 + 100 + 1e6)
    deaf = Memory(10, False)
    deaf.keep(signs(rng, 1000, 10), Feedback(np.zeros(1000), np.zeros(1000), revealed=False))
    assert deaf.count == 61


def test_the_memory_stays_small():
    """The worst order: every round is just worth it. A bound is in the proofs."""
    memory, rng = Memory(5, True), np.random.default_rng(1)
    for sigma in np.geomspace(1.0, 1e-3, 4000):
        memory.keep(signs(rng, 1, 5), heard([sigma]))
    assert memory.count <= 2 + 31 * math.log(30e6)
    assert memory.count > 60


def looks_with(cuts):
    """Return when to look and how many rounds are remembered, if batches end at these rounds."""
    rng = np.random.default_rng(3)
    sigmas, plays = rng.choice([0.0, 0.03, 1.0], 300), signs(rng, 300, 8)
    memory, looks, first = Memory(8, True), [], 0
    for end in [*cuts, 300]:
        while first < end:
            stop = min(end, first + memory.until_look(plays[first:], heard(sigmas[first:])))
            if memory.keep(plays[first:stop], heard(sigmas[first:stop])):
                looks.append(stop)
            first = stop
    return looks, memory.count


@pytest.mark.parametrize("cuts", [[3], [12, 13, 200], list(range(1, 300))])
def test_batches_do_not_matter(cuts):
    looks, count = looks_with([])
    assert len(looks) > 3
    assert looks_with(cuts) == (looks, count)


def test_loud_rounds_are_not_worth_a_look():
    memory, rng = Memory(64, True), np.random.default_rng(3)
    assert not any(memory.keep(signs(rng, 1, 64), heard([1.0])) for _ in range(400))
    assert any(memory.keep(signs(rng, 1, 64), heard([0.0])) for _ in range(400))


def test_who_cannot_absorb_has_no_memory():
    assert Memory.of(VOFUL2(), 4) is None
    assert Memory.of(WeightedOFUL(), 1025) is None
    memory = Memory.of(OFUL(), 1024)
    assert (memory.dim, memory.reads_variances) == (1024, False)
    with pytest.raises(RuntimeError, match="nothing is remembered"):
        KeptLearner(WeightedOFUL(), 0.05, 100).certainly_nonzero()


def remembering(theta, sigma, rounds, support, horizon=400, seed=1):
    """A game and a kept learner that remembers random signs and the answers to what they left."""
    game = SparseLinearBandit(theta, sigma, horizon, seed=seed, unit=False)
    kept = KeptLearner(WeightedOFUL(), 0.05, horizon, Memory(len(theta), True))
    plays = signs(np.random.default_rng(seed), rounds, len(theta))
    kept.memory.keep(plays, game.draw(plays))
    game.keep(rounds)
    everywhere = np.arange(len(theta))
    questions = Listed(kept.memory.unasked(everywhere))
    if len(questions):
        kept.memory.keep(questions, game.draw(questions))
        game.keep(len(questions))
    kept.memory.complete = not len(kept.memory.unasked(everywhere))
    kept.grow(support)
    return game, kept


def test_what_is_unasked_is_at_right_angles_to_what_was_asked():
    """Ten random rows in R^16, a third of them loud, and two that ask the same."""
    rng, memory = np.random.default_rng(0), Memory(16, True)
    plays = signs(rng, 10, 16, (2, 5), (0.6, 0.0))
    twice = plays[np.r_[np.arange(10), 3]]
    sigmas = np.array([0.0, 0.0, 0.2, 0.0, 0.0, 0.2, 0.0, 0.0, 0.2, 0.0, 0.0])
    outside = np.setdiff1d(np.arange(16), [2, 5])
    memory.keep(twice[:2], heard(sigmas[:2]))  # before it is known how quiet it can be
    memory.keep(twice[2:], heard(sigmas[2:]))
    asked = twice.rows()[sigmas == 0.0][:-1][:, outside]
    questions = memory.unasked(outside)
    assert len(questions) == 14 - 7
    np.testing.assert_allclose(questions @ questions.T, np.eye(7), atol=1e-12)
    np.testing.assert_allclose(questions @ asked.T, 0.0, atol=1e-12)
    memory.keep(Listed(np.eye(16)[outside]), heard(np.zeros(14)))
    assert len(memory.unasked(outside)) == 0


def test_questions_at_right_angles_are_answered_better_than_random_ones():
    """64 exact questions, all random or half of them chosen: what the worst direction is known to.

    The least eigenvalue of a square of random signs is about 1 / d^2 of the mean, that of half a
    square about (1 - 1/sqrt(2))^2 = 0.09 of it.
    """
    for seed in range(5):
        rows = signs(np.random.default_rng(seed), 64, 64)
        memory = Memory(64, True)
        memory.keep(rows[:32], heard(np.zeros(32)))
        chosen = np.concatenate([rows[:32].rows(), memory.unasked(np.arange(64))])
        assert len(chosen) == 64
        assert np.linalg.svd(chosen)[1][-1] ** 2 > 0.04
        assert np.linalg.svd(rows.rows())[1][-1] ** 2 < 0.004


def test_the_rest_is_asked_after_half_of_all_if_it_is_quiet_and_was_not_cheap():
    rng = np.random.default_rng(1)

    def first(sigma, d=16, support=(), centre=()):
        memory = Memory(d, True)
        for number in range(1, 200):
            memory.keep(signs(rng, 1, d, support, centre), heard([sigma]))
            if memory.half_known(1.0):
                return number
        return None

    assert first(0.0) == 8
    assert first(0.06) == 8  # 16 d sigma^2 = 0.92
    assert first(0.07) is None  # 1.25
    assert first(0.0, support=(0,), centre=(0.8,)) == 12  # R^2 = 0.36: a quarter of d was paid
    assert first(0.0, d=5) == 2


def test_who_got_no_answer_asks_again_and_not_for_ever():
    memory, rng = Memory(16, True), np.random.default_rng(1)
    memory.keep(signs(rng, 8, 16), heard(np.zeros(8)))
    memory.asking = 15
    assert memory.half_known(1.0)
    memory.asking = 16
    assert not memory.half_known(1.0)


def test_a_loud_round_after_all_was_asked_drowns_the_search():
    _, kept = remembering(THETA, 0.0, 4, [0])
    memory, rng = kept.memory, np.random.default_rng(2)
    assert memory.complete
    plays, quiet_then_loud = signs(rng, 5, 8), heard([0.0, 0.001, 0.006, 0.008, 0.0])
    assert memory.until_look(plays, quiet_then_loud) == 2  # the tenth that is remembered: a look
    memory.keep(plays[:2], quiet_then_loud[:2])
    assert memory.until_look(plays[2:], quiet_then_loud[2:]) == 2  # 0.008^2 > 6d 0.001^2
    memory.keep(plays[2:3], quiet_then_loud[2:3])
    assert not memory.drowned
    memory.keep(plays[3:4], quiet_then_loud[3:4])
    assert memory.drowned


def test_a_learner_on_everything_asks_first_and_is_told_then():
    """In d rounds of its own nothing is absorbed; after them everything is."""
    game, kept = remembering(THETA, 0.0, 4, range(8))
    kept.commit(game, 0, lambda known, free: game.round >= 20, 64)
    assert kept.memory is None
    assert kept.running._count == game.round  # eight of ours, eight of its own, and what follows


def test_a_learner_on_few_goes_on_alone_where_its_own_questions_are_answered():
    game, kept = remembering(THETA, 0.0, 4, [0, 1, 2, 4])
    phase = kept.commit(game, 0, lambda known, free: game.round >= 20, 64)
    assert (kept.support, phase.added) == ((0, 1, 2, 4), ())
    assert kept.memory is not None
    assert kept.running._count == game.round - 8


def test_a_learner_on_few_takes_all_where_its_own_questions_drown():
    """Silent for the eight questions of the search, and loud for its own."""
    sigma = schedules.step(0.0, 1.0, at=8)
    game, kept = remembering(THETA, sigma, 4, [0, 1, 2, 4])
    phase = kept.commit(game, 0, lambda known, free: game.round >= 20, 64)
    assert kept.support == tuple(range(8))
    assert (phase.support, phase.added) == ((0, 1, 2, 4), (3, 5, 6, 7))
    assert kept.memory is None
    np.testing.assert_allclose(kept.running.estimate, THETA, atol=0.01)
