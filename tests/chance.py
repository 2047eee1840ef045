"""How often a Monte-Carlo test may see a failure, so that chance alone hardly ever decides it.

A theorem allows a failure in a fraction `rate` of independent runs. A test counts the failures. The
number it accepts is the smallest that a true rate of `rate` exceeds with probability at most
`chance`: the exact tail of the binomial distribution, no approximation.
"""

import numpy as np
from scipy.stats import binom

CHANCE = 1e-6
"""What `holds` and `breaks` leave to chance; below 1e-4, since one test may ask many times."""


def allowed_failures(runs, rate, chance=CHANCE):
    """The smallest k with P(more than k failures in `runs` at this rate) <= chance."""
    return int(binom.isf(chance, runs, rate))


def holds(failed, rate, chance=CHANCE):
    """Are there no more failures than this rate explains?"""
    return np.sum(failed) <= allowed_failures(np.size(failed), rate, chance)


def breaks(failed, rate, chance=CHANCE):
    """Are there more failures than this rate explains?"""
    return not holds(failed, rate, chance)
