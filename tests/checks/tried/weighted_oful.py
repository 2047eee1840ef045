"""Answers that were tried by hand, wrong and right: what each does, and the answer."""

import math

import numpy as np

from tests.checks.sources import reference
from tests.checks.tried import estimates

RR = reference("weighted_oful")
WRONG = {}
RIGHT = {}


def st(line=lambda n, g: n * g**2, cmp=np.less, fin=lambda i: i + 1, never=0, start=0):
    def f(r, g):
        n = np.arange(1, len(r) + 1)
        w = np.flatnonzero(cmp(r, line(n, g)))
        w = w[w >= start]
        return fin(int(w[0])) if len(w) else never

    return f


WRONG["stopping_round"] = {
    "n^2 gap": st(lambda n, g: n**2 * g),
    "gap/n": st(lambda n, g: g**2 / n),
    "skip first": st(start=1),
    "n g^2/2": st(lambda n, g: n * g**2 / 2),
    "n g^4": st(lambda n, g: n * g**4),
    "sqrt(n) g": st(lambda n, g: np.sqrt(n) * g),
    "log": st(lambda n, g: np.log(n + 1) * g**2),
    "average reports": lambda r, g: st()(np.cumsum(r) / np.arange(1, len(r) + 1), g),
    "diff": lambda r, g: st(lambda n, g: g**2 + 0 * n)(np.diff(r, prepend=0), g),
    "r/n<g": st(lambda n, g: n * g),
    "bool": lambda r, g: bool(st()(r, g)),
    "argmin diff": lambda r, g: int(np.argmin(r - np.arange(1, len(r) + 1) * g**2)) + 1,
    "array": lambda r, g: np.flatnonzero(r < np.arange(1, len(r) + 1) * g**2) + 1,
    "inf never": st(never=math.inf),
    "nan": st(never=math.nan),
    "len-1 never": lambda r, g: st(never=len(r) - 1)(r, g),
    "T*gap2": lambda r, g: st(lambda n, g: len(r) * g**2 + 0 * n)(r, g),
    "never raise": lambda r, g: int(np.flatnonzero(r < np.arange(1, len(r) + 1) * g**2)[0]) + 1,
    "tolerance": st(lambda n, g: n * g**2 - 1e-9),
    "tolerance+": st(lambda n, g: n * g**2 + 1e-9),
    "first after last above incl 0": lambda r, g: (lambda a: len(r) if not len(a) else a[-1] + 2)(
        np.flatnonzero(r >= np.arange(1, len(r) + 1) * g**2)
    ),
    "n from 2": st(lambda n, g: (n + 1) * g**2),
    "2 consecutive": lambda r, g: (
        lambda b: next((k + 2 for k in range(len(b) - 1) if b[k] and b[k + 1]), 0)
    )(r < np.arange(1, len(r) + 1) * g**2),
}
RIGHT["stopping_round"] = {
    "loop": lambda r, g: next((n for n, v in enumerate(r, 1) if v < n * g**2), 0),
    "div": lambda r, g: next((np.int64(n) for n, v in enumerate(r, 1) if v / n < g * g), 0),
    "float": lambda r, g: float(st()(r, g)),
}
WRONG["estimate_after_commit"] = estimates.WRONG
RIGHT["estimate_after_commit"] = estimates.RIGHT


def ws(
    w=lambda s, f: np.maximum(s, f) ** -2.0,
    lam=lambda ell, d: ell * np.eye(d),
    pw=None,
    x2=lambda x: x,
):
    def g(x, r, s, ell, f):
        ww = w(s, f)
        p = (pw or w)(s, f)
        return x.T @ (ww[:, None] * x) + lam(ell, x.shape[1]), x.T @ (p * r)

    return g


