"""The checks of `voful2`: right answers pass, typical wrong ones hear what is wrong."""

import numpy as np
import pytest

from tests.checks.sources import reference
from vaslb_edu.checks import WrongAnswer
from vaslb_edu.checks import voful2 as check

RIGHT = reference("voful2")


def interval_with(half, clip=True):
    def answer(r, iota):
        if len(r) <= iota:
            return -1.0, 1.0
        low, high = r.mean() - half(r, iota), r.mean() + half(r, iota)
        return (max(low, -1.0), min(high, 1.0)) if clip else (low, high)

    return answer


def right_half(r, iota):
    return np.sqrt(iota * r.var() / (len(r) - iota))


def without_short_case(r, iota):
    with np.errstate(invalid="ignore"):
        half = right_half(r, iota)
    return np.clip([r.mean() - half, r.mean() + half], -1, 1)


def alone(rewards, iota):
    return np.array([RIGHT["interval"](rewards[:n], iota) for n in range(1, len(rewards) + 1)])


def together(ends):
    low, high = np.maximum.accumulate(ends[:, 0]), np.minimum.accumulate(ends[:, 1])
    return np.column_stack([low, high])


def by_loop(rewards, iota):
    low, high, rows = -1.0, 1.0, []
    for n in range(1, len(rewards) + 1):
        new = RIGHT["interval"](rewards[:n], iota)
        low, high = max(low, new[0]), min(high, new[1])
        if low > high + 1e-9:
            raise ValueError("empty")
        rows.append([low, high])
    return rows


def killed_by_rounding(rewards, iota):
    ends = together(alone(rewards, iota))
    if np.any(ends[:, 0] > ends[:, 1]):
        raise ValueError("empty")
    return ends


def union(ends):
    low, high = np.minimum.accumulate(ends[:, 0]), np.maximum.accumulate(ends[:, 1])
    return np.column_stack([low, high])


def sums_with(first=1, squares=2, mixed=None, rewards=2, clip=RIGHT["clipped"], times=1):
    def answer(x, r, mu, level):
        c = clip(x @ mu, level)
        mixed_power = squares if mixed is None else mixed
        return [
            sum(c**first * r),
            (c**first * x.T).sum(axis=1),
            sum(c**squares * r**rewards),
            times * (c**mixed_power * r * x.T).sum(axis=1),
            sum(c[s] ** squares * np.outer(x[s], x[s]) for s in range(len(x))),
        ]

    return answer


def kept_with(passes, combine=np.all, ball=True, levels=None):
    """Return survivors by the definition: all residuals of every candidate."""

    def answer(theta, x, r, net, every, iota):
        residuals = r - theta @ x.T
        columns = []
        for level in every if levels is None else levels:
            for mu in net:
                c = RIGHT["clipped"](x @ mu, level)
                columns.append(passes(residuals @ c, residuals**2 @ c**2, iota))
        kept = combine(np.array(columns), axis=0)
        return kept & (np.linalg.norm(theta, axis=1) <= 1) if ball else kept

    return answer


def below(left, squares, iota):
    return np.abs(left) <= np.sqrt(iota * squares)


def last(columns, axis):
    return columns[-1]


def play_with(choose):
    def answer(candidates, kept):
        if not kept.any():
            raise ValueError("empty")
        vector = choose(candidates, kept)
        return vector / np.linalg.norm(vector)

    return answer


def longest(points):
    return np.argmax(np.linalg.norm(points, axis=1))


def plays_on(candidates, kept):
    lengths = np.where(kept, np.linalg.norm(candidates, axis=1), -1.0)
    vector = candidates[np.argmax(lengths)]
    return vector / np.linalg.norm(vector)


