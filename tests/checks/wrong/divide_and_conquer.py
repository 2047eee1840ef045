"""More wrong answers to `divide_and_conquer`: words of the message that is due, and the answer."""

import math

import numpy as np


def on(places, d, values):
    action = np.zeros(d)
    action[places] = values
    return action


def signs(rng, n):
    return rng.choice([-1.0, 1.0], n)


def silent(ask, part, trials):
    return all(abs(ask(part)) < 1e-10 for _ in range(trials))


def one_by_one(ask, places, trials):
    return {int(i): ask([i]) for i in places if abs(ask([i])) > 1e-10}


def by_thirds_of_one(ask, places, trials):
    """Split off one coordinate at a time."""
    found, places = {}, list(places)
    while places and not silent(ask, places, trials):
        one = places.pop()
        if abs(value := ask([one])) > 1e-10:
            found[int(one)] = value
    return found


def positions(ask, places, trials):
    """Return where in `places` the entries are, not which coordinates."""
    places = list(places)
    return {k: ask([i]) for k, i in enumerate(places) if abs(ask([i])) > 1e-10}


def round_it(ask, places, trials):
    return {int(i): round(ask([i]), 1) for i in places if abs(ask([i])) > 1e-10}


def searched(places_left=lambda d, found: [i for i in range(d) if i not in found], last=None):
    def answer(find, ask, d, trials):
        found = {}
        while sum(v * v for v in found.values()) <= 1 - 1e-12:
            found.update(find(ask, places_left(d, found), trials))
        theta = np.zeros(d)
        for place, value in found.items():
            theta[place] = value
        return theta if last is None else last(theta, found, d)

    return answer


def passes(count):
    def answer(find, ask, d, trials):
        theta = np.zeros(d)
        for _ in range(count):
            for place, value in find(ask, np.flatnonzero(theta == 0), trials).items():
                theta[place] = value
        return theta

    return answer


def by_norm(find, ask, d, trials):
    """Stop at length 0.9, not at squares of 1."""
    theta = np.zeros(d)
    while np.linalg.norm(theta) < 0.9:
        for place, value in find(ask, np.flatnonzero(theta == 0), trials).items():
            theta[place] = value
    return theta


NAMED = {
    "regret_of_play": {
        "each product of two entries": lambda x, r, theta: np.sum(1 - x * theta),
        "first round alone": lambda x, r, theta: 1 - x[0] @ theta,
        "sum of the rewards": lambda x, r, theta: sum(r),
        "You return the noise": lambda x, r, theta: sum(r - x @ theta),
        "largest mean that was played": lambda x, r, theta: sum(max(x @ theta) - x @ theta),
        "from the largest reward": lambda x, r, theta: sum(max(r) - r),
        "the size of each mean": lambda x, r, theta: len(x) - sum(abs(x @ theta)),
        "squared in your sum": lambda x, r, theta: sum((1 - x @ theta) ** 2),
        "take 1 once": lambda x, r, theta: 1 - sum(x @ theta),
    },
    "question": {
        "multiplied by √m where": lambda places, d, rng: on(
            places, d, signs(rng, len(places)) * math.sqrt(len(places))
        ),
        "norm √m/d": lambda places, d, rng: on(places, d, signs(rng, len(places)) / d),
        "on other coordinates": lambda places, d, rng: on(
            np.setdiff1d(np.arange(d), places)[: len(places)],
            d,
            signs(rng, len(places)) / math.sqrt(len(places)),
        ),
        "should have 1 dimension(s)": lambda places, d, rng: on(places, d, 1)[None],
        "not a dict": lambda places, d, rng: dict.fromkeys(places, 1.0),
    },
    "answer_to": {
        "should be one number": lambda play, action: play(action) / action[action != 0],
        "division by zero": lambda play, action: float("nan"),
        "returns None": lambda play, action: None,
    },
    "trials_needed": {
        "sets/failure is a power of 2": lambda n, failure: int(math.log2(n / failure)) + 1,
        "left `failure` out": lambda sets, failure: math.ceil(math.log2(sets)),
        "base 10": lambda sets, failure: math.ceil(math.log10(sets / failure)),
        "apart and subtracted": lambda sets, failure: math.ceil(
            abs(math.log2(failure) + math.log2(sets))
        ),
        "multiplied by `failure`": lambda sets, failure: math.ceil(math.log2(failure * sets)),
        "upside down": lambda sets, failure: math.ceil(math.log2(failure / sets)),
        "A logarithm is missing": lambda sets, failure: math.ceil(sets / failure),
        "rounded to the nearest": lambda sets, failure: round(math.log2(sets / failure)),
        "each part up": lambda sets, failure: (
            math.ceil(math.log2(sets)) + math.ceil(math.log2(1 / failure))
        ),
        "Twice as many": lambda sets, failure: 2 * math.ceil(math.log2(sets / failure)),
        "You squared `failure`": lambda sets, failure: math.ceil(
            math.log2(sets) - 2 * math.log2(failure)
        ),
    },
    "find_entries": {
        "silent `trials` times should be put aside": one_by_one,
        "split off too little": by_thirds_of_one,
        "yet it was noted": lambda ask, places, trials: (
            positions(ask, places, trials) if not silent(ask, places, trials) else {}
        ),
        "is lost": lambda ask, places, trials: {},
    },
    "search_until_certain": {
        "entries, not d": searched(last=lambda theta, found, d: theta[theta != 0]),
        "as they were found": searched(last=lambda theta, found, d: theta / 2),
        "stand at other places": searched(last=lambda theta, found, d: np.sort(theta)),
        "must cover all": searched(lambda d, found: [i for i in range(1, d) if i % 2]),
        "Hand `ask` and `trials`": lambda find, ask, d, trials: find(ask, range(d), 1),
        "You stop": by_norm,
        "not a dict": searched(last=lambda theta, found, d: found),
        "should have 1 dimension(s)": searched(last=lambda theta, found, d: theta[None]),
        "go on while the squares": passes(1),
    },
}
UNNAMED = {
    "find_entries": [round_it],
    "search_until_certain": [passes(5)],
}
