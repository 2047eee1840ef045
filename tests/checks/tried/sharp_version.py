"""Answers that were tried by hand, wrong and right: what each does, and the answer."""

import math

import numpy as np
from scipy.integrate import quad

from tests.checks.sources import reference

RR = reference("sharp_version")
WRONG = {}
RIGHT = {}
B = RR["bet"]


def bt(g=lambda e, y, r: r * e * y, f=lambda e, y, r: r * r * y * y / 2, tot=np.cumsum, fin=np.exp):
    return lambda e, y, r: fin(tot(g(e, y, r) - f(e, y, r)))


WRONG["bet"] = {
    "fee /4": bt(f=lambda e, y, r: r * r * y * y / 4),
    "fee 2": bt(f=lambda e, y, r: 2 * r * r * y * y),
    "fee (ry)/2": bt(f=lambda e, y, r: r * y / 2),
    "no y": bt(g=lambda e, y, r: r * e, f=lambda e, y, r: r * r / 2),
    "stake no y": bt(g=lambda e, y, r: r * e),
    "fee no y": bt(f=lambda e, y, r: r * r / 2 + 0 * y),
    "2^": bt(fin=np.exp2),
    "10^": bt(fin=lambda v: 10.0**v),
    "expm1": bt(fin=np.expm1),
    "mean": bt(tot=lambda v: np.cumsum(v) / np.arange(1, len(v) + 1)),
    "prod total": lambda e, y, r: np.full(len(e), B(e, y, r)[-1]),
    "last": lambda e, y, r: B(e, y, r)[-1],
    "max so far": lambda e, y, r: np.maximum.accumulate(B(e, y, r)),
    "start 0": lambda e, y, r: B(e, y, r) - 1,
    "abs y": bt(g=lambda e, y, r: r * e * abs(y)),
    "rate sq": bt(g=lambda e, y, r: r * r * e * y),
    "lin": lambda e, y, r: np.cumprod(1 + r * e * y - r * r * y * y / 2),
    "sum wealth": lambda e, y, r: np.cumsum(B(e, y, r)),
    "rate 1 fee": bt(f=lambda e, y, r: y * y / 2),
    "y without e in last": lambda e, y, r: np.exp(
        r * np.cumsum(e) * y - r * r * np.cumsum(y * y) / 2
    ),
    "cumsum of e times cumsum y": lambda e, y, r: np.exp(
        r * np.cumsum(e) * np.cumsum(y) - r * r * np.cumsum(y * y) / 2
    ),
    "reverse": lambda e, y, r: B(e[::-1], y[::-1], r),
    "fee abs": bt(f=lambda e, y, r: r * abs(y) / 2),
    "y2e fee": bt(f=lambda e, y, r: r * r * e * y * y / 2),
    "round": lambda e, y, r: np.round(B(e, y, r), 1),
    "fee cumulative n": lambda e, y, r: np.exp(
        r * np.cumsum(e * y) - r * r * np.cumsum(np.cumsum(y * y)) / 2
    ),
}
RIGHT["bet"] = {
    "loop": lambda e, y, r: (
        lambda o, w: [
            w := w * math.exp(r * a * b - r * r * b * b / 2) for a, b in zip(e, y, strict=False)
        ]
    )([], 1.0),
    "cumprod": lambda e, y, r: np.cumprod(np.exp(r * e * y - (r * y) ** 2 / 2)),
    "list": lambda e, y, r: B(e, y, r).tolist(),
}


def mx(a=lambda q, p: math.sqrt(p / (q + p)), x=lambda s, q, p: s * s / (2 * (q + p))):
    return lambda s, q, p: a(q, p) * math.exp(x(s, q, p))


