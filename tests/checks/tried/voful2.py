"""Answers that were tried by hand, wrong and right: what each does, and the answer."""

import math

import numpy as np

from tests.checks.sources import reference

RR = reference("voful2")
interval = RR["interval"]
RI = RR["running_intervals"]
WRONG = {}
RIGHT = {}


def iv(h, guard=lambda n, i: n <= i, clip=lambda p: np.clip(p, -1, 1), mid=np.mean):
    def f(r, i):
        n = len(r)
        if guard(n, i):
            return np.array([-1.0, 1.0])
        w = h(np.var(r), n, i)
        return clip(np.array([mid(r) - w, mid(r) + w]))

    return f


def ok(v, n, i):
    return math.sqrt(i * v / (n - i))


WRONG["interval"] = {
    "guard n<i": iv(
        lambda v, n, i: math.sqrt(i * v / max(n - i, 1e-300)), guard=lambda n, i: n < i
    ),
    "clip low only": iv(ok, clip=lambda p: np.maximum(p, -1)),
    "clip high only": iv(ok, clip=lambda p: np.minimum(p, 1)),
    "clip 0..1": iv(ok, clip=lambda p: np.clip(p, 0, 1)),
    "clip mean": lambda r, i: (
        (lambda m: m + ok(np.var(r), len(r), i) * np.array([-1, 1]))(np.clip(np.mean(r), -1, 1))
        if len(r) > i
        else [-1, 1]
    ),
    "n": iv(lambda v, n, i: math.sqrt(i * v / n)),
    "i/n": iv(lambda v, n, i: math.sqrt(i * v) / n),
    "i*n": iv(lambda v, n, i: math.sqrt(i * n * v / (n - i))),
    "sqrt i/(n-i)*v": iv(lambda v, n, i: math.sqrt(i / (n - i)) * v),
    "n-i-1": iv(lambda v, n, i: math.sqrt(i * v / (n - i - 1)) if n - i - 1 > 0 else 9),
    "n-sqrt i": iv(lambda v, n, i: math.sqrt(i * v / (n - math.sqrt(i)))),
    "n-i^2": iv(lambda v, n, i: math.sqrt(i * v / max(n - i * i, 1e-9))),
    "i-n": iv(lambda v, n, i: math.sqrt(abs(i * v / (i - n))) * -1),
    "width": lambda r, i: 2 * ok(np.var(r), len(r), i) if len(r) > i else 2.0,
    "guard returns 0,0": lambda r, i: [0.0, 0.0] if len(r) <= i else interval(r, i),
    "guard inf": lambda r, i: [-math.inf, math.inf] if len(r) <= i else interval(r, i),
    "guard None": lambda r, i: None if len(r) <= i else interval(r, i),
    "guard raise": lambda r, i: 1 / 0 if len(r) <= i else interval(r, i),
    "2i": iv(lambda v, n, i: math.sqrt(2 * i * v / (n - i))),
    "i/2": iv(lambda v, n, i: math.sqrt(i * v / (n - i) / 2)),
    "sumsq": iv(lambda v, n, i: math.sqrt(i * v * n / (n - i))),
    "sorted min max": lambda r, i: np.array([r.min(), r.max()]),
    "one-sided": lambda r, i: np.array([interval(r, i)[0], 1.0]),
    "last reward": iv(ok, mid=lambda r: r[-1]),
    "abs dev": lambda r, i: iv(
        lambda v, n, i: math.sqrt(i) * np.abs(r - r.mean()).mean() / math.sqrt(n - i)
    )(r, i),
}


def brute(r, i):
    g = np.linspace(-1, 1, 2000001)
    n = len(r)
    m = np.mean(r)
    v = np.var(r)
    k = g[n * n * (m - g) ** 2 <= i * (n * v + n * (m - g) ** 2)]
    return k[0], k[-1]


RIGHT["interval"] = {
    "tuple": lambda r, i: tuple(interval(r, i)),
    "list py": lambda r, i: [float(v) for v in interval(r, i)],
    "roots": lambda r, i: (
        (-1.0, 1.0)
        if len(r) <= i
        else (lambda m, q: (max(m - q, -1.0), min(m + q, 1.0)))(
            sum(r) / len(r),
            math.sqrt(i * (sum(x * x for x in r) / len(r) - (sum(r) / len(r)) ** 2) / (len(r) - i)),
        )
    ),
    "np roots": lambda r, i: (
        [-1, 1]
        if len(r) <= i
        else np.clip(
            np.sort(
                np.roots(
                    [
                        len(r) ** 2 - i * len(r),
                        -2 * np.mean(r) * (len(r) ** 2 - i * len(r)),
                        np.mean(r) ** 2 * (len(r) ** 2 - i * len(r)) - i * len(r) * np.var(r),
                    ]
                ).real
            ),
            -1,
            1,
        )
    ),
}


