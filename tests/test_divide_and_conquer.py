"""Divide and conquer: the support for certain, O(s log d) queries, no noise allowed."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaslb_edu import DivideAndConquer, schedules, simulate, sparse_parameter

PAIRS = [0.5, -0.5, 0.4, -0.4, 0.3, -0.3, 0.2, -0.2, 0.1, -0.1]
PLAIN = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05]


@pytest.mark.slow
@pytest.mark.parametrize("values", [PLAIN, PAIRS, [1.0] * 10], ids=["plain", "cancelling", "equal"])
@pytest.mark.statistical
def test_a_hundred_thousand_coordinates(values):
    """At most 5 s log2 d = 830 queries in the mean of five games, and no regret after the last.

    Unlucky signs make a search longer: 470 +- 17 queries (plain, cancelling), 526 +- 63 (equal)
    over fifteen games. A mean of five above 830 is ten standard errors off: below 1e-20.
    """
    d, s, asked = 10**5, 10, []
    for seed in range(5):
        theta = sparse_parameter(d, values, seed=seed)
        run = simulate(
            DivideAndConquer(), theta, 0.0, 5000, seed=seed, checkpoints=np.arange(1, 5001)
        )
        queries = int(run.facts["queries"])
        assert run.support == tuple(np.flatnonzero(theta))
        np.testing.assert_allclose(run.estimate, theta, atol=1e-12)
        asked.append(queries)
        assert run.regret[-1] - run.regret[queries - 1] == pytest.approx(0.0, abs=1e-9)
        assert run.final_regret <= 2 * queries
    assert np.mean(asked) <= 5 * s * math.log2(d)


@pytest.mark.statistical
def test_queries_grow_like_s_log_d():
    """Doubling log2 d or s doubles the queries, give or take a half.

    Over sixty games: 72 +- 8.5, 170 +- 10 and 118 +- 10 queries. With 24 games the ratios are
    2.34 +- 0.06 and 1.63 +- 0.05: the nearest limit is 4.8 standard errors away, below 1e-6.
    """

    def queries(d, s):
        rng = np.random.default_rng(s)
        runs = [
            simulate(
                DivideAndConquer(),
                sparse_parameter(d, rng.uniform(0.5, 1, s), seed=k),
                0.0,
                20_000,
                seed=k,
            )
            for k in range(24)
        ]
        return np.mean([run.facts["queries"] for run in runs])

    small = queries(2**7, 4)
    assert 1.4 < queries(2**14, 4) / small < 3.2
    assert 1.4 < queries(2**7, 8) / small < 2.2


@given(
    seed=st.integers(0, 10**6),
    d=st.integers(1, 300),
    sizes=st.lists(st.sampled_from([-1.0, 1.0, 0.5, -0.5, 0.01, 1e-3]), min_size=1, max_size=12),
)
@settings(max_examples=60)
def test_the_support_is_found_for_certain(seed, d, sizes):
    theta = sparse_parameter(d, sizes[:d], seed=seed)
    run = simulate(DivideAndConquer(trials=1), theta, 0.0, 40_000, seed=seed)
    assert run.support == tuple(np.flatnonzero(theta))


def test_equal_signs_are_defeated_by_cancelling_entries():
    """The simple version answers 0 for (1, -1)/sqrt(2) and finds nothing."""
    theta = sparse_parameter(16, [1.0, -1.0])
    simple = simulate(DivideAndConquer(signs="equal"), theta, 0.0, 2000)
    random = simulate(DivideAndConquer(), theta, 0.0, 2000)
    assert simple.support == ()
    assert random.support == (0, 1)
    assert simple.final_regret > 10 * random.final_regret


def test_a_half_with_entries_answers_zero_at_most_half_of_the_time():
    """The probability in the docstring, over all signs: +-a +-a = 0 has 1/2, anything else less."""
    zero = {}
    for entries in ((1,), (1, 1), (1, 1, 1), (1, 1, 2), (3, 1), (1, 1, 1, 1), (3, 2, 1)):
        signs = np.array(list(itertools.product([-1, 1], repeat=len(entries))))
        zero[entries] = np.mean(signs @ np.array(entries) == 0)
    assert max(zero.values()) == zero[1, 1] == 0.5
    assert sorted(zero.values())[-2] < 0.5


@pytest.mark.parametrize("sigma", [0.3, 1e-6, schedules.step(0.0, 0.5, at=5)])
def test_it_refuses_noise_by_name_and_round(sigma):
    theta = sparse_parameter(64, [0.9, 0.4])
    with pytest.raises(ValueError, match=r"sigma must be 0 while it asks, got sigma = .* in round"):
        simulate(DivideAndConquer(), theta, sigma, 1000)


@pytest.mark.statistical
def test_noise_after_the_search_does_no_harm():
    """Twice as many coordinates and entries take 72 +- 8.5 queries: 200 is 15 deviations, 1e-40."""
    theta = sparse_parameter(64, [0.9, 0.4])
    run = simulate(DivideAndConquer(), theta, schedules.step(0.0, 1.0, at=200), 5000)
    assert run.support == (0, 1)
    assert run.final_regret < 200


def test_one_grain_of_noise_and_it_collapses():
    theta = sparse_parameter(64, [0.9, 0.4])
    run = simulate(DivideAndConquer(on_noise="ignore"), theta, 1e-3, 5000)
    assert run.support == tuple(range(64))  # every half answers


def test_a_short_game_ends_in_time():
    run = simulate(DivideAndConquer(), sparse_parameter(1000, [1, 2]), 0.0, 7)
    assert run.horizon == 7
    assert run.support == ()  # seven questions do not reach a single coordinate of a thousand


@pytest.mark.parametrize(
    "options", [{"trials": 0}, {"trials": 1.5}, {"signs": "no"}, {"on_noise": "no"}, {"passes": 0}]
)
def test_bad_options_are_refused(options):
    with pytest.raises((ValueError, TypeError), match=next(iter(options))):
        DivideAndConquer(**options)
