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


@statistical
@pytest.mark.parametrize(
    ("name", "delta", "often"), [("Corollary 33", 0.5, 0.9), ("Lemma 26", 0.9, 0.999)]
)
def test_two_bounds_of_the_paper_that_hold_at_each_n_fail_at_a_stopping_time(name, delta, often):
    """Every sample is four times as loud as the last, so each is a new chance, of one thousand.

    Lemma 26: a z above 2.61 alone leaves the bound, 0.9 % a sample, and 0.991^1000 = 1e-4.
    Corollary 33: a z above 2.44 while the sum so far is positive does, 0.37 % a sample given the
    sign, and 0.9963^1000 = 0.025. In units of the newest deviation.
    """
    total, squares, variance = np.zeros(400), np.zeros(400), 0.0
    ever, generator = np.zeros(400, dtype=bool), rng(11)
    for _ in range(1000):
        z = generator.normal(size=400)
        total, squares, variance = total / 4 + z, squares / 16 + z**2, variance / 16 + 1
        fixed = {
            "Corollary 33": total > 2 * math.sqrt(variance * math.log(2 / delta)),
            "Lemma 26": squares >= 8 * variance * math.log(2 / delta),
        }[name]
        ever |= fixed
    assert holds(fixed, delta)  # at the last n, chosen beforehand
    assert breaks(ever, delta)
    assert overlooked(400, delta, often) < 1e-6


def test_moments_without_the_past_do_not_give_freedmans_inequality():
    """Proposition 11 to the letter: twenty variables that are all the same one. No chance here.

    Their sum is 20 z, so it exceeds x = 20 in 16 % of all cases; the bound for sums of variance
    proxy 20 is exp(-x^2 / 40) = 0.005 %.
    """
    exceeded = 0.5 * math.erfc(1 / math.sqrt(2))
    assert exceeded > 100 * float(con.freedman_tail(20.0, 20.0))
