"""The bounds: values computed by hand, how they scale, and how they fit together."""

import inspect
import math

import numpy as np
import pytest

from vaslb_edu import bounds

SETTING = {"d": 64, "s": 4, "T": 10**6, "total_variance": 10**4}


def value(function, **changes):
    """Evaluate a bound at the setting; it takes what it depends on."""
    given = {**SETTING, "n": 100, "delta": bounds.ONE_NAT, **changes}
    wanted = inspect.signature(function).parameters
    return float(function(**{name: given[name] for name in wanted if name in given}))


HAND = [  # d = 64, s = 4, T = 10^6, sum of variances 10^4, ln(1/delta) = 1
    (bounds.confidence_ball, 64_000.0),
    (bounds.oful, 64_000.0),
    (bounds.sparse_oful, 16_000.0),
    (bounds.sl_ucb, 4_000.0),
    (bounds.selective_explore_then_commit, 4_000.0),
    (bounds.contextual_sparse, 2_000.0),
    (bounds.divide_and_conquer, 28.0),
    (bounds.weighted_oful, 8_000.0 + 6_400.0),
    (bounds.voful2, 51_200.0 + 4_096.0),
    (bounds.save, 6_400.0 + 64.0),
    (bounds.explore_part, 3_200.0 + 4.0),
    (bounds.vaslb_known, 48.0 * 100.0 + 8_000.0),
    (bounds.vaslb_known_conclusion, 48.0 * 100.0 + 2_004.0),
    (bounds.vaslb_unknown, 64.0 * 100.0 + 64.0),
    (bounds.save_in_vaslb, 48.0 * 100.0 + 16.0),
    (bounds.lower_bound_linear, 64_000.0),
    (bounds.lower_bound_sphere, 8_000.0),
    (bounds.lower_bound_sparse, 16_000.0),
    (bounds.deterministic_dong, 10**5.625 * 2**0.125),
]


@pytest.mark.parametrize(
    ("function", "expected"), HAND, ids=lambda item: getattr(item, "__name__", "")
)
def test_values_by_hand(function, expected):
    assert value(function) == pytest.approx(expected)
    assert value(function, C=3.0) == pytest.approx(3.0 * expected)


EXPONENTS = [  # function, argument that is multiplied by 4, other arguments, factor of the bound
    (bounds.confidence_ball, {"T": 4e6}, {}, 2.0),
    (bounds.sparse_oful, {"T": 4e6}, {}, 2.0),
    (bounds.sparse_oful, {"s": 16}, {}, 2.0),
    (bounds.sl_ucb, {"s": 16}, {}, 4.0),
    (bounds.weighted_oful, {"d": 256}, {"total_variance": 0.0}, 2.0),
    (bounds.weighted_oful, {"T": 4e6}, {"total_variance": 0.0}, 2.0),
    (bounds.voful2, {"d": 256}, {"total_variance": 0.0}, 16.0),
    (bounds.explore_part, {"d": 256}, {"total_variance": 0.0}, 1.0),
    (bounds.vaslb_known, {"d": 256}, {"total_variance": 0.0}, 1.0),
    (bounds.vaslb_known, {"s": 16}, {"total_variance": 0.0}, 8.0),
    (bounds.vaslb_unknown, {"d": 256, "T": 4e6}, {"total_variance": 0.0}, 1.0),
    (bounds.vaslb_unknown, {"s": 16}, {"total_variance": 0.0}, 64.0),
    (bounds.save_in_vaslb, {"s": 16}, {"total_variance": 0.0}, 16.0),
]


@pytest.mark.parametrize(("function", "change", "fixed", "factor"), EXPONENTS)
def test_scaling(function, change, fixed, factor):
    before, after = value(function, **fixed), value(function, **fixed, **change)
    assert after == pytest.approx(factor * before)


def test_the_part_with_noise_grows_with_the_root_of_the_variance():
    for function in (bounds.weighted_oful, bounds.voful2, bounds.save, bounds.explore_part,
                     bounds.vaslb_known, bounds.vaslb_unknown, bounds.save_in_vaslb):  # fmt: skip
        quiet, some, more = (value(function, total_variance=v) for v in (0.0, 100.0, 400.0))
        assert more - quiet == pytest.approx(2.0 * (some - quiet))


def test_dependence_on_delta():
    log = math.log(1.0 / 0.01)
    assert value(bounds.weighted_oful, delta=0.01) == pytest.approx(math.sqrt(log) * 14_400.0)
    assert value(bounds.vaslb_known, delta=0.01) == pytest.approx(log * 12_800.0)