WRONG["mixture_wealth"] = {
    "front rho only": mx(lambda q, p: math.sqrt(p)),
    "front 1/(q+p)": mx(lambda q, p: 1 / (q + p)),
    "front sqrt(1/(1+q))": mx(lambda q, p: 1 / math.sqrt(1 + q)),
    "front (1+q/p)": mx(lambda q, p: 1 + q / p),
    "cube": mx(lambda q, p: (p / (q + p)) ** 1.5),
    "quarter root": mx(lambda q, p: (p / (q + p)) ** 0.25),
    "exp s2/(q+2p)": mx(x=lambda s, q, p: s * s / (2 * q + p)),
    "s2/2q+p": mx(x=lambda s, q, p: s * s / (2 * q) + p),
    "s2/2/(q-p)": mx(x=lambda s, q, p: s * s / (2 * (abs(q - p) + 0.1))),
    "s2/4": mx(x=lambda s, q, p: s * s / (4 * (q + p))),
    "2s2": mx(x=lambda s, q, p: 2 * s * s / (q + p)),
    "s by the root": mx(x=lambda s, q, p: s / math.sqrt(2 * (q + p))),
    "no total": mx(x=lambda s, q, p: 1 / (2 * (q + p))),
    "total sq twice": mx(x=lambda s, q, p: s**4 / (2 * (q + p))),
    "rho only in exp": mx(x=lambda s, q, p: s * s / (2 * p)),
    "sqrt all": lambda s, q, p: math.sqrt(p / (q + p) * math.exp(s * s / (2 * (q + p)))),
    "2pi": mx(lambda q, p: math.sqrt(p / (2 * math.pi * (q + p)))),
    "neg log": mx(x=lambda s, q, p: s * s / (2 * (q + p)) - math.log(2)),
    "q+rho^2": mx(
        lambda q, p: math.sqrt(p / (q + p * p)), lambda s, q, p: s * s / (2 * (q + p * p))
    ),
    "q rho": mx(lambda q, p: math.sqrt(1 / (q * p + 1)), lambda s, q, p: s * s / (2 * (q * p + 1))),
    "log2": lambda s, q, p: math.log2(mx()(s, q, p)),
    "+": lambda s, q, p: math.sqrt(p / (q + p)) + math.exp(s * s / (2 * (q + p))),
    "rate=G/(Q+rho)": lambda s, q, p: math.exp(s * s / (q + p) - (s / (q + p)) ** 2 * q / 2),
    "one bet rate1": lambda s, q, p: math.exp(s - q / 2),
    "power 2": lambda s, q, p: 2 ** (s * s / (2 * (q + p))) * math.sqrt(p / (q + p)),
    "array": lambda s, q, p: np.array([mx()(s, q, p)]),
    "abs power": lambda s, q, p: math.sqrt(p / (q + p)) * math.exp(abs(s) ** 1.5 / (2 * (q + p))),
}

RIGHT["mixture_wealth"] = {
    "quad": lambda s, q, p: quad(
        lambda ell: (
            math.sqrt(p / (2 * math.pi))
            * math.exp(-p * ell * ell / 2 + ell * s - ell * ell * q / 2)
        ),
        -60,
        60,
        points=[s / (q + p)],
        limit=400,
        epsabs=1e-12,
        epsrel=1e-12,
    )[0],
    "log": lambda s, q, p: math.exp(s * s / 2 / (q + p) - 0.5 * math.log1p(q / p)),
    "np": lambda s, q, p: np.exp(s**2 / (2 * (q + p))) / np.sqrt(1 + q / p),
}


def fd(
    G=lambda e, u, w: np.cumsum((w * u)[:, None] * e, axis=0),
    Q=lambda u, w: np.cumsum((w * u) ** 2),
    al=lambda d, k, n: d / k,
    bd=lambda q, a, p: (q + p) * (np.log((q + p) / p) + 2 * np.log(1 / a)),
    test=lambda g, b: g**2 > b[:, None],
    comb=np.any,
    fin=lambda i: i + 1,
    never=0,
):
    def f(e, u, w, d, p):
        h = comb(test(G(e, u, w), bd(Q(u, w), al(d, e.shape[1], len(u)), p)), axis=1)
        return fin(int(np.argmax(h))) if h.any() else never

    return f


