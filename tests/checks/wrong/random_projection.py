"""More wrong answers to `random_projection`: words of the message that is due, and the answer."""

import math

import numpy as np


def outside(x, support):
    return np.delete(x, list(support), axis=1)


def estimates(factor=lambda k, rest: k / rest, of=lambda r, c: r - c, columns=outside):
    def answer(x, r, c, support):
        y = outside(x, support)
        k, rest = y.shape[1], float(y[0] @ y[0])
        return factor(k, rest) * of(r, c)[:, None] * columns(x, support)

    return answer


def zeros_in_support(x, r, c, support):
    full = np.zeros_like(x)
    full[:, [i for i in range(x.shape[1]) if i not in support]] = estimates()(x, r, c, support)
    return full


def before(r):
    return np.cumsum(r)[:-1] / np.arange(1, len(r))


def radius(level=lambda d: math.log(2 / d), pays=lambda n, level: n / (n - 2 * level), v=None):
    def answer(x, delta):
        n, lv = len(x), level(delta)
        if n <= 2 * math.log(2 / delta):
            return math.inf
        squares = np.sum((x - np.mean(x)) ** 2) if v is None else v(x)
        return math.sqrt(2 * lv * squares * pays(n, lv))

    return answer


def stops(level=lambda d: math.log(4 / d), wait=lambda d: 8 * math.log(4 / d), of=max, root=True):
    def answer(scatters, n, gap, delta):
        square = 8 * of(scatters) * level(delta)
        return bool(n >= wait(delta) and (math.sqrt(square) if root else square) < n * gap / 4)

    return answer


def two(delta):
    return math.log(2 / delta)


NAMED = {
    "explore_actions": {
        "should have 2 dimension(s)": lambda e, s, d, n, rng: (1, 2),
    },
    "project": {
        "The columns of S are still there: only": estimates(columns=lambda x, support: x),
        "divided by what is known": lambda x, r, c, support: (r - c)[:, None] / x,
        "kept the columns of S": lambda x, r, c, support: (r - c)[:, None] * x[:, list(support)],
        "as zeros": zeros_in_support,
        "left the action out": lambda x, r, c, support: np.repeat(
            (r - c)[:, None], x.shape[1] - len(support), axis=1
        ),
        "mean of all baselines": estimates(of=lambda r, c: r - np.mean(c)),
        "has seen the present round": estimates(of=lambda r, c: r - np.mean(r)),
        "the reward is missing": estimates(of=lambda r, c: -c),
        "K is lost": estimates(lambda k, rest: 1 / rest),
        "is R²/K where": estimates(lambda k, rest: rest / k),
        "is K²/R² where": estimates(lambda k, rest: k**2 / rest),
        "number of rounds": lambda x, r, c, support: estimates()(x, r, c, support) / len(x),
    },
    "running_baselines": {
        "begins with 0": lambda r: np.append([0.0], before(r)),
        "begins with r_1": lambda r: np.append([r[0]], before(r)),
        "r_1 counts from the first": lambda r: np.append([0.0], before(r[1:])),
        "begin a round late": lambda r: before(r[1:]),
        "r_1 counts in every": lambda r: np.cumsum(r[1:]) / np.arange(1, len(r)),
        "divide by n everywhere": lambda r: np.cumsum(r)[:-1] / len(r),
        "divide by n - 1 everywhere": lambda r: np.cumsum(r)[:-1] / (len(r) - 1),
        "a baseline looks back": lambda r: [np.mean(r[k:]) for k in range(1, len(r))],
        "baseline of every round": lambda r: [r[0]] * (len(r) - 1),
        "what is left, r - c": lambda r: r[1:] - before(r),
    },
    "scatter": {
        "You add n times": lambda q, sums, n, scale: (q + sums**2 / n) / scale**2,
        "You subtract sums/n": lambda q, sums, n, scale: (q - sums / n) / scale**2,
        "divides the squares alone": lambda q, sums, n, scale: q / scale**2 - sums**2 / n,
        "divides the sums alone": lambda q, sums, n, scale: q - (sums / scale) ** 2 / n,
        "standard deviation": lambda q, sums, n, scale: (
            np.sqrt(np.abs(q / n - (sums / n) ** 2)) / scale
        ),
        "squares come first": lambda q, sums, n, scale: (sums**2 / n - q) / scale**2,
        "You squared `squares`": lambda q, sums, n, scale: (q**2 - sums**2 / n) / scale**2,
        "divide the squares by n": lambda q, sums, n, scale: (q - sums**2) / n / scale**2,
    },
    "bernstein_radius": {
        "took ln(4/δ)": radius(lambda d: math.log(4 / d)),
        "is upside down": radius(pays=lambda n, lv: (n - 2 * lv) / n),
        "you squared it": radius(pays=lambda n, lv: (n / (n - 2 * lv)) ** 2),
        "you have n/(n - L)": radius(pays=lambda n, lv: n / (n - lv)),
        "with a minus": radius(pays=lambda n, lv: n / (n + 2 * lv)),
        "ddof=1": radius(v=lambda x: len(x) * np.var(x, ddof=1)),
        "base 2": radius(lambda d: math.log2(2 / d), lambda n, lv: n / (n - 2 * lv)),
        "Twice too wide": lambda x, delta: 2 * radius()(x, delta),
    },
    "may_stop": {
        "to base 10": lambda v, n, gap, d: bool(
            n >= 8 * math.log10(4 / d)
            and 2 * math.sqrt(2 * max(v) * math.log10(4 / d)) < n * gap / 4
        ),
        "ln(2/δ), in both parts": stops(two, lambda d: 8 * two(d)),
        "wait for 8 ln(2/δ)": stops(wait=lambda d: 8 * two(d)),
        "ln(1/δ), in both parts": stops(lambda d: math.log(1 / d), lambda d: 8 * math.log(1 / d)),
        "wait for ln(4/δ)": stops(wait=lambda d: math.log(4 / d)),
        "wait for 2 ln(4/δ)": stops(wait=lambda d: 2 * math.log(4 / d)),
        "never look at the scatter": lambda v, n, gap, d: n >= 8 * math.log(4 / d),
        "add up all scatters": stops(of=sum),
        "first coordinate alone": stops(of=lambda v: v[0]),
        "A root is missing": stops(root=False),
    },
}
UNNAMED = {
    "explore_actions": [],
    "project": [lambda x, r, c, support: estimates()(x, r, c, support) + 0.1],
    "running_baselines": [lambda r: before(r) + 0.1, lambda r: before(r)[:1]],
    "scatter": [lambda q, sums, n, scale: q * sums],
    "bernstein_radius": [lambda x, delta: 1.0],
    "may_stop": [lambda v, n, gap, d: n > 700],
}