WRONG["weighted_sums"] = {
    "clip max 1": ws(
        lambda s, f: (
            1 / np.minimum(np.maximum(s, f), 1) ** 2 * 1.0 if False else 1 / np.maximum(s, f) ** 1.5
        )
    ),
    "p 1/s": ws(pw=lambda s, f: 1 / np.maximum(s, f)),
    "p no floor": ws(pw=lambda s, f: s**-2.0),
    "A no weights": ws(lambda s, f: np.ones_like(s), pw=lambda s, f: np.maximum(s, f) ** -2.0),
    "floor squared added": ws(lambda s, f: 1 / (s**2 + f)),
    "where": ws(lambda s, f: np.where(s == 0, f**-2.0, np.where(s > 0, s, 1) ** -2.0)),
    "ridge/n": ws(lam=lambda ell, d: ell / d * np.eye(d)),
    "sqrt ridge": ws(lam=lambda ell, d: math.sqrt(ell) * np.eye(d)),
    "minus ridge": ws(lam=lambda ell, d: -ell * np.eye(d)),
    "diag only": lambda *a: (np.diag(np.diag(ws()(*a)[0])), ws()(*a)[1]),
    "normalised weights": lambda x, r, s, ell, f: ws(
        lambda s, f: (lambda w: w / w.sum())(np.maximum(s, f) ** -2.0)
    )(x, r, s, ell, f),
    "p col": lambda *a: (ws()(*a)[0], ws()(*a)[1][:, None]),
    "inverse A": lambda *a: (np.linalg.inv(ws()(*a)[0]), ws()(*a)[1]),
    "xx^T gram n": lambda x, r, s, ell, f: (x @ x.T + ell * np.eye(len(x)), x.T @ r),
    "p uses r^2": lambda x, r, s, ell, f: (ws()(x, r, s, ell, f)[0], ws()(x, r**2, s, ell, f)[1]),
    "p minus": lambda *a: (ws()(*a)[0], -ws()(*a)[1]),
    "median floor": ws(lambda s, f: np.where(s < f, 0, s.clip(1e-9) ** -2.0)),
    "ridge floor^2": lambda x, r, s, ell, f: ws()(x, r, s, ell / f**2, f),
    "ridge on p too": lambda x, r, s, ell, f: (
        ws()(x, r, s, ell, f)[0],
        ws()(x, r, s, ell, f)[1] * ell,
    ),
    "dict": lambda *a: {"A": ws()(*a)[0], "p": ws()(*a)[1]},
    "ridge n times": lambda x, r, s, ell, f: ws()(x, r, s, ell * len(x), f),
    "floor**2 max": ws(lambda s, f: 1 / np.maximum(s, f**2) ** 2),
    "exp": ws(lambda s, f: np.exp(-(np.maximum(s, f) ** 2))),
}
RIGHT["weighted_sums"] = {
    "list": lambda *a: [ws()(*a)[0].tolist(), ws()(*a)[1].tolist()],
    "loop": lambda x, r, s, ell, f: (
        ell * np.eye(x.shape[1])
        + sum(np.outer(v, v) / max(q, f) ** 2 for v, q in zip(x, s, strict=False)),
        sum(rr * v / max(q, f) ** 2 for v, rr, q in zip(x, r, s, strict=False)),
    ),
}


def sp(den):
    return lambda nu, lam, b: b / den(nu, lam / lam[0] - 1, lam)


WRONG["step"] = {
    "k+nu*k+1": sp(lambda nu, k, ell: k + nu * k + 1),
    "k*(1+nu)": sp(lambda nu, k, ell: np.maximum(k * (1 + nu), 1e-3)),
    "(k+nu)(k+1)": sp(lambda nu, k, ell: (k + nu) * (k + 1)),
    "k - nu": sp(lambda nu, k, ell: k - nu * (k + 1)),
    "lam scaled": sp(lambda nu, k, ell: ell * (1 + nu) - 1),
    "lam full": sp(lambda nu, k, ell: ell * (1 + nu) - ell[0]),
    "b**2": lambda nu, ell, b: b**2 / (ell / ell[0] * (1 + nu) - 1),
    "abs b": lambda nu, ell, b: abs(b) / (ell / ell[0] * (1 + nu) - 1),
    "k^2": sp(lambda nu, k, ell: k**2 + nu * (k + 1) ** 2),
    "root": sp(lambda nu, k, ell: np.sqrt(k + nu * (k + 1))),
    "mean lam": lambda nu, ell, b: b / (ell / ell.mean() * (1 + nu) - 1),
    "nu/2": sp(lambda nu, k, ell: k + nu / 2 * (k + 1)),
    "2nu": sp(lambda nu, k, ell: k + 2 * nu * (k + 1)),
    "1/nu": sp(lambda nu, k, ell: k + (k + 1) / nu),
    "sorted b": lambda nu, ell, b: np.sort(b) / (ell / ell[0] * (1 + nu) - 1),
    "k=lam/lam0": sp(lambda nu, k, ell: (k + 1) + nu * (k + 2)),
    "times lam": lambda nu, ell, b: ell * b / (ell / ell[0] * (1 + nu) - 1),
    "1+nu(k+1)": sp(lambda nu, k, ell: 1 + nu * (k + 1)),
    "nu^2": sp(lambda nu, k, ell: k + nu**2 * (k + 1)),
    "lam+nu": sp(lambda nu, k, ell: ell + nu),
}
RIGHT["step"] = {
    "alt": lambda nu, ell, b: b * ell[0] / (ell * (1 + nu) - ell[0]),
    "list": lambda nu, ell, b: [
        bi / (li / ell[0] - 1 + nu * li / ell[0]) for li, bi in zip(ell, b, strict=False)
    ],
}
L = RR["longest_vector"]


