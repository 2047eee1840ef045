"""A stopping time breaks what holds for a fixed n, and what is made for all times survives it.

`holds` fails by chance with probability at most 1e-6 where the inequality is true. What `breaks`
should see happens so often that it is overlooked with probability below 1e-6.
"""

import math

import numpy as np
import pytest

from tests.chance import breaks, holds, overlooked
from tests.concentration.samples import (
    rng,
)
from vaslb_edu import concentration as con

statistical = pytest.mark.statistical


def fair_signs(generator, size):
    return generator.choice([-1.0, 1.0], size=size)


def steady(n):
    return np.ones(n)


def rising(n):
    """Every sample a little louder, so that the past is soon forgotten and chances keep coming."""
    return 1.02 ** np.arange(n)


@statistical
@pytest.mark.parametrize("noise", ["gaussian", "signs"])
@pytest.mark.parametrize(("scales", "trials", "often"), [(steady, 4_000, 0.1), (rising, 500, 0.8)])
def test_an_adversarial_stopping_time_breaks_the_fixed_n_bound(noise, scales, trials, often):
    """Stop at the first n whose sum is outside: fixed-n bounds fail, anytime bounds do not.

    Among other paths 11 to 12 % (steady) and 83 to 89 % (rising) got outside: more than `often`.
    """
    longest, delta = 3_000, 0.05
    n, scale = np.arange(1, longest + 1), scales(longest)
    generator = rng(7)
    last, ever, united, mixed = [], [], [], []
    for _ in range(trials // 500):  # one after another, to spare memory
        size = (500, longest)
        x = generator.normal(size=size) if noise == "gaussian" else fair_signs(generator, size)
        total, squares = np.abs(np.cumsum(scale * x, axis=1)), np.cumsum((scale * x) ** 2, axis=1)
        fixed = total > con.self_normalised(squares, delta)
        last.append(fixed[:, -1])
        ever.append(fixed.any(axis=1))
        radius = con.anytime(con.self_normalised, squares, n=n, delta=delta)
        united.append((total > radius).any(axis=1))
        radius = con.mixture_self_normalised(squares, delta, scale=np.sum(scale**2))
        mixed.append((total > radius).any(axis=1))
    assert holds(last, delta)  # one n, chosen beforehand: it holds
    assert breaks(ever, delta if scales is steady else 0.5)
    assert overlooked(trials, delta if scales is steady else 0.5, often) < 1e-6
    assert holds(united, delta)
    assert holds(mixed, delta)


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
