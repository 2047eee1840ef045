"""Batches of actions agree with their rows."""

import numpy as np
import pytest

from vaslb_edu.actions import RandomSigns


@pytest.mark.parametrize("count", [50, 3000])  # few rounds and many are added up differently
@pytest.mark.parametrize("dim", [9, 30])
def test_random_signs_batches_agree_with_their_rows(rng, count, dim):
    centre = np.array([0.5, -0.3])
    plays = RandomSigns.draw(rng, count, dim, (2, 5), centre, np.sqrt((1 - 0.34) / (dim - 2)))
    rows, vector, weights = plays.rows(), rng.normal(size=dim), rng.normal(size=count)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), plays.norms())
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0)
    np.testing.assert_allclose(np.abs(rows).max(axis=1), plays.largest())
    np.testing.assert_allclose(rows @ vector, plays.inner(vector))
    np.testing.assert_allclose(rows[:, [2, 5]], np.tile(centre, (count, 1)))
    np.testing.assert_allclose(weights @ plays.signs(), plays.signed_sums(weights))
    np.testing.assert_array_equal(plays[10:20].rows(), rows[10:20])


def test_signs_do_not_depend_on_how_many_are_drawn_at_once():
    def draw(sizes):
        rng = np.random.default_rng(0)
        return np.vstack(
            [RandomSigns.draw(rng, n, 70, (), np.zeros(0), 0.1).signs() for n in sizes]
        )

    np.testing.assert_array_equal(draw([30]), draw([1] * 30))
    assert abs(draw([5000]).mean()) < 5 / np.sqrt(5000 * 70)
