"""Answers to item 8 of `sharp_version`, wrong and right: games, and how they will end."""

import math

import numpy as np


def unit(*entries):
    def parameter(d):
        theta = np.zeros(d)
        theta[: len(entries)] = entries
        return theta / np.linalg.norm(theta)

    return parameter


def dense(d):
    return np.full(d, 1 / math.sqrt(d))


def silent(horizon):
    return np.zeros(horizon)


def in_turn(horizon):
    return np.arange(horizon) % 2 * 1.0


def loud(horizon):
    return np.ones(horizon)


def loud_at_the_end(horizon):
    return np.where(np.arange(horizon) < 100, 0.0, 1.0)


def one_entry(d):
    return unit(1.0)(d)


def game(theta=one_entry, sigmas=in_turn, factor=lambda d, horizon: horizon / 46):
    return lambda d, horizon: (theta(d), sigmas(horizon), factor(d, horizon))


WRONG = {
    "Return three things": lambda d, horizon: (unit(1.0)(d), in_turn(horizon)),
    "The deviations are one number": lambda d, horizon: (unit(1.0)(d), 0.5, 400.0),
    "The deviations come first": lambda d, horizon: (in_turn(horizon), unit(1.0)(d), 400.0),
    "It should follow d": game(theta=lambda d: unit(1.0)(64 if d != 64 else 65)),
    "should be a unit vector": game(theta=lambda d: np.ones(d)),
    "They should follow T": game(sigmas=lambda horizon: in_turn(10_000)),
    "never negative": game(sigmas=lambda horizon: in_turn(horizon) - 0.5),
    "at most 1 here": game(sigmas=lambda horizon: 3 * in_turn(horizon)),
    "A factor is positive": game(factor=lambda d, horizon: -400),
    "should be one number": game(factor=lambda d, horizon: [400.0]),
    "without sparsity": game(theta=dense, sigmas=lambda horizon: np.full(horizon, 0.09)),
    "hardly a round is quiet": game(theta=unit(*[1.0] * 4), sigmas=loud),
    "fewer, larger ones": game(
        theta=unit(0.9, 0.4, 0.15, 0.1), sigmas=lambda horizon: np.full(horizon, 0.09)
    ),
    "upside down": game(factor=lambda d, horizon: 46 / horizon),
    "the difference of the two regrets": game(factor=lambda d, horizon: horizon - 46),
    "the regret of the sharp version": game(factor=lambda d, horizon: 46),
    "At one horizon you are right": game(factor=lambda d, horizon: 25_000 / 46),
    "The lead is less": game(factor=lambda d, horizon: horizon / 12),
    "The lead is more": game(factor=lambda d, horizon: horizon / 200),
}
ODD = []


def silent_game(d, horizon):
    rounds = 128 * 16 * math.log(4 / 0.05)
    return unit(-1.0)(d)[::-1], silent(horizon).tolist(), rounds / (20 + 3)


RIGHT = [
    game(),
    silent_game,
    game(sigmas=loud_at_the_end, factor=lambda d, horizon: np.float64(horizon) / 23),
    game(unit(0.9, -0.4), factor=lambda d, horizon: horizon // 60),
    lambda d, horizon: [unit(1.0)(d).tolist(), in_turn(horizon), horizon / 46],
]
