"""The checks of `weighted_oful`: right answers pass, typical wrong ones hear what is wrong."""

import numpy as np
import pytest
from scipy.optimize import brentq

from tests.checks.sources import reference
from vaslb_edu.checks import WrongAnswer
from vaslb_edu.checks import weighted_oful as check

RIGHT = reference("weighted_oful")


def line(reports, gap):
    return gap**2 * np.arange(1, len(reports) + 1)


def last_crossing(reports, gap):
    above = np.flatnonzero(reports >= line(reports, gap))
    return 0 if len(above) and above[-1] == len(reports) - 1 else int(above[-1]) + 2


def stop(compare, never=0, add=1):
    def rule(reports, gap):
        small = compare(reports, gap)
        return int(np.argmax(small)) + add if small.any() else never

    return rule


def shortened(vector):
    return vector / max(1.0, np.linalg.norm(vector))


def sums(weight, ridge=1.0, weighted_moment=True):
    def answer(plays, rewards, sigmas, lam, floor):
        w = weight(sigmas, floor)
        matrix = sum(w[k] * np.outer(plays[k], plays[k]) for k in range(len(plays)))
        c = sum((w[k] if weighted_moment else 1) * rewards[k] * plays[k] for k in range(len(plays)))
        return matrix + ridge * lam * np.eye(plays.shape[1]), c

    return answer


def inverse_variance(sigmas, floor):
    return 1 / np.maximum(sigmas, floor) ** 2


def longest(center, matrix, radius):
    return RIGHT["longest_vector"](center, matrix, radius)


def easy_only(center, matrix, radius):
    """Bisection without the hard case."""
    eigenvalues, axes = np.linalg.eigh(matrix)
    b = axes.T @ center
    low, high = 1e-9, 1e9
    for _ in range(200):
        nu = np.sqrt(low * high)
        u = RIGHT["step"](nu, eigenvalues, b)
        low, high = (nu, high) if eigenvalues @ u**2 > radius**2 else (low, nu)
    return center + axes @ u


def along_axis(center, matrix, radius):
    eigenvalues, axes = np.linalg.eigh(matrix)
    axis = axes[:, 0] * np.sign(axes[:, 0] @ center)
    return center + radius / np.sqrt(eigenvalues[0]) * axis


def shortest(center, matrix, radius):
    angles = np.random.default_rng(1).normal(size=(500, len(center)))
    steps = angles / np.sqrt(np.einsum("ki,ij,kj->k", angles, matrix, angles))[:, None]
    points = center + radius * steps
    return points[np.argmin(np.linalg.norm(points, axis=1))]


def not_turned_back(center, matrix, radius):
    return center + np.linalg.eigh(matrix)[1].T @ (longest(center, matrix, radius) - center)


def radius_with(change):
    def answer(a, lam, delta):
        chance, log_det = np.log(1 / delta), np.linalg.slogdet(a)[1]
        return change(a, lam, chance, log_det, len(a) * np.log(lam))

    return answer


def width(x, a):
    return np.sqrt(x @ np.linalg.inv(a) @ x)


def with_det(a, lam, delta):
    with np.errstate(over="ignore"):
        ratio = np.linalg.det(a) / lam ** len(a)
    return np.sqrt(2 * np.log(1 / delta) + np.log(ratio)) + np.sqrt(lam)


