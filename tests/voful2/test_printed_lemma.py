"""Lemma 29 of the paper, with its constant: who satisfies the conditions is near in the W-norm."""

import math

import numpy as np
import pytest

from vaslb_edu.bounds import voful2_width


def clipped(values, level):
    return np.sign(values) * np.minimum(np.abs(values), 2.0**-level)


@pytest.mark.parametrize("seed", range(300))
def test_lemma_29_with_constant_8(seed):
    """Any past, any theta: take the least iota with which theta and theta* satisfy the condition.

    No chance is involved: the lemma is arithmetic, and random pasts only look for its limits.
    """
    rng = np.random.default_rng(seed)
    dim, rounds, level = rng.integers(1, 4), rng.integers(1, 60), rng.integers(1, 9)
    plays = rng.normal(size=(rounds, dim))
    plays /= np.linalg.norm(plays, axis=1, keepdims=True)
    truth, other = (v / max(1.0, np.linalg.norm(v)) for v in rng.normal(size=(2, dim)))
    noise = rng.choice([0.0, 0.01, 1.0]) * rng.normal(size=rounds)
    mu = other - truth
    weights = clipped(plays @ mu, level)
    needed = [1.0]
    for residuals in (noise, noise - plays @ mu):  # of theta*, and of theta
        squares = np.sum(weights**2 * residuals**2)
        if squares > 0:
            needed.append(np.sum(weights * residuals) ** 2 / squares)
    iota = max(needed)
    width = mu @ mu * 2.0**-level + np.sum(weights * (plays @ mu))
    bound = float(voful2_width(level, np.sum(noise**2), iota))
    assert width <= bound * (1 + 1e-12)
    # the consequence: for an action that mu moves by 2^-level at least
    clip = np.minimum(1.0, 2.0**-level / np.maximum(np.abs(plays @ mu), 1e-300))
    matrix = 2.0**-level * np.eye(dim) + (clip * plays.T) @ plays
    for action in (*plays, mu / max(np.linalg.norm(mu), 1e-300)):
        if action @ mu >= 2.0**-level:
            spread = action @ np.linalg.solve(matrix, action)
            most = 8 * spread * (math.sqrt(np.sum(noise**2) * iota) + iota)
            assert action @ mu <= most * (1 + 1e-9)


def test_voful2_width_by_hand():
    assert float(voful2_width(2, 9.0, 4.0)) == pytest.approx(
        (2 * (1 + math.sqrt(2)) * 6.0 + 4 * 4.0 + 4.0) / 4
    )