def rows(r, i):
    return np.array([interval(r[:n], i) for n in range(1, len(r) + 1)])


def acc(r, i, lo=np.maximum.accumulate, hi=np.minimum.accumulate, e=1e-9, rz=True):
    a = rows(r, i)
    ell, h = lo(a[:, 0]), hi(a[:, 1])
    if rz and np.any(np.maximum.accumulate(a[:, 0]) > np.minimum.accumulate(a[:, 1]) + e):
        raise ValueError("x")
    return np.column_stack([ell, h])


WRONG["running_intervals"] = {
    "no tolerance": lambda r, i: acc(r, i, e=0.0),
    "negative tolerance": lambda r, i: acc(r, i, e=-1e-9),
    "tol .5": lambda r, i: acc(r, i, e=0.5),
    "never raises": lambda r, i: acc(r, i, rz=False),
    "raise RuntimeError": lambda r, i: (_ for _ in ()).throw(RuntimeError("x")) if True else 0,
    "returns None on empty": lambda r, i: (
        acc(r, i, rz=False)
        if not np.any(acc(r, i, rz=False)[:, 0] > acc(r, i, rz=False)[:, 1] + 1e-9)
        else None
    ),
    "transpose": lambda r, i: acc(r, i).T,
    "start at 0": lambda r, i: np.vstack([[-1, 1], acc(r, i)]),
    "from n>iota-1": lambda r, i: acc(r, i * 0.9),
    "iota per round": lambda r, i: (
        np.array([acc(r[:n], i)[-1] for n in range(1, len(r) + 1)]) * 0.99
    ),
    "running min/max rewards": lambda r, i: np.column_stack(
        [np.minimum.accumulate(r), np.maximum.accumulate(r)]
    ),
    "final n": lambda r, i: np.array([interval(r, i)] * len(r)),
    "reverse": lambda r, i: acc(r[::-1], i),
    "only final": lambda r, i: acc(r, i)[-1:],
    "window": lambda r, i: np.array(
        [interval(r[max(0, n - 30) : n], i) for n in range(1, len(r) + 1)]
    ),
    "clip 0": lambda r, i: np.maximum(acc(r, i), 0),
    "mean of ends": lambda r, i: np.cumsum(rows(r, i), axis=0) / np.arange(1, len(r) + 1)[:, None],
    "unclipped": lambda r, i: (lambda ell: np.column_stack([ell[:, 0] * 1.1, ell[:, 1] * 1.1]))(
        acc(r, i)
    ),
    "sumvar": lambda r, i: acc(r * 0 + r.mean(), i),
    "list of tuples swapped n": lambda r, i: acc(r, i + 1),
    "iota int": lambda r, i: acc(r, int(i) - 1),
    "swap on empty": lambda r, i: np.sort(acc(r, i, rz=False), axis=1),
}
RIGHT["running_intervals"] = {
    "loop": lambda r, i: acc(r, i).tolist(),
    "loop2": lambda r, i: _ri(r, i),
}


def _ri(r, i):
    lo, hi = -1.0, 1.0
    out = []
    s = q = 0.0
    for n, x in enumerate(r, 1):
        s += x
        q += x * x
        if n > i:
            m = s / n
            v = max(q / n - m * m, 0)
            h = math.sqrt(i * v / (n - i))
            lo = max(lo, m - h)
            hi = min(hi, m + h)
            if lo > hi + 1e-9:
                raise ValueError
        out.append((lo, hi))
    return out


def cp(z, ell):
    return np.clip(z, -(2.0**-ell), 2.0**-ell)


