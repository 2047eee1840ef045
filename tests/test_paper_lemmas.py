"""Lemmas of the paper's analysis and the lower bound of *The game*: each tried as it is stated."""

import math

import numpy as np
import pytest

from tests.chance import holds
from vaslb_edu import (
    VASLB,
    RandomProjection,
    SharpVASLB,
    SparseLinearBandit,
    WeightedOFUL,
    simulate,
    sparse_parameter,
)
from vaslb_edu.events import phase_events
from vaslb_edu.learner import stretches
from vaslb_edu.random_projection import first_check

statistical = pytest.mark.statistical
STALL = sparse_parameter(64, [math.sqrt(0.96), 0.2])


@statistical
@pytest.mark.parametrize("gap", [1 / 4, 1 / 8])
def test_lemma_17_a_pessimistic_report_gives_the_conversion(gap):
    """G: <theta_S, theta_S - x-bar> < Delta^2 at the stop, but for 1 - delta = 80 % of the phases.

    Sixty phases; more failures than delta explains with probability 1e-6.
    """
    theta, failed = np.array([0.64, 0.48, 0.6]), []
    for seed in range(60):
        learner = WeightedOFUL().fresh(2, 0.2, 10**5)
        game = SparseLinearBandit(theta, 0.1, 10**5, seed)

        def stop(bounds, game=game):
            good = bounds < gap**2 * (game.round + np.arange(1, len(bounds) + 1))
            return int(np.argmax(good)) + 1 if good.any() else None

        plays = sum(
            len(stretch.rewards) * stretch.action
            for stretch in stretches(learner, game, (0, 1), stop=stop)
        )
        assert game.remaining
        failed.append(theta[:2] @ (theta[:2] - plays / game.round) >= gap**2)
    assert holds(failed, 0.2)


def test_lemma_18_fails_for_the_printed_estimate_and_holds_for_the_repaired_one():
    """|sum of theta-hat^2 - theta^2| < 3 Delta^2: as printed the sum tends to 1 - rho^2 = 0.04."""
    ratios = {}
    for version in ("printed", "repaired"):
        run = simulate(VASLB(WeightedOFUL(), version), STALL, 0.0, 2 * 10**5, seed=1)
        commits = [phase for phase in run.phases if phase.kind == "commit" and phase.complete]
        excess = [
            abs(phase.estimate @ phase.estimate - np.sum(STALL[list(phase.support)] ** 2))
            for phase in commits
        ]
        ratios[version] = [value / phase.gap**2 for value, phase in zip(excess, commits)]  # noqa: B905
    assert ratios["printed"][0] == pytest.approx(0.04 * 64, rel=0.01)
    assert all(ratio > 3 for ratio in ratios["printed"][1:])
    assert max(ratios["repaired"]) < 6.1


def test_lemma_18_what_its_proof_infers_is_not_so():
    """Delta = 1/16. A small sum does not make its terms small, nor do small terms a small sum."""
    gap = 1 / 16
    theta, estimate = np.array([0.5, 0.5]), np.array([0.6, 0.4])
    assert theta @ (theta - estimate) == pytest.approx(0.0)
    assert np.abs(theta - estimate).min() > gap  # not "< Delta for every coordinate"
    many = np.full(9, 1 / 3)
    off = many - 0.9 * gap  # every coordinate is within Delta
    assert np.abs(many - off).max() < gap
    assert np.sum((many - off) ** 2) > 7 * gap**2  # and the sum of squares is not below Delta^2


@statistical
def test_lemma_19_means_are_right_to_a_quarter_gap_without_any_bias():
    """Projections after an estimate that is 5 % too short, printed baseline, delta = 0.2.

    440 coordinates in 40 phases: more failures than 20 % with probability 1e-6.
    """
    theta, gap, wrong = sparse_parameter(12, [0.8, 0.4, 0.3, 0.2]), 0.25, []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        phase = RandomProjection(
            12, (0,), 0.95 * theta[:1], gap, 0.2, "squared-norm", first_check(0.2), rng
        )
        assert phase.run(SparseLinearBandit(theta, 0.2, 10**6, seed), chunk=4096)
        wrong += list(np.abs(phase.means() - theta[1:]) > gap / 4)
    assert holds(wrong, 0.2)


def test_lemma_20_its_arithmetic_fails_at_one_eighth_and_the_repaired_one_does_not():
    """As printed an entry of Delta - Delta/4 - 3 Delta^2 may be picked; that is below Delta/2."""
    for gap in 2.0 ** -np.arange(3, 20):
        printed = gap - gap / 4 - 3 * gap**2
        assert (printed >= gap / 2) == (gap < 1 / 8)
        assert gap - gap / 4 >= gap / 2  # without a bias: the repaired lemma


@statistical
def test_lemma_20_what_is_identified_is_large_and_what_is_left_is_small():
    """H at every level of thirty repaired games with delta = 0.2: 1e-6 by chance."""
    theta, failed = sparse_parameter(12, [0.8, 0.4, 0.25, 0.2, -0.15]), []
    for seed in range(30):
        run = simulate(VASLB(WeightedOFUL(), delta=0.2), theta, 0.02, 60_000, seed, checkpoints=1)
        events = [e.identified for e in phase_events(run.phases, theta, "printed")]
        assert True in events
        failed.append(False in events)
    assert holds(failed, 0.2)


@statistical
@pytest.mark.parametrize(
    "player",
    [WeightedOFUL(), VASLB(WeightedOFUL()), SharpVASLB(WeightedOFUL())],
    ids=lambda one: type(one).__name__,
)
def test_two_needles_cost_the_root_of_dt_whoever_plays(player):
    """*The game*: the mean over J of the regret is at least sqrt((d-1) T) / 256, sigma = 1.

    The least mean of eight games is twenty times the bound and off by a tenth of itself: 1e-20.
    """
    for dim, horizon in ((17, 2000), (33, 10_000)):
        hidden = ((dim - 1) / horizon) ** 0.25
        regrets = []
        for seed in range(8):
            place = 1 + seed * (dim - 1) // 8
            theta = np.zeros(dim)
            theta[[0, place]] = math.sqrt(1 - hidden**2), hidden
            regrets.append(simulate(player, theta, 1.0, horizon, seed).final_regret)
        assert np.mean(regrets) >= math.sqrt((dim - 1) * horizon) / 256


def test_two_needles_the_arithmetic_of_the_proof():
    """For all d >= 17 and T >= d: 1/4 - 2/K >= 1/8, and B = sqrt(KT)/4 - 1 >= sqrt(KT)/8."""
    for dim in (17, 18, 40, 1000):
        count = dim - 1
        assert 1 / 4 - 2 / count >= 1 / 8
        for horizon in (dim, 10 * dim, 10**7):
            root = math.sqrt(count * horizon)
            epsilon2 = math.sqrt(count / horizon)
            assert epsilon2 <= 1
            assert count / (4 * epsilon2) - 1 == pytest.approx(root / 4 - 1)
            assert root / 4 - 1 >= root / 8
            assert (root / 4 - 1) / 32 >= root / 256 - 1e-12
