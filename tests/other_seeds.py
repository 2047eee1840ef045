"""A pytest plugin that moves every seed, to find tests that leave something to chance in silence.

``python -m pytest -p tests.other_seeds --other-seeds 1000 -m "not statistical" tests``

Every generator that is made from a number is then another one. A test without the mark
`statistical` should still pass, unless it compares with numbers of one fixed run.
"""

import numpy as np

NUMBER = (int, np.integer)


def pytest_addoption(parser):
    parser.addoption("--other-seeds", type=int, default=0, help="what is added to every seed")


def pytest_configure(config):
    shift = config.getoption("--other-seeds")
    if shift:
        np.random.default_rng = moved(np.random.default_rng, shift)
        np.random.SeedSequence = moved(np.random.SeedSequence, shift)


def moved(maker, shift):
    """Return what makes generators or sequences from seeds that are moved by `shift`."""

    def make(seed=None, **options):
        return maker(seed + shift if isinstance(seed, NUMBER) else seed, **options)

    return make
