"""Answers that were tried by hand, wrong and right: what each does, and the answer."""

import math

import numpy as np


def on(places, d, v):
    a = np.zeros(d)
    a[places] = v
    return a


def S(rng, n):
    return rng.choice([-1.0, 1.0], n)


WRONG = {}
WRONG["regret_of_play"] = {
    "cumulative array": lambda x, r, t: np.cumsum(1 - x @ t),
    "sum of best minus sum rewards w/ norm": lambda x, r, t: len(r) * np.linalg.norm(t) - r.sum(),
    "abs(1-rewards)": lambda x, r, t: np.abs(1 - r).sum(),
    "max(theta) best": lambda x, r, t: np.sum(t.max() - x @ t),
    "max abs theta best": lambda x, r, t: np.sum(np.abs(t).max() - x @ t),
    "sum theta best": lambda x, r, t: np.sum(t.sum() - x @ t),
    "l1": lambda x, r, t: np.sum(np.abs(t).sum() - x @ t),
    "x.T@theta transposed mean": lambda x, r, t: 1 - x.mean(axis=0) @ t,
    "clipped at 0": lambda x, r, t: np.sum(np.maximum(0, 1 - r)),
    "vector of rounds": lambda x, r, t: 1 - x @ t,
    "theta@theta*T - rewards sum": lambda x, r, t: np.sum(t @ t - r),
    "rewards minus 1": lambda x, r, t: np.sum(r - 1),
    "average with rewards": lambda x, r, t: np.mean(1 - r),
    "max regret": lambda x, r, t: np.max(1 - x @ t),
    "root of dist/2": lambda x, r, t: np.sqrt(np.square(x - t).sum()),
}
RIGHT = {}
RIGHT["regret_of_play"] = {
    "loop": lambda x, r, t: sum(1 - sum(a * b for a, b in zip(row, t, strict=False)) for row in x),
    "T - sum": lambda x, r, t: len(x) - np.sum(x @ t),
    "half squares": lambda x, r, t: 0.5 * np.linalg.norm(x - t) ** 2,
    "norm squared": lambda x, r, t: np.sum(t @ t - x @ t),
    "np.float32?": lambda x, r, t: np.float64(len(x) - x.sum(axis=0) @ t),
    "einsum 0d": lambda x, r, t: np.asarray(len(x) - np.einsum("ij,j->", x, t)),
}
WRONG["question"] = {
    "sorted signs": lambda p, d, rng: on(p, d, np.sort(S(rng, len(p))) / math.sqrt(len(p))),
    "uniform": lambda p, d, rng: on(p, d, rng.uniform(-1, 1, len(p)) / math.sqrt(len(p))),
    "normal normalised": lambda p, d, rng: (lambda v: on(p, d, v / np.linalg.norm(v)))(
        rng.normal(size=len(p))
    ),
    "choice 0,1": lambda p, d, rng: on(p, d, rng.integers(0, 2, len(p)) / math.sqrt(len(p))),
    "integers(-1,1)": lambda p, d, rng: on(p, d, rng.integers(-1, 1, len(p)) / math.sqrt(len(p))),
    "integers(-1,2)": lambda p, d, rng: on(p, d, rng.integers(-1, 2, len(p)) / math.sqrt(len(p))),
    "np.random": lambda p, d, rng: on(
        p,
        d,
        np.random.choice([-1.0, 1.0], len(p)) / math.sqrt(len(p)),  # noqa: NPY002
    ),
    "seed fixed": lambda p, d, rng: on(
        p, d, S(np.random.default_rng(0), len(p)) / math.sqrt(len(p))
    ),
    "length m": lambda p, d, rng: S(rng, len(p)) / math.sqrt(len(p)),
    "all d signs": lambda p, d, rng: S(rng, d) / math.sqrt(d),
    "without replacement": lambda p, d, rng: on(
        p,
        d,
        np.where(np.arange(len(p)) % 2 == 0, 1, -1)[rng.permutation(len(p))] / math.sqrt(len(p)),
    ),
    "divided by m": lambda p, d, rng: on(p, d, S(rng, len(p)) / len(p)),
    "alternating": lambda p, d, rng: on(
        p, d, np.where(np.arange(len(p)) % 2 == 0, 1, -1) / math.sqrt(len(p))
    ),
    "one sign flipped": lambda p, d, rng: on(p, d, rng.choice([-1.0, 1.0]) / math.sqrt(len(p))),
    "int array": lambda p, d, rng: (lambda a: a)(np.zeros(d, dtype=int)),
    "first m": lambda p, d, rng: on(np.arange(len(p)), d, S(rng, len(p)) / math.sqrt(len(p))),
    "biased p": lambda p, d, rng: on(
        p, d, rng.choice([-1.0, 1.0], len(p), p=[0.25, 0.75]) / math.sqrt(len(p))
    ),
}
RIGHT["question"] = {
    "list": lambda p, d, rng: on(
        p, d, (2 * rng.integers(0, 2, len(p)) - 1) / np.sqrt(len(p))
    ).tolist(),
    "loop": lambda p, d, rng: [
        (rng.choice([-1, 1]) / len(p) ** 0.5 if i in p else 0.0) for i in range(d)
    ],
    "sign normal": lambda p, d, rng: on(p, d, np.sign(rng.normal(size=len(p))) / np.sqrt(len(p))),
    "d signs masked": lambda p, d, rng: (
        lambda a: np.where(np.isin(np.arange(d), p), a, 0) / np.sqrt(len(p))
    )(S(rng, d)),
    "normalised": lambda p, d, rng: (lambda a: a / np.linalg.norm(a))(on(p, d, S(rng, len(p)))),
}


