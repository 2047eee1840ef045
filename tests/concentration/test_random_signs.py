"""What random signs tell about a coefficient: coverage at all times, by hand, and where it ends.

`holds` and `breaks` err by chance with probability at most 1e-6.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import breaks, holds
from tests.sign_rounds import NOISES, fair_signs
from vaslb_edu import concentration as con

statistical = pytest.mark.statistical
DELTA, RHO = 0.5, 1.0


def sums(signs, u, w):
    """S, Q, P, W and W_2 after each round; the last axis of `signs`, `u` and `w` is time."""
    return [
        np.cumsum(term, axis=-1)
        for term in (w * signs * u, w**2 * u**2, w**2 * signs * u, w + 0 * u, w**2 + 0 * u)
    ]


def outside(theta, signs, u, w):
    """Say for each game whether theta ever left the set, straight from the definition."""
    s, q, p, weight, squared = sums(signs, u, w)
    about = np.maximum(q - 2 * theta * p + theta**2 * squared, 0.0) + RHO
    limit = about * (np.log(about / RHO) + 2 * math.log(1 / DELTA))
    return np.any((s - theta * weight) ** 2 > limit, axis=-1)


@statistical
@pytest.mark.parametrize("theta", [0.0, 0.4, -0.9])
@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES.keys())
def test_the_coefficient_stays_inside_at_all_times_whatever_the_noise(noise, theta):
    rng = np.random.default_rng(1)
    games, rounds = 1000, 600
    signs = fair_signs(rng, games, rounds, 1)[..., 0]
    weights = rng.uniform(0.0, 2.0, size=(games, rounds))
    u = theta * signs + noise(rng, games, rounds)
    assert holds(outside(theta, signs, u, weights), DELTA)


@statistical
def test_weights_that_look_at_the_reward_break_it():
    """Counting agreeable rounds twice shifts S: allowed where theta is 0, not elsewhere."""
    rng = np.random.default_rng(2)
    signs = fair_signs(rng, 1000, 600, 1)[..., 0]
    for theta, verdict in ((0.0, holds), (0.9, breaks)):
        u = theta * signs + rng.normal(size=signs.shape)
        assert verdict(outside(theta, signs, u, np.where(np.abs(u) > 1.0, 1.0, 0.1)), DELTA)


def test_the_ends_are_the_ends_of_the_set():
    """Against a fine grid, with few and with many rounds."""
    rng = np.random.default_rng(3)
    grid = np.linspace(-1.0, 1.0, 20_001)
    for rounds in (3, 30, 300, 3000):
        for theta in (0.0, 0.3, 0.97):
            signs, w = rng.choice([-1.0, 1.0], size=rounds), rng.uniform(0.1, 1.0, size=rounds)
            u = theta * signs + 0.3 * rng.normal(size=rounds)
            s, q, p, weight, squared = (values[-1] for values in sums(signs, u, w))
            low, high = con.random_sign_interval(s, q, p, weight, squared, 0.1)
            about = q - 2 * grid * p + grid**2 * squared
            inside = np.abs(s - grid * weight) <= con.mixture_self_normalised(
                np.maximum(about, 0.0), 0.1
            )
            assert grid[inside][0] - 1.1e-4 <= low <= grid[inside][0] + 1e-9
            assert grid[inside][-1] - 1e-9 <= high <= grid[inside][-1] + 1.1e-4


def test_no_round_says_nothing_and_a_contradiction_says_so():
    assert con.random_sign_interval(0.0, 0.0, 0.0, 0.0, 0.0, 0.1) == (-1.0, 1.0)
    # 100 rounds of u = 3 e: no coefficient in [-1, 1] does that
    low, high = con.random_sign_interval(300.0, 900.0, 300.0, 100.0, 100.0, 0.1)
    assert (low, high) == (1.0, -1.0)


@given(
    st.integers(1, 400),
    st.floats(-1.0, 1.0),
    st.floats(0.0, 2.0),
    st.floats(0.01, 0.9),
    st.integers(0, 10**6),
)
def test_one_number_for_the_largest_follows_from_the_intervals(rounds, theta, sigma, delta, seed):
    rng = np.random.default_rng(seed)
    signs, w = rng.choice([-1.0, 1.0], size=rounds), rng.uniform(0.1, 1.0, size=rounds)
    u = theta * signs + sigma * rng.normal(size=rounds)
    s, q, p, weight, squared = (values[-1] for values in sums(signs, u, w))
    low, high = con.random_sign_interval(s, q, p, weight, squared, delta)
    bound = con.largest_coefficient(abs(s), q, weight, squared, delta)
    assert bound >= max(-low, high) - 1e-8 or low > high


def test_half_the_width_is_not_enough_to_exclude_an_entry():
    """The sum enters as well: an interval of half-width below 0.1 around 0.3 leaves out nothing."""
    rounds, theta = 4000, 0.3
    signs = np.random.default_rng(4).choice([-1.0, 1.0], size=rounds)
    s, q, p, weight, squared = (v[-1] for v in sums(signs, theta * signs, np.ones(rounds)))
    low, high = con.random_sign_interval(s, q, p, weight, squared, 0.1)
    assert (high - low) / 2 < 0.1
    assert con.largest_coefficient(abs(s), q, weight, squared, 0.1) > 0.3


def test_wealth_reaches_its_limit_where_the_sum_reaches_the_bound():
    for squares, rho, delta in ((0.0, 1.0, 0.5), (3.0, 2.0, 0.1), (1e4, 1.0, 1e-6)):
        total = con.mixture_self_normalised(squares, delta, rho)
        wealth = con.mixture_log_wealth(total, squares, rho)
        assert wealth == pytest.approx(math.log(1.0 / delta))
        assert con.mixture_log_wealth(-total, squares, rho) == wealth
    assert con.mixture_log_wealth(0.0, 0.0) == 0.0


@statistical
def test_wealth_gains_nothing_on_average():
    """E[M] <= 1 at every n for symmetric sums; its mean of 20,000 games is within 5 deviations."""
    rng = np.random.default_rng(5)
    moves = rng.choice([-1.0, 1.0], size=(20_000, 12)) * rng.exponential(size=(20_000, 12))
    total, squares = np.cumsum(moves, axis=1), np.cumsum(moves**2, axis=1)
    wealth = np.exp(con.mixture_log_wealth(total, squares, 4.0))
    error = wealth.std(axis=0) / math.sqrt(20_000)
    assert np.all(wealth.mean(axis=0) <= 1.0 + 5.0 * error)
