"""VOFUL2 as a learner: its iota, its batches, its confidence, its regret bounds, bad input."""

import math

import numpy as np
import pytest

from vaslb_edu import Learner, bounds, schedules, simulate
from vaslb_edu.game import Feedback
from vaslb_edu.voful2.clipped_sums import ClippedSums
from vaslb_edu.voful2.confidence_set import EmptyConfidenceSet
from vaslb_edu.voful2.directions import direction_net, unit_rows
from vaslb_edu.voful2.iota import net_iota, number_of_levels, printed_iota
from vaslb_edu.voful2.learner import VOFUL2

statistical = pytest.mark.statistical

SCHEDULES = {
    "loud": schedules.constant(1.0),
    "quiet": schedules.constant(0.1),
    "step": schedules.step(1.0, 0.05, at=700),
    "periodic": schedules.periodic(0.02, 1.0, 200),
    "bursts": schedules.bursts(0.02, 1.0, 20, 100),
}


def quick(iota="net", **options):
    """A learner with fewer tests of its set than usual."""
    return VOFUL2(iota, test_growth=1.2, **options)


class Played:
    """One run, watched from outside: was theta* in every set, was the bound ever too low?"""

    def __init__(self, learner, theta, sigma, horizon, seed):
        theta, rng = np.asarray(theta, dtype=float), np.random.default_rng(seed)
        best = np.linalg.norm(theta)
        self.learner = learner.fresh(len(theta), learner.delta, horizon)
        self.regret, self.held, self.pessimistic, self.epochs = 0.0, True, True, []
        schedule = schedules.as_schedule(sigma, horizon)
        played = 0
        while played < horizon:
            x = self.learner.act()
            sigmas = schedule(np.arange(played + 1, min(played + 500, horizon) + 1))
            rewards = x @ theta + sigmas * rng.standard_normal(len(sigmas))
            try:
                promised = self.learner.take(Feedback(rewards, sigmas, revealed=False))
            except EmptyConfidenceSet:
                self.held = False
                return
            true = self.regret + (best - x @ theta) * np.arange(1, len(promised) + 1)
            self.pessimistic &= bool(np.all(promised >= true - 1e-9))
            self.regret = true[-1]
            self.held &= self.learner.confidence_set.contains(theta)
            played += len(promised)
            self.epochs.append((x, rewards[: len(promised)]))


# -- iota ---------------------------------------------------------------------------------------


def test_levels_and_printed_iota_by_hand():
    assert number_of_levels(2, 20_000) == 13
    assert number_of_levels(3, 2) == 1
    expected = 128 * math.log((12 * 20_000 * 2**13) ** 4 / 0.05)
    assert printed_iota(2, 0.05, 20_000) == pytest.approx(expected)
    assert expected == pytest.approx(1.1e4, rel=0.05)
    assert VOFUL2("printed").fresh(2, 0.05, 20_000).confidence_set.sums.iota == expected


def test_a_number_scales_the_printed_iota_and_says_so():
    sums = VOFUL2(0.002).fresh(2, 0.05, 20_000).confidence_set.sums
    assert sums.iota == pytest.approx(0.002 * printed_iota(2, 0.05, 20_000))
    assert "0.002 × printed" in VOFUL2(0.002).describe()
    assert "as printed" in VOFUL2("printed").describe()
    assert "tested directions" in VOFUL2().describe()


def test_net_iota_counts_the_conditions_that_are_tested():
    learner = VOFUL2(directions=20).fresh(2, 0.1, 1000)
    sums = learner.confidence_set.sums
    assert sums.iota == pytest.approx(net_iota(20 * 9, 0.1, 1000))  # levels 0..8
    assert len(sums.c_r) == 20 * 9
    scales = math.ceil(math.log2(math.sqrt(2 * 1000 + 3 * math.log(20)) / 1e-6))
    assert net_iota(180, 0.1, 1000) == pytest.approx(2.25 * math.log(4 * 180 * scales / 0.1))
    assert 100 < printed_iota(2, 0.05, 10**6) / net_iota(64 * 20, 0.05, 10**6) < 600


