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


class Rounds:
    """A made-up past: a few actions, repeated, with the rewards of each."""

    def __init__(self, seed, dim, theta=None, sigma=0.3, epochs=5, longest=30):
        rng = np.random.default_rng(seed)
        self.theta = rng.normal(size=dim) if theta is None else np.asarray(theta)
        if theta is None:
            self.theta *= rng.uniform(0.2, 1.0) / np.linalg.norm(self.theta)
        self.epochs = []
        for _ in range(epochs):
            x = rng.normal(size=dim)
            x /= np.linalg.norm(x)
            count = int(rng.integers(1, longest))
            self.epochs.append((x, x @ self.theta + sigma * rng.normal(size=count)))

    def feed(self, sums):
        for x, rewards in self.epochs:
            sums.add(x, len(rewards), float(rewards.sum()), float((rewards**2).sum()))
        return sums

    @property
    def actions(self):
        return np.concatenate([np.tile(x, (len(r), 1)) for x, r in self.epochs])

    @property
    def rewards(self):
        return np.concatenate([r for _, r in self.epochs])


def random_ball(rng, count, dim):
    """Points spread over the unit ball."""
    points = rng.normal(size=(count, dim))
    return points * (rng.random(count) ** (1 / dim) / np.linalg.norm(points, axis=1))[:, None]
