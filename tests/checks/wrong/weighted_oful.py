"""More wrong answers to `weighted_oful`: words of the message that is due, and the answer."""

import math

import numpy as np

from tests.checks.sources import reference
from tests.checks.wrong import estimates

RIGHT = reference("weighted_oful")


def line(reports, gap):
    return gap**2 * np.arange(1, len(reports) + 1)


def stop(rule=lambda r, g: r < line(r, g), never=lambda r: 0, pick=lambda w: w[0] + 1):
    def answer(reports, gap):
        where = np.flatnonzero(rule(np.asarray(reports), gap))
        return pick(where) if len(where) else never(reports)

    return answer


def sums(weight=lambda s, f: np.maximum(s, f) ** -2.0, ridge=lambda lam, d: lam * np.eye(d)):
    def answer(x, r, s, lam, floor):
        w = weight(s, floor)
        return x.T @ np.diag(w) @ x + ridge(lam, x.shape[1]), x.T @ (w * r)

    return answer


def then(change):
    return lambda x, r, s, lam, floor: change(*sums()(x, r, s, lam, floor), lam, len(x))


def step(denominator):
    return lambda nu, lam, b: b / denominator(nu, lam / lam[0] - 1, lam)


def longest(c, a, r):
    return RIGHT["longest_vector"](c, a, r)


def beta(inside=lambda h, ratio: 2 * h + ratio, outside=math.sqrt, join=lambda a, b: a + b):
    def answer(a, lam, delta):
        ratio = np.linalg.slogdet(a)[1] - len(a) * np.log(lam)
        value = max(inside(math.log(1 / delta), ratio), 0.0)
        return join(math.sqrt(value), outside(lam))

    return answer


def gap(width, times=lambda r: 2 * r):
    return lambda x, a, r: min(2.0, times(r) * width(x, a))


def norm(x, a):
    return math.sqrt(x @ np.linalg.solve(a, x))


