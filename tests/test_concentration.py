"""Each inequality against simulation: the valid form holds, the printed one is shown failing.

A Monte-Carlo check counts failures in independent trials. `holds` fails by chance with probability
at most 1e-6 if the true failure rate is at most delta; `breaks` passes by chance with probability
at most 1e-6 in that case. Seeds are fixed.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, chi2

from vaslb_edu import concentration as con

statistical = pytest.mark.statistical
CHANCE = 1e-6


def holds(failed, delta):
    """Are there no more failures than a failure rate of delta explains?"""
    return np.sum(failed) <= binom.isf(CHANCE, np.size(failed), delta)


def breaks(failed, delta):
    return not holds(failed, delta)


def rng(seed=0):
    return np.random.default_rng(seed)


def standard(trials, n, seed=0):
    """Standard Gaussians: many samples of like size, where the inequalities are tightest."""
    return rng(seed).normal(size=(trials, n))


def gaussian(trials, n, seed=0):
    """Gaussians whose deviations differ a hundredfold between samples."""
    generator = rng(seed)
    return generator.normal(size=(trials, n)) * 10.0 ** generator.uniform(-1.0, 1.0, size=n)


def heavy_signs(trials, n, seed=1):
    """Fair signs times heavy-tailed random scales: symmetric, and no variance to speak of."""
    generator = rng(seed)
    scales = np.abs(generator.standard_t(1.5, size=(trials, n)))
    return generator.choice([-1.0, 1.0], size=(trials, n)) * scales


SYMMETRIC = pytest.mark.parametrize("draw", [standard, gaussian, heavy_signs])


# -- sums -------------------------------------------------------------------------------------


@statistical
@SYMMETRIC
@pytest.mark.parametrize("delta", [0.01, 0.2])
def test_maximal_self_normalised_inequality(draw, delta):
    x = draw(20_000, 40)
    highest = np.cumsum(x, axis=1).max(axis=1)
    squares = np.sum(x**2, axis=1)
    assert holds(highest > con.maximal_self_normalised(squares, delta), delta)
    assert holds(highest >= 2.0 * np.sqrt(squares), con.maximal_tail(2.0))


def test_maximal_radius_is_the_tail_solved():
    assert con.maximal_tail(con.maximal_self_normalised(1.0, 0.03)) == pytest.approx(0.03)


@statistical
@SYMMETRIC
@pytest.mark.parametrize("delta", [0.01, 0.05, 0.5])
def test_self_normalised_corrected(draw, delta):
    x = draw(20_000, 50)
    assert holds(np.abs(x.sum(axis=1)) > con.self_normalised(np.sum(x**2, axis=1), delta), delta)


@statistical
def test_self_normalised_printed_fails():
    x, delta = rng().normal(size=(40_000, 50)), 0.01
    failed = np.abs(x.sum(axis=1)) > con.self_normalised(np.sum(x**2, axis=1), delta, "printed")
    assert breaks(failed, delta)
    assert failed.mean() == pytest.approx(0.02, abs=0.003)
    assert holds(failed, math.sqrt(2.0 * delta))


@statistical
def test_gaussian_sum():
    delta = 0.1
    x = gaussian(20_000, 8)
    total, squares = np.abs(x.sum(axis=1)), np.sum(x**2, axis=1)
    assert holds(total > con.gaussian_sum(squares, delta), delta)
    assert not np.any(total > con.gaussian_sum(squares, delta, "printed"))


def test_gaussian_sum_printed_is_empty_for_small_n():
    """Equal samples are the worst case, |sum| = sqrt(n Q): no failure up to n = 64 ln(4/delta)."""
    last = math.floor(64.0 * math.log(4.0 / 0.05))
    n = np.arange(1, last + 2)
    possible = n > con.gaussian_sum(n, 0.05, "printed")
    assert not possible[:-1].any()
    assert possible[-1]
    tail = con.maximal_tail(con.gaussian_sum(1.0, 0.05, "printed"))
    assert 2.0 * tail == pytest.approx(2.0 * (0.05 / 4.0) ** 32)


def centred(x):
    return np.sum((x - x.mean(axis=1, keepdims=True)) ** 2, axis=1)


@statistical
@SYMMETRIC
@pytest.mark.parametrize(("n", "delta"), [(8, 0.05), (10, 0.05), (40, 0.01), (3, 0.5)])
def test_empirical_bernstein_corrected(draw, n, delta):
    x = draw(20_000, n)
    radius = con.empirical_bernstein(centred(x), n, delta)
    assert np.isfinite(radius).all()
    assert holds(np.abs(x.sum(axis=1)) > radius, delta)


@statistical
def test_empirical_bernstein_printed_fails_at_two_samples():
    x, delta = rng().normal(size=(20_000, 2)), 0.05
    failed = np.abs(x.sum(axis=1)) > con.empirical_bernstein(centred(x), 2, delta, "printed")
    assert breaks(failed, delta)
    # (X1 + X2) / (X1 - X2) is Cauchy, so the rate is known.
    exact = 2.0 / math.pi * math.atan(1.0 / math.sqrt(math.log(4.0 / delta)))
    assert exact == pytest.approx(0.284, abs=1e-3)
    assert failed.mean() == pytest.approx(exact, abs=0.02)  # six standard deviations


def test_empirical_bernstein_says_nothing_for_few_samples():
    assert con.empirical_bernstein([0.0, 1.0], 7, 0.05).tolist() == [math.inf, math.inf]
    assert con.empirical_bernstein(0.0, 8, 0.05) == 0.0


@given(
    x=st.lists(st.floats(-10.0, 10.0), min_size=1, max_size=12),
    delta=st.floats(0.01, 0.99),
)
def test_empirical_bernstein_is_the_self_normalised_event(x, delta):
    """Solving for W loses nothing: both inequalities fail together."""
    values = np.array(x)
    n, total, squares = len(values), abs(values.sum()), np.sum(values**2)
    radius = con.empirical_bernstein(np.sum((values - values.mean()) ** 2), n, delta)
    slack = total**2 - 2.0 * math.log(2.0 / delta) * squares
    if abs(slack) > 1e-9 * (1.0 + squares):  # rounding may decide a tie either way
        assert (total > radius) == (slack > 0.0)


@pytest.mark.parametrize("delta", [0.5, 0.05, 1e-4])
def test_when_the_printed_empirical_bernstein_is_valid(delta):
    enough = 2.0 * math.log(2.0 / delta) * math.log(4.0 / delta) / math.log(2.0)
    multiplier = math.log(4.0 / delta)
    assert con.empirical_bernstein_failure(multiplier, enough) == pytest.approx(delta)
    assert con.empirical_bernstein_failure(multiplier, 0.9 * enough) > delta


@statistical
@SYMMETRIC
@pytest.mark.parametrize("multiplier", [1.0, 3.0])
def test_empirical_bernstein_failure(draw, multiplier):
    x = draw(20_000, 10)
    failed = np.abs(x.sum(axis=1)) > np.sqrt(2.0 * multiplier * centred(x))
    assert holds(failed, con.empirical_bernstein_failure(multiplier, 10))


@pytest.mark.parametrize("delta", [0.5, 0.05, 1e-3])
def test_what_the_explore_constant_buys(delta):
    multiplier, fewest = 4.0 * math.log(4.0 / delta), con.explore_minimum(delta)
    assert con.empirical_bernstein_failure(multiplier, fewest) == pytest.approx(delta**2 / 8.0)
    assert con.empirical_bernstein_failure(multiplier, 1e9) == pytest.approx(delta**4 / 128.0)
    assert con.explore_radius(3.0, fewest, delta) == pytest.approx(math.sqrt(6.0 * multiplier))


@statistical
@SYMMETRIC
def test_explore_radius(draw):
    delta = 0.5
    n = math.ceil(con.explore_minimum(delta))
    x = draw(40_000, n)
    assert holds(np.abs(x.sum(axis=1)) > con.explore_radius(centred(x), n, delta), delta**2 / 8.0)


@statistical
def test_explore_radius_printed_fails_for_few_samples():
    x = rng().normal(size=(2_000, 1))
    assert np.all(np.abs(x[:, 0]) > con.explore_radius(0.0, 1, 0.05, "printed"))
    assert con.explore_radius(0.0, 1, 0.05) == math.inf
    pairs = rng(1).normal(size=(20_000, 2))
    failed = np.abs(pairs.sum(axis=1)) > con.explore_radius(centred(pairs), 2, 0.05, "printed")
    assert breaks(failed, 0.05)


def uniform(trials, n, seed=2):
    """Uniform variables with their deviations; a uniform one is sub-Gaussian with its variance."""
    generator = rng(seed)
    sigma = generator.uniform(0.1, 1.0, size=n)
    return generator.uniform(-1.0, 1.0, size=(trials, n)) * sigma * math.sqrt(3.0), sigma


def normal(trials, n, seed=3):
    generator = rng(seed)
    sigma = generator.uniform(0.1, 1.0, size=n)
    return generator.normal(size=(trials, n)) * sigma, sigma


def signs(trials, n, seed=4):
    generator = rng(seed)
    sigma = generator.uniform(0.1, 1.0, size=n)
    return generator.choice([-1.0, 1.0], size=(trials, n)) * sigma, sigma


@statistical
@pytest.mark.parametrize("draw", [normal, uniform, signs])
@pytest.mark.parametrize("delta", [0.01, 0.3])
def test_freedman(draw, delta):
    x, sigma = draw(20_000, 50)
    highest, variance = np.cumsum(x, axis=1).max(axis=1), np.sum(sigma**2)
    assert holds(highest > con.freedman(variance, delta), delta)
    assert holds(
        highest >= 2.0 * math.sqrt(variance), con.freedman_tail(2.0 * math.sqrt(variance), variance)
    )
    assert holds(x.sum(axis=1) > con.freedman(variance, delta, "printed"), (delta / 2.0) ** 2)


@statistical
@pytest.mark.parametrize(("n", "delta"), [(1, 0.7), (2, 0.4), (20, 0.05)])
def test_random_sign_sum_corrected(n, delta):
    total = np.abs(rng().choice([-1.0, 1.0], size=(20_000, n)).sum(axis=1))
    assert holds(total > con.random_sign_sum(n, delta), delta)


@statistical
def test_random_sign_sum_printed_fails_on_two_sides_and_holds_on_one():
    total, delta = rng().choice([-1.0, 1.0], size=(20_000, 2)).sum(axis=1), 0.4
    radius = con.random_sign_sum(2, delta, "printed")
    assert breaks(np.abs(total) > radius, delta)
    assert holds(total > radius, delta)


# -- sums of squares --------------------------------------------------------------------------


def gaussian_square_log_mgf(rate, mean=0.0):
    """Exact ln E exp(rate (X^2 - E X^2)) for X ~ N(mean, 1)."""
    shift = 2.0 * rate**2 * mean**2 / (1.0 - 2.0 * rate)
    return -0.5 * np.log1p(-2.0 * rate) - rate + shift


def test_square_log_mgf_holds_for_centred_and_fails_for_shifted_gaussians():
    rate = np.linspace(-0.25, 0.25, 101)
    bound = con.square_log_mgf(rate, 1.0)
    assert np.all(gaussian_square_log_mgf(rate) <= bound + 1e-15)
    assert np.all(gaussian_square_log_mgf(rate, mean=10.0)[rate != 0.0] > bound[rate != 0.0])
    assert con.square_log_mgf(0.26, 1.0) == math.inf


def test_square_log_mgf_holds_for_three_values():
    """X = +-a with probability p/2 each is at most a^2-sub-Gaussian; the mean is a short sum."""
    p, rate = np.linspace(0.01, 1.0, 50)[:, None], np.linspace(-0.25, 0.25, 51)
    exact = np.log(p * np.exp(rate * (1.0 - p)) + (1.0 - p) * np.exp(-rate * p))
    assert np.all(exact <= con.square_log_mgf(rate, 1.0) + 1e-15)


@statistical
@pytest.mark.parametrize("draw", [normal, uniform])
@pytest.mark.parametrize("n", [1, 40])
@pytest.mark.parametrize("delta", [0.01, 0.3, 0.9])
def test_squares_deviation(draw, n, delta):
    """The printed statement never fails here either: only its proof is wrong."""
    x, sigma = draw(20_000, n)
    deviation = np.abs(np.sum(x**2 - sigma**2, axis=1))
    assert holds(deviation > con.squares_deviation(sigma**2, delta), delta)
    assert holds(deviation > con.squares_deviation(sigma**2, delta, "printed"), delta)


@statistical
@pytest.mark.parametrize("n", [1, 2, 40])
@pytest.mark.parametrize("delta", [0.01, 0.3])
def test_gaussian_squares_deviation(n, delta):
    x, sigma = normal(20_000, n)
    deviation = np.abs(np.sum(x**2 - sigma**2, axis=1))
    bound = con.gaussian_squares_deviation(sigma**2, delta)
    assert holds(deviation > bound, delta)
    assert bound < con.squares_deviation(sigma**2, delta)


def test_the_exponent_in_the_printed_proof_of_squares_deviation():
    """At the printed rate x/(32 v^2) the exponent is -x^2/(64 v^2), and no rate does better."""
    x, v = 3.0, 0.7
    rates = np.linspace(0.0, 1.0, 100_001)
    exponent = -rates * x + 16.0 * rates**2 * v**2
    assert exponent.min() == pytest.approx(-(x**2) / (64.0 * v**2))
    assert rates[exponent.argmin()] == pytest.approx(x / (32.0 * v**2), abs=1e-5)


@given(
    variances=st.lists(st.just(0.0) | st.floats(1e-3, 5.0), min_size=1, max_size=8),
    delta=st.floats(1e-6, 0.999),
)
def test_squares_deviation_is_the_best_chernoff_bound(variances, delta):
    sigma2 = np.array(variances)
    log, v2, top = math.log(2.0 / delta), np.sum(sigma2**2), sigma2.max()
    bound = con.squares_deviation(sigma2, delta)
    assert bound <= 4.0 * math.sqrt(v2) * (log + 1.0) * (1.0 + 1e-12)
    if top > 0.0:
        rate = np.geomspace(1e-4, 1.0, 20_001) / (4.0 * top)
        assert bound == pytest.approx(np.min(log / rate + 16.0 * rate * v2), rel=1e-3)


def test_the_printed_squares_deviation_has_a_valid_proof():
    """Above the one-sided Chernoff bound for every delta, and never below the mean downwards."""
    log = np.geomspace(1e-9, 1e3, 10_001)  # ln(1/delta)
    one_sided = np.where(log <= 1.0, 8.0 * np.sqrt(log), 4.0 * (log + 1.0))
    assert np.all(one_sided < 4.0 * math.sqrt(2.0) * (log + math.log(2.0)))
    assert con.squares_deviation([1.0, 2.0], 1.0 - 1e-12, "printed") > 3.0


@statistical
@pytest.mark.parametrize("draw", [normal, uniform, signs])
@pytest.mark.parametrize("n", [1, 30])
@pytest.mark.parametrize("delta", [0.02, 0.4])
def test_squares_upper(draw, n, delta):
    x, sigma = draw(20_000, n)
    squares = np.sum(x**2, axis=1)
    sharp, printed = (con.squares_upper(sigma**2, delta, form) for form in ("sharp", "printed"))
    assert holds(squares > sharp, delta)
    assert holds(squares > printed, delta)
    assert sharp < printed


@pytest.mark.parametrize("n", [1, 5, 100])
def test_squares_upper_against_the_exact_chi_square_tail(n):
    delta = np.geomspace(1e-8, 0.99, 50)
    bounds = np.array([con.squares_upper(np.ones(n), d) for d in delta])
    assert np.all(chi2.sf(bounds, n) <= delta)


@pytest.mark.parametrize("n", [1, 5, 100])
def test_gaussian_squares_deviation_against_the_exact_chi_square_tails(n):
    delta = np.geomspace(1e-8, 0.99, 50)
    bounds = np.array([con.gaussian_squares_deviation(np.ones(n), d) for d in delta])
    assert np.all(chi2.sf(n + bounds, n) + chi2.cdf(n - bounds, n) <= delta)


@statistical
@SYMMETRIC
@pytest.mark.parametrize(("n", "delta"), [(5, 0.2), (15, 0.05), (40, 0.01)])
def test_centred_share_corrected(draw, n, delta):
    x = draw(20_000, n)
    share = con.centred_share(n, delta)
    assert share > 0.0
    squares = np.sum(x**2, axis=1)
    assert holds(centred(x) < share * squares, delta)
    assert np.all(centred(x) <= squares * (1.0 + 1e-9))  # the first line of the theorem


@statistical
def test_centred_share_printed_fails_for_few_samples_and_holds_for_enough():
    delta = 0.05
    x = rng().normal(size=(20_000, 2))
    failed = centred(x) < con.centred_share(2, delta, "printed") * np.sum(x**2, axis=1)
    assert breaks(failed, delta)
    assert failed.mean() == pytest.approx(0.5, abs=0.02)
    single = x[:, :1]
    assert np.all(centred(single) < con.centred_share(1, delta, "printed") * single[:, 0] ** 2)
    assert con.centred_share(4.0 * math.log(2.0 / delta), delta) == pytest.approx(0.5)


# -- vectors ----------------------------------------------------------------------------------


def self_normalised_paths(trials, rounds, dim, ridge, noise, seed=5):
    """Norms of the sum of x_s eta_s in Z_t^{-1} for all t; x leans towards the sum: adaptive."""
    generator = rng(seed)
    inverse = np.tile(np.eye(dim) / ridge, (trials, 1, 1))
    total, log_det = np.zeros((trials, dim)), np.zeros(trials)
    norms, log_dets, potential = [], [], np.zeros(trials)
    for _ in range(rounds):
        lean = total / (1.0 + np.linalg.norm(total, axis=1, keepdims=True))
        x = lean + 0.5 * generator.normal(size=(trials, dim))
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        if noise == "gaussian":
            eta = generator.normal(size=trials)
        else:
            eta = generator.choice([-1.0, 1.0], size=trials)
        image = np.einsum("tij,tj->ti", inverse, x)
        width = np.sum(x * image, axis=1)
        potential += np.minimum(1.0, width)
        inverse -= image[:, :, None] * image[:, None, :] / (1.0 + width)[:, None, None]
        log_det += np.log1p(width)
        total += x * eta[:, None]
        norms.append(np.sqrt(np.einsum("ti,tij,tj->t", total, inverse, total)))
        log_dets.append(log_det.copy())
    return np.array(norms), np.array(log_dets), potential


@statistical
@pytest.mark.parametrize("noise", ["gaussian", "signs"])
@pytest.mark.parametrize("ridge", [1.0, 300.0])
def test_vector_radii_hold_at_all_times(noise, ridge):
    delta, dim, rounds = 0.2, 3, 150
    norms, log_dets, potential = self_normalised_paths(1_000, rounds, dim, ridge, noise)
    t = np.arange(1, rounds + 1)[:, None]
    radius = con.vector_self_normalised(log_dets, delta)
    printed = con.vector_bernstein(t, dim, delta, regulariser=ridge)
    assert holds(np.any(norms > radius, axis=0), delta)
    assert holds(np.any(norms > printed, axis=0), delta)
    assert np.all(log_dets <= con.log_det_bound(t, dim, ridge) + 1e-9)
    assert np.all(potential <= con.elliptical_potential(log_dets[-1]) + 1e-9)


def test_the_printed_vector_radius_is_valid_and_loose():
    t = np.unique(np.geomspace(1, 10**7, 60).round())
    for dim in (1, 3, 50):
        for delta in (0.9, 0.05, 1e-4):
            spread = con.log_det_bound(t, dim)
            assert np.all(
                con.vector_bernstein(t, dim, delta) > con.vector_self_normalised(spread, delta / 8)
            )
            # Before t L^2 reaches lambda: t in the place of lambda, as in the docstring.
            ridge = 1.01 * t
            early = con.vector_self_normalised(con.log_det_bound(t, dim, t), delta / (2.0 * t**2))
            shrink = np.sqrt(2.0 * t / (ridge + t))
            assert np.all(con.vector_bernstein(t, dim, delta, regulariser=ridge) > shrink * early)
            for floor in (1.0, dim**-0.5, 1e-3):
                self_normalised = con.vector_self_normalised(
                    con.log_det_bound(t, dim, 1.0, 1.0 / floor), delta
                )
                assert np.all(con.weighted_oful_radius(t, dim, delta, floor) > self_normalised)


def test_vector_radii_by_hand():
    assert con.vector_self_normalised(1.0, math.exp(-1.5), 3.0) == pytest.approx(6.0)
    expected = 8.0 * 2.0 * math.sqrt(3.0 * math.log(1.0 + 5.0 * 4.0 / 3.0) * math.log(200.0 / 0.1))
    assert con.vector_bernstein(5, 3, 0.1, 2.0, 1.0, 2.0) == pytest.approx(expected)
    # The printed radius of the algorithm is the one of the lemma at twice delta.
    assert con.weighted_oful_radius(7, 3, 0.1, 0.5) == pytest.approx(
        con.vector_bernstein(7, 3, 0.2, length=2.0)
    )


@given(
    seed=st.integers(0, 10**6),
    dim=st.integers(1, 4),
    rounds=st.integers(1, 60),
    ridge=st.floats(1e-3, 10.0),
    q=st.floats(0.01, 2.0),
)
def test_elliptical_potential_and_count(seed, dim, rounds, ridge, q):
    """Deterministic lemmas, tried on random vectors that may repeat."""
    generator = rng(seed)
    pool = generator.normal(size=(dim + 1, dim))
    pool /= np.maximum(1.0, np.linalg.norm(pool, axis=1, keepdims=True))
    matrix, potential, count = ridge * np.eye(dim), 0.0, 0
    for x in pool[generator.integers(0, dim + 1, size=rounds)]:
        width = x @ np.linalg.solve(matrix, x)
        potential += min(1.0, width)
        count += width >= q
        matrix += np.outer(x, x)
    log_det = max(0.0, np.linalg.slogdet(matrix)[1] - dim * math.log(ridge))
    sharp, printed = con.elliptical_potential(log_det), con.elliptical_potential(log_det, "printed")
    assert potential <= sharp + 1e-9
    assert sharp <= printed <= 2.0 * con.log_det_bound(rounds, dim, ridge) + 1e-9
    assert count <= con.elliptical_count(dim, q, ridge) + 1e-9


def test_elliptical_potential_is_attained():
    """One unit vector against lambda = 1: width 1, log-determinant ln 2."""
    assert con.elliptical_potential(math.log(2.0)) == pytest.approx(1.0)


def ridge_gap(trials, n, dim, ridge, sigma, noise, seed=6):
    """Squares of the noise minus squares of the ridge residuals; x and beta are unit vectors."""
    generator = rng(seed)
    x = generator.normal(size=(trials, n, dim)) * np.geomspace(1.0, 0.05, dim)
    x /= np.linalg.norm(x, axis=2, keepdims=True)
    beta = generator.normal(size=(trials, dim))
    beta /= np.linalg.norm(beta, axis=1, keepdims=True)
    draws = {
        "gaussian": generator.normal,
        "signs": lambda size: generator.choice([-1.0, 1.0], size),
    }
    eta = sigma * draws[noise](size=(trials, n))
    y = np.einsum("tnd,td->tn", x, beta) + eta
    matrix = np.einsum("tni,tnj->tij", x, x) + ridge * np.eye(dim)
    moment = np.einsum("tni,tn->ti", x, y)
    estimate = np.linalg.solve(matrix, moment[:, :, None])[:, :, 0]
    residuals = y - np.einsum("tnd,td->tn", x, estimate)
    return np.sum(eta**2, axis=1) - np.sum(residuals**2, axis=1)


@statistical
@pytest.mark.parametrize("noise", ["gaussian", "signs"])
@pytest.mark.parametrize(
    ("n", "dim", "ridge", "sigma"), [(40, 3, 1.0, 1.0), (20, 5, 10.0, 0.1), (30, 2, 0.1, 0.5)]
)
def test_ridge_residuals_corrected(noise, n, dim, ridge, sigma):
    delta = 0.1
    gap = ridge_gap(5_000, n, dim, ridge, sigma, noise)
    assert holds(np.abs(gap) > con.ridge_residuals(n, dim, delta, sigma, ridge), delta)
    assert gap.min() >= -ridge


@statistical
def test_ridge_residuals_printed_fails_when_samples_are_few():
    """The printed bound is negative there, and holds where samples are many."""
    gap = np.abs(ridge_gap(500, 2, 64, 10.0, 1.0, "gaussian"))
    assert con.ridge_residuals(2, 64, 0.1, 1.0, 10.0, "printed") < 0.0
    assert np.all(gap > con.ridge_residuals(2, 64, 0.1, 1.0, 10.0, "printed"))
    assert not np.any(gap > con.ridge_residuals(2, 64, 0.1, 1.0, 10.0))
    many = np.abs(ridge_gap(5_000, 40, 3, 1.0, 1.0, "gaussian"))
    assert holds(many > con.ridge_residuals(40, 3, 0.1, form="printed"), 0.1)


# -- stopping times ---------------------------------------------------------------------------


def steady(n):
    return np.ones(n)


def rising(n):
    """Every sample a little louder, so that the past is soon forgotten and chances keep coming."""
    return 1.02 ** np.arange(n)


@statistical
@pytest.mark.parametrize("noise", ["gaussian", "signs"])
@pytest.mark.parametrize(("scales", "crossed"), [(steady, 0.07), (rising, 0.7)])
def test_an_adversarial_stopping_time_breaks_the_fixed_n_bound(noise, scales, crossed):
    """Stop at the first n whose sum is outside: fixed-n bounds fail, anytime bounds do not."""
    trials, longest, delta = 1_000, 3_000, 0.05
    generator = rng(7)
    if noise == "gaussian":
        x = generator.normal(size=(trials, longest))
    else:
        x = generator.choice([-1.0, 1.0], size=(trials, longest))
    x *= scales(longest)
    total, squares = np.abs(np.cumsum(x, axis=1)), np.cumsum(x**2, axis=1)
    n = np.arange(1, longest + 1)
    fixed = total > con.self_normalised(squares, delta)
    assert holds(fixed[:, -1], delta)  # one n, chosen beforehand: it holds
    assert breaks(fixed.any(axis=1), delta)
    assert fixed.any(axis=1).mean() > crossed
    united = total > con.anytime(con.self_normalised, squares, n=n, delta=delta)
    assert holds(united.any(axis=1), delta)
    mixed = total > con.mixture_self_normalised(squares, delta, scale=np.sum(scales(longest) ** 2))
    assert holds(mixed.any(axis=1), delta)


def test_anytime_spends_delta_once():
    n = np.arange(1, 10**6 + 1)
    assert con.anytime_delta(n, 0.3).sum() == pytest.approx(0.3, rel=1e-5)
    assert con.anytime(con.freedman, 2.0, n=3, delta=0.12) == pytest.approx(con.freedman(2.0, 0.01))


def test_mixture_by_quadrature():
    """The mixture of exp(lambda W - lambda^2 Q / 2) over N(0, 1/rho) is 1/delta at the bound."""
    squares, rho, delta = 3.0, 2.0, 0.1
    total = con.mixture_self_normalised(squares, delta, rho)
    rate = np.linspace(-15.0, 15.0, 200_001)
    density = np.sqrt(rho / (2.0 * math.pi)) * np.exp(-rho * rate**2 / 2.0)
    mixture = np.trapezoid(np.exp(rate * total - rate**2 * squares / 2.0) * density, rate)
    assert mixture == pytest.approx(1.0 / delta)


# -- self-bounding ----------------------------------------------------------------------------


@given(a=st.floats(0.0, 1e6), b=st.floats(0.0, 1e3), x=st.floats(0.0, 1e8))
def test_self_bounding(a, b, x):
    sharp, printed = con.self_bounding(a, b), con.self_bounding(a, b, "printed")
    if x <= a + b * math.sqrt(x):
        assert x <= sharp * (1.0 + 1e-9) + 1e-9
    assert sharp == pytest.approx(a + b * math.sqrt(sharp), rel=1e-9, abs=1e-12)  # attained
    assert 2.0 * sharp <= printed * (1.0 + 1e-9) + 1e-300


def test_the_last_step_of_the_printed_self_bounding_proof_is_wrong():
    a, b = 1.0, 0.0
    assert (b + 2.0 * math.sqrt(a)) ** 2 <= 2.0 * b**2 + 8.0 * a
    a, b = 1.0, 1.0
    assert (b + 2.0 * math.sqrt(a)) ** 2 > 2.0 * b**2 + 4.0 * a


# -- values by hand ---------------------------------------------------------------------------

E4 = 4.0 * math.exp(-2.0)  # ln(4/delta) = 2
E2 = 2.0 * math.exp(-2.0)  # ln(2/delta) = 2
E1 = math.exp(-2.0)  # ln(1/delta) = 2


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (con.maximal_tail(2.0), E1),
        (con.maximal_self_normalised(9.0, E1), 6.0),
        (con.self_normalised(9.0, E2), 6.0),
        (con.self_normalised(2.0, E2, "printed"), 2.0),
        (con.gaussian_sum(9.0, E2), 6.0),
        (con.gaussian_sum(2.0, E4, "printed"), 16.0),
        (con.empirical_bernstein(9.0, 8, E2), 6.0 * math.sqrt(2.0)),
        (con.empirical_bernstein(9.0, 8, E4, "printed"), 6.0),
        (con.explore_minimum(E4), 16.0),
        (con.explore_radius(9.0, 16, E4), 12.0),
        (con.freedman_tail(4.0, 4.0), E1),
        (con.freedman(9.0, E1), 6.0),
        (con.freedman(2.0, E2, "printed"), 4.0),
        (con.random_sign_sum(9, E2), 6.0),
        (con.random_sign_sum(9, E1, "printed"), 6.0),
        (con.square_log_mgf(0.125, 1.0), 0.25),
        (con.squares_deviation([3.0, 4.0], E2, "printed"), 56.0 * math.sqrt(2.0)),
        (con.squares_deviation([3.0, 4.0], E2), 4.0 * (8.0 + 25.0 / 4.0)),
        (con.squares_deviation([1.0] * 4, E2), 16.0 * math.sqrt(2.0)),
        (con.gaussian_squares_deviation([3.0, 4.0], E2), 10.0 * math.sqrt(2.0) + 16.0),
        (con.squares_upper([3.0, 4.0], E1), 7.0 + 10.0 * math.sqrt(2.0) + 16.0),
        (con.squares_upper([3.0, 4.0], E2, "printed"), 112.0),
        (con.centred_share(16, E2), 0.75),
        (con.log_det_bound(12, 3, 2.0, 0.5), 3.0 * math.log(1.5)),
        (con.elliptical_potential(3.0, "printed"), 6.0),
        (con.elliptical_count(3, math.e - 1.0, 2.0 / math.e), 6.0 * math.log(2.0)),
        (con.ridge_residuals(6, 3, 0.5, 2.0, 2.0, "printed"), 24.0 * math.log(4.0) + 2.5),
        (con.ridge_residuals(6, 3, 0.5, 0.0, 2.0), 2.0),
        (con.mixture_self_normalised(0.0, E1, 9.0), 6.0),
        (con.self_bounding(3.0, 2.0), 9.0),
        (con.self_bounding(3.0, 2.0, "printed"), 20.0),
    ],
)
def test_values_by_hand(value, expected):
    assert value == pytest.approx(expected)


# -- arguments --------------------------------------------------------------------------------

TWO_FORMS = {
    con.self_normalised: (1.0, 0.1),
    con.gaussian_sum: (1.0, 0.1),
    con.empirical_bernstein: (1.0, 20, 0.1),
    con.explore_radius: (1.0, 40, 0.1),
    con.freedman: (1.0, 0.1),
    con.random_sign_sum: (5, 0.1),
    con.squares_deviation: ([1.0, 2.0], 0.1),
    con.squares_upper: ([1.0, 2.0], 0.1),
    con.centred_share: (20, 0.1),
    con.elliptical_potential: (1.0,),
    con.ridge_residuals: (10, 2, 0.1),
    con.self_bounding: (1.0, 2.0),
}


@pytest.mark.parametrize("function", TWO_FORMS, ids=lambda function: function.__name__)
def test_forms_are_checked(function):
    arguments = TWO_FORMS[function]
    assert np.isfinite(function(*arguments, form="printed"))
    with pytest.raises(ValueError, match="form must be one of"):
        function(*arguments, form="prinetd")


@pytest.mark.parametrize("delta", [0.0, 1.0, -0.1, math.nan, math.inf, [0.1, 2.0]])
def test_delta_must_be_a_probability(delta):
    for call in (
        lambda: con.self_normalised(1.0, delta),
        lambda: con.empirical_bernstein(1.0, 9, delta),
        lambda: con.squares_upper([1.0], delta),
        lambda: con.vector_self_normalised(1.0, delta),
        lambda: con.anytime_delta(3, delta),
    ):
        with pytest.raises(ValueError, match=r"delta must be finite and in \(0, 1\)"):
            call()


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match=r"sum_of_squares must be .* got -1"):
        con.self_normalised(-1.0, 0.1)
    with pytest.raises(ValueError, match=r"n must be finite and in \[1, inf\), got 0"):
        con.empirical_bernstein(1.0, 0, 0.1)
    with pytest.raises(ValueError, match="regulariser"):
        con.log_det_bound(3, 2, 0.0)
    for bad in ("1", None, True, [], [[1.0], [1.0, 2.0]], 1j):
        with pytest.raises(TypeError, match="a must be a number or an array"):
            con.self_bounding(bad, 1.0)


def test_functions_broadcast():
    squares, delta = np.array([[1.0], [4.0]]), np.array([0.1, 0.2, 0.3])
    table = con.self_normalised(squares, delta)
    assert table.shape == (2, 3)
    assert table[1] == pytest.approx(2.0 * table[0])
    assert con.empirical_bernstein(squares, np.array([2, 10, 50]), delta).shape == (2, 3)
    assert con.explore_radius(squares, np.array([2, 10, 50]), delta, "printed").shape == (2, 3)
    assert con.squares_deviation(np.ones((3, 7)), delta).shape == (3,)
    assert con.squares_deviation(2.0, 0.1) == pytest.approx(con.squares_deviation([2.0], 0.1))
    assert con.squares_deviation(np.zeros(3), 0.1) == 0.0
    assert con.centred_share(np.array([1, 10, 100]), delta, "printed").tolist() == [0.5] * 3


def test_every_public_name_exists():
    assert all(callable(getattr(con, name)) for name in con.__all__)
