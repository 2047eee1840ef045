"""A stopping time breaks what holds for a fixed n, and what is made for all times survives it.

`holds` and `breaks` err by chance with probability at most 1e-6.
"""

import math

import numpy as np
import pytest

from tests.chance import breaks, holds
from tests.concentration.samples import (
    rng,
)
from vaslb_edu import concentration as con

statistical = pytest.mark.statistical


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
