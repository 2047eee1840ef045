"""The checks of `divide_and_conquer`: right solutions pass, typical mistakes are named.

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
from vaslb_edu.checks import divide_and_conquer as check

SET = "divide_and_conquer"


def signs(rng, count):
    return rng.choice([-1.0, 1.0], count)


def on_places(places, d, values):
    action = np.zeros(d)
    action[places] = values
    return action


def halves(part):
    return part[: len(part) // 2], part[len(part) // 2 :]


def search(
    split=halves,
    answers=lambda ask, part, trials: any(abs(ask(part)) > 1e-10 for _ in range(trials)),
    both=True,
    silent_too=False,
    note=lambda value: value,
    keep_zero=False,
    bottom=1,
    alone=lambda part: part,
):
    """Write a search with one thing changed."""

    def find_entries(ask, places, trials):
        found = {}

        def conquer(part):
            if len(part) == bottom:
                value = ask(alone(part))
                if value != 0 or keep_zero:
                    found[int(part[0])] = note(value)
                return
            left, right = split(part)
            heard = answers(ask, left, trials)
            if heard or silent_too:
                conquer(left)
            if not heard or (both and (silent_too or answers(ask, right, trials))):
                conquer(right)

        if answers(ask, places, trials):
            conquer(places)
        return found

    return find_entries


def passes(
    go_on=lambda values, new: sum(v * v for v in values) <= 1 - 1e-12,
    again=False,
    keep=True,
):
    """Write a certified search with one thing changed."""

    def search_until_certain(find, ask, d, trials):
        found = {}
        while True:
            rest = [place for place in range(d) if again or place not in found]
            new = find(ask, np.array(rest), trials)
            total = {**found, **new}
            found = total
            if not go_on(list(total.values()), new):
                break
        theta = np.zeros(d)
        for place, value in (found if keep else new).items():
            theta[place] = value
        return theta

    return search_until_certain


def roots(action):
    return math.sqrt(np.count_nonzero(action))


def ceil_log2(sets, failure):
    return math.ceil(math.log2(sets / failure))


# item: {fragment of the hint: wrong solution}
WRONG = {
    "regret_of_play": {
        "counts the noise": lambda actions, rewards, theta: np.sum(1 - rewards),
        "what was missed": lambda actions, rewards, theta: (actions @ theta).sum(),
        "do not average": lambda actions, rewards, theta: np.mean(1 - actions @ theta),
        "Twice too much": lambda actions, rewards, theta: ((actions - theta) ** 2).sum(),
        "must be squared": lambda actions, rewards, theta: sum(
            np.linalg.norm(action - theta) for action in actions
        ),
        "last round alone": lambda actions, rewards, theta: 1 - actions[-1] @ theta,
        "one number": lambda actions, rewards, theta: np.cumsum(1 - actions @ theta),
    },
    "question": {
        "has norm √m": lambda places, d, rng: on_places(places, d, signs(rng, len(places))),
        "not by m": lambda places, d, rng: on_places(
            places, d, signs(rng, len(places)) / len(places)
        ),
        "not of d": lambda places, d, rng: on_places(
            places, d, signs(rng, len(places)) / math.sqrt(d)
        ),
        "outside `places`": lambda places, d, rng: signs(rng, d) / math.sqrt(d),
        "not 0 or 1": lambda places, d, rng: on_places(
            places, d, rng.integers(0, 2, len(places)) / math.sqrt(len(places))
        ),
        "differ in size": lambda places, d, rng: (
            lambda g: on_places(places, d, g / np.linalg.norm(g))
        )(rng.normal(size=len(places))),
        r"All signs are \+1": lambda places, d, rng: on_places(places, d, len(places) ** -0.5),
        "share one sign": lambda places, d, rng: on_places(
            places, d, rng.choice([-1, 1]) / math.sqrt(len(places))
        ),
        "a generator of your own": lambda places, d, rng: on_places(
            places, d, signs(np.random.default_rng(1), len(places)) / math.sqrt(len(places))
        ),
        "take all randomness": lambda places, d, rng: on_places(
            places, d, signs(np.random.default_rng(), len(places)) / math.sqrt(len(places))
        ),
        "not fair": lambda places, d, rng: on_places(
            places, d, np.where(rng.random(len(places)) < 0.9, 1, -1) / math.sqrt(len(places))
        ),
        "it should have d": lambda places, d, rng: signs(rng, len(places)) / math.sqrt(len(places)),
    },
    "answer_to": {
        "the reward itself": lambda play, action: play(action),
        "multiply by m;": lambda play, action: play(action) * np.count_nonzero(action),
        "multiply by √d": lambda play, action: play(action) * math.sqrt(len(action)),
        "undo the sign": lambda play, action: play(action) * roots(action),
        "lost its sign": lambda play, action: abs(play(action)) * roots(action),
        "call `play` once": lambda play, action: (
            play(action) / (action[action != 0][0] if roots(action) == 1 else 1 / roots(action))
            + 0 * play(action)
        ),
    },
    "trials_needed": {
        "enough for one set": lambda sets, failure: math.ceil(math.log2(1 / failure)),
        "round up": lambda sets, failure: int(math.log2(sets / failure)),
        "natural logarithm": lambda sets, failure: math.ceil(math.log(sets / failure)),
        "inside the logarithm": lambda sets, failure: math.ceil(sets * math.log2(1 / failure)),
        "smallest number": lambda sets, failure: ceil_log2(sets, failure) + 1,
        "whole number": lambda sets, failure: math.log2(sets / failure),
    },
    "find_entries": {
        "go on in both": search(both=False),
        "every coordinate of the set": search(
            split=lambda part: (
                (part[: len(part) // 2], part[len(part) // 2 + 1 :])
                if len(part) > 2
                else halves(part)
            )
        ),
        "ask it `trials` times": search(answers=lambda ask, part, trials: abs(ask(part)) > 1e-10),
        "one answer is enough": search(
            answers=lambda ask, part, trials: np.all([ask(part) for _ in range(trials)])
        ),
        "go on in sets that stayed silent": search(silent_too=True),
        "must answer to be an entry": search(keep_zero=True),
        "ask it alone": search(note=abs),
        "also for one": search(alone=lambda part: part[0]),
        "without coordinates": search(bottom=0),
        "does not end": search(bottom=-1, split=lambda part: (part, part)),
        "should return a dictionary": lambda ask, places, trials: list(
            search()(ask, places, trials)
        ),
        "silent `trials` times should": lambda ask, places, trials: search()(
            ask, places, 2 * trials
        ),
    },
    "search_until_certain": {
        "after one pass": passes(lambda values, new: False),
        "not found yet": passes(again=True),
        "and you search on": passes(lambda values, new: sum(v * v for v in values) < 1),
        "sums their squares": passes(lambda values, new: sum(map(abs, values)) < 1),
        "its signs were unlucky": passes(
            lambda values, new: bool(new) and sum(v * v for v in values) < 1 - 1e-12
        ),
        "keep what earlier passes": passes(keep=False),
    },
}


def right_in_another_way():
    def asked_at_the_door(ask, places, trials):
        places = list(places)
        if not any(abs(ask(places)) > 1e-10 for _ in range(trials)):
            return {}
        if len(places) == 1:
            return {places[0]: ask(places)}
        one, other = places[::2], places[1::2]
        return asked_at_the_door(ask, one, trials) | asked_at_the_door(ask, other, trials)

    def account(actions, rewards, theta):
        return sum(1 - sum(a * b for a, b in zip(x, theta, strict=True)) for x in actions)

    def shuffled(places, d, rng):
        action = [0.0] * d
        for place in reversed(list(places)):
            action[place] = (1 if rng.random() < 0.5 else -1) / len(places) ** 0.5
        return action

    def doubling(sets, failure):
        trials = 1
        while sets > failure * 2**trials:
            trials += 1
        return float(trials)

    def by_largest(play, action):
        scale = np.abs(action).max()
        sign = np.sign(action.sum()) if scale > 0.99 else 1
        return np.float64(play(action) / scale * sign)

    return {
        "regret_of_play": [account],
        "question": [shuffled],
        "answer_to": [by_largest],
        "trials_needed": [doubling],
        "find_entries": [asked_at_the_door, search()],
        "search_until_certain": [
            passes(),
            passes(lambda values, new: not math.isclose(sum(v * v for v in values), 1)),
        ],
    }


MISTAKES = [(item, hint) for item, hints in WRONG.items() for hint in hints]


def test_every_check_has_its_row():
    assert list(WRONG) == check.__all__
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
    for solution in right_in_another_way()[item]:
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
        assert all(
            len(inspect.signature(wrong).parameters) == wanted for wrong in WRONG[item].values()
        )
