"""Patience: what a commit phase reports covers the noise of its mean reward, whoever learns."""

import math

import numpy as np
import pytest

from tests.chance import holds
from vaslb_edu import OFUL, VASLB, VOFUL2, WeightedOFUL, schedules, simulate
from vaslb_edu.game import Feedback, SparseLinearBandit
from vaslb_edu.learner import RoundByRound, stretches
from vaslb_edu.patience import KnownNoise, Patient, UnknownNoise

statistical = pytest.mark.statistical
MOSTLY_LOUD = schedules.periodic(0.0, 0.3, period=20, duty=0.9)
SCHEDULES = {
    "constant": schedules.constant(0.7),
    "quiet first": schedules.step(0.0, 1.0, at=40),
    "mostly loud": MOSTLY_LOUD,
}


class Steady(RoundByRound):
    """A learner that plays the first unit vector and reports nothing."""

    needs_variances = True

    def reset(self, dim, delta, horizon):
        self.dim = dim

    def act(self):
        return np.eye(self.dim)[0]

    def observe(self, reward, sigma):
        pass

    def regret_bound(self):
        return 0.0


@pytest.mark.slow
@statistical
def test_the_default_does_not_explore_for_ever_what_it_has_found():
    """One entry, nine rounds of ten loud: eighty times the rounds cost the same, up to 5 %.

    When a commit phase ends, the mean reward is off by Delta^2 / 2 with a probability of 2e-4 (3.7
    deviations). A game of eight phases explores again with 2e-3, three of five with 1e-7. Without
    patience half of all phases do: the regret grows like T^(2/3), and of 24 games with two phases
    or more 16 explore again on average, at most 4 with a probability below 1e-5.
    """
    theta = np.eye(8)[0]
    medians = [
        np.median([simulate(VASLB(WeightedOFUL()), theta, MOSTLY_LOUD, T, s).final_regret
                   for s in range(5)])
        for T in (10**5, 8 * 10**6)
    ]  # fmt: skip
    assert medians[1] < 1.05 * medians[0]
    hasty = VASLB(WeightedOFUL(), "hasty")
    runs = [simulate(hasty, theta, MOSTLY_LOUD, 3 * 10**5, seed) for seed in range(24)]
    again = [[phase.kind for phase in run.phases].count("explore") > 1 for run in runs]
    assert sum(again) > 4


def test_known_noise_by_hand():
    sigmas = np.array([0.5, 0.0, 1.0])
    noise = KnownNoise(0.1)
    bounds = noise.take(np.ones(1), Feedback(np.zeros(3), sigmas))
    expected = [math.sqrt(2 * 0.25 * math.log(40)), math.sqrt(2 * 0.25 * math.log(120))]
    assert bounds == pytest.approx([*expected, math.sqrt(2 * 1.25 * math.log(240))])
    more = noise.take(np.ones(1), Feedback(np.zeros(1), np.ones(1)))
    assert more == pytest.approx([math.sqrt(2 * 2.25 * math.log(400))])


@statistical
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("name", SCHEDULES)
def test_the_sum_of_the_noise_is_covered_in_all_rounds_at_once(known, name):
    """300 games of 600 rounds, delta = 0.2: too many failures by chance: 1e-6."""
    theta, delta, rng = np.array([0.6, 0.0]), 0.2, np.random.default_rng(4)
    sigmas = SCHEDULES[name](np.arange(1, 601))
    failed = []
    for _ in range(300):
        noise = KnownNoise(delta) if known else UnknownNoise(2, delta)
        eta, bounds = sigmas * rng.normal(size=600), []
        for part in np.split(np.arange(600), [1, 2, 50, 300]):  # an action each
            angle = rng.uniform(0, 2 * np.pi)
            action = np.array([np.cos(angle), np.sin(angle)])
            bounds.append(noise.take(action, Feedback(action @ theta + eta[part], sigmas[part])))
        failed.append(np.any(np.abs(np.cumsum(eta)) > np.concatenate(bounds)))
    assert holds(failed, delta)


def test_unknown_noise_is_small_without_noise_and_grows_like_its_root():
    """It must not spoil what is quiet: a logarithm without noise; sigma = 1 would say 2,900."""
    rounds, action, delta = 10**5, np.array([0.6, 0.8]), 3e-4
    rewards = np.full(rounds, 0.7)
    quiet = UnknownNoise(2, delta).take(action, Feedback(rewards, rewards, False))
    assert quiet[-1] < 60
    noisy = rewards + 0.1 * np.random.default_rng(0).normal(size=rounds)
    loud = UnknownNoise(2, delta).take(action, Feedback(noisy, rewards, False))[-1]
    assert loud < 2 * math.sqrt(2 * rounds * 0.1**2 * math.log(2 * rounds**2 / delta))


@pytest.mark.parametrize(
    "learner", [OFUL(), WeightedOFUL(), VOFUL2(), Steady()], ids=lambda one: type(one).__name__
)
def test_a_patient_report_is_the_largest_of_three(learner):
    theta = np.array([0.8, 0.6])
    plain, patient = (
        np.concatenate([
            stretch.bounds
            for stretch in stretches(
                who.fresh(2, 0.05, 3000), SparseLinearBandit(theta, MOSTLY_LOUD, 3000, 1), (0, 1)
            )
        ])
        for who in (learner, Patient(learner))
    )  # fmt: skip
    assert np.all(patient >= np.maximum(plain, 1.0))
    if learner.needs_variances:
        rounds = np.arange(1, 3001)
        variance = np.cumsum(MOSTLY_LOUD(rounds) ** 2)
        noise = np.sqrt(2 * variance * np.log(2 * rounds * (rounds + 1) / 0.05))
        np.testing.assert_allclose(patient, np.maximum(np.maximum(plain, noise), 1.0))


def test_no_variance_is_read_that_the_learner_does_not_read():
    run = simulate(VASLB(VOFUL2()), np.eye(8)[0], 0.0, 50_000, reveal_variances=False)
    assert run.support == (0,)
