"""The confidence set of VOFUL2 written a second time, a round at a time, straight from the paper.

Nothing is shared with the library. The fast code is compared with this.
"""

import numpy as np


def clip(values, level):
    """(z)_l: cut off at 2^-l, the sign kept."""
    return np.sign(values) * np.minimum(np.abs(values), 2.0**-level)


def in_set(theta, actions, rewards, directions, levels, iota):
    """Theta_t with the paper's levels 1..L, and half of every direction as well."""
    residuals = rewards - actions @ theta
    for level in range(1, levels + 1):
        for length in (1.0, 0.5):
            weighed = clip(length * directions @ actions.T, level) * residuals
            room = np.sqrt(iota * np.sum(weighed**2, axis=1)) + 1e-9
            if np.any(np.abs(np.sum(weighed, axis=1)) > room):
                return False
    return True
