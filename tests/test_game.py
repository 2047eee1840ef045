"""The game: what it draws, what it reveals, what it refuses, and its parameters."""

import numpy as np
import pytest

from vaslb_edu import (
    RewardNoise,
    SparseLinearBandit,
    schedules,
    sparse_parameter,
)
from vaslb_edu.actions import Repeated

THETA = sparse_parameter(6, [0.8, -0.5, 0.3])


def test_what_is_drawn_and_not_kept_comes_again():
    game = SparseLinearBandit(THETA, 1.0, 100, seed=1)
    action = np.eye(6)[2]
    first = game.draw(Repeated(action, 10)).rewards.copy()
    game.keep(4)
    np.testing.assert_array_equal(game.draw(Repeated(action, 6)).rewards, first[4:])
    assert game.round == 4


def test_deviations_are_revealed_after_the_play_and_only_if_allowed():
    schedule = schedules.ramp(0.1, 0.9, 9)
    game = SparseLinearBandit(THETA, schedule, 9)
    seen = game.draw(Repeated(np.eye(6)[0], 9))
    np.testing.assert_allclose(seen.sigmas, schedule(np.arange(1, 10)))
    secret = SparseLinearBandit(THETA, schedule, 9, reveal_variances=False)
    hidden = secret.draw(Repeated(np.eye(6)[0], 9))
    np.testing.assert_array_equal(hidden.rewards, seen.rewards)
    with pytest.raises(PermissionError, match="does not reveal"):
        _ = hidden.sigmas


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (np.ones(6), "norm 1"),
        (np.zeros(6), "norm 1"),
        (np.eye(5)[0], "length 6"),
        (np.eye(6), "1-D"),
        (np.array([np.nan, 0, 0, 0, 0, 0]), "finite"),
        (np.array([np.inf, 0, 0, 0, 0, 0]), "finite"),
        ("north", "action"),
    ],
)
def test_actions_that_are_not_allowed(action, message):
    game = SparseLinearBandit(THETA, 0.1, 10)
    with pytest.raises((ValueError, TypeError), match=message):
        game.play(action)
    assert game.round == 0
    assert game.account.total == 0


def test_a_batch_with_nan_is_refused():
    game = SparseLinearBandit(THETA, 0.1, 10)
    with pytest.raises(ValueError, match="norm 1"):
        game.draw(Repeated(np.full(6, np.nan), 3))


def test_no_round_past_the_horizon():
    game = SparseLinearBandit(THETA, 0.1, 3)
    for _ in range(3):
        game.play(np.eye(6)[0])
    with pytest.raises(ValueError, match="horizon 3"):
        game.play(np.eye(6)[0])
    game = SparseLinearBandit(THETA, 0.1, 3)
    with pytest.raises(ValueError, match="1 to 3 rounds"):
        game.draw(Repeated(np.eye(6)[0], 4))
    with pytest.raises(ValueError, match="drawn"):
        game.keep(1)


def test_sparse_parameter_places_and_normalises():
    theta = sparse_parameter(8, [3, -4])
    np.testing.assert_allclose(theta, [0.6, -0.8, 0, 0, 0, 0, 0, 0])
    np.testing.assert_allclose(sparse_parameter(5, [3, -4], positions=[4, 1]), [0, -0.8, 0, 0, 0.6])
    scattered = sparse_parameter(50, [1, 2, 2], seed=1)
    assert np.count_nonzero(scattered) == 3
    assert np.linalg.norm(scattered) == pytest.approx(1)
    np.testing.assert_array_equal(scattered, sparse_parameter(50, [1, 2, 2], seed=1))
    assert sparse_parameter(1, [-2.0]) == pytest.approx([-1.0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"d": 0, "values": [1]}, "d must be"),
        ({"d": 2.5, "values": [1]}, "d must be"),
        ({"d": 3, "values": []}, "values must be a non-empty"),
        ({"d": 3, "values": [0, 0]}, "only zeros"),
        ({"d": 3, "values": [1, np.nan]}, "values must be finite"),
        ({"d": 1, "values": [1, 2]}, "at most d = 1"),
        ({"d": 3, "values": [1, 2], "positions": [0, 3]}, "positions must be an integer in"),
        ({"d": 3, "values": [1, 2], "positions": [1, 1]}, "different places"),
        ({"d": 3, "values": [1, 2], "positions": [1]}, "different places"),
        ({"d": 3, "values": [1], "positions": [1], "seed": 1}, "not both"),
        ({"d": 3, "values": [1], "seed": -1}, "seed must be"),
    ],
)
def test_bad_parameters_are_refused_by_name(arguments, message):
    with pytest.raises((ValueError, TypeError), match=message):
        sparse_parameter(**arguments)