WRONG["clipped"] = {
    "tanh": lambda z, ell: np.tanh(z * 2**ell) / 2**ell,
    "-ell": lambda z, ell: np.clip(z, -(2.0**ell), 2.0**ell),
    "10^-ell": lambda z, ell: np.clip(z, -(10.0**-ell), 10.0**-ell),
    "2*-ell": lambda z, ell: np.clip(z, -2 / ell, 2 / ell),
    "sq": lambda z, ell: cp(z, 2 * ell),
    "normalise": lambda z, ell: z / np.max(np.abs(z)) * 2.0**-ell,
    "rescaled": lambda z, ell: 2.0**ell * cp(z, ell),
    "soft threshold": lambda z, ell: np.sign(z) * np.maximum(np.abs(z) - 2.0**-ell, 0),
    "1-2^-ell": lambda z, ell: np.clip(z, -(1 - 2.0**-ell), 1 - 2.0**-ell),
    "max sign err": lambda z, ell: np.minimum(np.abs(z), 2.0**-ell) * np.sign(-z),
    "int level": lambda z, ell: np.clip(z, -1 // 2**ell, 1 // 2**ell),
    "round": lambda z, ell: np.round(z * 2**ell) / 2**ell,
    "floor": lambda z, ell: np.floor(z * 2**ell) / 2**ell,
    "nan": lambda z, ell: np.where(abs(z) <= 2.0**-ell, z, np.nan),
    "mask": lambda z, ell: z[np.abs(z) <= 2.0**-ell],
    "scalar": lambda z, ell: float(cp(z[0], ell)),
    "mod": lambda z, ell: np.mod(z, 2.0**-ell),
    "asym": lambda z, ell: np.clip(z, -1, 2.0**-ell),
    "sqrt": lambda z, ell: np.clip(z, -(2.0 ** (-ell / 2)), 2.0 ** (-ell / 2)),
    "(ell+1)": lambda z, ell: np.clip(z, -1 / (ell + 1), 1 / (ell + 1)),
    "norm clip": lambda z, ell: z * min(1, 2.0**-ell / np.linalg.norm(z)),
    "inplace bug": lambda z, ell: np.where(
        z > 2.0**-ell, 2.0**-ell, np.where(z < 2.0**-ell, -(2.0**-ell), z)
    ),
}
RIGHT["clipped"] = {
    "sign min": lambda z, ell: np.sign(z) * np.minimum(np.abs(z), 2.0 ** (-ell)),
    "loop": lambda z, ell: [max(-(0.5**ell), min(0.5**ell, v)) for v in z],
    "div": lambda z, ell: z / np.maximum(1, np.abs(z) * 2**ell),
}


def fs(w=cp, p=(1, 1, 2, 2, 2), s=(1, 1, 1, 1, 1), rp=(1, 0, 2, 1, 0)):
    def f(x, r, mu, ell):
        c = w(x @ mu, ell)
        return (
            s[0] * (c ** p[0] @ r ** rp[0]),
            s[1] * (c ** p[1] @ x),
            s[2] * (c ** p[2] @ r ** rp[2]),
            s[3] * ((c ** p[3] * r ** rp[3]) @ x),
            s[4] * (x.T @ ((c ** p[4])[:, None] * x)),
        )

    return f


WRONG["five_sums"] = {
    "2 in cross": fs(s=(1, 1, 1, 2, 1)),
    "-2": fs(s=(1, 1, 1, -2, 1)),
    "neg second": fs(s=(1, -1, 1, 1, 1)),
    "third w r2": fs(p=(1, 1, 1, 2, 2)),
    "third r": fs(rp=(1, 0, 1, 1, 0)),
    "fourth r2": fs(rp=(1, 0, 2, 2, 0)),
    "fourth w": fs(p=(1, 1, 2, 1, 2)),
    "fifth w": fs(p=(1, 1, 2, 2, 1)),
    "fifth no w": fs(p=(1, 1, 2, 2, 0)),
    "no clip": fs(lambda z, ell: z),
    "clip sq": fs(lambda z, ell: np.sign(z) * np.sqrt(np.minimum(z**2, 2.0**-ell))),
    "scaled": fs(lambda z, ell: 2**ell * cp(z, ell)),
    "order swapped": lambda *a: (lambda t: (t[1], t[0], t[2], t[3], t[4]))(fs()(*a)),
    "order 3,4": lambda *a: (lambda t: (t[0], t[1], t[3], t[2], t[4]))(fs()(*a)),
    "diag fifth": lambda *a: (lambda t: (*t[:4], np.diag(np.diag(t[4]))))(fs()(*a)),
    "vector fifth": lambda x, r, mu, ell: (
        *fs()(x, r, mu, ell)[:4],
        (cp(x @ mu, ell) ** 2) @ (x * x),
    ),
    "trace fifth": lambda *a: (*fs()(*a)[:4], np.trace(fs()(*a)[4])),
    "nt gram": lambda x, r, mu, ell: (
        *fs()(x, r, mu, ell)[:4],
        (x * cp(x @ mu, ell)[:, None] ** 2) @ x.T,
    ),
    "fifth mu": lambda x, r, mu, ell: (*fs()(x, r, mu, ell)[:4], np.outer(mu, mu)),
    "first squared": lambda *a: (fs()(*a)[0] ** 2, *fs()(*a)[1:]),
    "third = first^2": lambda *a: (lambda t: (t[0], t[1], t[0] ** 2, t[3], t[4]))(fs()(*a)),
    "fourth=first*second": lambda *a: (lambda t: (t[0], t[1], t[2], t[0] * t[1], t[4]))(fs()(*a)),
    "fifth=outer second": lambda *a: (lambda t: (*t[:4], np.outer(t[1], t[1])))(fs()(*a)),
    "weights not clipped in w2": lambda x, r, mu, ell: (
        *fs()(x, r, mu, ell)[:2],
        *fs(lambda z, ell: z)(x, r, mu, ell)[2:],
    ),
    "four": lambda *a: fs()(*a)[:4],
    "array": lambda *a: np.array([1, 2, 3, 4, 5.0]),
    "sign weights": fs(lambda z, ell: np.sign(z)),
    "residual": lambda x, r, mu, ell: fs()(x, r - x @ mu, mu, ell),
}
RIGHT["five_sums"] = {
    "list": lambda *a: list(fs()(*a)),
    "loop": lambda x, r, mu, ell: (
        lambda w: (
            sum(w * r),
            sum(a * b for a, b in zip(w, x, strict=False)),
            sum(w**2 * r**2),
            sum(a * a * c * b for a, b, c in zip(w, x, r, strict=False)),
            sum(a * a * np.outer(b, b) for a, b in zip(w, x, strict=False)),
        )
    )(cp(x @ mu, ell)),
}


def sv(
    test=lambda L, S, i: np.abs(L) <= np.sqrt(i * S),
    ball=lambda t: np.linalg.norm(t, axis=1) <= 1,
    comb=np.all,
    net=lambda n: n,
    lv=lambda ell: ell,
    resid=lambda r, x, t: r - t @ x.T,
    w=cp,
):
    def f(t, x, r, n, ell, i):
        M = []
        for mu in net(n):
            for k in lv(ell):
                c = w(x @ mu, k)
                e = resid(r, x, t)
                M.append(test(e @ c, (e**2) @ (c**2), i))
        return comb(np.array(M), axis=0) & ball(t)

    return f


WRONG["survivors"] = {
    "strict ball .9": sv(ball=lambda t: np.linalg.norm(t, axis=1) <= 0.9),
    "ball per coordinate": sv(ball=lambda t: np.abs(t).max(axis=1) <= 1),
    "ball l1": sv(ball=lambda t: np.abs(t).sum(axis=1) <= 1),
    "ball sq": sv(ball=lambda t: (t**2).sum(axis=1) <= 2),
    "last direction all levels": sv(net=lambda n: n[-1:]),
    "level 0..n-1 idx": sv(lv=lambda ell: range(1, len(ell))),
    "without last level": sv(lv=lambda ell: ell[:-1] if len(ell) > 1 else ell),
    "sum of conditions": lambda t, x, r, n, ell, i: (
        lambda L, S: (np.abs(L) <= np.sqrt(i * S)) & (np.linalg.norm(t, axis=1) <= 1)
    )(
        *(
            sum(((r - t @ x.T) @ cp(x @ mu, k)) for mu in n for k in ell),
            sum(((r - t @ x.T) ** 2 @ cp(x @ mu, k) ** 2) for mu in n for k in ell),
        )
    ),
    "2iota": sv(lambda L, S, i: np.abs(L) <= np.sqrt(2 * i * S)),
    "half iota": sv(lambda L, S, i: np.abs(L) <= np.sqrt(i * S / 2)),
    "sqrt iota outside twice": sv(lambda L, S, i: np.abs(L) <= i * np.sqrt(S)),
    "-left": sv(lambda L, S, i: np.sqrt(i * S) >= -L),
    "residual plus": sv(resid=lambda r, x, t: r + t @ x.T),
    "no residual": sv(resid=lambda r, x, t: np.tile(r, (len(t), 1))),
    "unclipped": sv(w=lambda z, k: z),
    "abs weights": sv(w=lambda z, k: np.abs(cp(z, k))),
    "cap 2^-k-1": sv(w=lambda z, k: cp(z, k + 1)),
    "any levels all dirs": lambda t, x, r, n, ell, i: (
        np.all(
            [
                np.any(
                    [
                        (
                            np.abs((r - t @ x.T) @ cp(x @ mu, k))
                            <= np.sqrt(i * ((r - t @ x.T) ** 2 @ cp(x @ mu, k) ** 2))
                        )
                        for k in ell
                    ],
                    axis=0,
                )
                for mu in n
            ],
            axis=0,
        )
        & (np.linalg.norm(t, axis=1) <= 1)
    ),
    "cross no 2": lambda t, x, r, n, ell, i: _sv5(t, x, r, n, ell, i, 1),
    "cross +2": lambda t, x, r, n, ell, i: _sv5(t, x, r, n, ell, i, -2),
    "no quad": lambda t, x, r, n, ell, i: _sv5(t, x, r, n, ell, i, 2, 0),
    "indices": lambda *a: np.flatnonzero(sv()(*a)),
    "list of rows": lambda t, *a: t[sv()(t, *a)],
    "count": lambda *a: int(sv()(*a).sum()),
    "mu doubled": sv(net=lambda n: 2 * n),
    "strict <": sv(lambda L, S, i: np.abs(L) < np.sqrt(i * S)),
}


def _sv5(t, x, r, n, ell, i, cross, quad=1):
    k = np.linalg.norm(t, axis=1) <= 1
    for mu in n:
        for lv in ell:
            a, b, c, d, e = fs()(x, r, mu, lv)
            sq = c - cross * t @ d + quad * np.sum(t @ e * t, axis=1)
            k &= np.abs(a - t @ b) <= np.sqrt(i * np.maximum(sq, 0))
    return k


RIGHT["survivors"] = {
    "five": lambda *a: _sv5(*a, 2),
    "sq": sv(lambda L, S, i: i * S >= L**2),
    "list": lambda *a: [bool(v) for v in sv()(*a)],
}


def npl(pick, unit=True):
    def f(c, k):
        if not np.any(k):
            raise ValueError("x")
        v = pick(c, k)
        return v / np.linalg.norm(v) if unit else v

    return f


def far(p):
    return p[np.argmax(np.linalg.norm(p, axis=1))]


WRONG["next_play"] = {
    "no error": lambda c, k: (lambda p: far(p) / np.linalg.norm(far(p)))(c[k] if np.any(k) else c),
    "returns None if empty": lambda c, k: npl(lambda c, k: far(c[k]))(c, k) if np.any(k) else None,
    "returns zeros": lambda c, k: npl(lambda c, k: far(c[k]))(c, k) if np.any(k) else np.zeros(2),
    "IndexError": lambda c, k: (lambda v: v / np.linalg.norm(v))(
        c[k][np.argmax(np.linalg.norm(c[k], axis=1)) if np.any(k) else 0]
    ),
    "neg": npl(lambda c, k: -far(c[k])),
    "axis 0": npl(lambda c, k: c[k][int(np.argmax(np.linalg.norm(c[k], axis=0)))]),
    "excluded longest": npl(lambda c, k: far(c[~k])),
    "sum": npl(lambda c, k: c[k].sum(axis=0)),
    "l1 longest": npl(lambda c, k: c[k][np.argmax(np.abs(c[k]).sum(axis=1))]),
    "inf norm": npl(lambda c, k: c[k][np.argmax(np.abs(c[k]).max(axis=1))]),
    "l1 unit": npl(lambda c, k: far(c[k]) / np.abs(far(c[k])).sum(), False),
    "max unit": npl(lambda c, k: far(c[k]) / np.abs(far(c[k])).max(), False),
    "sq unit": npl(lambda c, k: far(c[k]) / (far(c[k]) @ far(c[k])), False),
    "index": npl(lambda c, k: np.argmax(np.linalg.norm(c[k], axis=1)), False),
    "2d": npl(lambda c, k: far(c[k])[None]),
    "second longest": npl(lambda c, k: c[k][np.argsort(np.linalg.norm(c[k], axis=1))[-2]]),
    "masked zero": npl(lambda c, k: far(c * k[:, None]) + 0),
    "random": npl(lambda c, k: c[k][np.random.default_rng(0).integers(len(c[k]))]),
    "assert": lambda c, k: (
        npl(lambda c, k: far(c[k]))(c, k)
        if np.any(k)
        else (_ for _ in ()).throw(AssertionError("e"))
    ),
}
WRONG["next_play"].pop("masked zero")
RIGHT["next_play"] = {
    "masked": npl(lambda c, k: far(c * k[:, None])),
    "list": lambda c, k: npl(lambda c, k: far(c[k]))(c, k).tolist(),
    "max empty": lambda c, k: (lambda v: [v[0] / math.hypot(*v), v[1] / math.hypot(*v)])(
        max(
            (tuple(p) for p, q in zip(c, k, strict=False) if q), key=lambda p: p[0] ** 2 + p[1] ** 2
        )
    ),
}
