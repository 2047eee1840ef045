"""Wrong estimates after a commit phase, for the two sets that ask for one."""

import math

import numpy as np


def in_ball(vector):
    return vector / max(1.0, np.linalg.norm(vector))


def times(factor):
    return lambda x, r: in_ball(factor(r) * np.mean(x, axis=0))


def fitted(x, r):
    return np.linalg.lstsq(x, r, rcond=None)[0]


def bare(x, r):
    return np.mean(r) * np.mean(x, axis=0)


def by_square(x, r):
    estimate = bare(x, r)
    return estimate / max(1.0, estimate @ estimate)


def direction_of_products(x, r):
    total = sum(reward * play for reward, play in zip(r, x, strict=True))
    return in_ball(abs(np.mean(r)) * total / np.linalg.norm(total))


NAMED = {
    "not its root": times(lambda r: math.sqrt(np.mean(r))),
    "with its sign": times(lambda r: abs(np.mean(r))),
    "0 for a negative mean": times(lambda r: max(0.0, np.mean(r))),
    "not its square": times(lambda r: np.mean(r) ** 2),
    "median of the rewards": times(np.median),
    "the largest reward": times(max),
    "the last reward alone": times(lambda r: r[-1]),
    "the sizes of the rewards": times(lambda r: np.mean(np.abs(r))),
    "cut each entry off": lambda x, r: np.clip(bare(x, r), -1, 1),
    "cut the mean reward off": lambda x, r: np.clip(np.mean(r), -1, 1) * np.mean(x, axis=0),
    "square of the length": by_square,
    "in the unit ball. It fits": lambda x, r: in_ball(fitted(x, r)),
    "That is least squares. It fits": fitted,
    "with the length |r̄|": direction_of_products,
    "took the last play": lambda x, r: in_ball(np.mean(r) * x[-1]),
    "length 1 before multiplying, and": lambda x, r: (
        bare(x, r) / np.linalg.norm(np.mean(x, axis=0))
    ),
    "its shortness says": lambda x, r: in_ball(bare(x, r) / np.linalg.norm(np.mean(x, axis=0))),
    "along each row": lambda x, r: np.mean(r) * np.mean(x, axis=1),
    "by the largest entry": lambda x, r: bare(x, r) / max(1.0, *np.abs(bare(x, r))),
    "divided by n once": lambda x, r: np.sum(r) * np.sum(x, axis=0) / len(r),
}
