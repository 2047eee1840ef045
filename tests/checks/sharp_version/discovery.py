"""Answers to item 4 of `sharp_version`, wrong and right: a loop with one thing changed."""

import math

import numpy as np


def spread(q, level, rho):
    return (q + rho) * (math.log((q + rho) / rho) + 2 * math.log(1 / level))


def loop(
    *,
    weight=lambda w: (w, w * w),  # in S and in Q
    bound=spread,
    level=lambda delta, count, n: delta / count,
    passes=lambda sums, bound: any(s * s > bound for s in sums),
    never=lambda n: 0,
    first=1,
    lag=False,
    squares=None,
):
    def answer(signs, residuals, weights, delta, rho):
        n, count = signs.shape
        sums, q = [0.0] * count, 0.0
        for t in range(n):
            in_s, in_q = weight(weights[t])
            before = q
            q += in_q * residuals[t] ** 2
            for i in range(count):
                sums[i] += in_s * signs[t][i] * residuals[t]
            used = before if lag else q
            if squares is not None:
                used = squares(residuals, weights)
            if passes(sums, bound(used, level(delta, count, n), rho)):
                return t + first
        return never(n)

    return answer


right = loop()


def at_the_end(signs, residuals, weights, delta, rho):
    moves = weights * residuals
    bound = spread(moves @ moves, delta / signs.shape[1], rho)
    return len(residuals) if np.any((moves @ signs) ** 2 > bound) else 0


def who(signs, residuals, weights, delta, rho):
    n = right(signs, residuals, weights, delta, rho)
    return int(np.argmax(np.abs((weights * residuals)[:n] @ signs[:n]))) if n else 0


def for_good(signs, residuals, weights, delta, rho):
    n, found = len(residuals), 0
    for t in range(n, 0, -1):
        if at_the_end(signs[:t], residuals[:t], weights[:t], delta, rho) == 0:
            break
        found = t
    return found


def no_return(signs, residuals, weights, delta, rho):
    right(signs, residuals, weights, delta, rho)


WRONG = {
    "is there a `return`": no_return,
    "passes you return None": loop(never=lambda n: None),
    "In yours nobody ever passes": lambda *case: 0,
    "not the last round": loop(never=lambda n: n),
    "not -1": loop(never=lambda n: -1),
    "for 'nowhere' as well": loop(never=lambda n: 1),
    "one too small": loop(first=0),
    "You look once": at_the_end,
    "no test may see what is to come": loop(squares=lambda u, w: float(np.sum((w * u) ** 2))),
    "ends before the present round": loop(lag=True),
    "You gave each coordinate δ": loop(level=lambda delta, count, n: delta),
    "You paid for two sides": loop(level=lambda delta, count, n: delta / count / 2),
    "You paid for every round": loop(level=lambda delta, count, n: delta / count / n),
    "Only positive sums": loop(passes=lambda sums, b: max(sums) > math.sqrt(b)),
    "You wait until *all*": loop(passes=lambda sums, b: all(s * s > b for s in sums)),
    "the question is when": who,
    "passes for good": for_good,
    "in G and in Q": loop(weight=lambda w: (1, 1)),
    "The weights stand squared": loop(weight=lambda w: (w, w)),
    "The weights are missing in Q": loop(weight=lambda w: (w, 1)),
    "The weights are missing in G": loop(weight=lambda w: (1, w * w)),
    "compared with the bound for G²": loop(passes=lambda sums, b: any(abs(s) > b for s in sums)),
    "lost its factor 2": loop(
        bound=lambda q, a, rho: (q + rho) * (math.log((q + rho) / rho) + math.log(1 / a))
    ),
    "the price of not knowing λ": loop(bound=lambda q, a, rho: (q + rho) * 2 * math.log(1 / a)),
    "The logarithm lacks ρ": loop(
        bound=lambda q, a, rho: (q + rho) * (math.log(q + rho) + 2 * math.log(1 / a))
    ),
    "the factor Q where Q+ρ": loop(bound=lambda q, a, rho: q * spread(q, a, rho) / (q + rho)),
    "You took ρ = 1": loop(bound=lambda q, a, rho: spread(q, a, 1)),
    "one round fixed beforehand": loop(bound=lambda q, a, rho: 2 * q * math.log(2 / a)),
}
ODD = [
    loop(bound=lambda q, a, rho: spread(q, a, rho) + 5),
    loop(first=2),
    lambda signs, *rest: right(signs[::-1], *rest),
    loop(weight=lambda w: (w * w, w**4)),
]


def prefix_by_prefix(signs, residuals, weights, delta, rho):
    ends = (
        at_the_end(signs[:t], residuals[:t], weights[:t], delta, rho)
        for t in range(1, len(residuals) + 1)
    )
    return next((end for end in ends if end), 0)


def with_wealth(signs, residuals, weights, delta, rho):
    moves = np.asarray(weights) * np.asarray(residuals)
    a = np.cumsum(moves**2) + rho
    log_wealth = np.cumsum(moves[:, None] * signs, axis=0) ** 2 / (2 * a[:, None])
    log_wealth += 0.5 * np.log(rho / a)[:, None]
    rich = np.flatnonzero((log_wealth > np.log(signs.shape[1] / delta)).any(axis=1))
    return rich[0] + 1 if rich.size else 0


RIGHT = [right, prefix_by_prefix, with_wealth]
