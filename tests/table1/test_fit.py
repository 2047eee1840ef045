"""Exponents: exact on powers, honest about seeds and range, and covering what they estimate."""

import numpy as np
import pytest

from tests.chance import holds
from vaslb_edu.table1.fit import exponent

SIZES = [10.0**k for k in (3, 3.5, 4, 4.5, 5, 5.5, 6)]


def test_a_power_is_found_exactly():
    fit = exponent({n: [7 * n**0.5] * 4 for n in SIZES}, np.random.default_rng(1))
    assert (fit.value, fit.low, fit.high) == pytest.approx((0.5, 0.5, 0.5))
    assert (fit.points, fit.seeds) == (7, 4)


def test_a_bend_widens_the_interval_though_the_seeds_agree():
    """Linear, then a root: the ranges disagree, between 1/2 and 1."""
    bent = {n: [min(n, (n * 10**4.5) ** 0.5)] * 4 for n in SIZES}
    fit = exponent(bent, np.random.default_rng(1))
    assert fit.low < 0.65
    assert fit.high > 0.85


def test_seeds_that_disagree_widen_it_though_the_ranges_agree():
    rng = np.random.default_rng(2)
    loose = {n: n**0.5 * np.exp(rng.normal(size=6)) for n in SIZES}
    tight = {n: n**0.5 * np.exp(0.01 * rng.normal(size=6)) for n in SIZES}
    widths = [fit.high - fit.low for fit in (exponent(one, rng) for one in (loose, tight))]
    assert widths[0] > 10 * widths[1]


@pytest.mark.statistical
def test_the_interval_covers_the_exponent_it_is_made_for():
    """At least nine times of ten, a little below its 95 %; `holds` leaves 1e-6 to chance."""
    missed = []
    for seed in range(100):
        rng = np.random.default_rng(seed)
        drawn = {n: n**0.5 * np.exp(0.3 * rng.normal(size=8)) for n in SIZES}
        fit = exponent(drawn, rng, resamples=300)
        missed.append(not fit.low <= 0.5 <= fit.high)
    assert holds(missed, 0.1)


@pytest.mark.parametrize(
    "wrong",
    [{1.0: [1.0], 2.0: [1.0]}, {1: [1], 2: [1, 2], 3: [1]}, {1: [1], 2: [0], 3: [1]}, {0: [1]}],
)
def test_what_cannot_be_fitted_is_refused(wrong):
    with pytest.raises(ValueError, match="regrets must"):
        exponent(wrong, np.random.default_rng(1))
