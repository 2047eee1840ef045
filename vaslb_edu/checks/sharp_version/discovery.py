"""Check of this set, item 4: the first round at which anybody may look and reject."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right

Case = tuple[Array, Array, Array, float, float]  # signs, residuals, weights, delta, rho
Sums = Callable[[Array, Array, Array], Array]


@repeatable
def first_discovery(answer: Any, rng: Any = None) -> Right:
    """Check the first round with G² > (Q+ρ)(ln((Q+ρ)/ρ) + 2 ln(K/δ)) for some coordinate.

    The two sides are equal in no round: a logarithm stands on one side alone. So `>` and `>=` are
    both right.
    """
    rng = np.random.default_rng(rng)
    answers.compare(
        "first_discovery",
        answer,
        _cases(rng),
        right=_rounds(),
        mistakes=_MISTAKES,
        read=answers.integer,
        none=True,
    )
    return Right("It rejects at the first moment that deserves it, and looking costs nothing.")


def _cases(rng: np.random.Generator) -> list[Case]:
    # At δ = ½ four equal gains are just enough, whatever follows; gains and losses in turn never.
    level = float(rng.integers(10, 13) / 10)
    four = np.ones((4, 1)), np.full(4, level), np.ones(4), 0.5, 1.0
    turn = np.array([[1.0], [-1.0]] * 3), np.full(6, level), np.ones(6), 0.5, 2.0
    back = np.array([[1.0]] * 4 + [[-1.0]] * 2), *turn[1:4], 1.0
    cases: list[Case] = [four, back, turn]
    shapes = (
        (12, 2, 2.0, 1),
        (20, 3, -1.6, 1),
        (30, 2, 1.1, 1),
        (30, 2, -1.3, 0.05),
        (30, 2, 0.9, 1),
    )
    for n, count, size, unit in shapes * 2:  # small enough for a message to show them whole
        signs = rng.choice([-1.0, 1.0], (n, count))
        place = rng.integers(count)
        residuals = size * signs[:, place] + 0.5 * rng.normal(size=n)
        weights = rng.integers(3, 16, n) / 10
        # Nobody could be found in silence; what comes after it must not help.
        residuals[: n // 4] = 0.3 * rng.normal(size=n // 4)
        residuals = np.round(unit * residuals, 3)
        delta, rho = float(rng.choice([0.1, 0.2, 0.4])), float(rng.choice([0.5, 2.0, 4.0]))
        cases.append((signs, residuals, weights, delta, unit**2 * rho))
    return cases


def _signed(signs: Array, residuals: Array, weights: Array) -> Array:
    return np.asarray(np.cumsum((weights * residuals)[:, None] * signs, axis=0))


def _squares(signs: Array, residuals: Array, weights: Array) -> Array:
    return np.asarray(np.cumsum(weights**2 * residuals**2))


def _radius(squares: Array, level: float, rho: float) -> Array:
    """Return what G² has to exceed."""
    return np.asarray((squares + rho) * (np.log1p(squares / rho) + 2 * math.log(1 / level)))


def _rounds(
    signed: Sums = _signed,
    squares: Sums = _squares,
    radius: Callable[[Array, float, float], Array] = _radius,
    level: Callable[[float, int, int], float] = lambda delta, count, n: delta / count,
    of: Callable[..., Any] = np.any,
    sizes: Callable[[Array], Array] = np.square,
    never: Callable[[int], int | None] = lambda n: 0,
    shift: int = 1,
) -> Callable[..., int | None]:
    """Return a solution; the arguments make it a wrong one. `never=lambda n: n`: the last round."""

    def found(e: Array, u: Array, w: Array, delta: float, rho: float) -> int | None:
        n, count = e.shape
        bound = radius(squares(e, u, w), level(delta, count, n), rho)
        passing = of(sizes(signed(e, u, w)) > bound[:, None], axis=1)
        if passing.any():
            return int(passing.argmax()) + shift
        return never(n)

    return found


def _positive(sums: Array) -> Array:
    return np.square(np.maximum(sums, 0.0))


def _at_the_end(e: Array, u: Array, w: Array, delta: float, rho: float) -> int:
    last = np.square(_signed(e, u, w)[-1]) > _radius(
        _squares(e, u, w)[-1:], delta / e.shape[1], rho
    )
    return len(u) if last.any() else 0


def _who(e: Array, u: Array, w: Array, delta: float, rho: float) -> int:
    first = _rounds()(e, u, w, delta, rho)
    return int(np.argmax(np.abs(_signed(e, u, w)[first - 1]))) if first else 0


def _for_good(e: Array, u: Array, w: Array, delta: float, rho: float) -> int:
    bound = _radius(_squares(e, u, w), delta / e.shape[1], rho)
    passing = np.asarray((_signed(e, u, w) ** 2 > bound[:, None]).any(axis=1))
    return int(np.argmax(np.logical_and.accumulate(passing[::-1])[::-1])) + 1 if passing[-1] else 0


_MISTAKES: dict[str, Callable[..., int | None]] = {
    "It returns None: is there a `return` at its end?": lambda *case: None,
    "In yours nobody ever passes, whatever the rounds are.": lambda *case: 0,
    "Where nobody ever passes you return None; return 0 there.": _rounds(never=lambda n: None),
    "Where nobody ever passes, return 0, not the last round.": _rounds(never=lambda n: n),
    "Where nobody ever passes, return 0, not -1.": _rounds(never=lambda n: -1),
    "Where nobody ever passes you return 1: `np.argmax` gives 0 for 'nowhere' as well.": _rounds(
        never=lambda n: 1
    ),
    "Rounds are counted from 1, places in an array from 0: yours is one too small.": _rounds(
        shift=0
    ),
    "You look once, after the last round. The test may be looked at in every round: that is what "
    "it is made for.": _at_the_end,
    "Every round is compared with the Q of the whole game: no test may see what is to come.": (
        _rounds(
            squares=lambda e, u, w: np.full(len(u), _squares(e, u, w)[-1])  # all of it, always
        )
    ),
    "Your Q ends before the present round. Its y² belongs in it: one large value would pass.": (
        _rounds(squares=lambda e, u, w: _squares(e, u, w) - (w * u) ** 2)
    ),
    "You gave each coordinate δ. Each may fail with δ/K, so that all together do with δ.": (
        _rounds(level=lambda delta, count, n: delta)
    ),
    "You paid for two sides. G² and the symmetric mixture cover both: δ/K, not δ/(2K).": _rounds(
        level=lambda delta, count, n: delta / (2 * count)
    ),
    "You paid for every round, δ/(Kn). Ville's inequality covers all rounds at once: δ/K.": _rounds(
        level=lambda delta, count, n: delta / (count * n)
    ),
    "Only positive sums pass: a coordinate may be negative, so look at G².": _rounds(
        sizes=_positive
    ),
    "You wait until *all* coordinates pass; one is a discovery.": _rounds(of=np.all),
    "You return who passes; the question is when.": _who,
    "You return the round from which on somebody passes for good; a discovery counts at once.": (
        _for_good
    ),
    "The weights are missing, in G and in Q.": _rounds(
        signed=lambda e, u, w: _signed(e, u, np.ones_like(w)),
        squares=lambda e, u, w: _squares(e, u, np.ones_like(w)),
    ),
    "The weights stand squared in Q: it is the sum of (wu)².": _rounds(
        squares=lambda e, u, w: _squares(e, u, np.sqrt(w))
    ),
    "The weights are missing in Q.": _rounds(
        squares=lambda e, u, w: _squares(e, u, np.ones_like(w))
    ),
    "The weights are missing in G.": _rounds(signed=lambda e, u, w: _signed(e, u, np.ones_like(w))),
    "|G| is compared with the bound for G².": _rounds(sizes=np.abs),
    "2 ln(K/δ) has lost its factor 2.": _rounds(
        radius=lambda q, a, rho: _radius(q, math.sqrt(a), rho)
    ),
    "The term ln((Q+ρ)/ρ) is missing: that is the price of not knowing λ.": _rounds(
        radius=lambda q, a, rho: 2 * (q + rho) * math.log(1 / a)
    ),
    "The logarithm lacks ρ: ln((Q+ρ)/ρ), not ln(Q+ρ).": _rounds(
        radius=lambda q, a, rho: (q + rho) * (np.log(q + rho) + 2 * math.log(1 / a))
    ),
    "The bound has the factor Q where Q+ρ belongs: at first a single round would pass.": _rounds(
        radius=lambda q, a, rho: _radius(q, a, rho) * q / (q + rho)
    ),
    "You took ρ = 1; it is an argument.": _rounds(radius=lambda q, a, rho: _radius(q, a, 1.0)),
    "That is a test for one round fixed beforehand, G² > 2Q ln(2K/δ). Whoever looks at it in every "
    "round is fooled sooner or later.": _rounds(radius=lambda q, a, rho: 2 * q * math.log(2 / a)),
}
