"""Answers that were tried by hand, wrong and right: what each does, and the answer."""

import math

import numpy as np

from tests.checks.sources import reference
from tests.checks.tried import estimates

RR = reference("vaslb")
WRONG = {}
RIGHT = {}


def w(t, s):
    return np.linalg.norm(t[s])


WRONG["missed_per_round"] = {
    "sqrt(1-w)": lambda t, s: math.sqrt(1 - w(t, s)),
    "1-w^4": lambda t, s: 1 - w(t, s) ** 4,
    "(1-w)^2": lambda t, s: (1 - w(t, s)) ** 2,
    "1-1/w": lambda t, s: 1 - 1 / w(t, s),
    "log": lambda t, s: -math.log(w(t, s)),
    "w-w2": lambda t, s: w(t, s) - w(t, s) ** 2,
    "outside": lambda t, s: 1 - np.linalg.norm(np.delete(t, s)),
    "2(1-w)": lambda t, s: 2 * (1 - w(t, s)),
    "(1-w)/w": lambda t, s: (1 - w(t, s)) / w(t, s),
    "l1 rest/": lambda t, s: np.abs(np.delete(t, s)).mean(),
    "max missed": lambda t, s: np.abs(np.delete(t, s)).max(),
    "max missed^2": lambda t, s: np.abs(np.delete(t, s)).max() ** 2,
    "1-root n": lambda t, s: 1 - math.sqrt(len(s) / len(t)),
    "count": lambda t, s: np.count_nonzero(t) - len(s),
    "1-|sum|/sqrt": lambda t, s: 1 - abs(t[s].sum()) / math.sqrt(len(s)),
    "1-l1/sqrt": lambda t, s: 1 - np.abs(t[s]).sum() / math.sqrt(len(s)),
    "norm of theta minus": lambda t, s: np.linalg.norm(t) - w(t, s) ** 2,
    "neg": lambda t, s: w(t, s) - 1,
    "first": lambda t, s: 1 - abs(t[s[0]]),
    "first n": lambda t, s: 1 - np.linalg.norm(t[: len(s)]),
    "pct": lambda t, s: 100 * (1 - w(t, s)),
}
RIGHT["missed_per_round"] = {
    "py": lambda t, s: 1 - sum(t[i] ** 2 for i in s) ** 0.5,
    "conj": lambda t, s: (1 - w(t, s) ** 2) / (1 + w(t, s)),
    "np": lambda t, s: np.float64(1) - np.sqrt(np.square(t[s]).sum()),
}


def rg(t=lambda q, g: q <= 1 - g * g, step=2, never=0.0):
    def f(e, g):
        q = float(e @ e)
        if q >= 1:
            return never
        k = 0
        while not t(q, g) and k < 200:
            g /= step
            k += 1
        return g

    return f


WRONG["resuming_gap"] = {
    "returns list": lambda e, g: [rg()(e, g)],
    "g^2": lambda e, g: rg()(e, g) ** 2,
    "inf never": rg(never=math.inf),
    "nan never": rg(never=math.nan),
    "False never": lambda e, g: rg()(e, g) or False,
    "gap tiny never 1e-9": rg(never=1e-9),
    "step 10": rg(step=10),
    "1-2g2": rg(lambda q, g: q <= 1 - 2 * g * g),
    "1-g2/2": rg(lambda q, g: q <= 1 - g * g / 2),
    "1-g2/4": rg(lambda q, g: q <= 1 - g * g / 4),
    "1-g^2/16": rg(lambda q, g: q <= 1 - g * g / 16),
    "sqrt": rg(lambda q, g: math.sqrt(q) <= math.sqrt(1 - g)),
    "1-g^4": rg(lambda q, g: q <= 1 - g**4),
    "l1": lambda e, g: (
        rg()(np.array([min(np.abs(e).sum(), 1 - 1e-9)]), g) if abs(e @ e - 1) > 1e-9 else 0.0
    ),
    "max": lambda e, g: rg()(np.array([np.abs(e).max()]), g) if e @ e < 1 else 0.0,
    "sum": lambda e, g: rg()(np.array([e.sum()]), g) if e @ e < 1 else 0.0,
    "next lower": lambda e, g: rg()(e, g) / 2,
    "log2": lambda e, g: math.log2(rg()(e, g)) if e @ e < 1 else 0.0,
    "1-gap": lambda e, g: 1 - rg()(e, g),
    "starts at 1": lambda e, g: rg()(e, 1.0),
    "starts at 1/4": lambda e, g: rg()(e, 0.25),
    "starts at 1/2": lambda e, g: rg()(e, 0.5),
    "largest power": lambda e, g: (
        0.0 if e @ e >= 1 else 2.0 ** math.floor(math.log2(math.sqrt(1 - e @ e)))
    ),
    "never when first fails": lambda e, g: (
        g if e @ e <= 1 - g * g else g / 2 if e @ e <= 1 - g * g / 4 else 0.0
    ),
    "4 tries": lambda e, g: next((g / 2**k for k in range(4) if e @ e <= 1 - g * g / 4**k), 0.0),
    "mean sq": lambda e, g: rg()(np.array([math.sqrt(np.mean(e**2))]), g) if e @ e < 1 else 0.0,
    "exact eq": rg(lambda q, g: abs(q - (1 - g * g)) < 0.1),
}
RIGHT["resuming_gap"] = {
    "norm": lambda e, g: (
        0
        if np.linalg.norm(e) >= 1
        else next(g * 0.5**k for k in range(99) if np.linalg.norm(e) ** 2 <= 1 - (g * 0.5**k) ** 2)
    ),
    "rec": lambda e, g: (
        0.0 if e @ e >= 1 else (g if g**2 <= 1 - e @ e else RIGHT["resuming_gap"]["rec"](e, g / 2))
    ),
    "closed": lambda e, g: (
        0.0
        if e @ e >= 1
        else g * 2.0 ** -max(0, math.ceil(math.log2(g / math.sqrt(1 - e @ e)) - 1e-12))
    ),
    "isclose": lambda e, g: 0.0 if np.isclose(e @ e, 1, atol=1e-12, rtol=0) else rg()(e, g),
}