WRONG["first_discovery"] = {
    ">=": fd(test=lambda g, b: g**2 >= b[:, None]),
    "2d/k": fd(al=lambda d, k, n: 2 * d / k),
    "d/n": fd(al=lambda d, k, n: d / n),
    "d*k": fd(al=lambda d, k, n: min(d * k, 0.99)),
    "d/k2": fd(al=lambda d, k, n: d / k**2),
    "log10": fd(bd=lambda q, a, p: (q + p) * (np.log10((q + p) / p) + 2 * np.log10(1 / a))),
    "log2": fd(bd=lambda q, a, p: (q + p) * (np.log2((q + p) / p) + 2 * np.log2(1 / a))),
    "no front": fd(bd=lambda q, a, p: np.log((q + p) / p) + 2 * np.log(1 / a)),
    "half log": fd(bd=lambda q, a, p: (q + p) * (0.5 * np.log((q + p) / p) + np.log(1 / a))),
    "half log2": fd(bd=lambda q, a, p: (q + p) * (0.5 * np.log((q + p) / p) + 2 * np.log(1 / a))),
    "2log": fd(bd=lambda q, a, p: (q + p) * (2 * np.log((q + p) / p) + 2 * np.log(1 / a))),
    "log inverted": fd(bd=lambda q, a, p: (q + p) * (-np.log((q + p) / p) + 2 * np.log(1 / a))),
    "log(q/p)": fd(bd=lambda q, a, p: (q + p) * (np.log(q / p) + 2 * np.log(1 / a))),
    "q+rho^2": fd(
        bd=lambda q, a, p: (q + p * p) * (np.log((q + p * p) / p**2) + 2 * np.log(1 / a))
    ),
    "rho inv": fd(bd=lambda q, a, p: (q + 1 / p) * (np.log((q + 1 / p) * p) + 2 * np.log(1 / a))),
    "row sums": fd(G=lambda e, u, w: np.cumsum((w * u)[:, None] * e, axis=1)),
    "no residual": fd(G=lambda e, u, w: np.cumsum(w[:, None] * e, axis=0)),
    "abs residual": fd(G=lambda e, u, w: np.cumsum((w * abs(u))[:, None] * e, axis=0)),
    "Q no square": fd(Q=lambda u, w: np.cumsum(np.abs(w * u))),
    "Q sum then square": fd(Q=lambda u, w: np.cumsum(w * u) ** 2),
    "total over coords": fd(
        G=lambda e, u, w: np.cumsum(((w * u)[:, None] * e).sum(axis=1))[:, None]
    ),
    "mean": fd(
        G=lambda e, u, w: (
            np.cumsum((w * u)[:, None] * e, axis=0) / np.arange(1, len(u) + 1)[:, None]
        )
    ),
    "never len": lambda e, u, w, d, p: fd(never=len(u))(e, u, w, d, p),
    "never len+1": lambda e, u, w, d, p: fd(never=len(u) + 1)(e, u, w, d, p),
    "never None": fd(never=None),
    "never -1": fd(never=-1),
    "2nd round": fd(fin=lambda i: i + 2),
    "index": fd(fin=lambda i: i),
    "delta ignored": fd(al=lambda d, k, n: 0.05 / k),
    "K from rows": fd(al=lambda d, k, n: d / n),
    "weights root": lambda e, u, w, d, p: fd()(e, u, np.sqrt(w), d, p),
    "bool": lambda *a: bool(fd()(*a)),
    "log 1/d no 2 +K": fd(bd=lambda q, a, p: (q + p) * (np.log((q + p) / p) + np.log(2 / a))),
    "ln(2/a)": fd(bd=lambda q, a, p: (q + p) * (np.log((q + p) / p) + 2 * np.log(2 / a))),
    "wealth no root": lambda e, u, w, d, p: fd(
        bd=lambda q, a, p: (q + p) * (2 * np.log((q + p) / p) + 2 * np.log(1 / a))
    )(e, u, w, d, p),
}
WRONG["first_discovery"]["wealth>1/a with alpha=delta"] = fd(al=lambda d, k, n: d)
RIGHT["first_discovery"] = {"loop": RR["first_discovery"]}


def ce(
    mid=lambda A, c, x: x @ np.linalg.solve(A, c),
    half=lambda A, b, x: b * math.sqrt(x @ np.linalg.solve(A, x)),
    clip=lambda v: v,
):
    return lambda A, c, b, x: clip(
        np.array([mid(A, c, x) - half(A, b, x), mid(A, c, x) + half(A, b, x)])
    )


