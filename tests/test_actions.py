"""Batches of actions agree with their rows."""

import numpy as np
import pytest

from tests.chance import standard_errors
from vaslb_edu.actions import Listed, RandomSigns


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
    some = np.array([dim - 3, 0, 4])
    np.testing.assert_array_equal(plays.signs_of(some), plays.signs()[:, some])


def test_listed_batches_agree_with_their_rows(rng):
    rows, vector = rng.normal(size=(7, 5)), rng.normal(size=5)
    plays = Listed(rows)
    assert (len(plays), plays.dim) == (7, 5)
    np.testing.assert_allclose(plays.norms(), np.linalg.norm(rows, axis=1))
    np.testing.assert_allclose(plays.largest(), np.abs(rows).max(axis=1))
    np.testing.assert_allclose(plays.inner(vector), rows @ vector)
    np.testing.assert_array_equal(plays[np.array([4, 1])].rows(), rows[[4, 1]])


@pytest.mark.parametrize("count", [1, 8, 21])
def test_given_signs_are_kept_as_they_are(rng, count):
    signs = rng.choice([-1, 1], size=(30, count))
    np.testing.assert_array_equal(RandomSigns.given(signs).rows(), signs)
    weights = rng.normal(size=30)
    np.testing.assert_allclose(RandomSigns.given(signs).signed_sums(weights), weights @ signs)


@pytest.mark.parametrize("signs", [[[0, 1]], [1, -1], [[1, 2]], np.ones((0, 3))])
def test_what_is_not_signs_is_refused(signs):
    with pytest.raises(ValueError, match="signs must be a matrix of 1 and -1"):
        RandomSigns.given(signs)


def draw(sizes):
    rng = np.random.default_rng(0)
    return np.vstack([RandomSigns.draw(rng, n, 70, (), np.zeros(0), 0.1).signs() for n in sizes])


def test_signs_do_not_depend_on_how_many_are_drawn_at_once():
    np.testing.assert_array_equal(draw([30]), draw([1] * 30))


@pytest.mark.statistical
def test_signs_are_fair_and_pairwise_independent():
    """70 means and 2,415 means of products, each wrong by chance at 1e-9: in all below 1e-5."""
    signs = draw([5000]).astype(float)
    assert set(np.unique(signs)) == {-1.0, 1.0}
    products = (signs.T @ signs / 5000)[np.tril_indices(70, -1)]
    far = standard_errors(1e-9) / np.sqrt(5000)
    assert np.abs(signs.mean(axis=0)).max() < far
    assert np.abs(products).max() < far