NAMED = {
    "stopping_round": {
        "not None": stop(never=lambda r: None),
        "not -1": stop(never=lambda r: -1),
        "not the round after the last": stop(never=lambda r: len(r) + 1),
        "and -1 where there is none": lambda r, g: stop()(r, g) - 1,
        "one too large": stop(pick=lambda w: w[0] + 2),
        "first round *above*": stop(lambda r, g: r > line(r, g)),
        "how many rounds are below": stop(pick=len),
        "return the last round below": stop(pick=lambda w: w[-1] + 1),
        "add up the reports": stop(lambda r, g: np.cumsum(r) < line(r, g)),
        "smallest report": lambda r, g: int(np.argmin(r)) + 1,
        "counts from 0 in your line": stop(lambda r, g: r < g**2 * np.arange(len(r))),
        "you squared n as well": stop(lambda r, g: r < line(r, g) ** 2 / g**2),
    },
    "estimate_after_commit": estimates.NAMED,
    "weighted_sums": {
        "squared twice": sums(lambda s, f: np.maximum(s, f) ** -4.0),
        "used it as one for σ²": sums(lambda s, f: 1 / np.maximum(s**2, f)),
        "you added it to σ.": sums(lambda s, f: (s + f) ** -2.0),
        "weight of the floor": sums(lambda s, f: np.full(len(s), f**-2.0)),
        "their mean variance": sums(lambda s, f: np.full(len(s), 1 / np.mean(s**2))),
        "in every entry of A": sums(ridge=lambda lam, d: np.full((d, d), lam)),
        "The ridge is 1": sums(ridge=lambda lam, d: np.eye(d)),
        "The ridge is squared": sums(ridge=lambda lam, d: lam**2 * np.eye(d)),
        "p begins with 0": then(lambda a, c, lam, n: (a, c + lam)),
        "is the estimate A⁻¹p": then(lambda a, c, lam, n: (a, np.linalg.solve(a, c))),
    },
    "step": {
        "the point b - u": lambda nu, lam, b: b - RIGHT["step"](nu, lam, b),
        "You multiply by the denominator": lambda nu, lam, b: b**2 / RIGHT["step"](nu, lam, b),
        "b stands above": lambda nu, lam, b: 1 / RIGHT["step"](nu, lam, b),
        "the eigenvalues themselves": step(lambda nu, k, lam: lam + nu * (lam + 1)),
        "you took the difference": step(lambda nu, k, lam: lam - lam[0] + nu * (lam - lam[0] + 1)),
        "the whole denominator": step(lambda nu, k, lam: nu * (2 * k + 1)),
        "b is missing": lambda nu, lam, b: RIGHT["step"](nu, lam, np.ones_like(b)),
        "ζ is missing": step(lambda nu, k, lam: k + 1),
        "the squares λu²": lambda nu, lam, b: lam * RIGHT["step"](nu, lam, b) ** 2,
    },
    "longest_vector": {
        "leads away from the origin": lambda c, a, r: 2 * c - longest(c, a, r),
        "the opposite of the longest": lambda c, a, r: -longest(c, a, r),
        "you went one unit": lambda c, a, r: longest(c, a, 1.0),
        "twice as far": lambda c, a, r: 2 * longest(c, a, r) - c,
        "half as far": lambda c, a, r: (longest(c, a, r) + c) / 2,
        "took its square again": lambda c, a, r: longest(c, a, r**2),
        "A⁻¹ in the place of A": lambda c, a, r: longest(c, np.linalg.inv(a), r),
        "a ball around its centre": lambda c, a, r: c * (1 + r / np.linalg.norm(c)),
        "should be a NumPy array": lambda c, a, r: float(np.linalg.norm(longest(c, a, r))),
    },
    "confidence_radius": {
        "took ln(2/δ)": lambda a, lam, delta: beta()(a, lam, delta / 2),
        "You took ln δ": beta(lambda h, ratio: -2 * h + ratio),
        "left the chance out": beta(lambda h, ratio: ratio),
        "left the determinant out": beta(lambda h, ratio: 2 * h),
        "you took it twice": beta(lambda h, ratio: 2 * h + 2 * ratio),
        "√λ, not λ": beta(outside=lambda lam: lam),
        "not under it": beta(join=lambda root, ridge: math.sqrt(root**2 + ridge)),
        "√λ is subtracted": beta(join=lambda root, ridge: root - ridge),
        "added two roots": lambda a, lam, delta: (
            beta(lambda h, ratio: 2 * h)(a, lam, delta)
            + beta(lambda h, ratio: ratio, lambda lam: 0.0)(a, lam, delta)
        ),
    },
    "optimism_gap": {
        "and so is the factor 2": lambda x, a, r: r * norm(x, a),
        "half where twice": gap(norm, lambda r: r / 2),
        "in the usual norm": gap(lambda x, a: np.linalg.norm(x)),
        "not ‖A⁻¹x‖": gap(lambda x, a: np.linalg.norm(np.linalg.solve(a, x))),
        "with A and squared it": gap(lambda x, a: x @ a @ x),
        "divided by the width in A": gap(lambda x, a: 1 / math.sqrt(x @ a @ x)),
        "diagonal of A alone": gap(lambda x, a: math.sqrt(sum(x**2 / np.diag(a)))),
        "radius is squared": gap(norm, lambda r: 2 * r * r),
        "added the width": lambda x, a, r: min(2.0, 2 * (r + norm(x, a))),
        "The radius is missing": gap(norm, lambda r: 2),
    },
}
UNNAMED = {
    "longest_vector": [lambda c, a, r: c + 0.01, lambda c, a, r: longest(c, a, 0.9 * r)],
    "confidence_radius": [lambda a, lam, delta: 1.0],
    "optimism_gap": [lambda x, a, r: 0.1],
    "stopping_round": [lambda r, g: 3],
    "step": [lambda nu, lam, b: b],
}