WRONG = {
    "interval": {
        "n ≤ ι rewards": without_short_case,
        "denominator is n, not": interval_with(lambda r, i: np.sqrt(i * r.var() / len(r))),
        "not taken around the mean": interval_with(
            lambda r, i: np.sqrt(i * np.mean(r**2) / (len(r) - i))
        ),
        "divides by n − 1": interval_with(
            lambda r, i: np.sqrt(i * np.var(r, ddof=1) / (len(r) - i))
        ),
        "v is a sum": interval_with(
            lambda r, i: np.sqrt(i * np.sum((r - r.mean()) ** 2) / (len(r) - i))
        ),
        "root is missing": interval_with(lambda r, i: i * r.var() / (len(r) - i)),
        "factor ι is missing": interval_with(lambda r, i: np.sqrt(r.var() / (len(r) - i))),
        "cut the interval off": interval_with(right_half, clip=False),
        "around 0": lambda r, i: (
            (-1.0, 1.0) if len(r) <= i else (-right_half(r, i), right_half(r, i))
        ),
        "low and high are needed": lambda r, i: [0.0],
    },
    "running_intervals": {
        "interval of its round alone": alone,
        "never shrinks": lambda r, i: union(alone(r, i)),
        "one round late": lambda r, i: np.vstack([[-1.0, 1.0], together(alone(r, i))[:-1]]),
        "the final intersection": lambda r, i: np.tile(together(alone(r, i))[-1], (len(r), 1)),
        "leave nothing at ι = 3": lambda r, i: together(alone(r, i)),
        "Rounding kills your set": killed_by_rounding,
    },
    "clipped": {
        "nothing is ever cut": lambda z, level: np.clip(z, -(2**level), 2**level),
        "sign is lost": lambda z, level: np.minimum(np.abs(z), 2.0**-level),
        "Large negative numbers pass": lambda z, level: np.minimum(z, 2.0**-level),
        "Large numbers become 0": lambda z, level: z * (np.abs(z) <= 2.0**-level),
        "Small numbers become": lambda z, level: np.sign(z) * np.maximum(abs(z), 2.0**-level),
        "not 1/ℓ": lambda z, level: np.clip(z, -1 / level, 1 / level),
    },
    "five_sums": {
        "not clipped": sums_with(clip=lambda z, level: z),
        "need w², you have w": sums_with(squares=1),
        "have no weights": sums_with(squares=0),
        "you have Σ w r x": sums_with(mixed=1),
        "you have Σ w² r.": sums_with(rewards=1),
        "factor 2 comes later": sums_with(times=2),
        "factor −2 comes later": sums_with(times=-2),
        "five sums in a tuple": lambda *case: np.concatenate(
            [np.ravel(part) for part in sums_with()(*case)]
        ),
    },
    "survivors": {
        "any condition": kept_with(below, combine=np.any),
        "combine the conditions": kept_with(below, combine=last),
        "who is excluded": lambda *case: ~kept_with(below)(*case),
        "outside the unit ball": kept_with(below, ball=False),
        "Nothing is clipped": kept_with(below, levels=[0]),
        "belongs under the root": kept_with(lambda a, sq, i: np.abs(a) <= i * np.sqrt(sq)),
        "ι is missing": kept_with(lambda a, sq, i: np.abs(a) <= np.sqrt(sq)),
        "absolute value": kept_with(lambda a, sq, i: a <= np.sqrt(i * sq)),
        "True or False for each": lambda *case: np.full(len(case[0]), 0.5),
    },
    "next_play": {
        "candidate itself": lambda c, kept: c[kept][longest(c[kept])],
        "all candidates, also": play_with(lambda c, kept: c[longest(c)]),
        "the shortest": play_with(
            lambda c, kept: c[kept][np.argmin(np.linalg.norm(c[kept], axis=1))]
        ),
        "place among those kept": play_with(lambda c, kept: c[longest(c[kept])]),
        "plays on": plays_on,
    },
}

OTHER = {
    "interval": interval_with(right_half),
    "running_intervals": by_loop,
    "clipped": lambda z, level: [np.sign(x) * min(abs(x), 1 / 2**level) for x in z],
    "five_sums": sums_with(),
    "survivors": kept_with(below),
    "next_play": play_with(
        lambda c, kept: max(c[np.flatnonzero(kept)], key=lambda v: float(v @ v))
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


@pytest.mark.parametrize("name", ["running_intervals", "next_play"])
def test_the_error_for_an_empty_set_must_be_a_value_error(name):
    def answer(*arguments):
        try:
            return RIGHT[name](*arguments)
        except ValueError:
            raise KeyError from None

    with pytest.raises(WrongAnswer, match="not a KeyError"):
        getattr(check, name)(answer, 1)
