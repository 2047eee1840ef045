"""Checks of this set, part 1: the wealth of one bet, and of a mixture of bets."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, WrongAnswer


@repeatable
def bet(answer: Any, rng: Any = None) -> Right:
    """Check the wealth after every round: the product of exp(λεy - λ²y²/2) so far."""
    rng = np.random.default_rng(rng)
    cases = []
    for n in (1, 2, 3, 6):
        signs = rng.choice([-1.0, 1.0], n)
        signs[:3] = np.array([-1.0, 1.0, 1.0])[:n]
        values = rng.choice([-1.0, 1.0], n) * rng.integers(3, 16, n) / 10
        cases.append((signs, values, float(rng.choice([0.4, 0.5, 0.8, 1.2]))))

    def wealth(gains: Array, fees: Array) -> Array:
        return np.asarray(np.exp(np.cumsum(gains) - np.cumsum(fees)))

    def right(e: Array, y: Array, rate: float) -> Array:
        return wealth(rate * e * y, rate**2 * y**2 / 2)

    answers.compare(
        "bet",
        answer,
        cases,
        right=right,
        mistakes={
            "The fee is missing: without exp(-λ²y²/2) the bet wins on average by itself.": (
                lambda e, y, rate: wealth(rate * e * y, 0 * y)
            ),
            "The fee is λ²y²/2: the ½ is missing. Twice the fee is safe, and wins too little.": (
                lambda e, y, rate: wealth(rate * e * y, rate**2 * y**2)
            ),
            "The fee holds λ², not λ.": lambda e, y, rate: wealth(rate * e * y, rate * y**2 / 2),
            "The fee holds y², and you have the size of y in it.": (
                lambda e, y, rate: wealth(rate * e * y, rate**2 * np.abs(y) / 2)
            ),
            "The fee holds y², and you have y in it: a negative y would be paid for.": (
                lambda e, y, rate: wealth(rate * e * y, rate**2 * y / 2)
            ),
            "The fee is added where it should be subtracted.": (
                lambda e, y, rate: wealth(rate * e * y, -(rate**2) * y**2 / 2)
            ),
            "The signs are missing: the bet is on ε·y, not on y.": (
                lambda e, y, rate: wealth(rate * y, rate**2 * y**2 / 2)
            ),
            "You bet against the signs: the gain of a round is +λεy.": (
                lambda e, y, rate: wealth(-rate * e * y, rate**2 * y**2 / 2)
            ),
            "The rate λ is missing.": lambda e, y, rate: wealth(e * y, y**2 / 2),
            "You took squares of the running sum. Q is the running sum of the squares.": (
                lambda e, y, rate: np.exp(rate * np.cumsum(e * y) - rate**2 * np.cumsum(y) ** 2 / 2)
            ),
            "That is the square of G in the fee. Q is the running sum of the squares.": (
                lambda e, y, rate: np.exp(
                    rate * np.cumsum(e * y) - (rate * np.cumsum(e * y)) ** 2 / 2
                )
            ),
            "The fee is λ²y²/2; you took a quarter.": (
                lambda e, y, rate: wealth(rate * e * y, rate**2 * y**2 / 4)
            ),
            "The fee is λ²y²/2; you took 2λ²y².": (
                lambda e, y, rate: wealth(rate * e * y, 2 * rate**2 * y**2)
            ),
            "The fee is (λy)²/2, and you have λy/2.": (
                lambda e, y, rate: wealth(rate * e * y, rate * y / 2)
            ),
            "The fee is (λy)²/2, and you have λ|y|/2.": (
                lambda e, y, rate: wealth(rate * e * y, rate * np.abs(y) / 2)
            ),
            "The fee lacks λ²: it is λ²y²/2.": lambda e, y, rate: wealth(rate * e * y, y**2 / 2),
            "y is missing in the stake: it is λεy.": (
                lambda e, y, rate: wealth(rate * e, rate**2 * y**2 / 2)
            ),
            "y is missing in the fee: it is λ²y²/2.": (
                lambda e, y, rate: wealth(rate * e * y, rate**2 / 2 + 0 * y)
            ),
            "y is missing, in stake and fee.": (
                lambda e, y, rate: wealth(rate * e, rate**2 / 2 + 0 * y)
            ),
            "The stake holds λ, not λ².": (
                lambda e, y, rate: wealth(rate**2 * e * y, rate**2 * y**2 / 2)
            ),
            "You took the size of y in the stake: it is λεy.": (
                lambda e, y, rate: wealth(rate * e * np.abs(y), rate**2 * y**2 / 2)
            ),
            "You took powers of 2: the bet is a power of e, np.exp.": (
                lambda e, y, rate: 2 ** np.log(right(e, y, rate))
            ),
            "You took powers of 10: the bet is a power of e, np.exp.": (
                lambda e, y, rate: 10 ** np.log(right(e, y, rate))
            ),
            "Every entry is her wealth at the end: entry t may use the first t rounds only.": (
                lambda e, y, rate: np.full(len(y), right(e, y, rate)[-1])
            ),
            "That is the greatest wealth so far; she may have lost it again.": (
                lambda e, y, rate: np.maximum.accumulate(right(e, y, rate))
            ),
            "You multiplied running sums of signs and values; multiply in each round, then add.": (
                lambda e, y, rate: np.exp(
                    rate * np.cumsum(e) * np.cumsum(y) - rate**2 * np.cumsum(y**2) / 2
                )
            ),
            "You averaged over the rounds; wealth is a product, its logarithm a sum.": (
                lambda e, y, rate: np.exp(np.log(right(e, y, rate)) / np.arange(1, len(y) + 1))
            ),
            "You begin with the last round.": (lambda e, y, rate: right(e[::-1], y[::-1], rate)),
            "The factor of a round is exp(λεy - λ²y²/2), not 1 + λεy - λ²y²/2.": (
                lambda e, y, rate: np.cumprod(1 + rate * e * y - rate**2 * y**2 / 2)
            ),
            "That is the logarithm of her wealth.": lambda e, y, rate: np.log(right(e, y, rate)),
            "These are the factors of the single rounds; her wealth is their product so far.": (
                lambda e, y, rate: np.exp(rate * e * y - rate**2 * y**2 / 2)
            ),
            "You added the factors of the rounds. Wealth that is staked again multiplies.": (
                lambda e, y, rate: np.cumsum(np.exp(rate * e * y - rate**2 * y**2 / 2))
            ),
            "You bet a share λ in the plain way, 1 + λεy. That goes below 0 when λ|y| > 1; the bet "
            "here is exp(λεy - λ²y²/2).": lambda e, y, rate: np.cumprod(1 + rate * e * y),
            "You divide by cosh(λy), the exact mean. That is a fair bet, too, but only the larger "
            "e^{λ²y²/2} makes the wealth a function of G and Q alone.": (
                lambda e, y, rate: np.cumprod(np.exp(rate * e * y) / np.cosh(rate * y))
            ),
            "Every round pays the fee of the whole game: she would need to see what is to come.": (
                lambda e, y, rate: np.exp(rate * np.cumsum(e * y) - rate**2 * np.sum(y**2) / 2)
            ),
            "Your wealth is one round late: it begins with the 1 she brings along. Begin with the "
            "wealth after round 1.": lambda e, y, rate: np.r_[1.0, right(e, y, rate)[:-1]],
            "You give the 1 of the start as well: one number a round is asked for, n in all.": (
                lambda e, y, rate: np.r_[1.0, right(e, y, rate)]
            ),
        },
        read=_wealth_of_every_round,
    )
    return Right(
        "However she bets, fair signs give her no gain on average; and she sees no future."
    )


def _wealth_of_every_round(name: str, value: Any) -> Array:
    if type(value) in (float, np.float64):
        raise WrongAnswer(
            f"{name} is one number. The wealth after *each* round is asked for: the running sums "
            "of `np.cumsum` in place of `np.sum`."
        )
    return answers.vector(name, value)


@repeatable
def mixture_wealth(answer: Any, rng: Any = None) -> Right:
    """Check √(ρ/(Q+ρ)) exp(G²/(2(Q+ρ))), against a numerical average of bets as well."""
    rng = np.random.default_rng(rng)
    cases = [(2.0, 1.0, 0.5)]
    for sign in (-1.0, 1.0, -1.0, 1.0, -1.0):
        squares = float(rng.integers(5, 40) / 10)
        total = float(sign * rng.integers(11, 30) / 10)
        cases.append((total, squares, float(rng.choice([0.5, 2.0, 3.0]))))

    def formula(s: float, q: float, rho: float) -> float:
        return math.sqrt(rho / (q + rho)) * math.exp(s**2 / (2 * (q + rho)))

    def front(of: Any) -> Any:
        return lambda s, q, rho: of(q, rho) * math.exp(s**2 / (2 * (q + rho)))

    def inner(of: Any) -> Any:
        return lambda s, q, rho: math.sqrt(rho / (q + rho)) * math.exp(of(s, q, rho))

    answers.compare(
        "mixture_wealth",
        answer,
        cases,
        right=average_of_bets,
        mistakes={
            "The factor √(ρ/(Q+ρ)) is missing: that is what the mixture costs.": front(
                lambda q, rho: 1.0
            ),
            "The factor is the *root* of ρ/(Q+ρ).": front(lambda q, rho: rho / (q + rho)),
            "The factor in front is upside down: it must be below 1.": front(
                lambda q, rho: math.sqrt((q + rho) / rho)
            ),
            "The factor in front lacks ρ: at Q = 0 it has to be 1.": front(
                lambda q, rho: 1 / math.sqrt(q + rho)
            ),
            "The factor in front is √(ρ/Q) in yours, and √(ρ/(Q+ρ)) is right.": front(
                lambda q, rho: math.sqrt(rho / q)
            ),
            "The factor in front holds √Q where √ρ belongs.": front(
                lambda q, rho: math.sqrt(q / (q + rho))
            ),
            "G²/(2(Q+ρ)) needs brackets in Python: `G**2 / 2 * (Q + rho)` multiplies.": inner(
                lambda s, q, rho: s**2 / 2 * (q + rho)
            ),
            "The ½ in the exponent is missing.": inner(lambda s, q, rho: s**2 / (q + rho)),
            "G stands squared in the exponent.": inner(lambda s, q, rho: s / (2 * (q + rho))),
            "G stands squared in the exponent; you took its size.": inner(
                lambda s, q, rho: abs(s) / (2 * (q + rho))
            ),
            "The exponent is turned round: a large G² must mean great wealth.": inner(
                lambda s, q, rho: -(s**2) / (2 * (q + rho))
            ),
            "The exponent has Q where Q+ρ belongs.": inner(lambda s, q, rho: s**2 / (2 * q)),
            "That is the wealth of the best single bet, λ = G/Q. Nobody knows it before the game; "
            "the mixture pays √(ρ/(Q+ρ)) for not knowing it.": (
                lambda s, q, rho: math.exp(s**2 / (2 * q))
            ),
            "The factor in front is √ρ in yours: it shrinks with Q.": front(
                lambda q, rho: math.sqrt(rho)
            ),
            "The factor in front is 1/(Q+ρ) in yours, and √(ρ/(Q+ρ)) is right.": front(
                lambda q, rho: 1 / (q + rho)
            ),
            "The factor in front is 1/√(1+Q) in yours, and √(ρ/(Q+ρ)) is right.": front(
                lambda q, rho: 1 / math.sqrt(1 + q)
            ),
            "The factor in front is 1 + Q/ρ in yours, and √(ρ/(Q+ρ)) is right.": front(
                lambda q, rho: 1 + q / rho
            ),
            "A root too many in front.": front(lambda q, rho: (rho / (q + rho)) ** 0.25),
            "The density of λ has lost its normalisation, or has one too many: 2π drops out.": (
                front(lambda q, rho: math.sqrt(rho / (2 * math.pi * (q + rho))))
            ),
            "The exponent has ρ where Q+ρ belongs.": inner(lambda s, q, rho: s**2 / (2 * rho)),
            "The exponent has 2Q+ρ in yours; brackets: 2(Q+ρ).": inner(
                lambda s, q, rho: s**2 / (2 * q + rho)
            ),
            "G²/(2(Q+ρ)) needs brackets in Python: `G**2 / (2 * Q) + rho` adds ρ.": inner(
                lambda s, q, rho: s**2 / (2 * q) + rho
            ),
            "The exponent is half of what it should be: G²/(2(Q+ρ)).": inner(
                lambda s, q, rho: s**2 / (4 * (q + rho))
            ),
            "The exponent is four times too large: G²/(2(Q+ρ)).": inner(
                lambda s, q, rho: 2 * s**2 / (q + rho)
            ),
            "The exponent is G²/(2(Q+ρ)); you took its root.": inner(
                lambda s, q, rho: s / math.sqrt(2 * (q + rho))
            ),
            "G is missing in the exponent.": inner(lambda s, q, rho: 1 / (2 * (q + rho))),
            "G has the power 4 in your exponent.": inner(lambda s, q, rho: s**4 / (2 * (q + rho))),
            "ρ is squared in yours.": lambda s, q, rho: (
                math.sqrt(rho / (q + rho**2)) * math.exp(s**2 / (2 * (q + rho**2)))
            ),
            "You multiplied Q by ρ; Q+ρ is a sum.": lambda s, q, rho: (
                math.exp(s**2 / (2 * (q * rho + 1))) / math.sqrt(q * rho + 1)
            ),
            "You took a power of 2: math.exp is a power of e.": inner(
                lambda s, q, rho: math.log(2) * s**2 / (2 * (q + rho))
            ),
            "You added the two factors; multiply.": lambda s, q, rho: (
                math.sqrt(rho / (q + rho)) + math.exp(s**2 / (2 * (q + rho)))
            ),
            "That is one bet, with the rate 1; average over all.": lambda s, q, rho: math.exp(
                s - q / 2
            ),
            "That is one bet, with the rate G/(Q+ρ); average over all.": lambda s, q, rho: math.exp(
                s**2 / (q + rho) - (s / (q + rho)) ** 2 * q / 2
            ),
            "Your λ has the variance ρ; it should have 1/ρ.": lambda s, q, rho: formula(
                s, q, 1 / rho
            ),
            "Your λ has the deviation 1/ρ; its *variance* is 1/ρ.": lambda s, q, rho: formula(
                s, q, rho**2
            ),
            "You took ρ = 1; it is an argument.": lambda s, q, rho: formula(s, q, 1.0),
            "`squares` is Q already, a sum of squares; you squared it again.": (
                lambda s, q, rho: formula(s, q**2, rho)
            ),
            "That is the logarithm of the wealth.": lambda s, q, rho: math.log(formula(s, q, rho)),
        },
        tolerance=1e-7,
    )
    return Right("One number for all bets at once, and G and Q are all that it needs.")


def average_of_bets(total: float, squares: float, rho: float) -> float:
    """Return the mean of exp(λG - λ²Q/2) over λ ~ N(0, 1/ρ), as a sum over a fine grid of λ."""
    middle, deviation = total / (squares + rho), 1 / math.sqrt(squares + rho)
    rate = middle + deviation * np.linspace(-12.0, 12.0, 4001)
    density = math.sqrt(rho / (2 * math.pi)) * np.exp(-rho * rate**2 / 2)
    wealth = np.exp(rate * total - rate**2 * squares / 2)
    return float(np.sum(density * wealth) * (rate[1] - rate[0]))
