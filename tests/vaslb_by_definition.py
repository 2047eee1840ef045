"""VASLB and Weighted OFUL written a second time: slow, round by round, straight from the listing.

Nothing is shared with the library but the game and the draw of the signs. The fast code is
compared with this.
"""

import math

import numpy as np

from vaslb_edu.actions import RandomSigns


def longest_by_bisection(matrix, center, radius):
    """Longest point of an ellipsoid by plain bisection on the multiplier; the matrix is at least I.

    Coordinates that were never asked are axes of it, with the centre at 0: where these are the
    longest, both ends of all of them are equally long. Take the upper end of the first.
    """
    asked = (matrix != np.eye(len(matrix))).any(axis=0)
    lam, axes = np.linalg.eigh(matrix[np.ix_(asked, asked)])
    b, longest = axes.T @ center[asked], np.zeros(len(matrix))
    kappa = lam / (lam[0] if asked.all() else 1.0) - 1
    if not asked.all() or abs(b[0]) < 1e-13:
        u = np.divide(b, kappa, out=np.zeros_like(b), where=kappa > 1e-12)
        spare = radius**2 - np.sum(lam * u**2)
        if spare > 0 and not asked.all():
            longest[asked], longest[np.flatnonzero(~asked)[0]] = axes @ (b + u), math.sqrt(spare)
            return longest
        if spare > 0:
            u[0] = math.sqrt(spare / lam[0])
            return axes @ (b + u)
    low, high = 0.0, math.sqrt(np.sum(lam * b**2)) / radius
    for _ in range(200):
        nu = (low + high) / 2
        phi = np.sum(lam * (b / (kappa + nu * (kappa + 1))) ** 2)
        low, high = (nu, high) if phi > radius**2 else (low, nu)
    longest[asked] = axes @ (b + b / (kappa + high * (kappa + 1)))
    return longest


class NaiveWeightedOFUL:
    """Self-normalised radius, optimism gap, rare switching, one round at a time."""

    def __init__(self, dim, delta, floor=1e-3):
        self.a, self.c = np.eye(dim), np.zeros(dim)
        self.delta, self.floor, self.bound = delta, floor, 0.0
        self.frozen_det = 1.0
        self.choose()

    def choose(self):
        self.frozen = self.a.copy()
        log_det = np.linalg.slogdet(self.a)[1]
        self.frozen_det = log_det
        self.beta = math.sqrt(2 * math.log(1 / self.delta) + log_det) + 1
        center = np.linalg.solve(self.a, self.c)
        if not center.any():
            longest = np.eye(len(center))[0]
        else:
            longest = longest_by_bisection(self.a, center, self.beta)
        self.x = longest / np.linalg.norm(longest)

    def learn(self, reward, sigma):
        width = math.sqrt(self.x @ np.linalg.solve(self.frozen, self.x))
        self.bound += min(2.0, 2 * self.beta * width)
        weight = 1 / max(sigma, self.floor) ** 2
        self.a += weight * np.outer(self.x, self.x)
        self.c += weight * reward * self.x
        if np.linalg.slogdet(self.a)[1] >= self.frozen_det + math.log(2) - 1e-12:
            self.choose()


def naive_vaslb(game, rng, delta=0.05, gap=0.25, patient=True):
    """Algorithm 1 with the repairs, a round at a time; returns (kind, gap, stop, support) rows."""
    support, estimate, rows = [], np.zeros(0), []
    while game.remaining:
        if support:
            learner, n, reward, plays = NaiveWeightedOFUL(len(support), delta), 0, 0.0, 0.0
            variance = 0.0
            while game.remaining:
                x = np.zeros(game.dim)
                x[support] = learner.x
                plays = plays + learner.x
                seen = game.play(x)
                learner.learn(seen.rewards[0], seen.sigmas[0])
                n, reward = n + 1, reward + seen.rewards[0]
                variance += seen.sigmas[0] ** 2
                noise = math.sqrt(2 * variance * math.log(2 * n * (n + 1) / delta))
                if max(learner.bound, noise if patient else 0.0) < n * gap**2:
                    break
            estimate = (reward / n) * plays / n
            estimate /= max(1.0, np.linalg.norm(estimate))
            rows.append(("commit", gap, game.round, tuple(support)))
        if game.remaining and len(support) < game.dim and gap**2 <= 1 - estimate @ estimate:
            phase_rng = rng.spawn(1)[0]
            others = [i for i in range(game.dim) if i not in support]
            k, r2 = len(others), 1 - estimate @ estimate
            heard, vectors = [], []
            done = False
            while game.remaining and not done:
                y = RandomSigns.draw(
                    phase_rng, 1, game.dim, support, estimate, math.sqrt(r2 / k)
                ).rows()[0]
                reward = game.play(y / np.linalg.norm(y)).rewards[0]
                if not support:
                    vectors.append(k / r2 * reward * y[others])
                elif heard:
                    vectors.append(k / r2 * (reward - np.mean(heard)) * y[others])
                heard.append(reward)
                n = len(vectors)
                if n >= 8 * math.log(4 / delta):
                    spread = n * np.var(vectors, axis=0)
                    done = bool(np.all(2 * np.sqrt(2 * spread * math.log(4 / delta)) < n * gap / 4))
            if done:
                mean = np.mean(vectors, axis=0)
                support = sorted(support + list(np.array(others)[np.abs(mean) > gap]))
            rows.append(("explore", gap, game.round, tuple(support)))
        gap /= 2
    return rows
