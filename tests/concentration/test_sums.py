"""Sums of symmetric variables: the valid form holds, the printed one is shown failing.

A Monte-Carlo check counts failures in independent trials. If the true failure rate is at most
delta, `holds` fails by chance with probability at most 1e-6, and `breaks` passes with that
probability. Where a printed form fails its true rate is known, and `breaks` overlooks it with
probability below 1e-6 (`overlooked`). Seeds are fixed.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta

from tests.chance import breaks, happens_at, holds, overlooked
from tests.concentration.samples import (
    SYMMETRIC,
    centred,
    gaussian,
    normal,
    rng,
    signs,
    uniform,
)
from vaslb_edu import concentration as con

statistical = pytest.mark.statistical


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
    # W^2 / (n Q) has a beta distribution, so the rate is known.
    share = con.self_normalised(1.0, delta, "printed") ** 2 / 50
    exact = beta.sf(share, 0.5, 49 / 2)
    assert exact == pytest.approx(0.02, abs=1e-3)
    assert happens_at(failed, exact)
    assert holds(failed, math.sqrt(2.0 * delta))
    assert overlooked(40_000, delta, exact) < 1e-6


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
    assert happens_at(failed, exact)
    assert overlooked(20_000, delta, exact) < 1e-6


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
    # As above: a Cauchy variable beyond the radius at V = 1/2, where X1 - X2 = 1.
    exact = 2.0 / math.pi * math.atan(1.0 / con.explore_radius(0.5, 2, 0.05, "printed"))
    assert happens_at(failed, exact)
    assert overlooked(20_000, 0.05, exact) < 1e-6


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
    assert breaks(np.abs(total) > radius, delta)  # two equal signs: one half of the time
    assert holds(total > radius, delta)
    assert overlooked(20_000, delta, 0.5) < 1e-6
