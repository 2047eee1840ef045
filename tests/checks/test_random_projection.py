"""The checks of `random_projection`: right solutions pass, typical mistakes are named.

One check looks whether signs are fair. It asks 55 means at seven standard errors: by Hoeffding's
inequality it refuses a right solution with probability 55 * 2 exp(-49/2), below 1e-8. Sixty right
solutions are tried.
"""

import inspect
import math

import numpy as np
import pytest

from tests.checks.sources import reference
from vaslb_edu.checks import Right, WrongAnswer
from vaslb_edu.checks import random_projection as check

SET = "random_projection"


def fair(rng, *shape):
    return rng.choice([-1.0, 1.0], size=shape)


def actions(
    size=lambda rest, free, d: math.sqrt(rest / free),
    signs=fair,
    inside=lambda estimate: estimate,
):
    """Write an explore action with one thing changed; rest is R²."""

    def explore_actions(estimate, support, d, n, rng):
        outside = [place for place in range(d) if place not in support]
        result = np.zeros((n, d))
        if support:
            result[:, list(support)] = inside(estimate)
        rest = 1 - estimate @ estimate
        scale = size(rest, len(outside), d)
        result[:, outside] = scale * signs(rng, n, len(outside))
        return result

    return explore_actions


def rule(scatters, n, gap, delta, constant=2.0, wait=8.0, of=max, sides=4.0, part=4.0):
    radius = constant * math.sqrt(2 * of(scatters) * math.log(sides / delta))
    return bool(n >= wait * math.log(4 / delta) and radius < n * gap / part)


def squared_radius(x, delta, sides=2):
    level, n = math.log(sides / delta), len(x)
    if n <= 2 * math.log(2 / delta):
        return math.inf
    return 2 * level * np.sum((x - x.mean()) ** 2) * n / (n - 2 * level)


def outside(x, support):
    return np.delete(x, support, axis=1)


def column(values):
    return np.asarray(values)[:, None]


# item: {fragment of the hint: wrong solution}
WRONG = {
    "explore_actions": {
        "leave the length R for signs": actions(inside=lambda e: e / np.linalg.norm(e)),
        "is 0 on S": actions(inside=lambda e: 0 * e),
        "should be the estimate itself": actions(inside=lambda e: -e),
        "entries outside S are ±1": actions(lambda rest, free, d: 1.0),
        "±1/√K, so the action is too long": actions(lambda rest, free, d: free**-0.5),
        "±R²/√K": actions(lambda rest, free, d: rest / math.sqrt(free)),
        "±R/√d": actions(lambda rest, free, d: math.sqrt(rest / d)),
        "±R: divide": actions(lambda rest, free, d: math.sqrt(rest)),
        "±R/K": actions(lambda rest, free, d: math.sqrt(rest) / free),
        "R² is 1 - ‖estimate‖²": actions(
            lambda rest, free, d: (1 - math.sqrt(1 - rest)) / math.sqrt(free)
        ),
        "it should be 1: play": actions(lambda rest, free, d: 0.123),
        "every one gets a sign": actions(signs=lambda rng, n, k: rng.integers(0, 2, (n, k))),
        "differ in size": actions(signs=lambda rng, n, k: rng.normal(size=(n, k))),
        "cancel for ever": actions(signs=lambda rng, n, k: np.ones((n, k))),
        "share one sign in a row": actions(signs=lambda rng, n, k: fair(rng, n, 1) * np.ones(k)),
        "the same signs": actions(signs=lambda rng, n, k: fair(rng, k) * np.ones((n, 1))),
        "take all randomness": actions(signs=lambda rng, n, k: fair(np.random.default_rng(), n, k)),
        "a generator of your own": actions(
            signs=lambda rng, n, k: fair(np.random.default_rng(3), n, k)
        ),
        "not fair": actions(signs=lambda rng, n, k: np.where(rng.random((n, k)) < 0.9, 1, -1)),
        "n rows of length d": lambda e, support, d, n, rng: actions()(e, support, d, 1, rng),
    },
    "project": {
        "K/R² is missing": lambda x, r, c, support: column(r - c) * outside(x, support),
        "is K where": lambda x, r, c, support: (
            (x.shape[1] - len(support)) * column(r - c) * outside(x, support)
        ),
        "has d where": lambda x, r, c, support: (
            x.shape[1]
            / (1 - sum(x[0, i] ** 2 for i in support))
            * column(r - c)
            * outside(x, support)
        ),
        "is K/R where": lambda x, r, c, support: (
            (x.shape[1] - len(support))
            / math.sqrt(1 - sum(x[0, i] ** 2 for i in support))
            * column(r - c)
            * outside(x, support)
        ),
        "once, not twice": lambda x, r, c, support: column(r - c) * np.sign(outside(x, support)),
        "not subtracted": lambda x, r, c, support: column(r) / outside(x, support),
        "is added": lambda x, r, c, support: column(r + c) / outside(x, support),
        "mean of the rows": lambda x, r, c, support: (column(r - c) / outside(x, support)).mean(
            axis=0, keepdims=True
        ),
    },
    "running_baselines": {
        "looks at the present": lambda r: np.cumsum(r)[1:] / np.arange(2, len(r) + 1),
        "those to come": lambda r: np.full(len(r) - 1, np.mean(r)),
        "of the round before": lambda r: r[:-1],
        "divide by k": lambda r: np.cumsum(r)[:-1] / np.arange(2, len(r) + 1),
        "You return sums": lambda r: np.cumsum(r)[:-1],
        "last entry has seen": lambda r: np.cumsum(r) / np.arange(1, len(r) + 1),
    },
    "scatter": {
        "scale is missing": lambda q, sums, n, scale: q - sums**2 / n,
        "enters squared": lambda q, sums, n, scale: (q - sums**2 / n) / scale,
        "You multiply by scale²": lambda q, sums, n, scale: (q - sums**2 / n) * scale**2,
        "1/n is missing": lambda q, sums, n, scale: (q - sums**2) / scale**2,
        "not sums²/n²": lambda q, sums, n, scale: (q - (sums / n) ** 2) / scale**2,
        "is the variance": lambda q, sums, n, scale: (q / n - (sums / n) ** 2) / scale**2,
        "about 0": lambda q, sums, n, scale: np.full(len(sums), q / scale**2),
    },
    "bernstein_radius": {
        "A factor √2": lambda x, delta: math.sqrt(squared_radius(x, delta) / 2),
        "one side only": lambda x, delta: math.sqrt(squared_radius(x, delta, sides=1)),
        "pays for using Q̂": lambda x, delta: math.sqrt(
            2 * np.log(2 / delta) * np.sum((x - x.mean()) ** 2)
        ),
        "radius of the mean": lambda x, delta: math.sqrt(squared_radius(x, delta)) / len(x),
        "took the variance": lambda x, delta: math.sqrt(squared_radius(x, delta) / len(x)),
        "the squares about 0": lambda x, delta: math.sqrt(
            squared_radius(x, delta) * np.sum(x**2) / np.sum((x - x.mean()) ** 2)
        ),
        "A root is missing": squared_radius,
        "return math.inf": lambda x, delta: (
            math.sqrt(squared_radius(x, delta)) if len(x) > 2 * math.log(2 / delta) else 0.0
        ),
    },
    "may_stop": {
        "not be used before": lambda v, n, gap, delta: rule(v, n, gap, delta, wait=0),
        "every one must be": lambda v, n, gap, delta: rule(v, n, gap, delta, of=min),
        "average scatter": lambda v, n, gap, delta: rule(v, n, gap, delta, of=np.mean),
        "A factor 2 is missing": lambda v, n, gap, delta: rule(v, n, gap, delta, 1.0),
        "A factor √2": lambda v, n, gap, delta: rule(v, n, gap, delta, math.sqrt(2)),
        "not ln\\(1/δ\\)": lambda v, n, gap, delta: rule(v, n, gap, delta, sides=1.0),
        "not ln\\(2/δ\\)": lambda v, n, gap, delta: rule(v, n, gap, delta, sides=2.0),
        "not Δ\\.": lambda v, n, gap, delta: rule(v, n, gap, delta, part=1.0),
        "not with Δ/4": lambda v, n, gap, delta: rule(v, n, gap / n, delta),
        "True or False": lambda v, n, gap, delta: float(rule(v, n, gap, delta)),
    },
}