def from_scipy(c, A, r):

    if r == 0:
        return c
    Li = np.linalg.inv(np.linalg.cholesky(A)).T
    best = None
    rng = np.random.default_rng(0)
    for _ in range(60):
        y = rng.normal(size=len(c))
        y /= np.linalg.norm(y)
        for _ in range(20000):
            g = Li.T @ (c + r * Li @ y)
            y2 = g / np.linalg.norm(g)
            if np.linalg.norm(y2 - y) < 1e-13:
                break
            y = y2
        v = c + r * Li @ y
        if best is None or v @ v > best @ best:
            best = v
    return best


def ev(A):
    return np.linalg.eigh(A)


WRONG["longest_vector"] = {
    "no hard case": lambda c, A, r: _nohard(c, A, r),
    "radius0 unit": lambda c, A, r: L(c, A, r if r > 0 else 1e-3),
    "diag only": lambda c, A, r: L(c, np.diag(np.diag(A)), r),
    "A sqrt": lambda c, A, r: L(c, A @ A, r),
    "neg center": lambda c, A, r: L(-c, A, r),
    "zero centre": lambda c, A, r: L(0 * c, A, r),
    "radius sqrt2": lambda c, A, r: L(c, A, r * math.sqrt(2)),
    "unit radius/len": lambda c, A, r: L(c, A, r / len(c)),
    "2r": lambda c, A, r: L(c, A, 2 * r),
    "unit": lambda c, A, r: (lambda v: v / np.linalg.norm(v))(L(c, A, r)),
    "eigvec rows": lambda c, A, r: c + ev(A)[1].T @ (ev(A)[1].T @ (L(c, A, r) - c)),
    "plus axis all": lambda c, A, r: c + ev(A)[1] @ (r / np.sqrt(ev(A)[0])),
    "corner": lambda c, A, r: c + np.sign(c) * r / np.sqrt(np.diag(A)),
    "A^-1 c direction": lambda c, A, r: (
        lambda v: c + r * v / math.sqrt(v @ A @ v) if v @ v > 0 else c
    )(np.linalg.solve(A, c)),
    "c dir in A": lambda c, A, r: c + r * c / np.sqrt(c @ A @ c) if c @ c > 0 else c,
    "nu=0": lambda c, A, r: c,
    "length only": lambda c, A, r: np.linalg.norm(L(c, A, r)),
    "few bisect": lambda c, A, r: c + (L(c, A, r) - c) * 0.9999,
    "slightly out": lambda c, A, r: c + (L(c, A, r) - c) * 1.0001,
    "tuple": lambda c, A, r: (L(c, A, r), 1.0),
}


def _nohard(c, A, r):
    if r == 0:
        return c
    e, Q = ev(A)
    b = Q.T @ c
    with np.errstate(all="ignore"):
        lo, hi = 0.0, 1.0

        def f(nu):
            return np.sum(e * (b / ((e / e[0] - 1) + nu * e / e[0])) ** 2)

        for _ in range(200):
            if f(hi) <= r * r:
                break
            hi *= 2
        for _ in range(100):
            m = (lo + hi) / 2
            if f(m) > r * r:
                lo = m
            else:
                hi = m
        return c + Q @ (b / ((e / e[0] - 1) + hi * e / e[0]))


RIGHT["longest_vector"] = {
    "fixed point": from_scipy,
    "neg hard": lambda c, A, r: L(c, A, r).tolist(),
}


def cr(
    a=2,
    b=1,
    lg=math.log,
    det=lambda A, ell: np.linalg.slogdet(A)[1] - len(A) * math.log(ell),
    plus=math.sqrt,
):
    return lambda A, ell, d: math.sqrt(max(a * lg(1 / d) + b * det(A, ell), 0)) + plus(ell)


