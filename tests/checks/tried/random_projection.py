"""Answers that were tried by hand, wrong and right: what each does, and the answer."""

import math

import numpy as np


def ea(
    size, inside=lambda e: e, sg=lambda rng, n, k: rng.choice([-1.0, 1.0], (n, k)), shuffle=False
):
    def f(e, s, d, n, rng):
        out = [i for i in range(d) if i not in s]
        a = np.zeros((n, d))
        a[:, list(s)] = inside(e)
        a[:, out] = size(e, len(out), d) * sg(rng, n, len(out))
        return a

    return f


def R2(e):
    return 1 - e @ e


def ok(e, k, d):
    return math.sqrt(R2(e) / k)


WRONG = {}
RIGHT = {}
WRONG["explore_actions"] = {
    "same signs every row": ea(
        ok, sg=lambda rng, n, k: np.tile(rng.choice([-1.0, 1.0], k), (n, 1))
    ),
    "one sign per row": ea(
        ok, sg=lambda rng, n, k: np.repeat(rng.choice([-1.0, 1.0], (n, 1)), k, axis=1)
    ),
    "R/K": ea(lambda e, k, d: math.sqrt(R2(e)) / k),
    "R*sqrt(K)": ea(lambda e, k, d: math.sqrt(R2(e)) * math.sqrt(k)),
    "R2/K": ea(lambda e, k, d: R2(e) / k),
    "sqrt(R2)/K^2": ea(lambda e, k, d: math.sqrt(R2(e)) / k**2),
    "1/sqrt d": ea(lambda e, k, d: 1 / math.sqrt(d)),
    "(1-|e|)/sqrtK": ea(lambda e, k, d: (1 - np.linalg.norm(e)) / math.sqrt(k)),
    "1+e@e": ea(lambda e, k, d: math.sqrt((1 + e @ e) / k)),
    "estimate sorted": ea(ok, lambda e: np.sort(e)),
    "estimate reversed": ea(ok, lambda e: e[::-1]),
    "estimate abs": ea(ok, np.abs),
    "estimate squared": ea(ok, lambda e: e**2),
    "estimate twice": ea(ok, lambda e: 2 * e),
    "negative estimate": ea(ok, lambda e: -e),
    "normalised whole rows d": lambda e, s, d, n, rng: (
        lambda a: a / np.linalg.norm(a, axis=1, keepdims=True)
    )(ea(lambda e, k, d: 1.0)(e, s, d, n, rng)),
    "transpose": lambda *a: ea(ok)(*a).T,
    "one action": lambda e, s, d, n, rng: ea(ok)(e, s, d, 1, rng)[0],
    "own rng": lambda e, s, d, n, rng: ea(ok)(e, s, d, n, np.random.default_rng(3)),
    "normal": ea(ok, sg=lambda rng, n, k: rng.normal(size=(n, k))),
    "01": ea(ok, sg=lambda rng, n, k: rng.integers(0, 2, (n, k))),
    "biased": ea(ok, sg=lambda rng, n, k: rng.choice([-1.0, 1.0], (n, k), p=[0.4, 0.6])),
    "antithetic rows": ea(
        ok,
        sg=lambda rng, n, k: (
            np.array([1, -1])[np.arange(n) % 2][:, None]
            * rng.choice([-1.0, 1.0], (n, k))[np.arange(n) // 2]
        ),
    ),
    "balanced": ea(
        ok,
        sg=lambda rng, n, k: np.array(
            [np.where(rng.permutation(k) < k / 2, 1.0, -1.0) for _ in range(n)]
        ),
    ),
    "first coords": lambda e, s, d, n, rng: np.hstack(
        [np.tile(e, (n, 1)), ok(e, d - len(s), d) * rng.choice([-1.0, 1.0], (n, d - len(s)))]
    ),
}
RIGHT["explore_actions"] = {
    "list": lambda *a: ea(ok)(*a).tolist(),
    "loop": lambda e, s, d, n, rng: [ea(ok)(e, s, d, 1, rng)[0] for _ in range(n)],
    "all d signs": lambda e, s, d, n, rng: (
        lambda a: (a.__setitem__((slice(None), list(s)), e), a)[1]
    )(ok(e, d - len(s), d) * np.sign(rng.uniform(-1, 1, (n, d)))),
}


def pr(fac=lambda k, r2, d, n: k / r2, res=lambda r, c: r - c, y=lambda y: y):
    def f(x, r, c, s):
        o = np.delete(x, list(s), axis=1)
        r2 = float(o[0] @ o[0])
        return fac(o.shape[1], r2, x.shape[1], len(x)) * res(r, c)[:, None] * y(o)

    return f


WRONG["project"] = {
    "c-r": pr(res=lambda r, c: c - r),
    "abs": pr(res=lambda r, c: abs(r - c)),
    "sign y only": pr(lambda k, r2, d, n: 1, y=np.sign),
    "divide by y^2 sum": pr(lambda k, r2, d, n: 1 / r2),
    "abs y": pr(y=np.abs),
    "R2": pr(lambda k, r2, d, n: k * r2),
    "sqrtK": pr(lambda k, r2, d, n: math.sqrt(k) / r2),
    "d/1": pr(lambda k, r2, d, n: d),
    "r*y - c": lambda x, r, c, s: pr(res=lambda r, c: r)(x, r, c, s) - c[:, None],
    "r/c": pr(res=lambda r, c: r / c),
    "mean over rows": lambda x, r, c, s: pr()(x, r, c, s).mean(axis=0),
    "mean keep": lambda x, r, c, s: pr()(x, r, c, s).mean(axis=0)[None],
    "cumulative mean": lambda x, r, c, s: (
        np.cumsum(pr()(x, r, c, s), axis=0) / np.arange(1, len(x) + 1)[:, None]
    ),
    "s squared residual": pr(res=lambda r, c: (r - c) ** 2),
    "transpose": lambda *a: pr()(*a).T,
    "K from rows": pr(lambda k, r2, d, n: n / r2),
    "first K columns": lambda x, r, c, s: ((r - c)[:, None] / x)[:, : x.shape[1] - len(s)],
    "whole action norm 1": pr(lambda k, r2, d, n: k / 1.0),
    "desc order": lambda *a: pr()(*a)[:, ::-1],
}
RIGHT["project"] = {
    "div": lambda x, r, c, s: (r - c)[:, None] / np.delete(x, s, axis=1),
    "loop": lambda x, r, c, s: [
        [(r[k] - c[k]) / x[k, i] for i in range(x.shape[1]) if i not in s] for k in range(len(r))
    ],
    "KR2": pr(),
}


def B(r):
    return np.cumsum(r)[:-1] / np.arange(1, len(r))


WRONG["running_baselines"] = {
    "median": lambda r: [np.median(r[:k]) for k in range(1, len(r))],
    "max": lambda r: [np.max(r[:k]) for k in range(1, len(r))],
    "nan first": lambda r: np.append([np.nan], B(r)),
    "window2": lambda r: [np.mean(r[max(0, k - 2) : k]) for k in range(1, len(r))],
    "incl current, n-1": lambda r: np.cumsum(r)[1:] / np.arange(1, len(r)),
    "expo": lambda r: [r[0] if k == 1 else (r[k - 2] + r[k - 1]) / 2 for k in range(1, len(r))],
    "np.full mean of all but last": lambda r: np.full(len(r) - 1, np.mean(r[:-1])),
    "zeros": lambda r: np.zeros(len(r) - 1),
    "drops last wrongly": lambda r: B(r)[:-1] if len(r) > 2 else B(r),
    "sum of squares": lambda r: np.cumsum(r**2)[:-1] / np.arange(1, len(r)),
    "leave one out": lambda r: [(r.sum() - r[k]) / (len(r) - 1) for k in range(1, len(r))],
    "mean diff": lambda r: np.diff(r),
    "off by starting zero": lambda r: np.cumsum(r)[:-1] / np.arange(0, len(r) - 1),
    "round": lambda r: np.round(B(r)),
    "one number": lambda r: np.mean(r[:-1]),
    "centred r": lambda r: r - np.mean(r),
    "abs": lambda r: B(np.abs(r)),
}
RIGHT["running_baselines"] = {
    "list": lambda r: [np.mean(r[:k]) for k in range(1, len(r))],
    "loop": lambda r: [sum(r[:k]) / k for k in range(1, len(r))],
    "recursive": lambda r: (
        lambda out: (
            (
                [
                    out.append(out[-1] + (r[k] - out[-1]) / (k + 1)) or out[-1]
                    for k in range(1, len(r) - 1)
                ]
                and out
            )
            or out
        )
    )([r[0]]),
}
WRONG["scatter"] = {
    "scale root": lambda q, s, n, c: (q - s**2 / n) / np.sqrt(c),
    "scale^4": lambda q, s, n, c: (q - s**2 / n) / c**4,
    "s/c only": lambda q, s, n, c: (q / c - (s / c) ** 2 / n) / c,
    "abs": lambda q, s, n, c: abs(q - s**2 / n),
    "mean of sums": lambda q, s, n, c: (q - np.mean(s) ** 2 / n) / c**2 + 0 * s,
    "sum s2": lambda q, s, n, c: (q - np.sum(s**2) / n) / c**2 + 0 * s,
    "n-1 total": lambda q, s, n, c: (q - s**2 / n) / c**2 / max(n - 1, 1),
    "n*q": lambda q, s, n, c: (n * q - s**2) / c**2,
    "n*q/n2": lambda q, s, n, c: (q / n - (s / n) ** 2) / c**2,
    "root": lambda q, s, n, c: np.sqrt(np.abs(q - s**2 / n)) / c,
    "2 forgot sq": lambda q, s, n, c: (q - 2 * s**2 / n) / c**2,
    "q - s": lambda q, s, n, c: (q - s) / c**2,
    "scalar": lambda q, s, n, c: float((q - (s**2).sum() / n) / c**2),
    "s*s@": lambda q, s, n, c: (q - s @ s / n) / c**2,
    "n*s2": lambda q, s, n, c: (q - n * s**2) / c**2,
    "q/c2 - s2/n/c": lambda q, s, n, c: q / c**2 - s**2 / n / c,
    "clip to q": lambda q, s, n, c: np.full(len(s), q - q / n) / c**2,
    "scale*n": lambda q, s, n, c: (q - s**2 / n) / (n * c**2),
}
RIGHT["scatter"] = {
    "expand": lambda q, s, n, c: q / c**2 - n * (s / (n * c)) ** 2,
    "list": lambda q, s, n, c: [(q - v * v / n) / c**2 for v in s],
    "max0": lambda q, s, n, c: np.maximum((q - s**2 / n) / c**2, 0),
}


def br(
    L=lambda d: math.log(2 / d),
    f=lambda n, ell: n / (n - 2 * ell),
    sq=lambda x: ((x - x.mean()) ** 2).sum(),
    fin=lambda v, n: math.sqrt(v),
    guard=lambda n, ell: n <= 2 * ell,
    k=2,
):
    def g(x, d):
        n, ell = len(x), L(d)
        if guard(n, ell):
            return math.inf
        return fin(k * ell * sq(x) * f(n, ell), n)

    return g


WRONG["bernstein_radius"] = {
    "no guard": br(guard=lambda n, ell: False, fin=lambda v, n: math.sqrt(abs(v))),
    "guard n<2L": br(guard=lambda n, ell: n < 2 * ell),
    "guard n<=L": br(guard=lambda n, ell: n <= ell, fin=lambda v, n: math.sqrt(abs(v))),
    "guard none-> None": br(),
    "returns 0 for few": lambda x, d: 0.0 if len(x) <= 2 * math.log(2 / d) else br()(x, d),
    "returns nan": lambda x, d: math.nan if len(x) <= 2 * math.log(2 / d) else br()(x, d),
    "returns None": lambda x, d: None if len(x) <= 2 * math.log(2 / d) else br()(x, d),
    "raises": lambda x, d: 1 / 0 if len(x) <= 2 * math.log(2 / d) else br()(x, d),
    "median": br(sq=lambda x: ((x - np.median(x)) ** 2).sum()),
    "abs dev": br(sq=lambda x: np.abs(x - x.mean()).sum()),
    "3L": br(f=lambda n, ell: n / (n - 3 * ell)),
    "n-1": br(f=lambda n, ell: n / (n - 1)),
    "log 1/delta+log2 sep": br(L=lambda d: math.log(1 / d) * 2),
    "4 under": br(k=4),
    "k=8": br(k=8),
    "times n": br(fin=lambda v, n: n * math.sqrt(v)),
    "log1p": br(L=lambda d: math.log1p(2 / d)),
    "log(2)/d": br(L=lambda d: math.log(2) / d),
    "range": br(sq=lambda x: (x.max() - x.min()) ** 2 * len(x) / 4),
    "n/(n-2)": br(f=lambda n, ell: n / (n - 2)),
    "1/(n-2l)": br(f=lambda n, ell: 1 / (n - 2 * ell)),
    "inf string": lambda x, d: "inf" if len(x) <= 2 * math.log(2 / d) else br()(x, d),
    "big": lambda x, d: 1e308 if len(x) <= 2 * math.log(2 / d) else br()(x, d),
}
WRONG["bernstein_radius"].pop("guard none-> None")
RIGHT["bernstein_radius"] = {
    "np": lambda x, d: (
        np.inf
        if len(x) <= 2 * np.log(2 / d)
        else np.sqrt(2 * np.log(2 / d) * np.var(x) * len(x) ** 2 / (len(x) - 2 * np.log(2 / d)))
    ),
    "raw": lambda x, d: (
        float("inf")
        if len(x) <= 2 * math.log(2 / d)
        else math.sqrt(
            2
            * math.log(2 / d)
            * (sum(v * v for v in x) - sum(x) ** 2 / len(x))
            * len(x)
            / (len(x) - 2 * math.log(2 / d))
        )
    ),
    "np.float64 inf": lambda x, d: (
        np.float64(np.inf) if len(x) <= 2 * np.log(2 / d) else br()(x, d)
    ),
}


def ms(
    L=lambda d: math.log(4 / d),
    w=lambda ell: 8 * ell,
    of=np.max,
    k=2,
    le=False,
    wl=None,
    rhs=lambda n, g: n * g / 4,
    ws=False,
    any_=False,
    inner=2,
):
    def f(v, n, g, d):
        ell = L(d)
        rad = k * np.sqrt(inner * of(v) * ell)
        ww = w((wl or L)(d))
        A = n > ww if ws else n >= ww
        Bq = rad <= rhs(n, g) if le else rad < rhs(n, g)
        return bool(A or Bq) if any_ else bool(A and Bq)

    return f


WRONG["may_stop"] = {
    "<=": ms(le=True),
    "n>": ms(ws=True),
    "or": ms(any_=True),
    "n*g": ms(rhs=lambda n, g: n * g),
    "n*g/2": ms(rhs=lambda n, g: n * g / 2),
    "n*g/8": ms(rhs=lambda n, g: n * g / 8),
    "gap^2": ms(rhs=lambda n, g: n * g**2 / 4),
    "sqrt n": ms(rhs=lambda n, g: math.sqrt(n) * g / 4),
    "wait 4": ms(w=lambda ell: 4 * ell),
    "wait 16": ms(w=lambda ell: 16 * ell),
    "wait 8": ms(w=lambda ell: 8),
    "ln 8": ms(L=lambda d: math.log(8 / d)),
    "ln 4d": ms(L=lambda d: math.log(4 * d) if d > 0.25 else abs(math.log(4 * d))),
    "k=4": ms(k=4),
    "inner 1": ms(inner=1),
    "inner 4": ms(inner=4),
    "median": ms(of=np.median),
    "last": ms(of=lambda v: v[-1]),
    "log2": ms(L=lambda d: math.log2(4 / d)),
    "log2 one": ms(L=lambda d: math.log2(4 / d), wl=lambda d: math.log(4 / d)),
    "var (divide n)": ms(of=lambda v: np.max(v)),
    "not": lambda *a: not ms()(*a),
    "array": lambda v, n, g, d: 2 * np.sqrt(2 * v * math.log(4 / d)) < n * g / 4,
    "len(v) wait": lambda v, n, g, d: bool(
        n >= 8 * math.log(4 * len(v) / d)
        and 2 * math.sqrt(2 * max(v) * math.log(4 * len(v) / d)) < n * g / 4
    ),
    "norm": ms(of=np.linalg.norm),
    "scatter sq": ms(of=lambda v: np.max(v) ** 2),
    "delta/K": ms(L=lambda d: math.log(4 / d)),
    ">": lambda v, n, g, d: bool(
        n >= 8 * math.log(4 / d) and 2 * math.sqrt(2 * max(v) * math.log(4 / d)) > n * g / 4
    ),
}
WRONG["may_stop"].pop("var (divide n)")
WRONG["may_stop"].pop("delta/K")
RIGHT["may_stop"] = {
    "all": lambda v, n, g, d: (
        n >= 8 * math.log(4 / d) and bool(np.all(2 * np.sqrt(2 * v * math.log(4 / d)) < n * g / 4))
    ),
    "np bool": lambda v, n, g, d: (
        np.bool_(n >= 8 * np.log(4 / d)) & np.all(8 * v * np.log(4 / d) < (n * g / 4) ** 2)
    ),
    "squared": lambda v, n, g, d: (
        n >= 8 * math.log(4 / d) and all(8 * x * math.log(4 / d) * 16 < (n * g) ** 2 for x in v)
    ),
}