@statistical
def test_net_iota_holds_at_all_times():
    """Sums with weights that follow the noise. Fails in no more than a delta of 4,000 paths.

    Also with noise near the rounding floor and with noise that changes by orders of magnitude.
    """
    rng, paths, rounds, delta = np.random.default_rng(1), 4000, 400, 0.5
    iota = net_iota(1, delta, rounds)
    for spread in (1.0, 1e-5, 10.0 ** -rng.integers(0, 7, size=(rounds, 1)).astype(float)):
        total, squares = np.zeros(paths), np.zeros(paths)
        failed = np.zeros(paths, dtype=bool)
        eta = spread * rng.normal(size=(rounds, paths))
        for t in range(rounds):
            weight = np.where(total > 0, 1.0, 0.3)  # a greedy player
            total += weight * eta[t]
            squares += (weight * eta[t]) ** 2
            failed |= total**2 > iota * (squares + 1e-12 * (t + 1))
        assert failed.mean() < delta / 10


def test_printed_iota_is_vacuous_until_t_exceeds_it():
    """At d = 2, T = 20,000 nothing at all is learnt in the first 11,000 rounds."""
    run = Played(VOFUL2("printed"), [0.6, 0.5], 0.1, 20_000, seed=3)
    iota = run.learner.confidence_set.sums.iota
    counts = np.cumsum([len(rewards) for _, rewards in run.epochs])
    first = run.epochs[0][0]
    early = [x for (x, _), end in zip(run.epochs, counts, strict=True) if end <= iota]
    late = [x for (x, _), end in zip(run.epochs, counts, strict=True) if end > 1.5 * iota]
    assert sum(len(r) for x, r in run.epochs if np.array_equal(x, first)) > iota > 10_000
    assert early
    assert all(np.array_equal(x, first) for x in early)
    assert not any(np.array_equal(x, first) for x in late)
    # No test was merely put off: on the rounds up to iota the conditions exclude nothing.
    sums = ClippedSums(direction_net(2, 512), 13, iota)
    rewards = np.concatenate([r for x, r in run.epochs])[: int(iota)]
    sums.add(first, len(rewards), float(rewards.sum()), float((rewards**2).sum()))
    angles = np.linspace(0, 2 * math.pi, 200)
    rays, ones = np.column_stack([np.cos(angles), np.sin(angles)]), np.ones(200)
    assert np.all(sums.walk(rays, 0 * ones, ones, 0 * ones) == 1.0)


# -- playing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("theta", [[-0.8], [0.5, -0.7], [0.5, 0.3, -0.6], [0.7, -0.5, 0.3, 0.2]])
def test_without_noise_the_regret_stops_growing(theta):
    """It is that of about iota rounds in each of a few directions; then theta* is played."""
    run = Played(quick(), theta, 0.0, 50_000, seed=0)
    assert run.held
    assert run.pessimistic
    assert run.regret <= 2.2 * (len(theta) + 1) * run.learner.confidence_set.sums.iota
    assert 1 - run.learner.act() @ np.array(theta) / np.linalg.norm(theta) < 1e-5
    if len(theta) < 4:  # (dimension 4 takes seconds)
        short = Played(quick(), theta, 0.0, 2000, seed=0)
        assert run.regret < 1.25 * short.regret + 1  # iota, and so the start, grows like ln T


