"""Weighted OFUL the plain way: `eigh` and sixty bisections a round, one round at a time."""

import math

import numpy as np


def plain_weighted_oful(theta: np.ndarray, sigma: float, rounds: int, delta: float = 0.05) -> float:
    """Play and return the regret."""
    d, rng, weight, regret = len(theta), np.random.default_rng(0), 1.0 / sigma**2, 0.0
    matrix, moment = np.eye(d), np.zeros(d)
    moment[0] = 1e-6  # off the hard case, which bisection does not handle
    for _ in range(rounds):
        eigenvalues, axes = np.linalg.eigh(matrix)
        center = axes.T @ moment / eigenvalues
        radius = math.sqrt(2 * math.log(1 / delta) + np.sum(np.log(eigenvalues))) + 1
        kappa = eigenvalues / eigenvalues[0] - 1
        low, high = 0.0, math.sqrt(np.sum(eigenvalues * center**2)) / radius
        for _ in range(60):
            nu = (low + high) / 2
            step = center / (kappa + nu * (kappa + 1))
            if np.sum(eigenvalues * step**2) > radius**2:
                low = nu
            else:
                high = nu
        longest = axes @ (center + center / (kappa + high * (kappa + 1)))
        action = longest / np.linalg.norm(longest)
        reward = action @ theta + sigma * rng.standard_normal()
        matrix += weight * np.outer(action, action)
        moment += weight * reward * action
        regret += 1 - action @ theta
    return regret