WRONG["certificate"] = {
    "clip both 0,1": ce(clip=lambda v: np.clip(v, 0, 1)),
    "norm center": ce(mid=lambda A, c, x: np.linalg.norm(np.linalg.solve(A, c))),
    "half det": ce(half=lambda A, b, x: b / math.sqrt(np.linalg.det(A))),
    "half trace": ce(half=lambda A, b, x: b / math.sqrt(np.trace(A))),
    "half diag": ce(half=lambda A, b, x: b * math.sqrt(np.sum(x**2 / np.diag(A)))),
    "mid diag": ce(mid=lambda A, c, x: x @ (c / np.diag(A))),
    "beta/width": ce(half=lambda A, b, x: b / math.sqrt(x @ np.linalg.solve(A, x))),
    "beta+width": ce(half=lambda A, b, x: b + math.sqrt(x @ np.linalg.solve(A, x))),
    "mean": lambda A, c, b, x: float(ce()(A, c, b, x).mean()),
    "lo,width": lambda A, c, b, x: (ce()(A, c, b, x)[0], 2 * ce()(A, c, b, x)[1]),
    "chol": ce(half=lambda A, b, x: b * np.linalg.norm(np.linalg.cholesky(A) @ x)),
    "abs lo": ce(clip=np.abs),
    "longest": lambda A, c, b, x: (
        ce()(A, c, b, x)[0],
        np.linalg.norm(np.linalg.solve(A, c)) + b / math.sqrt(np.linalg.eigvalsh(A)[0]),
    ),
    "x unit A": ce(half=lambda A, b, x: b * abs(x @ np.linalg.solve(A, x))),
    "mom norm": ce(mid=lambda A, c, x: x @ c / np.linalg.norm(c)),
    "max eig": ce(half=lambda A, b, x: b / math.sqrt(np.linalg.eigvalsh(A)[-1])),
    "max eig r": ce(half=lambda A, b, x: b * math.sqrt(np.linalg.eigvalsh(A)[-1])),
    "solve norm1": ce(half=lambda A, b, x: b * np.abs(np.linalg.solve(A, x)).sum()),
    "A c with inv of x": ce(mid=lambda A, c, x: np.linalg.solve(A, x).sum()),
    "array of vectors": lambda A, c, b, x: (
        np.linalg.solve(A, c) - b * x,
        np.linalg.solve(A, c) + b * x,
    ),
    "min 1 only hi": ce(clip=lambda v: np.minimum(v, 1)),
    "sign": ce(clip=lambda v: -v),
    "beta sqrt d": ce(
        half=lambda A, b, x: b * math.sqrt(len(x)) * math.sqrt(x @ np.linalg.solve(A, x))
    ),
    "mid*": lambda A, c, b, x: (lambda m, h: (m * (1 - h), m * (1 + h)))(
        x @ np.linalg.solve(A, c), b * math.sqrt(x @ np.linalg.solve(A, x))
    ),
    "only hi": lambda A, c, b, x: ce()(A, c, b, x)[1],
}
RIGHT["certificate"] = {
    "inv": lambda A, c, b, x: (
        x @ np.linalg.inv(A) @ c - b * np.sqrt(x @ np.linalg.inv(A) @ x),
        x @ np.linalg.inv(A) @ c + b * np.sqrt(x @ np.linalg.inv(A) @ x),
    ),
    "chol": lambda A, c, b, x: (
        lambda L: [
            float(x @ np.linalg.solve(A, c)) + s * b * np.linalg.norm(np.linalg.solve(L, x))
            for s in (-1, 1)
        ]
    )(np.linalg.cholesky(A)),
}
E = RR["embed"]
WRONG["embed"] = {
    "transposed places": lambda A, c, p, d, r: E(A[::-1, ::-1], c[::-1], p, d, r),
    "argsort": lambda A, c, p, d, r: E(
        A, c, list(np.argsort(p)) if max(np.argsort(p)) < d else p, d, r
    ),
    "A only perm": lambda A, c, p, d, r: (E(A, c, p, d, r)[0], E(A, c, sorted(p), d, r)[1]),
    "p perm A sorted": lambda A, c, p, d, r: (E(A, c, sorted(p), d, r)[0], E(A, c, p, d, r)[1]),
    "ridge half": lambda A, c, p, d, r: E(A, c, p, d, r / 2),
    "ridge sq": lambda A, c, p, d, r: E(A, c, p, d, r * r),
    "ridge 2": lambda A, c, p, d, r: E(A, c, p, d, 2 * r),
    "all eye": lambda A, c, p, d, r: (E(A, c, p, d, r)[0] + np.eye(d), E(A, c, p, d, r)[1]),
    "inverse": lambda A, c, p, d, r: (np.linalg.inv(E(A, c, p, d, r)[0]), E(A, c, p, d, r)[1]),
    "estimate": lambda A, c, p, d, r: (E(A, c, p, d, r)[0], np.linalg.solve(*E(A, c, p, d, r))),
    "A rescaled": lambda A, c, p, d, r: E(A / len(A) * d, c, p, d, r),
    "moment scaled": lambda A, c, p, d, r: (E(A, c, p, d, r)[0], E(A, c * len(c) / d, p, d, r)[1]),
    "rows only": lambda A, c, p, d, r: (lambda M: (M, E(A, c, p, d, r)[1]))(
        (lambda M: (M.__setitem__((np.array(p), slice(0, len(p))), A), M)[1])(r * np.eye(d))
    ),
    "upper": lambda A, c, p, d, r: (np.triu(E(A, c, p, d, r)[0]), E(A, c, p, d, r)[1]),
    "only matrix": lambda A, c, p, d, r: E(A, c, p, d, r)[0],
    "swapped": lambda *a: E(*a)[::-1],
    "old diag mean": lambda A, c, p, d, r: E(A, c, p, d, np.mean(np.diag(A))),
    "block ones": lambda A, c, p, d, r: E(np.ones_like(A), c, p, d, r),
    "ridge minus": lambda A, c, p, d, r: E(A - r * np.eye(len(A)), c, p, d, r),
    "complement": lambda A, c, p, d, r: E(
        A, c, ([i for i in range(d) if i not in p] + list(p))[: len(p)], d, r
    ),
    "dim-1": lambda A, c, p, d, r: (
        E(A, c, range(len(p)), d - 1, r) if d - 1 >= len(p) else E(A, c, p, d, r)
    ),
    "symm half": lambda A, c, p, d, r: (E(A, c, p, d, r)[0] * 0.5, E(A, c, p, d, r)[1]),
    "neg p": lambda A, c, p, d, r: (E(A, c, p, d, r)[0], -E(A, c, p, d, r)[1]),
}
RIGHT["embed"] = {
    "loop": lambda A, c, p, d, r: (
        [
            [
                (A[p.index(i)][p.index(j)] if i in p and j in p else (r if i == j else 0.0))
                for j in range(d)
            ]
            for i in range(d)
        ],
        [c[p.index(i)] if i in p else 0.0 for i in range(d)],
    ),
    "proj": lambda A, c, p, d, r: (lambda P: (P @ A @ P.T + r * (np.eye(d) - P @ P.T), P @ c))(
        np.eye(d)[:, list(p)]
    ),
}