# -- consistency ------------------------------------------------------------------------------


def test_the_composition_gives_each_theorem_plus_s():
    """The "+1" of the framework is exploration's own s, which the theorems leave out."""
    composed = {
        bounds.vaslb_known: bounds.vaslb_from(lambda d: d, lambda d: np.sqrt(d * SETTING["T"])),
        bounds.vaslb_unknown: bounds.vaslb_from(lambda d: d**1.5, lambda d: d**2),
        bounds.save_in_vaslb: bounds.vaslb_from(lambda d: d, lambda d: d),
    }
    for theorem, composition in composed.items():
        for variance in (0.0, 10.0, 10.0**6):
            ours = value(theorem, total_variance=variance)
            assert value(composition, total_variance=variance) == pytest.approx(ours + SETTING["s"])


def test_the_composition_is_exploration_plus_s_times_the_learner():
    composition = bounds.vaslb_from(lambda d: d**1.5, lambda d: d**2)
    learner = float(bounds.voful2(d=SETTING["s"], total_variance=SETTING["total_variance"]))
    assert value(composition) == pytest.approx(value(bounds.explore_part) + SETTING["s"] * learner)


def test_an_idle_learner_leaves_only_exploration():
    idle = bounds.vaslb_from(lambda d: 0.0 * d, lambda d: 0.0 * d)
    assert value(idle) == pytest.approx(value(bounds.explore_part))


def test_the_conclusion_differs_from_the_theorem():
    """s^{1.5} sqrt(T) against sqrt(sT) + s: equal at s = 1 up to the s, a factor s apart beyond."""
    one = {"s": 1, "total_variance": 0.0}
    assert value(bounds.vaslb_known_conclusion, **one) == pytest.approx(
        value(bounds.vaslb_known, **one) + 1.0
    )
    four = {"s": 4, "total_variance": 0.0}
    assert value(bounds.vaslb_known, **four) == pytest.approx(8_000.0)
    assert value(bounds.vaslb_known_conclusion, **four) == pytest.approx(2_004.0)


def test_vaslb_is_within_root_s_of_the_lower_bound_for_large_d():
    at = {"d": 10**8, "s": 4, "total_variance": SETTING["T"]}
    ratio = value(bounds.vaslb_unknown, **at) / value(bounds.lower_bound_sparse, **at)
    assert ratio == pytest.approx(math.sqrt(4), rel=0.01)


# -- bounds with explicit constants -----------------------------------------------------------


def test_weighted_oful_proof_by_hand():
    potential = 2.0 * math.log(1.0 + 100.0 / (2.0 * 3.0 * 0.25))
    expected = 2.0 * math.sqrt(2.0 * potential * 50.0) + 4.0 * potential
    assert bounds.weighted_oful_proof(2, 100, 50.0, 0.5, 3.0) == pytest.approx(expected)


def test_weighted_oful_proof_follows_from_the_optimism_gaps():
    """The two steps of the proof, on random widths: sum of min(1, u w) for any factors u >= 0."""
    generator = np.random.default_rng(0)
    for _ in range(50):
        d, n, floor = int(generator.integers(1, 5)), 40, 0.3
        sigma = generator.uniform(floor, 1.0, size=n)
        radius = generator.uniform(0.0, 20.0, size=n)
        matrix, gaps = np.eye(d), 0.0
        for k in range(n):
            x = generator.normal(size=d)
            x /= np.linalg.norm(x) * sigma[k]
            width = math.sqrt(x @ np.linalg.solve(matrix, x))
            gaps += 2.0 * min(1.0, sigma[k] * radius[k] * width)
            matrix += np.outer(x, x)
        weighted = np.sum((radius * sigma) ** 2)
        assert gaps <= bounds.weighted_oful_proof(d, n, weighted, sigma.min())


def test_voful2_explicit_bounds_by_hand():
    noise = 8.0 * math.sqrt(9.0 * math.log(10.0)) + 16.0 * math.log(40.0)
    assert bounds.voful2_from_noise(4, 9.0, 0.1, 2.0) == pytest.approx(2.0 * noise)
    expected = 10.0 * 2.0 * math.log(1.0 + 10.0 * 51.0**2) ** 2
    assert bounds.voful2_proof(2, 100, 9.0, 4.0) == pytest.approx(expected)


def test_unknown_variance_estimate_by_hand():
    log, inner = math.log(10.0), math.log(50.0 / (4.0 * 0.01))
    expected = 8.0 * math.sqrt(7.0 * log) + 16.0 * math.sqrt(2.0 * inner * log)
    expected += 8.0 * math.sqrt(2.0 * log) + 16.0 * log
    assert bounds.unknown_variance_estimate(4, 50, 7.0, 0.1) == pytest.approx(expected)
    with pytest.raises(ValueError, match="n must be at least s"):
        bounds.unknown_variance_estimate(50, 1, 7.0, 0.5)


