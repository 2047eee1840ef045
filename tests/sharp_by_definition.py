"""The sharp version written a second time: slow, round by round, straight from its description.

Nothing is shared with the library but the game and the draw of the signs.
"""

import math

import numpy as np

from tests.vaslb_by_definition import NaiveWeightedOFUL
from vaslb_edu.actions import RandomSigns


class GrowingWeightedOFUL(NaiveWeightedOFUL):
    """The plain learner with a certificate, and with room for more coordinates."""

    def certificate(self):
        middle = self.x @ np.linalg.solve(self.frozen, self.frozen_c)
        half = self.beta * math.sqrt(self.x @ np.linalg.solve(self.frozen, self.x))
        return np.clip(middle - half, -1, 1), np.clip(middle + half, -1, 1)

    def choose(self):
        self.frozen_c = self.c.copy()
        super().choose()

    def embed(self, old, new):
        places = [new.index(i) for i in old]
        a, c = np.eye(len(new)), np.zeros(len(new))
        for j, p in enumerate(places):
            c[p] = self.c[j]
            for k, q in enumerate(places):
                a[p, q] = self.a[j, k]
        self.a, self.c = a, c
        self.choose()


def naive_sharp(game, rng, delta=0.05, kappa=2.0, eta=0.125, rho=1.0, clip=3.0, revealed=True):
    """Play a game; return a row (kind, stop, support) for each phase."""
    d, support, learner, rows = game.dim, [], None, []
    sums, squares, weight = dict.fromkeys(range(d), 0.0), 0.0, 0.0
    commits, owed, sizes = 0, 0, []

    def grow(added):
        nonlocal support, learner
        old, support = support, sorted({*support, *added})
        for i in added:
            del sums[i]
        if added and not old:
            floor = min(1e-3, 1 / math.sqrt(game.horizon))
            learner = GrowingWeightedOFUL(len(support), delta / 2, floor)
        elif added:
            learner.embed(old, support)

    def explore_next():
        if not sums:
            return False
        low, high = learner.certificate()
        return high - low < kappa * (1 - high)

    budget = 6.0 * (d - 4)
    if budget <= 0:
        grow(list(sums))
    while game.remaining:
        start = game.round
        if support and (owed or not explore_next()):
            while game.remaining:
                x = np.zeros(d)
                x[support] = learner.x
                seen = game.play(x)
                learner.learn(seen.rewards[0], seen.sigmas[0])
                commits += 1
                if game.round - start >= owed and explore_next():
                    break
            owed = 0
            rows.append(("commit", game.round, tuple(support)))
            continue
        low = max(0.0, learner.certificate()[0]) if support else 0.0
        estimate = low * learner.x if support else np.zeros(0)
        k, rest = len(sums), 1 - low**2
        scale, phase_rng = math.sqrt(rest / k), rng.spawn(1)[0]
        passed, before, until, heard = set(), weight, weight + budget / rest**2, []
        spent = until
        limit = max(64, commits) if support else math.inf
        while game.remaining and game.round - start < limit and weight < until * (1 - 1e-12):
            signs = RandomSigns.draw(phase_rng, 1, d, support, estimate, scale)
            y = signs.rows()[0]
            seen = game.play(y / np.linalg.norm(y))
            r = seen.rewards[0]
            sigma = seen.sigmas[0] if revealed else (np.mean(sizes) if sizes else 0.0)
            plain = np.mean([h[0] for h in heard]) if heard else 0.0
            if not support:
                sizes.append(abs(r))
            elif heard:
                sizes.append(abs(r - plain))
            trust = 1 / (rest + k * sigma**2 / rest)
            w, u = trust, r / scale
            if support:
                total = sum(h[1] for h in heard)
                mean = sum(h[0] * h[1] for h in heard) / total if heard else 0.0
                w, u = trust * total / (total + trust), (r - mean) / scale
            heard.append((r, trust))
            if clip is not None and w > 0:
                u = min(max(u, -clip / math.sqrt(w)), clip / math.sqrt(w))
            weight += w
            squares += (w * u) ** 2
            log = math.log((squares + rho) / rho) + 2 * math.log(2 * d / delta)
            for sign, i in zip(signs.signs()[0], sorted(sums), strict=True):
                sums[i] += w * u * sign
                if sums[i] ** 2 > (squares + rho) * log:
                    passed.add(i)
            if passed and until == spent:
                until = min(spent, (1 + eta) * weight)
        owed = 0 if weight >= until * (1 - 1e-12) else game.round - start
        budget -= rest**2 * (weight - before)
        grow(set(sums) if weight >= spent * (1 - 1e-12) else passed)
        rows.append(("explore", game.round, tuple(support)))
    return rows