@pytest.mark.parametrize("bound", ["optimism", "printed"])
def test_the_batches_do_not_matter(bound):
    theta, horizon = np.array([0.6, 0.3]), 900
    noise = np.random.default_rng(5).standard_normal(horizon)
    results = []
    for chunk in (1, 7, 4096):
        learner = quick(regret_bound=bound).fresh(2, 0.05, horizon)
        played, actions, promised = 0, [], []
        while played < horizon:
            x = learner.act()
            rewards = x @ theta + 0.4 * noise[played : played + chunk]
            taken = learner.take(Feedback(rewards, rewards, revealed=False))
            played += len(taken)
            actions += [x] * len(taken)
            promised += taken.tolist()
        results.append((np.array(actions), np.array(promised), learner.estimate))
    for actions, promised, estimate in results[1:]:
        assert np.array_equal(actions, results[0][0])
        assert np.array_equal(promised, results[0][1])
        assert np.array_equal(estimate, results[0][2])


def test_testing_in_every_round_is_allowed():
    run = Played(VOFUL2(test_growth=1.0, directions=16), [0.6, 0.3], 0.2, 150, seed=0)
    iota = run.learner.confidence_set.sums.iota
    assert len(run.epochs) == 150 - math.floor(iota)
    assert run.held


def test_a_learner_can_be_used_again():
    learner = quick()
    first = Played(learner, [0.6, 0.3], 0.3, 500, seed=0)
    Played(learner, [0.1, -0.9, 0.1], 0.3, 200, seed=1)
    again = Played(learner, [0.6, 0.3], 0.3, 500, seed=0)
    assert isinstance(learner, Learner)
    assert first.regret == again.regret


def test_it_runs_alone_and_estimates_theta():
    theta = np.array([0.6, -0.8])
    run = simulate(VOFUL2(), theta, 0.1, 20_000, seed=2, reveal_variances=False)
    assert np.linalg.norm(run.estimate - theta) < 0.05
    assert run.final_regret < 400


# -- confidence and regret bounds ---------------------------------------------------------------


def failures(iota, theta, runs, names=SCHEDULES, horizon=1500):
    played = [
        Played(quick(iota), theta, SCHEDULES[name], horizon, seed)
        for name in names
        for seed in range(runs)
    ]
    return played, sum(not run.held for run in played) / len(played)


@statistical
@pytest.mark.parametrize(("theta", "runs"), [([-0.8], 30), ([0.7, 0.5], 20), ([0.6, 0.5, -0.3], 2)])
def test_theta_stays_in_the_set_with_the_iota_of_the_net(theta, runs):
    """At delta = 0.05, five schedules; none of 500 other runs failed. The bound is valid, too."""
    played, failed = failures("net", theta, runs)
    assert failed <= 0.05
    assert all(run.pessimistic for run in played if run.held)


@statistical
@pytest.mark.parametrize("theta", [[-0.8], [0.7, 0.5]])
def test_theta_stays_in_the_set_at_the_calibrated_iota(theta):
    """0.002 x printed is calibrated at delta = 0.05: no failure in 1,000 runs of T = 1,500.

    (0.0015 x printed failed in 1 % of those runs, 0.001 x printed in 10 %.)
    """
    played, failed = failures(0.002, theta, runs=25, names=("loud", "quiet"))
    assert failed <= 0.05
    assert all(run.pessimistic for run in played if run.held)


@statistical
def test_a_thousandth_of_the_printed_iota_is_too_small():
    """Each run fails with probability about 0.1; 120 runs fail more often than delta = 0.05."""
    _, failed = failures(0.001, [-0.8], runs=60, names=("loud", "quiet"))
    assert 0.05 < failed < 0.2


@statistical
def test_the_optimism_bound_is_sharp():
    """It stays within a factor of the true regret, so that VASLB can stop early."""
    ratios = []
    for seed in range(4):
        run = Played(VOFUL2(), [0.7, 0.5], 0.3, 20_000, seed)
        ratios.append(run.learner._past / run.regret)
        assert run.pessimistic
    assert max(ratios) < 8


