"""The checks of this set about single rounds: their regret, their questions, their answers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.divide_and_conquer.given import Given
from vaslb_edu.checks.verdict import Right, expect


@repeatable
def regret_of_play(answer: Any, rng: Any = None) -> Right:
    """Check that regret is summed from means, by half the squared distances to theta*."""
    rng = np.random.default_rng(rng)
    two, three_four = np.array([[1.0, 0.0], [0.6, 0.8]]), np.array([0.8, 0.6])
    cases = [(two, np.array([0.5, 1.5]), three_four)]
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
        "That is the regret of the first round alone.": (
            lambda actions, rewards, theta: 1 - actions[0] @ theta
        ),
        "You return the sum of the rewards; regret is what was missed, on average.": (
            lambda actions, rewards, theta: rewards.sum()
        ),
        "You return the noise, Σ(reward - mean): regret has none of it.": (
            lambda actions, rewards, theta: np.sum(rewards - actions @ theta)
        ),
        "You subtract each product of two entries from 1; add them up to ⟨x, θ*⟩ first.": (
            lambda actions, rewards, theta: np.sum(1.0 - actions * theta)
        ),
        "You subtract the largest mean that was played; θ* itself would have earned 1 a round.": (
            lambda actions, rewards, theta: np.sum((actions @ theta).max() - actions @ theta)
        ),
        "You subtract from the largest reward; θ* would have earned 1 a round, on average.": (
            lambda actions, rewards, theta: np.sum(rewards.max() - rewards)
        ),
        "You took the size of each mean: a play against θ* costs more than 1, not less.": (
            lambda actions, rewards, theta: np.sum(1 - np.abs(actions @ theta))
        ),
        "Each round is squared in your sum: regret adds 1 - ⟨x, θ*⟩ as it is.": (
            lambda actions, rewards, theta: np.square(1 - actions @ theta).sum()
        ),
        "You compare with the largest entry of θ*; the best action is θ* itself, and earns 1.": (
            lambda actions, rewards, theta: np.sum(np.abs(theta).max() - actions @ theta)
        ),
        "You compare with the sum of the entries of θ*; the best action is θ*, and earns 1.": (
            lambda actions, rewards, theta: np.sum(np.abs(theta).sum() - actions @ theta)
        ),
        "It is turned round, and counts the noise: regret is 1 - ⟨x, θ*⟩, summed.": (
            lambda actions, rewards, theta: np.sum(rewards - 1)
        ),
        "You average 1 - rewards: regret is made of means ⟨x, θ*⟩, and summed.": (
            lambda actions, rewards, theta: np.mean(1 - rewards)
        ),
        "That is Σ|1 - rewards|: regret is made of means ⟨x, θ*⟩, not of rewards.": (
            lambda actions, rewards, theta: np.abs(1 - rewards).sum()
        ),
        "You cut 1 - rewards off at 0: regret is made of means ⟨x, θ*⟩, not of rewards.": (
            lambda actions, rewards, theta: np.maximum(1 - rewards, 0).sum()
        ),
        "That is the regret of the worst round alone.": (
            lambda actions, rewards, theta: np.max(1 - actions @ theta)
        ),
        "You take 1 once; θ* would have earned 1 in *every* round.": (
            lambda actions, rewards, theta: 1 - np.sum(actions @ theta)
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


@repeatable
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
    theta[:2] = abs(theta[0]), -abs(theta[1])
    cases = []
    for place in (0, 1):  # an entry of either sign, asked with either sign
        for sign in (-1.0, 1.0):
            action = np.zeros(dim)
            action[place] = sign
            cases.append((play, action))
    for size, first in ((2, -1.0), (2, 1.0), (5, -1.0), (5, 1.0), (9, 1.0)):
        signs = rng.choice([-1.0, 1.0], size)
        signs[0] = first
        if first < 0:  # with an odd number of minuses
            signs[-1] *= -np.prod(signs)
        action = np.zeros(dim)
        action[np.sort(rng.permutation(dim)[:size])] = signs / math.sqrt(size)
        cases.append((play, action))
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
        "You divide by √m; the entries of the action are ±1/√m, so multiply.": (
            lambda play, x: (x @ theta) / math.sqrt(np.count_nonzero(x))
        ),
        "You multiply by m; the entries of the action are ±1/√m, so multiply by √m. (What you do "
        "with one coordinate is right.)": (
            lambda play, x: _signed_sum(x, theta) * math.sqrt(np.count_nonzero(x))
        ),
        "You multiply by √d; m is the number of coordinates that the action asks. (What you do "
        "with one coordinate is right.)": (
            lambda play, x: (
                _signed_sum(x, theta)
                * (math.sqrt(dim / np.count_nonzero(x)) if np.count_nonzero(x) > 1 else 1.0)
            )
        ),
        "You multiply by the first sign in every set; it is undone for a single coordinate "
        "only.": lambda play, x: _signed_sum(x, theta) * _first_sign(x),
        "You multiply by all signs of a set; one sign is undone, for a single coordinate.": (
            lambda play, x: _signed_sum(x, theta) * _all_signs(x)
        ),
        "A single coordinate has lost its sign: its answer is the entry, negative ones too.": (
            lambda play, x: (
                abs(_signed_sum(x, theta)) if np.count_nonzero(x) == 1 else _signed_sum(x, theta)
            )
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


def _units(rng: np.random.Generator, count: int, dim: int) -> Array:
    """Return random unit vectors, one a row."""
    rows = rng.normal(size=(count, dim))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))


def _first_sign(action: Array) -> float:
    """Return the sign that a larger set begins with; 1 for a single coordinate."""
    places = np.flatnonzero(action)
    return float(np.sign(action[places[0]])) if len(places) > 1 else 1.0


def _all_signs(action: Array) -> float:
    """Return the product of all signs of a larger set; 1 for a single coordinate."""
    places = np.flatnonzero(action)
    return float(np.prod(np.sign(action[places]))) if len(places) > 1 else 1.0


def _signed_sum(action: Array, theta: Array) -> float:
    """Return the signed sum of the entries that an action asks; of one, the entry."""
    (places,) = np.nonzero(action)
    signs = np.sign(action[places]) if len(places) > 1 else np.ones(1)
    return float(signs @ theta[places])
