"""How much a Monte-Carlo test may see, so that chance alone hardly ever decides it.

A theorem allows a failure in a fraction `rate` of independent runs, and a test counts failures.
What it accepts comes from the exact tail of the binomial distribution. Means are compared with what
they should be in standard errors, by the normal distribution.
"""

import numpy as np
from scipy.stats import binom, norm

CHANCE = 1e-6
"""What one question leaves to chance; below 1e-4, since one test may ask up to a hundred."""


def allowed_failures(runs, rate, chance=CHANCE):
    """The smallest k with P(more than k failures in `runs` at this rate) <= chance."""
    return int(binom.isf(chance, runs, rate))


def overlooked(runs, rate, truth, chance=CHANCE):
    """The probability that `breaks` does not see a true rate that is larger than `rate`."""
    return binom.cdf(allowed_failures(runs, rate, chance), runs, truth)


def standard_errors(chance=CHANCE):
    """How far off, on either side, an unbiased normal estimate is with probability `chance`."""
    return norm.isf(chance / 2)


def holds(failed, rate, chance=CHANCE):
    """Are there no more failures than this rate explains?"""
    return np.sum(failed) <= allowed_failures(np.size(failed), rate, chance)


def breaks(failed, rate, chance=CHANCE):
    """Are there more failures than this rate explains?"""
    return not holds(failed, rate, chance)


def happens_at(seen, rate, chance=CHANCE):
    """Is this rate, neither less nor more, what was seen?"""
    seen = np.asarray(seen, dtype=bool)
    return holds(seen, rate, chance / 2) and holds(~seen, 1 - rate, chance / 2)


def near(values, mean, deviation, chance=CHANCE):
    """Is the mean of independent values, whose deviation is known, where it should be?"""
    error = deviation / np.sqrt(np.size(values))
    return abs(np.mean(values) - mean) <= standard_errors(chance) * error