def test_the_printed_bound_is_the_formula_with_ridge_residuals():
    run = Played(quick(regret_bound="printed", constant=3.0), [0.7, 0.5], 0.3, 300, seed=0)
    learner = run.learner
    rows = np.concatenate([np.tile(x, (len(r), 1)) for x, r in run.epochs])
    rewards = np.concatenate([r for _, r in run.epochs])
    x, extra = learner.act(), np.array([0.2, 0.9])
    promised = learner.take(Feedback(extra, extra, revealed=False))
    for k in (1, 2)[: len(promised)]:
        a, b = np.vstack([rows, np.tile(x, (k, 1))]), np.append(rewards, extra[:k])
        beta = np.linalg.solve(a.T @ a + np.eye(2), a.T @ b)
        expected = bounds.unknown_variance_estimate(
            2, 300 + k, np.sum((b - a @ beta) ** 2), 0.05, C=3.0
        )
        assert promised[k - 1] == pytest.approx(float(expected), rel=1e-9)


def test_the_printed_bound_with_constant_one_is_not_pessimistic_with_the_printed_iota():
    """Nothing is learnt before t = iota, and the first action is wrong: regret is linear."""
    run = Played(VOFUL2("printed", "printed"), [-0.7, -0.7], 0.0, 3000, seed=0)
    assert run.held
    assert not run.pessimistic


# -- is the discretisation honest? --------------------------------------------------------------


@pytest.mark.parametrize("sigma", [0.0, 0.3, 1.0])
def test_the_net_and_the_cones_against_much_finer_ones(sigma):
    """The same data, eight times the directions, 1,500 rays in the place of cones.

    Stated tolerance: the longest theta is as long to within 0.02. The direction played has the
    reward of a longest theta of the finer set (there may be several) to within 0.06, and to within
    0.01 from round 300 on.
    """
    theta, horizon = np.array([0.7, 0.5]), 3000
    learner = VOFUL2(test_growth=1.3).fresh(2, 0.05, horizon)
    levels, iota = number_of_levels(2, horizon), learner.confidence_set.sums.iota
    fine = ClippedSums(direction_net(2, 512), levels, iota)
    angles = (np.arange(1500) + 0.5) * 2 * math.pi / 1500
    rays = np.column_stack([np.cos(angles), np.sin(angles)])
    width, reach, rng, played = math.pi / 1500, np.ones(1500), np.random.default_rng(7), 0
    while played < horizon:
        x = learner.act()
        rewards = x @ theta + sigma * rng.standard_normal(horizon)
        taken = len(learner.take(Feedback(rewards, rewards, revealed=False)))
        if played + taken > horizon:
            break
        played += taken
        heard = rewards[:taken]
        fine.add(x, taken, float(heard.sum()), float((heard**2).sum()))
        reach = fine.walk(rays, np.full(len(rays), width), reach, 0 * reach)
        rays, reach = rays[~np.isnan(reach)], reach[~np.isnan(reach)]
        longest = float(reach.max())
        assert abs(learner.confidence_set.longest(0.02)[1] - longest) < 0.02
        off = np.abs(rays[reach >= longest - 1e-9] @ theta - learner.act() @ theta).min()
        assert off < (0.06 if played < 300 else 0.01)
    assert learner.confidence_set.contains(theta)


@statistical
@pytest.mark.parametrize(
    ("theta", "finer", "horizon", "runs"),
    [([0.7, 0.5], 512, 4000, 8), ([0.6, 0.5, -0.3], 432, 1500, 3)],
)
def test_a_finer_net_earns_the_same(theta, finer, horizon, runs):
    """Mean reward a round with many times the directions, same iota: within 0.03."""
    theta = np.array(theta)
    usual = quick().fresh(len(theta), 0.05, horizon).confidence_set.sums.iota
    factor = usual / printed_iota(len(theta), 0.05, horizon)
    for sigma in (0.1, 1.0):
        regrets = [
            np.mean([Played(learner, theta, sigma, horizon, seed).regret for seed in range(runs)])
            for learner in (
                quick(factor),
                quick(factor, directions=finer, resolution=2e-4),
            )
        ]
        assert abs(regrets[0] - regrets[1]) / horizon < 0.03


