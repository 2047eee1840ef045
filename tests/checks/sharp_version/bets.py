"""Answers to items 1 and 3 of `sharp_version`, wrong and right."""

import math

import numpy as np


def wealth(factor, keep=lambda path: path):
    """Return a solution that multiplies by factor(ε, y, λ) in every round."""

    def answer(signs, values, rate):
        now, path = 1.0, []
        for sign, value in zip(signs, values, strict=True):
            now *= factor(sign, value, rate)
            path.append(now)
        return np.array(keep(path))

    return answer


def fair(e, y, rate):
    return math.exp(rate * e * y - (rate * y) ** 2 / 2)


def square_of_sum(signs, values, rate):
    return np.exp(rate * np.cumsum(signs * values) - rate**2 * np.cumsum(values) ** 2 / 2)


def square_of_s(signs, values, rate):
    s = np.cumsum(signs * values)
    return np.exp(rate * s - rate**2 * s**2 / 2)


def last_only(signs, values, rate):
    return math.exp(rate * sum(signs * values) - rate**2 * sum(values**2) / 2)


def whole_fee(signs, values, rate):
    return np.exp(rate * np.cumsum(signs * values) - rate**2 * np.sum(values**2) / 2)


def factors(signs, values, rate):
    return [fair(e, y, rate) for e, y in zip(signs, values, strict=True)]


WRONG_BETS = {
    "The fee is missing": wealth(lambda e, y, rate: math.exp(rate * e * y)),
    "the ½ is missing": wealth(lambda e, y, rate: math.exp(rate * e * y - (rate * y) ** 2)),
    "holds λ², not λ": wealth(lambda e, y, rate: math.exp(rate * e * y - rate * y**2 / 2)),
    "the size of y in it": wealth(lambda e, y, rate: math.exp(rate * e * y - rate**2 * abs(y) / 2)),
    "a negative y would be paid for": wealth(
        lambda e, y, rate: math.exp(rate * e * y - rate**2 * y / 2)
    ),
    "added where it should be subtracted": wealth(
        lambda e, y, rate: math.exp(rate * e * y + (rate * y) ** 2 / 2)
    ),
    "The signs are missing": wealth(lambda e, y, rate: fair(1, y, rate)),
    "bet against the signs": wealth(lambda e, y, rate: fair(-e, y, rate)),
    "The rate λ is missing": wealth(lambda e, y, rate: fair(e, y, 1)),
    "squares of the running sum": square_of_sum,
    "the square of G in the fee": square_of_s,
    "is one number": last_only,
    "the logarithm of her wealth": wealth(fair, lambda path: [math.log(one) for one in path]),
    "factors of the single rounds": factors,
    "You added the factors": lambda *case: np.cumsum(factors(*case)),
    "goes below 0": wealth(lambda e, y, rate: 1 + rate * e * y),
    "divide by cosh": wealth(lambda e, y, rate: math.exp(rate * e * y) / math.cosh(rate * y)),
    "the fee of the whole game": whole_fee,
    "one round late": wealth(fair, lambda path: [1.0, *path[:-1]]),
    "the 1 of the start as well": wealth(fair, lambda path: [1.0, *path]),
}
ODD_BETS = [  # wrong in a way that nobody is told about, but for an input
    wealth(lambda e, y, rate: math.exp(rate * e * y - (rate * y) ** 2 / 4)),
    wealth(lambda e, y, rate: math.exp(e * y - (rate * y) ** 2 / 2)),
    wealth(fair, lambda path: path[::-1]),
    wealth(fair, lambda path: path[1:]),
]
RIGHT_BETS = [
    wealth(fair),
    lambda signs, values, rate: np.cumprod(factors(signs, values, rate)).tolist(),
    lambda signs, values, rate: tuple(
        math.prod(factors(signs[:n], values[:n], rate)) for n in range(1, len(signs) + 1)
    ),
]


def mixture(front, exponent):
    return lambda s, q, rho: front(q, rho) * math.exp(exponent(s, q, rho))


def cost(q, rho):
    return (rho / (q + rho)) ** 0.5


def gain(s, q, rho):
    return s * s / 2 / (q + rho)


def right_mixture(s, q, rho):
    return cost(q, rho) * math.exp(gain(s, q, rho))


WRONG_MIXTURES = {
    "that is what the mixture costs": mixture(lambda q, rho: 1, gain),
    "The factor is the *root*": mixture(lambda q, rho: rho / (q + rho), gain),
    "upside down": mixture(lambda q, rho: ((q + rho) / rho) ** 0.5, gain),
    "at Q = 0 it has to be 1": mixture(lambda q, rho: (q + rho) ** -0.5, gain),
    "√(ρ/Q) in yours": mixture(lambda q, rho: (rho / q) ** 0.5, gain),
    "√Q where √ρ belongs": mixture(lambda q, rho: (q / (q + rho)) ** 0.5, gain),
    "needs brackets in Python": mixture(cost, lambda s, q, rho: s**2 / 2 * (q + rho)),
    "The ½ in the exponent": mixture(cost, lambda s, q, rho: s**2 / (q + rho)),
    "G stands squared in the exponent.": mixture(cost, lambda s, q, rho: s / (2 * (q + rho))),
    "you took its size": mixture(cost, lambda s, q, rho: abs(s) / (2 * (q + rho))),
    "The exponent is turned round": mixture(cost, lambda s, q, rho: -gain(s, q, rho)),
    "Q where Q+ρ belongs": mixture(cost, lambda s, q, rho: s**2 / (2 * q)),
    "the best single bet": lambda s, q, rho: math.exp(s**2 / 2 / q),
    "the variance ρ; it should": lambda s, q, rho: (
        (1 + rho * q) ** -0.5 * math.exp(rho * s**2 / (2 * (1 + rho * q)))
    ),
    "the deviation 1/ρ": lambda s, q, rho: right_mixture(s, q, rho**2),
    "You took ρ = 1": lambda s, q, rho: right_mixture(s, q, 1),
    "you squared it again": lambda s, q, rho: right_mixture(s, q**2, rho),
    "the logarithm of the wealth": lambda s, q, rho: math.log(right_mixture(s, q, rho)),
}
ODD_MIXTURES = [
    mixture(cost, lambda s, q, rho: s**2 / (4 * (q + rho))),
    mixture(cost, lambda s, q, rho: s**2 / (2 * q + rho)),
    lambda s, q, rho: 2 * right_mixture(s, q, rho),
]


def in_logs(s, q, rho):
    return np.exp(0.5 * (np.log(rho) - np.log(q + rho) + s**2 / (q + rho)))


def as_an_integral(s, q, rho):
    rates, step = np.linspace(-30, 30, 60_001, retstep=True)
    density = np.sqrt(rho / (2 * np.pi)) * np.exp(-rho * rates**2 / 2)
    return step * np.sum(density * np.exp(rates * s - rates**2 * q / 2))


RIGHT_MIXTURES = [right_mixture, in_logs, as_an_integral]
