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
    asking, complete, drowned, asked, paid = 0, False, False, 0, 0.0
    share = delta / 2 if told else delta / 4

    floor = min(1e-3, 1 / math.sqrt(game.horizon))

    def promising():
        if len(remembered) <= d:
            return False
        least = worth / d * (1 - math.sqrt(d / len(remembered))) ** 2
        return d * math.log(1 + worth / d**2) < least / 16

    def quietest():
        return max((1 / max(sigma, 1e-3) ** 2 for _, _, sigma in remembered), default=0.0)

    def half_known(rest):
        if told or complete or asking >= d or paid < d / 4 or rest < 1 / 16:
            return False
        return worth >= (d - 1) / 2 * quietest() and d < quietest() / 16

    def unasked():
        """Projections on what is left, each round taking its direction out of it."""
        free = sorted(sums)
        left, questions = np.eye(len(free)), []
        for x, _, sigma in remembered:
            row = x[free]
            new = left @ row
            quiet = 4 / max(sigma, 1e-3) ** 2 >= quietest() - 1e-3
            if quiet and new @ new >= row @ row / 16 - 1e-9 and row @ row > 0:
                left = left - np.outer(new, new) / (new @ new)
        while np.trace(left) > 0.5:
            lengths = np.diag(left)
            new = left[:, np.flatnonzero(lengths > lengths.max() - 1e-9)[0]]
            questions.append(new / np.linalg.norm(new))
            left = left - np.outer(questions[-1], questions[-1])
        return questions

    def remember(x, r, sigma, price=0.0):
        """Say whether it is time to look."""
        nonlocal worth, look_at, drowned, paid
        value = 1 / max(sigma, 1e-3) ** 2
        drowned = drowned or (complete and 6 * d * value < quietest())
        if told or 6 * d * value < worth:
            return False
        remembered.append((x, r, sigma))
        worth += value
        paid += price
        due = len(remembered) >= look_at
        while len(remembered) >= look_at:
            look_at *= 1.25
        return due and promising()

    def all_together():
        if not support:
            whole = GrowingWeightedOFUL(d, share, floor)
        else:
            whole = copy.deepcopy(learner)
            whole.embed(support, list(range(d)))
        whole.absorb(remembered)
        return whole

    def look():
        return all_together().nonzero() - set(support)

    def width(one):
        low, high = one.certificate()
        return high - low

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
            aside = -1  # how many rounds it may still ask its own questions, if it does
            if not told and len(support) != asked and (complete or (not sums and promising())):
                asked = len(support)
                aside, alone = min(4 * asked, d), width(all_together())
            while game.remaining:
                x = np.zeros(d)
                x[support] = learner.x
                seen = game.play(x)
                learner.learn(seen.rewards[0], seen.sigmas[0])
                commits += 1
                if aside > 0:
                    aside -= 1
                    if asked < d and width(learner) < alone:
                        aside = -1
                    elif aside == 0 or not game.remaining:
                        learner, support = all_together(), list(range(d))
                        sums.clear()
                        told, aside = True, -1
                    continue
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
        spent, seen, over, heard_loud = until, set(), False, drowned
        limit = max(64, commits) if support else math.inf
        while (
            game.remaining
            and game.round - start < limit
            and weight < until * (1 - 1e-12)
            and not (seen or over)
        ):
            if half_known(rest):
                questions = unasked()
                while questions and game.remaining and game.round - start < limit and asking < d:
                    room = int(min(len(questions), game.remaining, limit - game.round + start))
                    for question in questions[: min(room, d - asking)]:
                        y = np.zeros(d)
                        y[support], y[sorted(sums)] = estimate, math.sqrt(rest) * question
                        answer = game.play(y)
                        remember(y, answer.rewards[0], answer.sigmas[0])
                        asking += 1
                    questions = unasked()
                complete = not questions
                seen = look() if complete else set()
                phase_rng = phase_rng.spawn(1)[0]
                if seen or not game.remaining or game.round - start >= limit:
                    break
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
            price = rest**2 / (rest + k * true_sigma**2 / rest)
            seen = look() if remember(y, r, true_sigma, price) else set()
            if drowned and not heard_loud:
                heard_loud = True
                over = all_together().certificate()[0] > low
        owed = 0 if seen or over or weight >= until * (1 - 1e-12) else game.round - start
        budget -= rest**2 * (weight - before)
        found = passed | seen
        everybody = 2 * len(set(support) | found) > d or over
        grow(set(sums) if everybody or weight >= spent * (1 - 1e-12) else found)
        rows.append(("explore", game.round, tuple(support)))
    return rows