def th(*v, rest=0):
    def f(d):
        t = np.zeros(d)
        t[: len(v)] = v
        return t / np.linalg.norm(t)

    return f


WRONG["stalling_parameter"] = {
    "dense": lambda d: np.full(d, 1 / math.sqrt(d)),
    "e1": lambda d: np.eye(d)[0],
    "neg found": lambda d: (lambda t: -t)(th(0.85, *[0.152] * 12)(d)),
    "fixed 64": lambda d: th(0.85, *[0.152] * 12)(64),
    "two found few": th(0.7, 0.7, 0.1),
    "all .3": th(*[0.3] * 11),
    "list": lambda d: list(th(0.99, 0.14)(d)),
    "random": lambda d: (lambda v: v / np.linalg.norm(v))(np.random.default_rng(0).normal(size=d)),
    "nan": lambda d: np.full(d, np.nan),
    "ints": lambda d: np.eye(d, dtype=int)[0],
    "matrix": lambda d: np.eye(d)[:1],
    "miss .099": th(0.901, *[math.sqrt(1 - 0.901**2) / 5] * 5),
    "3 found neg": th(-0.5, -0.5, -0.5, *[0.17] * 8),
}
RIGHT["stalling_parameter"] = {
    "20 of .112": lambda d: np.r_[
        math.sqrt(1 - 20 * 0.112**2), np.full(20, 0.112), np.zeros(d - 21)
    ],
    "list": lambda d: list(th(0.85, *[0.152] * 12)(d)),
    "neg hidden": th(0.85, *[-0.152] * 12),
    "last": lambda d: th(0.8, *[0.15] * 16)(d)[::-1],
}
WRONG["commit_estimate"] = estimates.WRONG
RIGHT["commit_estimate"] = estimates.RIGHT


def el(
    var=lambda s, ell, k: ell + k / ell * s**2,
    lg=lambda d: math.log(4 / d),
    wt=None,
    f=8,
    q=4,
    cmp=lambda a, b: a < b,
    never=len,
    gp=lambda g: g,
    tot=np.cumsum,
    fin=lambda n: n,
    nn=lambda n: n,
):
    def g(s, ell, k, gap, d):
        n = np.arange(1, len(s) + 1)
        L = lg(d)
        T = tot(var(s, ell, k))
        h = (n >= (wt(d) if wt else 8 * L)) & cmp(np.sqrt(f * L * T), nn(n) * gp(gap) / q)
        return fin(int(n[h][0])) if h.any() else never(s)

    return g


