"""Made-up pasts and random points, for tests that compare the set with its definition."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

FEW = settings(max_examples=30)
dims = st.integers(1, 4)
seeds = st.integers(0, 10**6)


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


def random_units(rng, count, dim):
    """Directions spread over the unit sphere."""
    points = rng.normal(size=(count, dim))
    return points / np.linalg.norm(points, axis=1, keepdims=True)