def test_unknown_variance_estimate_covers_the_learner_by_the_ridge_lemma():
    """Noise of at most residuals + 2s ln(n/(s delta^2)) + 2 gives at most the printed estimate."""
    for s, n, residuals, delta in ((2, 50, 3.0, 0.1), (5, 1000, 0.0, 0.01), (1, 10, 40.0, 0.3)):
        noise = residuals + 2.0 * s * math.log(n / (s * delta**2)) + 2.0
        log = math.log(1.0 / delta)
        learner = s**1.5 * math.sqrt(noise * log) + s**2 * log
        assert learner <= bounds.unknown_variance_estimate(s, n, residuals, delta)


def test_single_phase_by_hand():
    expected = 36.0 * 3.0 * 50.0 / 16.0 + 6.0 * 3.0 * 0.25 * 0.2 * math.sqrt(100.0 * math.log(10.0))
    assert bounds.single_phase(3, 50, 0.25, 1.0, 25, 0.1) == pytest.approx(expected)


@pytest.mark.statistical
def test_single_phase_holds():
    """One phase of random signs with all entries at the limit 6 Delta, the worst the lemma allows.

    A rate of s delta = 0.4 is allowed. The bound is four standard deviations above the mean, so
    the test fails by chance with a probability far below 1e-6.
    """
    s, n, gap, K, delta, trials = 4, 200, 1.0 / 12.0, 16, 0.1, 2_000
    theta = np.array([6.0 * gap] * s)  # norm 1
    signs = np.random.default_rng(0).choice([-1.0, 1.0], size=(trials, n, s))
    regret = np.sum(1.0 - signs @ theta / math.sqrt(K), axis=1)
    failures = np.sum(regret > bounds.single_phase(s, n, gap, 1.0, K, delta))
    assert failures <= 0.4 * trials
    assert regret.mean() == pytest.approx(n, rel=0.02)


@pytest.mark.statistical
@pytest.mark.parametrize("variance", [0.3, 1.0])
def test_exploration_rounds_predicts_the_stopping_rule(variance):
    """First n with 2 sqrt(2 V ln(4/delta)) < n Delta / 4, against the prediction.

    The relative deviation of V at n of several thousand is sqrt(2/n), under 3 %.
    """
    gap, delta = 0.25, 0.05
    predicted = float(bounds.exploration_rounds(gap, variance, delta))
    x = math.sqrt(variance) * np.random.default_rng(0).normal(size=(20, int(1.3 * predicted)))
    n = np.arange(1, x.shape[1] + 1)
    squares = np.cumsum(x**2, axis=1) - np.cumsum(x, axis=1) ** 2 / n
    rule = 2.0 * np.sqrt(2.0 * np.maximum(squares, 0.0) * math.log(4.0 / delta)) < n * gap / 4.0
    stopped = np.argmax(rule & (n >= 8.0 * math.log(4.0 / delta)), axis=1) + 1
    assert stopped.mean() == pytest.approx(predicted, rel=0.05)
    assert np.argmax(rule, axis=1).max() == 0  # without the minimum, it stops at n = 1


def test_exploration_rounds_by_hand():
    log = math.log(80.0)
    assert bounds.exploration_rounds(0.25, 1.0, 0.05) == pytest.approx(128.0 * 16.0 * log)
    assert bounds.exploration_rounds(0.25, 0.0, 0.05) == pytest.approx(8.0 * log)


# -- the table --------------------------------------------------------------------------------

TABLE_1 = {  # algorithm: worst case, deterministic case, written out a second time
    "ConfidenceBall2": (lambda d, s, T: d * T**0.5, None),
    "OFUL, sparse": (lambda d, s, T: (s * d * T) ** 0.5, None),
    "SL-UCB": (lambda d, s, T: s * T**0.5, None),
    "Selective explore-then-commit": (lambda d, s, T: s * T**0.5, None),
    "Weighted OFUL": (lambda d, s, T: d * T**0.5, lambda d, s, T: (d * T) ** 0.5),
    "VOFUL2": (lambda d, s, T: d**1.5 * T**0.5, lambda d, s, T: d**2),
    "VASLB with Weighted OFUL": (
        lambda d, s, T: s**2 * T**0.5 + s * (d * T) ** 0.5,
        lambda d, s, T: s**1.5 * T**0.5,
    ),
    "VASLB with VOFUL2": (
        lambda d, s, T: s**2.5 * T**0.5 + s * (d * T) ** 0.5,
        lambda d, s, T: s**3,
    ),
    "Lower bound": (lambda d, s, T: (d * T) ** 0.5, None),
}


