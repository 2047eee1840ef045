"""Vector-valued sums, the elliptical potential and ridge residuals, against simulation.

`holds` fails by chance with probability at most 1e-6 if the true failure rate is at most delta.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import holds
from tests.concentration.samples import (
    rng,
)
from vaslb_edu import concentration as con

statistical = pytest.mark.statistical


def self_normalised_paths(trials, rounds, dim, ridge, noise, seed=5):
    """Norms of the sum of x_s eta_s in Z_t^{-1} for all t; x leans towards the sum: adaptive."""
    generator = rng(seed)
    inverse = np.tile(np.eye(dim) / ridge, (trials, 1, 1))
    total, log_det = np.zeros((trials, dim)), np.zeros(trials)
    norms, log_dets, potential = [], [], np.zeros(trials)
    for _ in range(rounds):
        lean = total / (1.0 + np.linalg.norm(total, axis=1, keepdims=True))
        x = lean + 0.5 * generator.normal(size=(trials, dim))
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        if noise == "gaussian":
            eta = generator.normal(size=trials)
        else:
            eta = generator.choice([-1.0, 1.0], size=trials)
        image = np.einsum("tij,tj->ti", inverse, x)
        width = np.sum(x * image, axis=1)
        potential += np.minimum(1.0, width)
        inverse -= image[:, :, None] * image[:, None, :] / (1.0 + width)[:, None, None]
        log_det += np.log1p(width)
        total += x * eta[:, None]
        norms.append(np.sqrt(np.einsum("ti,tij,tj->t", total, inverse, total)))
        log_dets.append(log_det.copy())
    return np.array(norms), np.array(log_dets), potential


@statistical
@pytest.mark.parametrize("noise", ["gaussian", "signs"])
@pytest.mark.parametrize("ridge", [1.0, 300.0])
def test_vector_radii_hold_at_all_times(noise, ridge):
    delta, dim, rounds = 0.2, 3, 150
    norms, log_dets, potential = self_normalised_paths(1_000, rounds, dim, ridge, noise)
    t = np.arange(1, rounds + 1)[:, None]
    radius = con.vector_self_normalised(log_dets, delta)
    printed = con.vector_bernstein(t, dim, delta, regulariser=ridge)
    assert holds(np.any(norms > radius, axis=0), delta)
    assert holds(np.any(norms > printed, axis=0), delta)
    assert np.all(log_dets <= con.log_det_bound(t, dim, ridge) + 1e-9)
    assert np.all(potential <= con.elliptical_potential(log_dets[-1]) + 1e-9)


def test_the_printed_vector_radius_is_valid_and_loose():
    t = np.unique(np.geomspace(1, 10**7, 60).round())
    for dim in (1, 3, 50):
        for delta in (0.9, 0.05, 1e-4):
            spread = con.log_det_bound(t, dim)
            assert np.all(
                con.vector_bernstein(t, dim, delta) > con.vector_self_normalised(spread, delta / 8)
            )
            # Before t L^2 reaches lambda: t in the place of lambda, as in the docstring.
            ridge = 1.01 * t
            early = con.vector_self_normalised(con.log_det_bound(t, dim, t), delta / (2.0 * t**2))
            shrink = np.sqrt(2.0 * t / (ridge + t))
            assert np.all(con.vector_bernstein(t, dim, delta, regulariser=ridge) > shrink * early)
            for floor in (1.0, dim**-0.5, 1e-3):
                self_normalised = con.vector_self_normalised(
                    con.log_det_bound(t, dim, 1.0, 1.0 / floor), delta
                )
                assert np.all(con.weighted_oful_radius(t, dim, delta, floor) > self_normalised)


def test_vector_radii_by_hand():
    assert con.vector_self_normalised(1.0, math.exp(-1.5), 3.0) == pytest.approx(6.0)
    expected = 8.0 * 2.0 * math.sqrt(3.0 * math.log(1.0 + 5.0 * 4.0 / 3.0) * math.log(200.0 / 0.1))
    assert con.vector_bernstein(5, 3, 0.1, 2.0, 1.0, 2.0) == pytest.approx(expected)
    # The printed radius of the algorithm is the one of the lemma at twice delta.
    assert con.weighted_oful_radius(7, 3, 0.1, 0.5) == pytest.approx(
        con.vector_bernstein(7, 3, 0.2, length=2.0)
    )


@given(
    seed=st.integers(0, 10**6),
    dim=st.integers(1, 4),
    rounds=st.integers(1, 60),
    ridge=st.floats(1e-3, 10.0),
    q=st.floats(0.01, 2.0),
)
def test_elliptical_potential_and_count(seed, dim, rounds, ridge, q):
    """Deterministic lemmas, tried on random vectors that may repeat."""
    generator = rng(seed)
    pool = generator.normal(size=(dim + 1, dim))
    pool /= np.maximum(1.0, np.linalg.norm(pool, axis=1, keepdims=True))
    matrix, potential, count = ridge * np.eye(dim), 0.0, 0
    for x in pool[generator.integers(0, dim + 1, size=rounds)]:
        width = x @ np.linalg.solve(matrix, x)
        potential += min(1.0, width)
        count += width >= q
        matrix += np.outer(x, x)
    log_det = max(0.0, np.linalg.slogdet(matrix)[1] - dim * math.log(ridge))
    sharp, printed = con.elliptical_potential(log_det), con.elliptical_potential(log_det, "printed")
    assert potential <= sharp + 1e-9
    assert sharp <= printed <= 2.0 * con.log_det_bound(rounds, dim, ridge) + 1e-9
    assert count <= con.elliptical_count(dim, q, ridge) + 1e-9


def test_elliptical_potential_is_attained():
    """One unit vector against lambda = 1: width 1, log-determinant ln 2."""
    assert con.elliptical_potential(math.log(2.0)) == pytest.approx(1.0)


def ridge_gap(trials, n, dim, ridge, sigma, noise, seed=6):
    """Squares of the noise minus squares of the ridge residuals; x and beta are unit vectors."""
    generator = rng(seed)
    x = generator.normal(size=(trials, n, dim)) * np.geomspace(1.0, 0.05, dim)
    x /= np.linalg.norm(x, axis=2, keepdims=True)
    beta = generator.normal(size=(trials, dim))
    beta /= np.linalg.norm(beta, axis=1, keepdims=True)
    draws = {
        "gaussian": generator.normal,
        "signs": lambda size: generator.choice([-1.0, 1.0], size),
    }
    eta = sigma * draws[noise](size=(trials, n))
    y = np.einsum("tnd,td->tn", x, beta) + eta
    matrix = np.einsum("tni,tnj->tij", x, x) + ridge * np.eye(dim)
    moment = np.einsum("tni,tn->ti", x, y)
    estimate = np.linalg.solve(matrix, moment[:, :, None])[:, :, 0]
    residuals = y - np.einsum("tnd,td->tn", x, estimate)
    return np.sum(eta**2, axis=1) - np.sum(residuals**2, axis=1)


@statistical
@pytest.mark.parametrize("noise", ["gaussian", "signs"])
@pytest.mark.parametrize(
    ("n", "dim", "ridge", "sigma"), [(40, 3, 1.0, 1.0), (20, 5, 10.0, 0.1), (30, 2, 0.1, 0.5)]
)
def test_ridge_residuals_corrected(noise, n, dim, ridge, sigma):
    delta = 0.1
    gap = ridge_gap(5_000, n, dim, ridge, sigma, noise)
    assert holds(np.abs(gap) > con.ridge_residuals(n, dim, delta, sigma, ridge), delta)
    assert gap.min() >= -ridge


@statistical
def test_ridge_residuals_printed_fails_when_samples_are_few():
    """The printed bound is negative there, and holds where samples are many."""
    gap = np.abs(ridge_gap(500, 2, 64, 10.0, 1.0, "gaussian"))
    assert con.ridge_residuals(2, 64, 0.1, 1.0, 10.0, "printed") < 0.0
    assert np.all(gap > con.ridge_residuals(2, 64, 0.1, 1.0, 10.0, "printed"))
    assert holds(gap > con.ridge_residuals(2, 64, 0.1, 1.0, 10.0), 0.1)
    many = np.abs(ridge_gap(5_000, 40, 3, 1.0, 1.0, "gaussian"))
    assert holds(many > con.ridge_residuals(40, 3, 0.1, form="printed"), 0.1)
