"""Sparse OFUL: its regressor against one regression a support, its set against its definition."""

import itertools
import math

import numpy as np
import pytest

from tests.chance import holds
from tests.watched_games import DELTA, SCHEDULES, play
from vaslb_edu import SparseLinearBandit, SparseOFUL, simulate, sparse_parameter
from vaslb_edu.rivals.support_mixture import SupportMixture, log_prior, number_of_supports


def by_definition(actions, values, dim, sparsity, bound, ridge):
    """The predictions of the mixture, each forecaster a ridge regression of its own."""
    supports = [J for k in range(sparsity + 1) for J in itertools.combinations(range(dim), k)]
    prior = np.array([2.0 ** -len(J) / math.comb(dim, len(J)) for J in supports])
    errors, predictions = np.zeros(len(supports)), []
    for t, (action, value) in enumerate(zip(actions, values, strict=True)):
        forecasts = np.zeros(len(supports))
        for place, J in enumerate(map(list, supports)):
            if J and t:
                past, now = actions[:t, J], actions[: t + 1, J]
                gram = ridge * np.eye(len(J)) + now.T @ now
                forecasts[place] = action[J] @ np.linalg.solve(gram, past.T @ values[:t])
        forecasts = np.clip(forecasts, -bound, bound)
        weights = prior * np.exp(-errors / (8 * bound**2))
        predictions.append(weights @ forecasts / weights.sum())
        errors += (value - forecasts) ** 2
    return np.array(predictions)


def predictions(mixture, actions, values):
    out = []
    for action, value in zip(actions, values, strict=True):
        out.append(mixture.predict(action))
        mixture.learn(value)
    return np.array(out)


def rounds(seed, dim, count, bound):
    rng = np.random.default_rng(seed)
    actions = rng.normal(size=(count, dim))
    actions /= np.linalg.norm(actions, axis=1)[:, None]
    return actions, np.clip(2.0 * actions[:, 0] + 0.3 * rng.normal(size=count), -bound, bound)


def test_two_rounds_by_hand():
    """In one dimension: no support (2/3) predicts 0, {0} (1/3) predicts 1/(1 + 2)."""
    mixture = SupportMixture(1, 1, bound=1.0)
    assert mixture.predict(np.ones(1)) == 0.0
    mixture.learn(1.0)
    assert mixture.predict(np.ones(1)) == pytest.approx(1 / 9)


@pytest.mark.parametrize(("dim", "sparsity", "bound"), [(4, 2, 1.0), (3, 3, 5.0), (5, 1, 0.7)])
def test_the_mixture_is_that_of_one_regression_a_support(dim, sparsity, bound):
    actions, values = rounds(1, dim, 60, bound)
    expected = by_definition(actions, values, dim, sparsity, bound, ridge=0.5)
    mixture = SupportMixture(dim, sparsity, bound, ridge=0.5)
    np.testing.assert_allclose(predictions(mixture, actions, values), expected, atol=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_its_regret_is_below_its_bound_for_values_of_any_kind(seed):
    """The bound is no statement about chance: signs chosen against it will not break it."""
    dim, sparsity, bound = 5, 2, 1.5
    actions, values = rounds(seed, dim, 400, bound)
    mixture, errors = SupportMixture(dim, sparsity, bound), 0.0
    for t, action in enumerate(actions):
        predicted = mixture.predict(action)
        if seed % 2:  # the value that hurts most
            values[t] = -bound if predicted > 0 else bound
        errors += (values[t] - predicted) ** 2
        mixture.learn(values[t])
    for J in itertools.combinations(range(dim), sparsity):
        theta, *_ = np.linalg.lstsq(actions[:, J], values, rcond=None)
        best = np.sum((values - actions[:, J] @ theta) ** 2)
        assert errors <= best + mixture.regret_bound(400, float(np.linalg.norm(theta)))


def test_the_prior_is_a_distribution():
    shares = [math.comb(7, k) * math.exp(log_prior(k, 7, 3)) for k in range(4)]
    assert sum(shares) == pytest.approx(1.0)
    assert shares[1] == pytest.approx(shares[0] / 2)
    assert number_of_supports(7, 3) == 1 + 7 + 21 + 35


def test_the_set_in_force_is_the_one_defined():
    """||theta||^2 + sum (y-hat - <theta, x>)^2 <= beta, at points all around its edge."""
    theta = sparse_parameter(4, [0.8, -0.6])
    running = SparseOFUL(2, growth=1e-9).fresh(4, 0.1, 50)
    game = SparseLinearBandit(theta, 0.4, 50, seed=2)
    actions, predicted = [], []
    for _ in range(50):
        action = running.act()
        mirror = SupportMixture(4, 2, running._regressor.bound)
        feedback = game.play(action)
        actions.append(action)
        running.take(feedback)
        predicted.append(feedback.rewards[0])
    predicted = predictions(mirror, np.array(actions), np.array(predicted))
    beta, rng = running._budget(), np.random.default_rng(0)
    inside = []
    for _ in range(400):
        point = running.ellipsoid.center + rng.normal(size=4) * 10.0 ** rng.uniform(-1, 2)
        lhs = point @ point + np.sum((predicted - np.array(actions) @ point) ** 2)
        assert running.ellipsoid.contains(point) == (lhs <= beta)
        inside.append(lhs <= beta)
    assert 50 < sum(inside) < 350  # both happen


@pytest.mark.slow
@pytest.mark.statistical
@pytest.mark.parametrize("name", SCHEDULES)
def test_a_sparse_theta_is_in_every_set(name):
    """With probability 0.9 at least, by the theorem; `holds` leaves 1e-6 to chance."""
    missed = []
    for seed in range(25):
        theta = sparse_parameter(5, [0.8, -0.6], seed=seed)
        inside, regret, bound = play(SparseOFUL(2), theta, SCHEDULES[name], seed, horizon=300)
        missed.append(not inside)
        assert not inside or np.all(regret <= bound + 1e-9)
    assert holds(missed, DELTA)


def test_a_mixture_too_large_is_refused_with_its_size():
    with pytest.raises(ValueError, match=r"got 679,121 for sparsity = 4 in dimension 64"):
        simulate(SparseOFUL(4), sparse_parameter(64, [1.0]), 0.1, 100)


@pytest.mark.parametrize("options", [{"sparsity": 0}, {"sparsity": 2, "delta": 0.6}])
def test_bad_options_are_refused(options):
    with pytest.raises(ValueError, match=f"{list(options)[-1]} must be"):
        SparseOFUL(**options)