def test_more_directions_give_a_smaller_set():
    """A finite net only drops conditions, so the set that it leaves is larger, never smaller."""
    rng = np.random.default_rng(0)
    coarse, fine = (ClippedSums(direction_net(2, 16 * k), 6, 10.0) for k in (1, 3))
    # Every direction of the coarse net is one of the fine net.
    assert all(np.abs(fine.directions @ mu).max() > 1 - 1e-12 for mu in coarse.directions)
    for x in unit_rows(rng.normal(size=(5, 2))):
        rewards = x @ np.array([0.7, 0.5]) + 0.5 * rng.standard_normal(40)
        for sums in (coarse, fine):
            sums.add(x, 40, float(rewards.sum()), float((rewards**2).sum()))
    rays = unit_rows(rng.normal(size=(400, 2)))
    ends = [s.walk(rays, np.zeros(400), np.ones(400), np.zeros(400), 50) for s in (coarse, fine)]
    both = np.nan_to_num(ends, nan=-1.0)
    assert np.all(both[1] <= both[0] + 1e-6)
    assert np.any(both[1] < both[0] - 1e-3)


# -- bad input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"iota": 0}, r"iota must be a real number in \(0, inf\), got 0"),
        ({"iota": -1.0}, "iota"),
        ({"iota": math.nan}, "iota"),
        ({"iota": math.inf}, "iota"),
        ({"iota": "small"}, "iota must be one of 'net', 'printed', got 'small'"),
        ({"resolution": 0.0}, "resolution"),
        ({"resolution": -1e-3}, "resolution"),
        ({"resolution": 1e-9}, r"resolution must be a real number in \[1e-06, 1\], got 1e-09"),
        ({"directions": 0}, "directions must be an integer >= 1, got 0"),
        ({"test_growth": 0.9}, "test_growth"),
        ({"regret_bound": "none"}, "regret_bound must be one of 'optimism', 'printed'"),
        ({"constant": 0.0}, "constant"),
        ({"delta": 1.0}, "delta"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        VOFUL2(**options)


def test_bad_types():
    with pytest.raises(TypeError, match="iota must be a real number"):
        VOFUL2(None)
    with pytest.raises(TypeError, match="directions must be an integer"):
        VOFUL2(directions=2.5)


def test_too_many_dimensions_are_refused_with_the_reason():
    with pytest.raises(
        ValueError, match=r"at most 4 .* got 5: .* every direction, .* WeightedOFUL"
    ):
        VOFUL2().fresh(5, 0.05, 100)
    for dim in (0, -1):
        with pytest.raises(ValueError, match="dim"):
            VOFUL2().fresh(dim, 0.05, 100)
    with pytest.raises(ValueError, match="delta"):
        VOFUL2().fresh(2, 0.0, 100)
    with pytest.raises(ValueError, match="horizon"):
        VOFUL2().fresh(2, 0.05, 0)


def test_an_iota_that_the_noise_contradicts_is_an_error():
    with pytest.raises(EmptyConfidenceSet, match="use a larger iota"):
        simulate(VOFUL2(1e-5), [0.6, 0.8], 1.0, 5000, seed=0)


def test_it_never_reads_a_variance():
    with pytest.raises(PermissionError, match="variances"):
        _ = Feedback(np.zeros(1), np.zeros(1), revealed=False).sigmas
    for bound in ("optimism", "printed"):
        learner = quick(regret_bound=bound)
        simulate(learner, [0.6, 0.8], SCHEDULES["step"], 1500, reveal_variances=False)


@pytest.mark.parametrize("horizon", [1, 2])
def test_tiny_horizons(horizon):
    run = simulate(VOFUL2(), [0.6, 0.8], 0.5, horizon)
    assert run.horizon == horizon
