"""Residuals and weights of explore rounds, by hand and in any batches; the guess at the noise."""

import numpy as np
import pytest

from vaslb_edu import SparseLinearBandit, schedules
from vaslb_edu.game import Feedback
from vaslb_edu.sharp.noise_guess import NoiseGuess
from vaslb_edu.sharp.weighted_projection import WeightedProjection


def feedback(rewards, sigmas):
    return Feedback(np.array(rewards, dtype=float), np.array(sigmas, dtype=float))


def test_the_first_exploration_by_hand():
    """S is empty: R = 1, the baseline is 0, and a round counts 1 / (1 + K sigma^2)."""
    projection = WeightedProjection(4, (), np.zeros(0))
    assert (projection.free, projection.rest, projection.scale) == (4, 1.0, 0.5)
    residuals, weights = projection.measure(feedback([0.3, -0.2], [0.0, 0.5]))
    np.testing.assert_allclose(residuals, [0.6, -0.4])
    np.testing.assert_allclose(weights, [1.0, 0.5])


def test_a_later_exploration_by_hand():
    """theta-hat = 0.6: R^2 = 0.64, K = 4, scale 0.4; weights 1/(0.64 + sigma^2 / 0.16)."""
    projection = WeightedProjection(5, (2,), np.array([0.6]))
    residuals, weights = projection.measure(feedback([0.5, 0.1, 0.3], [0.0, 0.48, 0.0]))
    quiet, loud = 1 / 0.64, 1 / (0.64 + 1.44)
    mean = (0.5 * quiet + 0.1 * loud) / (quiet + loud)
    np.testing.assert_allclose(residuals, [1.25, (0.1 - 0.5) / 0.4, (0.3 - mean) / 0.4])
    sums = np.array([quiet, quiet + loud, 2 * quiet + loud])
    expected = [0.0, loud * sums[0] / sums[1], quiet * sums[1] / sums[2]]
    np.testing.assert_allclose(weights, expected)


def test_clipping_bounds_what_a_round_can_do():
    """(w u)^2 <= clip^2 w, so that Q is never more than 9 W."""
    rng = np.random.default_rng(0)
    projection = WeightedProjection(5, (2,), np.array([0.6]), clip=3.0)
    loud = feedback(100 * rng.standard_cauchy(500), np.full(500, 0.1))
    residuals, weights = projection.measure(loud)
    moves = weights * residuals
    assert np.all(moves**2 <= 9.0 * weights * (1 + 1e-9))
    assert np.sum(moves**2 > 8.99 * weights) > 400


@pytest.mark.parametrize("guessed", [False, True])
@pytest.mark.parametrize("support", [(), (1, 3)])
def test_batches_do_not_matter(support, guessed):
    rng = np.random.default_rng(1)
    rewards, sigmas = rng.normal(size=300), rng.uniform(0, 1, size=300)

    def measured(sizes):
        guess = NoiseGuess() if guessed else None
        if guess is not None:
            guess.begin(centred=bool(support))
        estimate = np.full(len(support), 0.3)
        projection = WeightedProjection(8, support, estimate, 3.0, guess)
        parts, start = [], 0
        for size, kept in sizes:
            rows = slice(start, start + size)
            numbers = projection.measure(feedback(rewards[rows], sigmas[rows]))
            parts.append(np.array(numbers)[:, :kept])
            projection.keep(kept)
            start += kept
        return np.concatenate(parts, axis=1)

    whole = measured([(300, 300)])
    np.testing.assert_array_equal(measured([(1, 1)] * 300), whole)
    np.testing.assert_array_equal(measured([(40, 7)] * 30)[:, :210], whole[:, :210])


def test_the_guess_is_the_mean_size_of_what_was_seen_before():
    guess = NoiseGuess()
    guess.begin(centred=False)
    np.testing.assert_allclose(guess.sigmas(np.array([1.0, -3.0, 8.0])), [0.0, 1.0, 2.0])
    guess.keep(2)  # the third is not played
    guess.begin(centred=True)
    # 1, 3; then 5 is a pilot, |6 - 5| = 1, |8 - 5.5| = 2.5
    expected = [2.0, 2.0, 5.0 / 3.0, 7.5 / 4.0]
    np.testing.assert_allclose(guess.sigmas(np.array([5.0, 6.0, 8.0, 0.0])), expected)


@pytest.mark.statistical
@pytest.mark.parametrize("sigma", [0.05, 0.5])
def test_the_guess_comes_near_the_truth(sigma):
    """A normal's mean absolute value is 0.8 deviations; the signal adds little to it here.

    The mean of 4,000 is off by 1.2 %: 10 % are eight standard errors, below 1e-14.
    """
    game = SparseLinearBandit(np.eye(400)[0], schedules.constant(sigma), 4000, seed=0)
    guess = NoiseGuess()
    guess.begin(centred=False)
    projection = WeightedProjection(400, (), np.zeros(0), None, guess)
    seen = game.draw(projection.draw(np.random.default_rng(0), 4000))
    assert guess.sigmas(seen.rewards)[-1] == pytest.approx(0.8 * np.hypot(sigma, 0.05), rel=0.1)