WRONG = {
    "stopping_round": {
        "one too small": stop(lambda r, g: r < line(r, g), add=0),
        "np.argmax gives 0": stop(lambda r, g: r < line(r, g), never=1),
        "not the last round": lambda r, g: stop(lambda r, g: r < line(r, g), never=len(r))(r, g),
        "strictly less": stop(lambda r, g: r <= line(r, g)),
        "factor n is missing": stop(lambda r, g: r < g**2),
        "square is missing": stop(lambda r, g: r < line(r, g) / g),
        "even if the report rises again": last_crossing,
    },
    "estimate_after_commit": {
        "is the mean play": lambda x, r: x.mean(axis=0),
        "has norm 1": lambda x, r: shortened(r.sum() * x.sum(axis=0)),
        "averaged the products": lambda x, r: shortened(np.mean(r[:, None] * x, axis=0)),
        "length 1 before multiplying": lambda x, r: shortened(
            r.mean() * x.mean(axis=0) / np.linalg.norm(x.mean(axis=0))
        ),
        "not its root": lambda x, r: shortened(np.sqrt(r.mean()) * x.mean(axis=0)),
        "can be longer than 1": lambda x, r: r.mean() * x.mean(axis=0),
    },
    "weighted_sums": {
        "1/σ where 1/σ² is needed": sums(lambda s, f: 1 / np.maximum(s, f)),
        "multiply by σ²": sums(lambda s, f: np.maximum(s, f) ** 2),
        "floor is missing": sums(lambda s, f: 1 / s**2),
        "the larger is needed": sums(lambda s, f: 1 / np.minimum(s, f) ** 2),
        "added it to the variance": sums(lambda s, f: 1 / (s**2 + f**2)),
        "ridge λI is missing": sums(inverse_variance, ridge=0.0),
        "p has no weights": sums(inverse_variance, weighted_moment=False),
        "σ is not used": sums(lambda s, f: np.ones(len(s))),
        "should be a pair": lambda x, r, s, lam, f: sums(inverse_variance)(x, r, s, lam, f)[0],
        "do not fit together": lambda x, r, s, lam, f: (np.eye(9), x[0]),
    },
    "step": {
        "ζ stands alone": lambda nu, lam, b: b / (lam / lam[0] - 1 + nu),
        "took the largest": lambda nu, lam, b: b / (lam / lam[-1] - 1 + nu * lam / lam[-1]),
        "lacks the −1": lambda nu, lam, b: b / (lam / lam[0] + nu * (lam / lam[0] + 1)),
        "sign is turned round": lambda nu, lam, b: -RIGHT["step"](nu, lam, b),
        "step u alone": lambda nu, lam, b: b + RIGHT["step"](nu, lam, b),
    },
    "longest_vector": {
        "You went from the centre": along_axis,
        "straight away from the origin": lambda c, a, r: c * (1 + r / np.sqrt(c @ a @ c)),
        "longest half axis": lambda c, a, r: along_axis(c, a, r) - c,
        "without the centre": lambda c, a, r: longest(c, a, r) - c,
        "turn u back": not_turned_back,
        "you took radius": lambda c, a, r: longest(c, a, np.sqrt(r)),
        "only the direction": lambda c, a, r: longest(c, a, r) / np.linalg.norm(longest(c, a, r)),
        "on the boundary and has length": shortest,
        "outside the ellipsoid": lambda c, a, r: 1.1 * longest(c, a, r),
        "This is the centre": lambda c, a, r: c,
        "inside, at": lambda c, a, r: 0.3 * c + 0.7 * longest(c, a, r),
        "Hard case": easy_only,
    },
    "confidence_radius": {
        "√λ is missing": radius_with(lambda a, lam, h, det, of: np.sqrt(2 * h + det - of)),
        "λ once": radius_with(
            lambda a, lam, h, det, of: np.sqrt(2 * h + det - np.log(lam)) + np.sqrt(lam)
        ),
        "must be divided by": radius_with(
            lambda a, lam, h, det, of: np.sqrt(2 * h + det) + np.sqrt(lam)
        ),
        "factor 2 before": radius_with(
            lambda a, lam, h, det, of: np.sqrt(h + det - of) + np.sqrt(lam)
        ),
        "you halved it": radius_with(
            lambda a, lam, h, det, of: np.sqrt(2 * h + (det - of) / 2) + np.sqrt(lam)
        ),
        "root over": radius_with(lambda a, lam, h, det, of: 2 * h + det - of + np.sqrt(lam)),
        "use slogdet": with_det,
    },
    "optimism_gap": {
        "cap is missing": lambda x, a, r: 2 * r * width(x, a),
        "factor 2 is missing": lambda x, a, r: min(2, r * width(x, a)),
        "root is missing": lambda x, a, r: min(2, 2 * r * width(x, a) ** 2),
        "measured x with A": lambda x, a, r: min(2, 2 * r * np.sqrt(x @ a @ x)),
        "cap is 2, not 1": lambda x, a, r: min(1, 2 * r * width(x, a)),
        "larger of the two": lambda x, a, r: max(2, 2 * r * width(x, a)),
    },
}


def by_brentq(center, matrix, radius):
    """Find the multiplier μ itself by another method; fall back on the axis when it has no root."""
    if radius == 0:
        return center
    values, axes = np.linalg.eigh(matrix)
    b = axes.T @ center

    def excess(mu):
        return values @ (b / (mu * values - 1)) ** 2 - radius**2

    start = (1 + 1e-10) / values[0]
    if excess(start) > 0:
        mu = brentq(excess, start, 1e6, xtol=1e-15, rtol=1e-14)
        return center + axes @ (b / (mu * values - 1))
    bent = np.isclose(values, values[0])
    u = np.where(bent, 0.0, b / np.where(bent, 1.0, values / values[0] - 1))
    u[0] = -np.sqrt((radius**2 - values @ u**2) / values[0])
    return center + axes @ u


def first_by_loop(reports, gap):
    for n, report in enumerate(reports, start=1):
        if report / n < gap**2:
            return n
    return 0


OTHER = {
    "stopping_round": first_by_loop,
    "estimate_after_commit": lambda x, r: list(shortened(sum(r) / len(r) * sum(x) / len(x))),
    "weighted_sums": sums(inverse_variance),
    "step": lambda nu, lam, b: np.array(
        [b[i] * lam[0] / (lam[i] * (1 + nu) - lam[0]) for i in range(len(b))]
    ),
    "longest_vector": by_brentq,
    "confidence_radius": lambda a, lam, delta: (
        np.sqrt(np.sum(np.log(np.linalg.eigvalsh(a) / lam)) - 2 * np.log(delta)) + lam**0.5
    ),
    "optimism_gap": lambda x, a, r: np.minimum(
        2, 2 * r * np.linalg.norm(np.linalg.solve(np.linalg.cholesky(a), x))
    ),
}


@pytest.mark.parametrize("name", check.__all__)
def test_the_reference_passes(name):
    for seed in range(25):
        assert getattr(check, name)(RIGHT[name], seed).what
    assert repr(getattr(check, name)(RIGHT[name])).startswith("✔")


@pytest.mark.parametrize("name", check.__all__)
def test_another_right_answer_passes(name):
    for seed in range(25):
        getattr(check, name)(OTHER[name], seed)


@pytest.mark.parametrize(
    ("name", "hint"), [(name, hint) for name, table in WRONG.items() for hint in table]
)
def test_a_typical_mistake_gets_its_hint(name, hint):
    for seed in range(10):
        with pytest.raises(WrongAnswer) as raised:
            getattr(check, name)(WRONG[name][hint], seed)
        assert hint in str(raised.value)
        others = [other for other in WRONG[name] if other != hint and other in str(raised.value)]
        assert not others


def test_every_check_has_wrong_answers():
    assert set(check.__all__) == set(WRONG) == set(OTHER)
    assert all(len(table) >= 3 for table in WRONG.values())