WRONG["confidence_radius"] = {
    "log10": cr(lg=math.log10),
    "det overflow": lambda A, ell, d: (
        math.sqrt(2 * math.log(1 / d) + np.log(np.linalg.det(A) / ell ** len(A))) + math.sqrt(ell)
    ),
    "log det interval*ell by len sqrt": cr(
        det=lambda A, ell: np.linalg.slogdet(A)[1] - math.log(ell) * len(A) ** 2
    ),
    "log2": cr(lg=math.log2),
    "1/d no log": cr(lg=lambda v: v),
    "chance 4": cr(a=4),
    "sqrt lam *": lambda A, ell, d: cr(plus=lambda ell: 0)(A, ell, d) * math.sqrt(ell),
    "sqrt ell inside": cr(plus=lambda ell: 0),
    "sum eig": cr(det=lambda A, ell: np.sum(np.linalg.eigvalsh(A) / ell)),
    "sign slogdet": cr(det=lambda A, ell: np.linalg.slogdet(A)[0]),
    "det of A/ell lam": cr(det=lambda A, ell: np.linalg.slogdet(A * ell)[1]),
    "log1p": cr(lg=lambda v: math.log1p(v)),
    "1-d": lambda A, ell, d: (
        math.sqrt(2 * math.log(1 / (1 - d)) + np.linalg.slogdet(A / ell)[1]) + math.sqrt(ell)
    ),
    "squared": lambda A, ell, d: cr()(A, ell, d) ** 2,
    "min eig": cr(det=lambda A, ell: math.log(np.linalg.eigvalsh(A)[0] / ell)),
    "max eig": cr(det=lambda A, ell: math.log(np.linalg.eigvalsh(A)[-1] / ell)),
    "diag prod": cr(det=lambda A, ell: np.log(np.diag(A) / ell).sum()),
    "abs log d": cr(a=1, b=0.5),
    "sqrt(d)": lambda A, ell, d: cr()(A, ell, d) * math.sqrt(len(A)),
    "1/sqrt ell": cr(plus=lambda ell: 1 / math.sqrt(ell)),
    "ell squared": cr(plus=lambda ell: ell * ell),
    "add 1": cr(plus=lambda ell: 1.0),
}
RIGHT["confidence_radius"] = {
    "A/ell": lambda A, ell, d: (
        np.sqrt(2 * np.log(1 / d) + np.linalg.slogdet(A / ell)[1]) + np.sqrt(ell)
    ),
    "chol": lambda A, ell, d: (
        math.sqrt(
            -2 * math.log(d)
            + 2 * np.log(np.diag(np.linalg.cholesky(A))).sum()
            - len(A) * math.log(ell)
        )
        + ell**0.5
    ),
    "eig": cr(det=lambda A, ell: np.log(np.linalg.eigvalsh(A) / ell).sum()),
}


def wd(x, A):
    return math.sqrt(x @ np.linalg.solve(A, x))


WRONG["optimism_gap"] = {
    "4": lambda x, A, r: min(2, 4 * r * wd(x, A)),
    "cap 2r": lambda x, A, r: 2 * r * min(2, wd(x, A)),
    "sqrt r": lambda x, A, r: min(2, 2 * math.sqrt(r) * wd(x, A)),
    "min eig": lambda x, A, r: min(2, 2 * r / math.sqrt(np.linalg.eigvalsh(A)[0])),
    "max eig": lambda x, A, r: min(2, 2 * r / math.sqrt(np.linalg.eigvalsh(A)[-1])),
    "1/A entries": lambda x, A, r: min(2, 2 * r * math.sqrt(abs(x @ (1 / A) @ x))),
    "det": lambda x, A, r: min(2, 2 * r / math.sqrt(np.linalg.det(A))),
    "trace": lambda x, A, r: min(2, 2 * r / math.sqrt(np.trace(A))),
    "cap 4": lambda x, A, r: min(4, 2 * r * wd(x, A)),
    "cap .5": lambda x, A, r: min(0.5, 2 * r * wd(x, A)),
    "solve norm": lambda x, A, r: min(2, 2 * r * np.abs(np.linalg.solve(A, x)).sum()),
    "sum solve": lambda x, A, r: min(2, 2 * r * np.linalg.solve(A, x).sum()),
    "1+": lambda x, A, r: min(2, 1 + 2 * r * wd(x, A)),
    "2-": lambda x, A, r: max(0, 2 - 2 * r * wd(x, A)),
    "array": lambda x, A, r: np.minimum(2, 2 * r * np.array([wd(x, A)])),
    "quarter": lambda x, A, r: min(2, r * wd(x, A) / 4),
    "x@x": lambda x, A, r: min(2, 2 * r * (x @ x)),
    "no radius cap": lambda x, A, r: 2 * wd(x, A),
    "chol": lambda x, A, r: min(2, 2 * r * np.linalg.norm(np.linalg.cholesky(A) @ x)),
    "r/w": lambda x, A, r: min(2, 2 * r / wd(x, A)),
}
RIGHT["optimism_gap"] = {
    "chol": lambda x, A, r: np.minimum(
        2, 2 * r * np.linalg.norm(np.linalg.solve(np.linalg.cholesky(A), x))
    ),
    "inv": lambda x, A, r: min(2, 2 * r * np.sqrt(x.T @ np.linalg.inv(A) @ x)),
    "clip": lambda x, A, r: np.clip(2 * r * wd(x, A), 0, 2),
}