def sgn(x):
    return


WRONG["answer_to"] = {
    "divide by sqrt m": lambda play, x: play(x) / math.sqrt(np.count_nonzero(x)),
    "sum of products": lambda play, x: play(np.sign(x)),
    "times d": lambda play, x: play(x) * len(x),
    "reward/x first": lambda play, x: play(x) / x[x != 0][0],
    "multiply sign first": lambda play, x: (
        play(x) * math.sqrt(np.count_nonzero(x)) * np.sign(x[x != 0][0])
    ),
    "multiply prod sign": lambda play, x: (
        play(x) * math.sqrt(np.count_nonzero(x)) * np.prod(np.sign(x[x != 0]))
    ),
    "play twice": lambda play, x: (
        (play(x) + play(x)) / 2 * math.sqrt(np.count_nonzero(x))
        if np.count_nonzero(x) > 1
        else play(x) * x[x != 0][0]
    ),
    "play abs": lambda play, x: play(np.abs(x)) * math.sqrt(np.count_nonzero(x)),
    "flip action": lambda play, x: (
        play(np.abs(x)) if np.count_nonzero(x) == 1 else play(x) * math.sqrt(np.count_nonzero(x))
    ),
    "len(action)": lambda play, x: (
        play(x) * math.sqrt(len(x)) if np.count_nonzero(x) > 1 else play(x) * x[x != 0][0]
    ),
    "m even 1": lambda play, x: (
        play(x) * np.count_nonzero(x) if np.count_nonzero(x) > 1 else play(x) * x[x != 0][0]
    ),
    "sum of x": lambda play, x: play(x) / x.sum(),
    "single gives abs": lambda play, x: (
        abs(play(x)) if np.count_nonzero(x) == 1 else play(x) * math.sqrt(np.count_nonzero(x))
    ),
    "m right but single not handled reversed": lambda play, x: (
        -play(x) if np.count_nonzero(x) == 1 else play(x) * math.sqrt(np.count_nonzero(x))
    ),
    "vector": lambda play, x: play(x) * x,
    "sq": lambda play, x: play(x) ** 2 * np.count_nonzero(x),
}
RIGHT["answer_to"] = {
    "norm1": lambda play, x: (
        play(x) * np.sum(np.abs(x)) if np.count_nonzero(x) > 1 else play(x) * x.sum()
    ),
    "divide by size": lambda play, x: (lambda r, nz: r / abs(nz[0]) if len(nz) > 1 else r / nz[0])(
        play(x), x[np.nonzero(x)]
    ),
}
WRONG["trials_needed"] = {
    "sidak": lambda n, f: next(k for k in range(99) if 1 - (1 - 0.5**k) ** n <= f),
    "sidak formula": lambda n, f: math.ceil(-math.log2(1 - (1 - f) ** (1 / n))),
    "log2 n + 1": lambda n, f: math.ceil(math.log2(n)) + 1,
    "per-set failure over 2": lambda n, f: math.ceil(math.log2(2 * n / f)),
    "ceil of log(n)/f": lambda n, f: math.ceil(math.log2(n) / f),
    "n*failure": lambda n, f: math.ceil(n * f),
    "strict": lambda n, f: next(k for k in range(99) if n * 0.5**k < f),
    "float not ceil": lambda n, f: math.log2(n / f),
    "int": lambda n, f: int(math.log2(n / f)),
    "max 1": lambda n, f: max(2, math.ceil(math.log2(n / f))),
    "ln/ln? 1/(1-p)": lambda n, f: math.ceil(math.log(n / f) / math.log(4 / 3)),
    "16/3 (3/16)": lambda n, f: math.ceil(math.log(n / f) / math.log(16 / 13)),
    "sqrt n": lambda n, f: math.ceil(math.log2(math.sqrt(n) / f)),
    "n^2": lambda n, f: math.ceil(math.log2(n * n / f)),
    "1-f": lambda n, f: math.ceil(math.log2(n / (1 - f))),
    "log2(1+n/f)": lambda n, f: math.ceil(math.log2(1 + n / f)),
    "(1-2^-t)^n>=f": lambda n, f: next(k for k in range(999) if (1 - 0.5**k) ** n >= f),
    "n-1": lambda n, f: math.ceil(math.log2(max(n - 1, 1) / f)),
}
RIGHT["trials_needed"] = {
    "loop": lambda n, f: next(k for k in range(999) if n * 0.5**k <= f),
    "np float": lambda n, f: np.ceil(np.log2(n / f)),
    "ln/ln": lambda n, f: math.ceil(round(math.log(n / f) / math.log(2), 9)),
    "-log2": lambda n, f: math.ceil(-math.log2(f / n)),
    "sum logs": lambda n, f: math.ceil(math.log2(n) - math.log2(f)),
}
SIL = 1e-10


