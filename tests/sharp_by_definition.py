"""The sharp version written a second time: slow, round by round, straight from its description.

Nothing is shared with the library but the game and the draw of the signs.
"""

import copy
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

    def absorb(self, remembered):
        for x, r, sigma in remembered:
            weight = 1 / max(sigma, self.floor) ** 2
            self.a = self.a + weight * np.outer(x, x)
            self.c = self.c + weight * r * x
        self.choose()

    def nonzero(self):
        inverse = np.linalg.inv(self.a)
        widths = self.beta * np.sqrt(np.diag(inverse))
        return {i for i, c in enumerate(inverse @ self.c) if abs(c) > widths[i]}


def naive_sharp(game, rng, delta=0.05, kappa=2.0, eta=0.125, rho=1.0, clip=3.0, revealed=True):
    """Play a game; return a row (kind, stop, support) for each phase."""
    d, support, learner, rows = game.dim, [], None, []
    sums, squares, weight = dict.fromkeys(range(d), 0.0), 0.0, 0.0
    commits, owed, sizes = 0, 0, []
    remembered, worth, look_at, told = [], 0.0, 1.25 * d, d <= 4
    share = delta / 2 if told else delta / 4

    floor = min(1e-3, 1 / math.sqrt(game.horizon))

    def promising():
        if len(remembered) <= d:
            return False
        least = worth / d * (1 - math.sqrt(d / len(remembered))) ** 2
        return d * math.log(1 + worth / d**2) < least / 16

    def look():
        if not support:
            whole = GrowingWeightedOFUL(d, share, floor)
        else:
            whole = copy.deepcopy(learner)
            whole.embed(support, list(range(d)))
        whole.absorb(remembered)
        return whole.nonzero() - set(support)

    def grow(added):
        nonlocal support, learner
        old, support = support, sorted({*support, *added})
        for i in added:
            del sums[i]
        if added and not old:
            learner = GrowingWeightedOFUL(len(support), share, floor)
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
                if not sums and not told and game.round - start == d:
                    if promising():
                        learner.absorb(remembered)
                    told = True
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
        spent, seen = until, set()
        limit = max(64, commits) if support else math.inf
        while (
            game.remaining
            and game.round - start < limit
            and weight < until * (1 - 1e-12)
            and not seen
        ):
            signs = RandomSigns.draw(phase_rng, 1, d, support, estimate, scale)
            y = signs.rows()[0]
            heard_now = game.play(y / np.linalg.norm(y))
            r, true_sigma = heard_now.rewards[0], heard_now.sigmas[0]
            sigma = true_sigma if revealed else (np.mean(sizes) if sizes else 0.0)
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
            if 6 * d / max(true_sigma, 1e-3) ** 2 >= worth:
                remembered.append((y, r, true_sigma))
                worth += 1 / max(true_sigma, 1e-3) ** 2
                if len(remembered) >= look_at:
                    seen = look() if promising() else set()
                    while len(remembered) >= look_at:
                        look_at *= 1.25
        owed = 0 if seen or weight >= until * (1 - 1e-12) else game.round - start
        budget -= rest**2 * (weight - before)
        found = passed | seen
        crowded = 2 * len(set(support) | found) > d
        grow(set(sums) if crowded or weight >= spent * (1 - 1e-12) else found)
        rows.append(("explore", game.round, tuple(support)))
    return rows
