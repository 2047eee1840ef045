"""Small statements of the book that no other test has a place for."""

import math

import numpy as np
import pytest

from vaslb_edu import SparseLinearBandit
from vaslb_edu.actions import Repeated


def test_a_close_guess_is_a_cheap_action(rng):
    """Playing z costs at most 2 |z - theta|^2, and |z - theta|^2 if that is at most 1."""
    for _ in range(5000):
        theta = rng.normal(size=rng.integers(1, 6))
        theta /= np.linalg.norm(theta)
        z = theta + 10 ** rng.uniform(-3, 1) * rng.normal(size=len(theta))
        distance2 = float(np.sum((z - theta) ** 2))
        cost = 1 - z @ theta / np.linalg.norm(z)
        assert cost <= 2 * distance2 + 1e-12
        assert distance2 > 1 or cost <= distance2 + 1e-12


@pytest.mark.statistical
def test_what_five_lines_achieve():
    """The mean of thirty games is far below the bound; chance would need 20 deviations: 1e-80."""
    dim, horizon, sigma = 6, 4000, 0.3
    asks = math.ceil(sigma * math.sqrt(horizon))
    regrets = []
    for seed in range(30):
        game = SparseLinearBandit(np.full(dim, dim**-0.5), sigma, horizon, seed)
        answers = []
        for axis in np.eye(dim):
            answers.append(game.draw(Repeated(axis, asks)).rewards.mean())
            game.keep(asks)
        game.draw(Repeated(np.array(answers) / np.linalg.norm(answers), game.remaining))
        game.keep(game.remaining)
        regrets.append(game.account.total)
    assert np.mean(regrets) <= 4 * dim * sigma * math.sqrt(horizon) + 2 * dim


def test_scatter_never_shrinks(rng):
    for _ in range(300):
        values = 10 ** rng.uniform(-3, 3) * rng.normal(size=30) + rng.normal()
        scatter = [np.sum((values[:n] - values[:n].mean()) ** 2) for n in range(1, 31)]
        assert np.all(np.diff(scatter) >= -1e-9 * scatter[-1])
