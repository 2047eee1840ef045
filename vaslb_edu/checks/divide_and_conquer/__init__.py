"""Checks of problem set 1: the game and divide and conquer."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.divide_and_conquer.given import Given
from vaslb_edu.checks.divide_and_conquer.halving import find_entries, search_until_certain
from vaslb_edu.checks.signs import expect_fair
from vaslb_edu.checks.verdict import Right, expect

__all__ = [  # noqa: RUF022 (in the order of the set)
    "regret_of_play",
    "question",
    "answer_to",
    "trials_needed",
    "find_entries",
    "search_until_certain",
]


def regret_of_play(answer: Any, rng: Any = None) -> Right:
    """Check that regret is summed from means, by half the squared distances to theta*."""
    rng = np.random.default_rng(rng)
    cases = []
    for rounds, dim in ((1, 3), (7, 4), (40, 9)):
        actions, theta = _units(rng, rounds, dim), _units(rng, 1, dim)[0]
        cases.append((actions, actions @ theta + rng.normal(size=rounds), theta))
    mistakes = {
        "That is Σ(1 - rewards), which counts the noise: regret is made of means ⟨x, θ*⟩.": (
            lambda actions, rewards, theta: np.sum(1 - rewards)
        ),
        "You return the mean reward that was earned; regret is what was missed of 1 a round.": (
            lambda actions, rewards, theta: np.sum(actions @ theta)
        ),
        "You return the regret of an average round: sum over the rounds, do not average.": (
            lambda actions, rewards, theta: np.mean(1 - actions @ theta)
        ),
        "Twice too much: 1 - ⟨x, θ*⟩ is half of the squared distance ‖x - θ*‖².": (
            lambda actions, rewards, theta: np.square(actions - theta).sum()
        ),
        "A distance must be squared: 1 - ⟨x, θ*⟩ is ‖x - θ*‖²/2, not a multiple of ‖x - θ*‖.": (
            lambda actions, rewards, theta: np.linalg.norm(actions - theta, axis=1).sum()
        ),
        "That is the regret of the last round alone.": (
            lambda actions, rewards, theta: 1 - actions[-1] @ theta
        ),
    }
    answers.compare(
        "regret_of_play",
        answer,
        cases,
        lambda actions, rewards, theta: np.square(actions - theta).sum() / 2,
        mistakes,
    )
    return Right("Regret is what was missed on average: noise does not enter the account.")


def question(answer: Any, rng: Any = None) -> Right:
    """Check length, places, sizes and signs of an action that asks a set."""
    rng = np.random.default_rng(rng)
    dim, size, draws = 23, 6, 200
    places = rng.permutation(dim)[:size]
    outside = np.setdiff1d(np.arange(dim), places)
    seeds = rng.integers(2**31, size=draws)
    plays = np.array([_asked(answer, places, dim, seed) for seed in seeds])
    expect(not plays[:, outside].any(), "Entries outside `places` should be 0.")
    inside = plays[:, places]
    expect(bool(inside.all()), "Some entries on `places` are 0: a sign is -1 or +1, not 0 or 1.")
    lengths = np.linalg.norm(plays, axis=1)
    for factor, hint in (
        (math.sqrt(size), "has norm √m: divide the signs by √m to make it a unit vector."),
        (1 / math.sqrt(size), "has norm 1/√m: divide the signs by √m, not by m."),
        (math.sqrt(size / dim), "has norm √(m/d): divide by the root of len(places), not of d."),
    ):
        expect(not np.allclose(lengths, factor), f"Your action {hint}")
    expect(np.allclose(lengths, 1), f"Your action has norm {lengths[0]:.4g}; it should be 1.")
    expect(
        np.allclose(np.abs(inside), 1 / math.sqrt(size)),
        "The entries on `places` differ in size: draw signs ±1, not normal or uniform numbers.",
    )
    signs = np.sign(inside)
    expect_fair(
        signs,
        "All places share one sign: draw a sign for each of them (size=len(places)).",
        "Every question has the same signs: draw from `rng`, not from a generator of your own.",
    )
    again = np.array([_asked(answer, places, dim, seed) for seed in seeds])
    expect(
        np.array_equal(again, plays),
        "The same `rng` gives another question: take all randomness from the `rng` you are given.",
    )
    return Right("A unit vector with fresh fair signs on the set, and 0 elsewhere.")


def answer_to(answer: Any, rng: Any = None) -> Right:
    """Check that the reward is turned into a signed sum, or into the entry itself."""
    rng = np.random.default_rng(rng)
    dim = 12
    theta = _units(rng, 1, dim)[0]
    played: list[Array] = []

    def reward(action: Array) -> float:
        played.append(np.array(action))
        return float(action @ theta)

    play = Given("play", reward)
    cases = []
    for size in (1, 1, 1, 1, 2, 5, 9):
        action = np.zeros(dim)
        action[rng.permutation(dim)[:size]] = rng.choice([-1.0, 1.0], size) / math.sqrt(size)
        cases.append((play, action))
    cases[0] = (play, -np.abs(cases[0][1]))  # a single coordinate asked with a minus
    if (action := cases[-1][1]) @ theta > 0:
        cases[-1] = (play, -action)  # an answer below 0
    mistakes = {
        "That is the reward itself: multiply it by √m to get the signed sum.": lambda play, x: (
            x @ theta
        ),
        "You multiply by m; the entries of the action are ±1/√m, so multiply by √m.": (
            lambda play, x: np.count_nonzero(x) * (x @ theta)
        ),
        "You multiply by √d; m is the number of coordinates that the action asks.": (
            lambda play, x: math.sqrt(dim) * (x @ theta)
        ),
        "A single coordinate asked with -1 comes back with the wrong sign: undo the sign.": (
            lambda play, x: math.sqrt(np.count_nonzero(x)) * (x @ theta)
        ),
        "The answer has lost its sign: do not take the absolute value.": (
            lambda play, x: abs(math.sqrt(np.count_nonzero(x)) * (x @ theta))
        ),
    }
    answers.compare("answer_to", answer, cases, lambda play, x: _signed_sum(x, theta), mistakes)
    expect(
        len(played) == len(cases),
        f"{len(cases)} questions took {len(played)} rounds: call `play` once, keep its result.",
    )
    expect(np.allclose(played, [x for _, x in cases]), "You played another action than you got.")
    return Right("The answer is a signed sum of entries, and for one coordinate its entry.")


def trials_needed(answer: Any, rng: Any = None) -> Right:
    """Check that the trials are enough for all sets, and one less is not."""
    rng = np.random.default_rng(rng)
    cases = []
    for _ in range(8):  # away from exact powers of two, where rounding would decide
        sets = int(rng.integers(5, 400))
        trials = math.ceil(math.log2(sets)) + int(rng.integers(2, 20))
        cases.append((sets, sets * 2.0 ** (rng.uniform(0.1, 0.9) - trials)))
    mistakes: dict[str, Callable[[int, float], float]] = {
        "That is enough for one set; the union bound adds up the failures of all `sets`.": (
            lambda sets, failure: math.ceil(-math.log2(failure))
        ),
        "One trial too few: round up, or the failure is larger than allowed.": (
            lambda sets, failure: math.floor(math.log2(sets / failure))
        ),
        "A natural logarithm where base 2 is needed: each trial halves the failure.": (
            lambda sets, failure: math.ceil(math.log(sets / failure))
        ),
        "The number of sets belongs inside the logarithm: sets · 2^(-τ) ≤ failure.": (
            lambda sets, failure: math.ceil(sets * math.log2(1 / failure))
        ),
        "One trial more than needed: you are asked for the smallest number.": (
            lambda sets, failure: math.ceil(math.log2(sets / failure)) + 1
        ),
    }
    answers.compare(
        "trials_needed",
        answer,
        cases,
        lambda sets, failure: next(n for n in range(99) if sets * 0.5**n <= failure),
        mistakes,
        read=answers.integer,
    )
    return Right("Enough trials for all sets together: a logarithm is all it takes.")


def _units(rng: np.random.Generator, count: int, dim: int) -> Array:
    """Return random unit vectors, one a row."""
    rows = rng.normal(size=(count, dim))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))


def _asked(answer: Any, places: Array, dim: int, seed: int) -> Array:
    value = answers.call("question", answer, places, dim, np.random.default_rng(seed))
    action = answers.vector("the result of question", value)
    expect(len(action) == dim, f"The action has {len(action)} entries; it should have d = {dim}.")
    return action


def _signed_sum(action: Array, theta: Array) -> float:
    """Return the signed sum of the entries that an action asks; of one, the entry."""
    (places,) = np.nonzero(action)
    signs = np.sign(action[places]) if len(places) > 1 else np.ones(1)
    return float(signs @ theta[places])