def test_the_table_has_the_rows_of_the_paper_and_more():
    printed = [row.algorithm for row in bounds.TABLE if row.in_table_1]
    assert printed == list(TABLE_1)
    later = [row.algorithm for row in bounds.TABLE if not row.in_table_1]
    assert later == ["OFUL", "Lower bound", "Divide and conquer", "SAVE", "VASLB with SAVE"]


@pytest.mark.parametrize(
    "row", [row for row in bounds.TABLE if row.in_table_1], ids=lambda row: row.algorithm
)
def test_rows_agree_with_table_1(row):
    """Up to a factor of 2: the table drops terms that the others dominate (T is large)."""
    worst, quiet = TABLE_1[row.algorithm]
    assert (row.deterministic is None) == (quiet is None)
    for d, s, T in ((64, 4, 10**6), (10, 10, 10**8), (1000, 1, 10**9)):
        assert 1.0 <= row.regret(d, s, T, T) / worst(d, s, T) <= 2.0
        if quiet is not None:
            assert row.regret(d, s, T, 0.0) == pytest.approx(quiet(d, s, T))


@pytest.mark.parametrize("row", bounds.TABLE, ids=lambda row: f"{row.algorithm}, {row.source}")
def test_rows_are_complete_and_callable(row):
    assert row.setting in ("linear bandit", "sparse linear bandit")
    assert row.source
    assert row.worst_case or row.deterministic
    assert (row.variances is not None) <= (row.deterministic is not None)
    assert row.efficient is None or isinstance(row.efficient, bool)
    T = np.array([10.0, 100.0])
    regret = np.broadcast_to(row.regret(16, 2, T, 0.5 * T), 2)
    assert np.all(regret > 0.0)
    assert regret[1] >= regret[0]
    with pytest.raises(ValueError, match="s must be at most d = 3, got 4"):
        row.regret(3, 4, 10, 1.0)


def test_only_vaslb_with_save_is_sparse_efficient_and_without_variances():
    found = [
        row.algorithm
        for row in bounds.TABLE
        if row.setting == "sparse linear bandit" and row.efficient and row.variances == "unknown"
    ]
    assert found == ["VASLB with SAVE"]


# -- arguments --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"s": 0}, r"s must be finite and in \[1, inf\), got 0"),
        ({"s": 65}, "s must be at most d = 64, got 65"),
        ({"d": 0.5}, r"d must be finite and in \[1, inf\), got 0.5"),
        ({"T": 0}, r"T must be finite and in \[1, inf\), got 0"),
        ({"T": math.nan}, "T must be finite"),
        ({"total_variance": -1.0}, "total_variance must be finite"),
        ({"total_variance": 1e6 + 1.0}, r"total_variance must be at most T = 1e\+06"),
        ({"total_variance": [0.0, 2e6]}, r"total_variance must be at most T = 1e\+06, got 2e\+06"),
        ({"delta": 1.0}, r"delta must be finite and in \(0, 1\), got 1"),
        ({"C": 0.0}, r"C must be finite and in \(0, inf\), got 0"),
    ],
)
def test_bad_values_are_named(change, message):
    with pytest.raises(ValueError, match=message):
        bounds.vaslb_known(**{**SETTING, "delta": 0.1, "C": 1.0, **change})


def test_bad_types_are_named():
    with pytest.raises(TypeError, match="T must be a number or an array"):
        bounds.oful(3, "1000")
    with pytest.raises(TypeError, match="missing a required argument: 'T'"):
        bounds.oful(3)
    with pytest.raises(ValueError, match=r"gap must be finite and in \(0, 1\], got 2"):
        bounds.exploration_rounds(2.0, 1.0, 0.1)


def test_bounds_broadcast():
    grid = bounds.vaslb_known(
        d=np.array([16, 64])[:, None], s=4, T=1e6, total_variance=np.array([0.0, 1e2, 1e4])
    )
    assert grid.shape == (2, 3)
    assert grid[0, 0] == grid[1, 0]
    assert grid[0, 2] < grid[1, 2]


def test_smallest_setting():
    """d = s = T = 1 is allowed everywhere."""
    for row in bounds.TABLE:
        assert row.regret(1, 1, 1, 1.0) >= 1.0


def test_every_public_name_exists():
    assert all(hasattr(bounds, name) for name in bounds.__all__)