def wd(h):
    return lambda lo, hi, k: "explore" if h(lo, hi, k) else "commit"


WRONG["explore_or_commit"] = {
    "k^2": wd(lambda ell, h, k: h - ell < k * k * (1 - h)),
    "2k": wd(lambda ell, h, k: h - ell < 2 * k * (1 - h)),
    "k/2": wd(lambda ell, h, k: h - ell < k / 2 * (1 - h)),
    "1+k": wd(lambda ell, h, k: h - ell < (1 + k) * (1 - h)),
    "k-1": wd(lambda ell, h, k: h - ell < (k - 1) * (1 - h)),
    "mid": wd(lambda ell, h, k: h - ell < k * (1 - (ell + h) / 2)),
    "k - hi": wd(lambda ell, h, k: h - ell < k - h),
    "k*1-hi": wd(lambda ell, h, k: h - ell < k * 1 - h),
    "k+1-hi": wd(lambda ell, h, k: h - ell < k + (1 - h)),
    "ell<k(1-h)": wd(lambda ell, h, k: ell < k * (1 - h)),
    "h<k(1-h)": wd(lambda ell, h, k: h < k * (1 - h)),
    "ell only": wd(lambda ell, h, k: 1 - ell > 0.5),
    "min hi 1": wd(lambda ell, h, k: min(h, 1) - ell < k * (1 - min(h, 1))),
    "ell-h": wd(lambda ell, h, k: ell - h < k * (1 - h)),
    "abs": wd(lambda ell, h, k: abs(h - ell) < k * (1 - h)),
    "max(ell,0),min": wd(lambda ell, h, k: min(h, 1) - max(ell, 0) < k * (1 - min(h, 1))),
    "capital": lambda ell, h, k: wd(lambda ell, h, k: h - ell < k * (1 - h))(
        ell, h, k
    ).capitalize(),
    "Explore!": lambda ell, h, k: "explore " if h - ell < k * (1 - h) else "commit",
    "bool": lambda ell, h, k: h - ell < k * (1 - h),
    "0/1": lambda ell, h, k: int(h - ell < k * (1 - h)),
    "ratio": wd(lambda ell, h, k: (1 - h) / max(h - ell, 1e-12) > k),
    "ratio2": wd(lambda ell, h, k: h != ell and (1 - h) / (h - ell) > 1 / k),
    "tol": wd(lambda ell, h, k: h - ell < k * (1 - h) + 1e-9),
    "sqrt": wd(lambda ell, h, k: math.sqrt(max(h - ell, 0)) < k * (1 - h)),
    "1-w2 halves": wd(lambda ell, h, k: h - ell < k * (1 - h * h) / 2),
    "list": lambda ell, h, k: ["explore"],
}
WRONG["explore_or_commit"].pop("min hi 1")
WRONG["explore_or_commit"].pop("abs")
RIGHT["explore_or_commit"] = {
    "min": wd(lambda ell, h, k: min(h, 1) - ell < k * (1 - min(h, 1))),
    "abs": wd(lambda ell, h, k: abs(h - ell) < k * (1 - h)),
    "np.str": lambda ell, h, k: str(np.where(h - ell < k * (1 - h), "explore", "commit")),
    "np.str_": lambda ell, h, k: np.where(h - ell < k * (1 - h), "explore", "commit")[()],
}


