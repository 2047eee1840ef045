"""Action sets other than the sphere."""

import numpy as np
import pytest

from vaslb_edu import (
    Ball,
    Hypercube,
    SparseLinearBandit,
    Sphere,
    sparse_parameter,
)

THETA = sparse_parameter(6, [0.8, -0.5, 0.3])


def test_the_hypercube_is_another_action_set():
    game = SparseLinearBandit(THETA, 0.0, 4, action_set=Hypercube(6))
    assert game.play(np.sign(THETA)).rewards[0] == pytest.approx(np.abs(THETA).sum())
    assert game.account.total == pytest.approx(0.0)
    game.play(np.zeros(6))
    assert game.account.total == pytest.approx(np.abs(THETA).sum())
    with pytest.raises(ValueError, match="entries between -1 and 1"):
        game.play(np.full(6, 1.5))


@pytest.mark.parametrize("made", [Sphere, Ball, Hypercube])
@pytest.mark.parametrize("dim", [0, -1, 2.5, "3", None, True])
def test_a_dimension_is_a_positive_integer(made, dim):
    with pytest.raises((TypeError, ValueError), match="dim must be an integer >= 1, got"):
        made(dim)
