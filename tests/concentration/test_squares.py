"""Sums of squares against simulation and exact tails.

`holds` fails by chance with probability at most 1e-6 where the inequality is true, and so does
`happens_at` where the rate is known.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from tests.chance import breaks, happens_at, holds
from tests.concentration.samples import (
    SYMMETRIC,
    centred,
    normal,
    rng,
    signs,
    uniform,
)
from vaslb_edu import concentration as con

statistical = pytest.mark.statistical


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
    assert happens_at(failed, 0.5)  # two values of one sign: ten times what delta allows
    single = x[:, :1]
    assert np.all(centred(single) < con.centred_share(1, delta, "printed") * single[:, 0] ** 2)
    assert con.centred_share(4.0 * math.log(2.0 / delta), delta) == pytest.approx(0.5)
