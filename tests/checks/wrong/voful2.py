"""More wrong answers to `voful2`: words of the message that is due, and the answer."""

import numpy as np

from tests.checks.sources import reference

RIGHT = reference("voful2")


def ends(half, middle=np.mean):
    def answer(r, iota):
        if len(r) <= iota:
            return [-1.0, 1.0]
        width = half(np.mean((r - np.mean(r)) ** 2), len(r), iota)
        return np.clip([middle(r) - width, middle(r) + width], -1, 1)

    return answer


def root(v, n, iota):
    return np.sqrt(iota * v / (n - iota))


def alone(r, iota):
    return np.array([RIGHT["interval"](r[:n], iota) for n in range(1, len(r) + 1)])


def running(low, high):
    """Return rows from functions of all lower and upper ends."""

    def answer(r, iota):
        rows = alone(r, iota)
        lows, highs = low(rows[:, 0]), high(rows[:, 1])
        if np.any(np.maximum.accumulate(rows[:, 0]) > np.minimum.accumulate(rows[:, 1]) + 1e-9):
            raise ValueError("empty")
        return np.column_stack([lows, highs])

    return answer


def same(values):
    return values


UP, DOWN = np.maximum.accumulate, np.minimum.accumulate


def sums(weight=lambda z, level: np.clip(z, -(2.0**-level), 2.0**-level), powers=(1, 1, 2, 2, 2)):
    def answer(x, r, mu, level):
        a, b, c, d, e = (weight(x @ mu, level) ** power for power in powers)
        return a @ r, b @ x, c @ r**2, (d * r) @ x, np.einsum("s,si,sj->ij", e, x, x)

    return answer


def kept(passes, levels=lambda levels: levels, net=lambda net: net, ball=True):
    def answer(theta, x, r, directions, all_levels, iota):
        good = []
        for mu in net(directions):
            for level in levels(all_levels):
                c = RIGHT["clipped"](x @ mu, level)
                rest = r - theta @ x.T
                good.append(passes(np.abs(rest @ c), rest**2 @ c**2, iota))
        inside = np.linalg.norm(theta, axis=1) <= 1
        return np.all(good, axis=0) & (inside if ball else ~inside)

    return answer


def right_test(left, squares, iota):
    return left <= np.sqrt(iota * squares)


def play(choose):
    def answer(candidates, keep):
        if not np.any(keep):
            raise ValueError("empty")
        vector = choose(candidates[keep], candidates[~keep])
        return vector / np.linalg.norm(vector)

    return answer


def largest(points, value):
    return points[np.argmax(value(points))]