def fe(
    split=None,
    trials_of=lambda t: t,
    base=1,
    both=True,
    note=lambda ask, p: ask(p),
    ask_all=any,
    thr=SIL,
):
    def f(ask, places, trials):
        found = {}
        places = list(map(int, places))

        def go(p):
            if not p:
                return
            if not ask_all(abs(ask(p)) > thr for _ in range(trials_of(trials))):
                return
            if len(p) == 1:
                found[p[0]] = note(ask, p)
                return
            ell, r = split(p) if split else (p[: len(p) // 2], p[len(p) // 2 :])
            go(ell)
            if both or not any(i in found for i in ell):
                go(r)

        go(places)
        return found

    return f


WRONG["find_entries"] = {
    "trials 1": fe(trials_of=lambda t: 1),
    "all must answer": fe(ask_all=all),
    "only one half": fe(both=False),
    "drop middle": fe(
        lambda p: (p[: len(p) // 2], p[len(p) // 2 + 1 :]) if len(p) > 1 else (p, [])
    ),
    "overlap": fe(lambda p: (p[: len(p) // 2 + 1], p[len(p) // 2 :])),
    "abs value": fe(note=lambda ask, p: abs(ask(p))),
    "note True": fe(note=lambda ask, p: True),
    "note 1.0": fe(note=lambda ask, p: 1.0),
    "list of coords": lambda a, p, t: list(fe()(a, p, t)),
    "signed threshold": lambda ask, places, trials: fe()(
        lambda p: max(ask(p), 0.0), places, trials
    ),
    "trials+1": fe(trials_of=lambda t: t + 1),
    "trials-1": fe(trials_of=lambda t: t - 1),
    "threshold 0.5": fe(thr=0.5),
    "odd-even split w/ index": lambda ask, places, trials: dict(
        fe()(lambda p: ask([places[i] for i in p]), range(len(places)), trials).items()
    ),
    "str keys": lambda ask, places, trials: {
        str(k): v for k, v in fe()(ask, places, trials).items()
    },
    "first third": fe(lambda p: (p[: max(1, len(p) // 8)], p[max(1, len(p) // 8) :])),
    "global dict kept": (
        lambda store={}: (
            lambda ask, places, trials: (store.update(fe()(ask, places, trials)), store)[1]
        )
    )(),
    "one pass w/ note zero": lambda ask, places, trials: {int(i): ask([i]) for i in places},
}


def iterative(ask, places, trials):
    found = {}
    stack = [np.asarray(places)]
    while stack:
        p = stack.pop()
        for _ in range(trials):
            v = ask(p)
            if abs(v) > SIL:
                break
        else:
            continue
        if len(p) == 1:
            found[int(p[0])] = v
        else:
            h = len(p) // 2
            stack += [p[:h], p[h:]]
    return found


RIGHT["find_entries"] = {
    "plain": fe(),
    "iterative": iterative,
    "even odd": fe(lambda p: (p[::2], p[1::2])),
    "np keys": lambda a, p, t: {np.int64(k): np.float64(v) for k, v in fe()(a, p, t).items()},
    "thirds": fe(lambda p: (p[: max(1, len(p) // 3)], p[max(1, len(p) // 3) :])),
}


def su(
    test=lambda th: th @ th <= 1 - 1e-12,
    rest=lambda th: np.flatnonzero(th == 0),
    keep=True,
    mx=50,
    end=lambda th: th,
):
    def f(find, ask, d, trials):
        th = np.zeros(d)
        k = 0
        while test(th):
            k += 1
            if k > mx:
                break
            got = find(ask, rest(th), trials)
            if not keep:
                th = np.zeros(d)
            for p, v in got.items():
                th[p] = v
        return end(th)

    return f


def until_nothing(find, ask, d, trials):
    th = np.zeros(d)
    while True:
        got = find(ask, np.flatnonzero(th == 0), trials)
        if not got:
            return th
        for p, v in got.items():
            th[p] = v


WRONG["search_until_certain"] = {
    "sum abs": su(lambda th: np.abs(th).sum() <= 1 - 1e-12),
    "sum": su(lambda th: th.sum() <= 1 - 1e-12),
    "exact == 1": su(lambda th: th @ th != 1.0),
    "norm tol 1e-3": su(lambda th: np.linalg.norm(th) < 1 - 1e-3),
    "all coords each time": su(rest=lambda th: np.arange(len(th))),
    "until nothing": until_nothing,
    "not kept": su(keep=False),
    "abs entries": su(end=lambda th: np.abs(th)),
    "normalised dict order": su(end=lambda th: np.array(sorted(th, reverse=True))),
    "list of found": lambda find, ask, d, trials: su()(find, ask, d, trials)[:4],
    "adds": lambda find, ask, d, trials: (lambda th: th)(su()(find, ask, d, trials) * 2),
    "rest includes nonneg": su(rest=lambda th: np.flatnonzero(th <= 0)),
    "rest list of values": su(rest=lambda th: th[th == 0]),
    "trials doubled": lambda find, ask, d, trials: su()(
        lambda a, p, t: find(a, p, 2 * trials), ask, d, trials
    ),
    "ask None": lambda find, ask, d, trials: su()(
        lambda a, p, t: find(None, p, trials), ask, d, trials
    ),
    "2 passes": su(mx=2),
    "squares > .99": su(lambda th: th @ th <= 0.99),
    "tol 1e-16": su(lambda th: th @ th < 1.0),
    "boolean": su(end=lambda th: th != 0),
}


def rec(find, ask, d, trials, found=None):
    found = found or {}
    if sum(v * v for v in found.values()) > 1 - 1e-12:
        return [found.get(i, 0.0) for i in range(d)]
    return rec(
        find,
        ask,
        d,
        trials,
        {**found, **find(ask, [i for i in range(d) if i not in found], trials)},
    )


RIGHT["search_until_certain"] = {
    "rec": rec,
    "norm": su(lambda th: not np.linalg.norm(th) ** 2 > 1 - 1e-12),
}
