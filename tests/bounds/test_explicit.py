"""Bounds with explicit constants: by hand, from their proofs, and against simulation."""

import math

import numpy as np
import pytest

from tests.chance import holds, near
from vaslb_edu import bounds


def test_weighted_oful_proof_by_hand():
    potential = 2.0 * math.log(1.0 + 100.0 / (2.0 * 3.0 * 0.25))
    expected = 2.0 * math.sqrt(2.0 * potential * 50.0) + 4.0 * potential
    assert bounds.weighted_oful_proof(2, 100, 50.0, 0.5, 3.0) == pytest.approx(expected)


def test_weighted_oful_proof_follows_from_the_optimism_gaps():
    """The two steps of the proof, on random widths: sum of min(1, u w) for any factors u >= 0."""
    generator = np.random.default_rng(0)
    for _ in range(50):
        d, n, floor = int(generator.integers(1, 5)), 40, 0.3
        sigma = generator.uniform(floor, 1.0, size=n)
        radius = generator.uniform(0.0, 20.0, size=n)
        matrix, gaps = np.eye(d), 0.0
        for k in range(n):
            x = generator.normal(size=d)
            x /= np.linalg.norm(x) * sigma[k]
            width = math.sqrt(x @ np.linalg.solve(matrix, x))
            gaps += 2.0 * min(1.0, sigma[k] * radius[k] * width)
            matrix += np.outer(x, x)
        weighted = np.sum((radius * sigma) ** 2)
        assert gaps <= bounds.weighted_oful_proof(d, n, weighted, sigma.min())


def test_voful2_explicit_bounds_by_hand():
    noise = 8.0 * math.sqrt(9.0 * math.log(10.0)) + 16.0 * math.log(40.0)
    assert bounds.voful2_from_noise(4, 9.0, 0.1, 2.0) == pytest.approx(2.0 * noise)
    expected = 10.0 * 2.0 * math.log(1.0 + 10.0 * 51.0**2) ** 2
    assert bounds.voful2_proof(2, 100, 9.0, 4.0) == pytest.approx(expected)


def test_unknown_variance_estimate_by_hand():
    log, inner = math.log(10.0), math.log(50.0 / (4.0 * 0.01))
    expected = 8.0 * math.sqrt(7.0 * log) + 16.0 * math.sqrt(2.0 * inner * log)
    expected += 8.0 * math.sqrt(2.0 * log) + 16.0 * log
    assert bounds.unknown_variance_estimate(4, 50, 7.0, 0.1) == pytest.approx(expected)
    with pytest.raises(ValueError, match="n must be at least s"):
        bounds.unknown_variance_estimate(50, 1, 7.0, 0.5)


def test_unknown_variance_estimate_covers_the_learner_by_the_ridge_lemma():
    """Noise of at most residuals + 2s ln(n/(s delta^2)) + 2 gives at most the printed estimate."""
    for s, n, residuals, delta in ((2, 50, 3.0, 0.1), (5, 1000, 0.0, 0.01), (1, 10, 40.0, 0.3)):
        noise = residuals + 2.0 * s * math.log(n / (s * delta**2)) + 2.0
        log = math.log(1.0 / delta)
        learner = s**1.5 * math.sqrt(noise * log) + s**2 * log
        assert learner <= bounds.unknown_variance_estimate(s, n, residuals, delta)


def test_single_phase_by_hand():
    expected = 36.0 * 3.0 * 50.0 / 16.0 + 6.0 * 3.0 * 0.25 * 0.2 * math.sqrt(100.0 * math.log(10.0))
    assert bounds.single_phase(3, 50, 0.25, 1.0, 25, 0.1) == pytest.approx(expected)


@pytest.mark.statistical
def test_single_phase_holds():
    """One phase of random signs with all entries at the limit 6 Delta, the worst the lemma allows.

    A rate of s delta = 0.4 is allowed. A round costs 1 with variance 1/K, since theta has norm 1.
    Each of the two questions fails by chance with probability at most 1e-6.
    """
    s, n, gap, K, delta, trials = 4, 200, 1.0 / 12.0, 16, 0.1, 2_000
    theta = np.array([6.0 * gap] * s)  # norm 1
    signs = np.random.default_rng(0).choice([-1.0, 1.0], size=(trials, n, s))
    regret = np.sum(1.0 - signs @ theta / math.sqrt(K), axis=1)
    assert np.linalg.norm(theta) == pytest.approx(1.0)
    assert holds(regret > bounds.single_phase(s, n, gap, 1.0, K, delta), s * delta)
    assert near(regret, n, math.sqrt(n / K))


@pytest.mark.statistical
@pytest.mark.parametrize("variance", [0.3, 1.0])
def test_exploration_rounds_predicts_the_stopping_rule(variance):
    """First n with 2 sqrt(2 Q^ ln(4/delta)) < n Delta / 4, against the prediction.

    V/n is off by sqrt(2/n), under 3 % at n >= 2,500, and so is the stop, which is proportional to
    it. The mean of 20 stops is off by 0.6 %: 5 % are eight standard errors, below 1e-14.
    """
    gap, delta = 0.25, 0.05
    predicted = float(bounds.exploration_rounds(gap, variance, delta))
    x = math.sqrt(variance) * np.random.default_rng(0).normal(size=(20, int(1.3 * predicted)))
    n = np.arange(1, x.shape[1] + 1)
    squares = np.cumsum(x**2, axis=1) - np.cumsum(x, axis=1) ** 2 / n
    rule = 2.0 * np.sqrt(2.0 * np.maximum(squares, 0.0) * math.log(4.0 / delta)) < n * gap / 4.0
    stopped = np.argmax(rule & (n >= 8.0 * math.log(4.0 / delta)), axis=1) + 1
    assert stopped.mean() == pytest.approx(predicted, rel=0.05)
    assert np.argmax(rule, axis=1).max() == 0  # without the minimum, it stops at n = 1


def test_exploration_rounds_by_hand():
    log = math.log(80.0)
    assert bounds.exploration_rounds(0.25, 1.0, 0.05) == pytest.approx(128.0 * 16.0 * log)
    assert bounds.exploration_rounds(0.25, 0.0, 0.05) == pytest.approx(8.0 * log)
