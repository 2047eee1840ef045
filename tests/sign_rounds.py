"""Rounds of random signs with every kind of noise, for tests of what signs can tell.

A round has a sign for each coordinate and one residual: the coefficients with these signs, plus
noise that was drawn before the signs. `NOISES` make the noise of many games at once, as an array
of shape (games, rounds); the last kind depends on the past.
"""

import numpy as np


def gaussian(rng, games, rounds):
    return rng.normal(size=(games, rounds))


def student(rng, games, rounds):
    """Student's t with 1.5 degrees of freedom: a mean, but no variance."""
    return rng.standard_t(1.5, size=(games, rounds))


def cauchy(rng, games, rounds):
    return rng.standard_cauchy(size=(games, rounds))


def one_sided(rng, games, rounds):
    """Never negative, and mostly near 0: neither symmetric nor centred."""
    return rng.exponential(size=(games, rounds)) ** 3


def growing(rng, games, rounds):
    """Every round a little louder than the one before."""
    return rng.normal(size=(games, rounds)) * 1.01 ** np.arange(rounds)


NOISES = {
    "gaussian": gaussian,
    "student": student,
    "cauchy": cauchy,
    "one-sided": one_sided,
    "growing": growing,
}


def fair_signs(rng, games, rounds, count):
    return rng.choice([-1.0, 1.0], size=(games, rounds, count))
