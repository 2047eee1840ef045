"""Samples on which inequalities are tried: many trials of n draws each, with fixed seeds."""

import math

import numpy as np
import pytest


def rng(seed=0):
    return np.random.default_rng(seed)


def standard(trials, n, seed=0):
    """Standard Gaussians: many samples of like size, where the inequalities are tightest."""
    return rng(seed).normal(size=(trials, n))


def gaussian(trials, n, seed=0):
    """Gaussians whose deviations differ a hundredfold between samples."""
    generator = rng(seed)
    return generator.normal(size=(trials, n)) * 10.0 ** generator.uniform(-1.0, 1.0, size=n)


def heavy_signs(trials, n, seed=1):
    """Fair signs times heavy-tailed random scales: symmetric, and no variance to speak of."""
    generator = rng(seed)
    scales = np.abs(generator.standard_t(1.5, size=(trials, n)))
    return generator.choice([-1.0, 1.0], size=(trials, n)) * scales


SYMMETRIC = pytest.mark.parametrize("draw", [standard, gaussian, heavy_signs])


def centred(x):
    return np.sum((x - x.mean(axis=1, keepdims=True)) ** 2, axis=1)


def uniform(trials, n, seed=2):
    """Uniform variables with their deviations; a uniform one is sub-Gaussian with its variance."""
    generator = rng(seed)
    sigma = generator.uniform(0.1, 1.0, size=n)
    return generator.uniform(-1.0, 1.0, size=(trials, n)) * sigma * math.sqrt(3.0), sigma


def normal(trials, n, seed=3):
    generator = rng(seed)
    sigma = generator.uniform(0.1, 1.0, size=n)
    return generator.normal(size=(trials, n)) * sigma, sigma


def signs(trials, n, seed=4):
    generator = rng(seed)
    sigma = generator.uniform(0.1, 1.0, size=n)
    return generator.choice([-1.0, 1.0], size=(trials, n)) * sigma, sigma