def u(*v):
    return lambda d: (lambda t: (t.__setitem__(slice(0, len(v)), v), t / np.linalg.norm(t))[1])(
        np.zeros(d)
    )


def alt(T):
    return np.arange(T) % 2 * 1.0


WRONG["race_game"] = {
    "silent wrong 2x": lambda d, T: (u(1.0)(d), np.zeros(T), 9000 / 5),
    "dict": lambda d, T: {},
    "two": lambda d, T: (u(1.0)(d), alt(T)),
    "loud": lambda d, T: (u(1.0)(d), np.ones(T), 50),
    "factor str": lambda d, T: (u(1.0)(d), alt(T), "45"),
    "factor nan": lambda d, T: (u(1.0)(d), alt(T), math.nan),
    "variances 0/1 neg": lambda d, T: (u(1.0)(d), -alt(T), T / 45),
    "not unit": lambda d, T: (2 * u(1.0)(d), alt(T), T / 45),
    "inverse": lambda d, T: (u(1.0)(d), alt(T), 45 / T),
    "half": lambda d, T: (u(0.7, 0.7)(d), alt(T), T / 20),
    "const factor": lambda d, T: (u(1.0)(d), alt(T), 600),
    "T": lambda d, T: (u(1.0)(d), alt(T), T),
    "dense": lambda d, T: (np.full(d, d**-0.5), alt(T), 50),
    "bool": lambda d, T: (u(1.0)(d), alt(T), True),
    "2d sig": lambda d, T: (u(1.0)(d), alt(T)[None], T / 45),
    "T+1": lambda d, T: (u(1.0)(d), alt(T + 1), T / 45),
}
RIGHT["race_game"] = {
    "ints": lambda d, T: ([1] + [0] * (d - 1), alt(T), int(T / 45)),
    "third": lambda d, T: (u(0, 1.0)(d), (np.arange(T) % 3 > 0) * 1.0, T / 67),
}
