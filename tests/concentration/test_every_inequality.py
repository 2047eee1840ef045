"""What every inequality owes its caller: values by hand, checked arguments, broadcasting."""

import math

import numpy as np
import pytest

from vaslb_edu import concentration as con

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
        (con.mixture_log_wealth(6.0, 0.0, 9.0), 2.0),
        (con.mixture_log_wealth(0.0, math.e**2 - 1.0), -1.0),
        (con.largest_coefficient(3.0, 0.0, 10.0, 0.0, E1), 0.5),
        (con.largest_coefficient(-4.0, 0.0, 10.0, 0.0, E1, 4.0), 0.8),
        (con.self_bounding(3.0, 2.0), 9.0),
        (con.self_bounding(3.0, 2.0, "printed"), 20.0),
    ],
)
def test_values_by_hand(value, expected):
    assert value == pytest.approx(expected)


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
        lambda: con.mixture_self_normalised(1.0, delta),
        lambda: con.random_sign_interval(1.0, 1.0, 1.0, 1.0, 1.0, delta),
        lambda: con.largest_coefficient(1.0, 1.0, 9.0, 1.0, delta),
    ):
        with pytest.raises(ValueError, match=r"delta must be finite and in \(0, 1\)"):
            call()


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match=r"sum_of_squares must be .* got -1"):
        con.self_normalised(-1.0, 0.1)
    with pytest.raises(ValueError, match=r"n must be finite and in \[1, inf\), got 0"):
        con.empirical_bernstein(1.0, 0, 0.1)
    with pytest.raises(ValueError, match=r"scale must be finite and in \(0, inf\), got 0"):
        con.mixture_log_wealth(1.0, 1.0, 0.0)
    with pytest.raises(ValueError, match=r"weight must be finite and in \[0, inf\), got -2"):
        con.random_sign_interval(1.0, 1.0, 1.0, -2.0, 1.0, 0.1)
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
    low, high = con.random_sign_interval(np.zeros((2, 1)), squares, 0.0, 90.0, 90.0, delta)
    assert low.shape == high.shape == (2, 3)
    assert con.largest_coefficient(np.zeros((2, 1)), squares, 90.0, 90.0, delta).shape == (2, 3)
    assert con.centred_share(np.array([1, 10, 100]), delta, "printed").tolist() == [0.5] * 3


def test_every_public_name_exists():
    assert all(callable(getattr(con, name)) for name in con.__all__)
