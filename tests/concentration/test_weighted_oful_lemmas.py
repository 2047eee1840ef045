"""Lemmas 35 and 36 of the paper: the two parts of its bound on a vector-valued martingale."""

import numpy as np
import pytest

from tests.chance import holds
from vaslb_edu.concentration import vector_bernstein

GAMES, ROUNDS, DELTA = 200, 300, 0.2


def sides(seed, dim, length, sigma, ridge=1.0):
    """Return, round by round, both sums and beta_t; plays lean towards what the noise was."""
    rng = np.random.default_rng(seed)
    beta = vector_bernstein(np.arange(1, ROUNDS + 1), dim, DELTA, sigma, ridge, length)
    matrix, total = ridge * np.eye(dim), np.zeros(dim)
    cross, squares, inside, told = 0.0, 0.0, True, []
    for t in range(ROUNDS):
        play = rng.normal(size=dim) + 0.5 * total
        play *= length * rng.uniform(0.2, 1.0) / np.linalg.norm(play)
        eta = sigma * rng.normal()
        along = np.linalg.solve(matrix, play)
        width = play @ along  # w_s^2
        cross += 2 * eta * (along @ total) / (1 + width) * inside
        squares += eta**2 * width / (1 + width)
        matrix, total = matrix + np.outer(play, play), total + play * eta
        inside = inside and total @ np.linalg.solve(matrix, total) <= beta[t] ** 2
        told.append((cross, squares))
    return np.array(told).T, beta**2


@pytest.mark.slow
@pytest.mark.statistical
@pytest.mark.parametrize(("dim", "length", "sigma"), [(2, 1.0, 1.0), (5, 3.0, 0.3)])
def test_lemmas_35_and_36_hold_in_all_rounds_at_once(dim, length, sigma):
    """200 games: more failures than delta / 2 explains with probability 1e-6."""
    failed = []
    for seed in range(GAMES):
        (cross, squares), beta2 = sides(seed, dim, length, sigma)
        failed.append((np.any(cross > 0.75 * beta2), np.any(squares > 0.25 * beta2)))
    for one in np.transpose(failed):
        assert holds(one, DELTA / 2)


def test_lemma_36_the_step_as_printed_has_the_wrong_sign():
    """The term is its mean minus l_s, not plus: an upper bound on sum l_s says nothing about it."""
    eta2, width = np.array([4.0, 9.0]), np.array([0.5, 0.5])
    term = eta2 * width / (1 + width)
    mean = 1.0 * width / (1 + width)  # sigma = 1
    ell = mean - term  # as the proof defines it
    assert np.allclose(term, mean - ell)
    assert np.all(term > ell + mean)  # printed: term <= l_s + mean