NAMED = {
    "interval": {
        "missing over ι": ends(lambda v, n, i: i * np.sqrt(v / (n - i))),
        "missing over the denominator": ends(lambda v, n, i: np.sqrt(i * v) / (n - i)),
        "you added ι": ends(lambda v, n, i: np.sqrt(i * v / (n + i))),
        "denominator is missing": ends(lambda v, n, i: np.sqrt(i * v)),
        "A factor 2 too much": ends(lambda v, n, i: 2 * root(v, n, i)),
        "you took half of it": ends(lambda v, n, i: root(v, n, i) / 2),
        "its square, v, belongs": ends(lambda v, n, i: root(np.sqrt(v), n, i)),
        "Both ends are r̄": ends(lambda v, n, i: 0.0),
        "the median": ends(root, np.median),
    },
    "running_intervals": {
        "Low and high are exchanged": lambda r, i: running(UP, DOWN)(r, i)[:, ::-1],
        "The lower ends are those": running(same, DOWN),
        "The upper ends are those": running(UP, same),
        "takes the smallest value so far; it must take the largest": running(DOWN, DOWN),
        "takes the largest value so far; it must take the smallest": running(UP, UP),
        "left out the rounds with n ≤ ι": lambda r, i: running(UP, DOWN)(r, i)[int(i) :],
        "the widths": lambda r, i: np.diff(running(UP, DOWN)(r, i), axis=1),
    },
    "clipped": {
        "not e^(−ℓ)": lambda z, level: np.clip(z, -np.exp(-level), np.exp(-level)),
        "you took 2^(−ℓ+1)": lambda z, level: np.clip(z, -(2.0 ** (1 - level)), 2.0 ** (1 - level)),
        "you took 2^(−ℓ−1)": lambda z, level: np.clip(z, -(0.5 ** (level + 1)), 0.5 ** (level + 1)),
        "Large positive numbers pass": lambda z, level: np.maximum(z, -(2.0**-level)),
        "Negative numbers become 0": lambda z, level: np.clip(z, 0, 2.0**-level),
        "Everything becomes": lambda z, level: np.sign(z) / 2**level,
        "Everything is multiplied": lambda z, level: z / 2**level,
        "what was cut off": lambda z, level: z - np.clip(z, -(2.0**-level), 2.0**-level),
        "Small numbers become 0; they": lambda z, level: np.where(
            abs(z) > 2.0**-level, np.sign(z) / 2**level, 0
        ),
        "Small numbers become 0 and": lambda z, level: np.where(abs(z) > 2.0**-level, z, 0),
    },
    "five_sums": {
        "you have w²: there": sums(powers=(2, 2, 2, 2, 2)),
        "The first two sums have no weights": sums(powers=(0, 0, 2, 2, 2)),
        "lost their signs": sums(lambda z, level: np.minimum(abs(z), 2.0**-level)),
        "at 2^(−ℓ−1)": sums(lambda z, level: np.clip(z, -(0.5 ** (level + 1)), 0.5 ** (level + 1))),
        "at 2^(−ℓ+1)": sums(lambda z, level: np.clip(z, -(2.0 ** (1 - level)), 2.0 ** (1 - level))),
        "w³ or more": sums(powers=(1, 1, 3, 3, 3)),
        "averages in yours": lambda x, *rest: [part / len(x) for part in sums()(x, *rest)],
        "has the wrong sign": lambda *case: [
            -part if k == 3 else part for k, part in enumerate(sums()(*case))
        ],
        "is 0 in yours": lambda *case: [
            0 * part if k == 3 else part for k, part in enumerate(sums()(*case))
        ],
        "returns None": lambda *case: None,
    },
    "survivors": {
        "The left side is not squared": kept(lambda left, sq, i: left <= i * sq),
        "Left is squared and right is not": kept(lambda left, sq, i: left**2 <= np.sqrt(i * sq)),
        "ι divides": kept(lambda left, sq, i: left <= np.sqrt(sq / i)),
        "*smaller* left side": kept(lambda left, sq, i: left > np.sqrt(i * sq)),
        "Only the last level counts": kept(right_test, levels=lambda levels: levels[-1:]),
        "the unit ball alone": kept(lambda left, sq, i: left > -1),
        "*inside* the unit ball": kept(right_test, ball=False),
    },
    "next_play": {
        "took the mean of those kept": play(lambda left, out: left.mean(axis=0)),
        "took the first of those": play(lambda left, out: left[0]),
        "took the last of those": play(lambda left, out: left[-1]),
        "largest first coordinate": play(lambda left, out: largest(left, lambda p: p[:, 0])),
        "largest second coordinate": play(lambda left, out: largest(left, lambda p: p[:, 1])),
        "largest sum of coordinates": play(lambda left, out: largest(left, lambda p: p.sum(1))),
    },
}
UNNAMED = {
    "interval": [lambda r, i: (-1.0, 1.0)],
    "running_intervals": [lambda r, i: np.tile([-1.0, 1.0], (len(r), 1))],
    "clipped": [lambda z, level: z * 0],
    "survivors": [kept(lambda left, sq, i: left <= np.sqrt(2 * i * sq))],
    "next_play": [play(lambda left, out: np.ones(2))],
}