def test_numbers_too_large_for_a_float_are_refused():
    with pytest.raises(ValueError, match="values must be finite"):
        sparse_parameter(4, [10**400])
    with pytest.raises(ValueError, match=r"sigma must be a real number in \[0, 1\]"):
        SparseLinearBandit([1.0], -(10**400), 10)


@pytest.mark.parametrize("size", [1e308, 1e-308, 5e-324])
def test_entries_of_any_size_give_a_unit_vector(size):
    theta = sparse_parameter(3, [size, -size])
    np.testing.assert_allclose(theta, [0.5**0.5, -(0.5**0.5), 0.0])


@pytest.mark.parametrize("values", [[1 + 1j], np.array([1j, 1]), np.complex64(1)])
def test_complex_numbers_are_refused(values):
    with pytest.raises(TypeError, match="values must be a 1-D array of numbers"):
        sparse_parameter(3, values)
    with pytest.raises(TypeError, match="sigma must be a real number"):
        SparseLinearBandit([1.0], np.complex64(0.1), 10)


def test_noise_of_the_wrong_length_is_refused():
    class Short:
        def draw(self, stream, start, actions, sigmas):
            return np.zeros(len(sigmas) - 1)

    game = SparseLinearBandit([1.0, 0.0], 0.1, 10, noise=Short())
    with pytest.raises(ValueError, match="noise must give 5 real numbers, got shape"):
        game.draw(Repeated(np.array([1.0, 0.0]), 5))


def test_noise_must_be_real():
    class Complex:
        def draw(self, stream, start, actions, sigmas):
            return 1j * sigmas

    game = SparseLinearBandit([1.0, 0.0], 0.1, 10, noise=Complex())
    with pytest.raises(ValueError, match=r"noise must give 5 real numbers, got .* complex128"):
        game.draw(Repeated(np.array([1.0, 0.0]), 5))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"noise": 3}, "noise must be an object with draw, such as a RewardNoise, got 3"),
        ({"noise": RewardNoise}, "noise must be an object with draw"),
        ({"action_set": "ball"}, "action_set must be an object with best_value and check"),
        ({"watcher": 1}, "watcher must be a function of a number of rounds, got 1"),
        ({"unit": "no"}, "unit must be True or False, got 'no'"),
        ({"reveal_variances": np.zeros(2)}, "reveal_variances must be True or False"),
        ({"checkpoints": 10**400}, "checkpoints must be an integer in"),
        ({"checkpoints": []}, "checkpoints must be integers in"),
    ],
)
def test_what_a_game_cannot_use_is_refused(options, message):
    with pytest.raises((TypeError, ValueError), match=message):
        SparseLinearBandit([1.0, 0.0], 0.1, 10, **options)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((2**63, [1.0]), "d must be an integer in"),
        ((5, [1.0], 3), "positions must be a list or another collection, got 3"),
        ((5, [1.0], "3"), "positions must be a list or another collection, got '3'"),
    ],
)
def test_a_parameter_that_cannot_be_made_is_refused(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        sparse_parameter(*arguments)