WRONG["exploration_length"] = {
    "<=": el(cmp=lambda a, b: a <= b),
    "wait 4": el(wt=lambda d: 4 * math.log(4 / d)),
    "wait 16": el(wt=lambda d: 16 * math.log(4 / d)),
    "wait 1": el(wt=lambda d: math.log(4 / d)),
    "16": el(f=16),
    "sqrt n": el(nn=np.sqrt),
    "q 8": el(q=8),
    "q 16": el(q=16),
    "q2": el(q=2),
    "gap2": el(gp=lambda g: g * g),
    "log2": el(lg=lambda d: math.log2(4 / d)),
    "ln 8": el(lg=lambda d: math.log(8 / d)),
    "K-1": el(lambda s, ell, k: ell + (k - 1) / ell * s**2),
    "sqrtK": el(lambda s, ell, k: ell + math.sqrt(k) / ell * s**2),
    "K2": el(lambda s, ell, k: ell + k * k / ell * s**2),
    "1-ell": el(lambda s, ell, k: (1 - ell) + k / ell * s**2),
    "K(ell+s2/ell)": el(lambda s, ell, k: k * (ell + s**2 / ell)),
    "(ell+s2)K/ell": el(lambda s, ell, k: (ell + s**2) * k / ell),
    "mean tot": el(tot=lambda v: np.cumsum(v) / np.arange(1, len(v) + 1)),
    "total all": el(tot=lambda v: np.full(len(v), v.sum())),
    "max": el(tot=lambda v: np.maximum.accumulate(v) * np.arange(1, len(v) + 1)),
    "n-th shifted": el(tot=lambda v: np.cumsum(v) - v),
    "last holds": lambda s, ell, k, gap, d: (lambda h: int(h[-1]) + 1 if len(h) else len(s))(
        np.flatnonzero(
            np.sqrt(8 * math.log(4 / d) * np.cumsum(ell + k / ell * s**2))
            < np.arange(1, len(s) + 1) * gap / 4
        )
    ),
    "inf": el(never=lambda s: math.inf),
    "len-1": el(never=lambda s: len(s) - 1),
    "bool": el(fin=lambda n: True),
    "never 1e5": el(never=lambda s: 100000),
    "sum sqrt": el(tot=lambda v: np.cumsum(np.sqrt(v)) ** 2),
    "log wait only": el(wt=lambda d: 8),
    "4/d no ln": el(lg=lambda d: 4 / d),
    "noise sum sq of sum": el(lambda s, ell, k: ell + k / ell * np.mean(s) ** 2 + 0 * s),
    "mean var": el(lambda s, ell, k: ell + k / ell * np.mean(s**2) + 0 * s),
    "count where holds": lambda s, ell, k, gap, d: int(
        (
            np.sqrt(8 * math.log(4 / d) * np.cumsum(ell + k / ell * s**2))
            < np.arange(1, len(s) + 1) * gap / 4
        ).sum()
    ),
    "no K no R": el(lambda s, ell, k: ell + s**2),
}
RIGHT["exploration_length"] = {
    "loop": RR["exploration_length"],
    "py": lambda s, ell, k, g, d: (
        next(
            (
                n
                for n in range(1, len(s) + 1)
                if n >= 8 * math.log(4 / d)
                and 2 * math.sqrt(2 * math.log(4 / d) * sum(ell + k / ell * x * x for x in s[:n]))
                < n * g / 4
            ),
            len(s),
        )
        if len(s) < 100
        else RR["exploration_length"](s, ell, k, g, d)
    ),
    "np.int": lambda *a: np.int64(RR["exploration_length"](*a)),
    "sq": lambda s, ell, k, g, d: (lambda h: int(np.argmax(h)) + 1 if h.any() else len(s))(
        (np.arange(1, len(s) + 1) >= 8 * np.log(4 / d))
        & (
            128 * np.log(4 / d) * np.cumsum(ell + k / ell * s**2)
            < (np.arange(1, len(s) + 1) * g) ** 2
        )
    ),
}
T = 60000


def pulse(st, n=3000, h=None):
    a = np.zeros(T)
    a[st : st + n] = math.sqrt(300 / n) if h is None else h
    return a


def sw(a, b):
    return lambda h, v: (a, b)


WRONG["swap_schedules"] = {
    "same twice": sw(pulse(50000), pulse(50000)),
    "both early": sw(pulse(0), pulse(3000)),
    "both late": sw(pulse(40000), pulse(55000)),
    "different height": sw(pulse(50000, 300), pulse(9500, 3000)),
    "swapped": sw(pulse(9500), pulse(57000)),
    "sum sigma": sw(pulse(50000, 3000, 0.1), pulse(9500, 3000, 0.1)),
    "over 1": sw(pulse(50000, 100), pulse(9500, 100)),
    "wrong length": lambda h, v: (np.zeros(10), np.zeros(10)),
    "const": lambda h, v: (np.full(h, math.sqrt(v / h)),) * 2,
    "nan": lambda h, v: (np.full(h, np.nan),) * 2,
    "dict": lambda h, v: {1: 2},
    "zeros": lambda h, v: (np.zeros(h), np.zeros(h)),
    "V doubled": sw(pulse(50000, 6000, math.sqrt(0.1)), pulse(9500, 6000, math.sqrt(0.1))),
    "second in the first exploration": sw(pulse(57000), pulse(2000)),
    "one array": lambda h, v: pulse(9500),
    "first in the middle": sw(pulse(9500), pulse(2000)),
}
RIGHT["swap_schedules"] = {
    "array": lambda h, v: np.array([pulse(57000), pulse(9500)]),
    "lists": lambda h, v: (pulse(40000).tolist(), pulse(9300).tolist()),
}