def one_row_at_a_time(estimate, support, d, n, rng):
    rows = []
    for _ in range(n):
        row = [0.0] * d
        for place, value in zip(support, estimate, strict=True):
            row[place] = value
        for place in set(range(d)) - set(support):
            left = (1 - sum(v * v for v in estimate)) / (d - len(support))
            row[place] = left**0.5 if rng.random() < 0.5 else -(left**0.5)
        rows.append(row)
    return rows


def with_the_formula(x, rewards, baselines, support):
    free = [i for i in range(x.shape[1]) if i not in support]
    rest = 1 - np.sum(x[0, list(support)] ** 2)
    return [
        [len(free) / rest * (r - c) * row[i] for i in free]
        for row, r, c in zip(x, rewards, baselines, strict=True)
    ]


OTHERWISE = {
    "explore_actions": [one_row_at_a_time, actions()],
    "project": [
        with_the_formula,
        lambda x, r, c, support: column(r - c) / outside(x, support),
    ],
    "running_baselines": [lambda r: [sum(r[:k]) / k for k in range(1, len(r))]],
    "scatter": [lambda q, sums, n, scale: [q / scale**2 - n * (s / n / scale) ** 2 for s in sums]],
    "bernstein_radius": [lambda x, delta: np.sqrt(squared_radius(x, delta))],
    "may_stop": [
        rule,
        lambda v, n, gap, delta: (
            np.all(8 * v * np.log(4 / delta) < (n * gap / 4) ** 2) & (n >= 8 * np.log(4 / delta))
        ),
    ],
}

MISTAKES = [(item, hint) for item, hints in WRONG.items() for hint in hints]


def test_every_check_has_its_row():
    assert list(WRONG) == list(OTHERWISE) == check.__all__
    assert all(len(hints) >= 3 for hints in WRONG.values())


@pytest.mark.statistical
@pytest.mark.parametrize("item", check.__all__)
@pytest.mark.parametrize("seed", range(20))
def test_reference_passes(item, seed):
    assert isinstance(getattr(check, item)(reference(SET)[item], seed), Right)


@pytest.mark.slow
@pytest.mark.statistical
@pytest.mark.parametrize("item", check.__all__)
def test_other_right_solutions_pass(item):
    for solution in OTHERWISE[item]:
        for seed in range(20):
            assert isinstance(getattr(check, item)(solution, seed), Right)


@pytest.mark.parametrize(("item", "hint"), MISTAKES)
@pytest.mark.parametrize("seed", range(6))
def test_mistake_is_named(item, hint, seed):
    with pytest.raises(WrongAnswer, match=hint) as caught:
        getattr(check, item)(WRONG[item][hint], seed)
    others = [other for other in WRONG[item] if other != hint]
    assert not any(other in str(caught.value) for other in others)


def test_arguments_are_those_of_the_notebook():
    names = reference(SET)
    for item in check.__all__:
        wanted = len(inspect.signature(names[item]).parameters)
        for wrong in WRONG[item].values():
            parameters = inspect.signature(wrong).parameters.values()
            assert sum(p.default is inspect.Parameter.empty for p in parameters) == wanted
