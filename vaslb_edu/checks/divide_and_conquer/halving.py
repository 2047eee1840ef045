"""The two checks of this set that watch a search: one pass, and the certified search."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.divide_and_conquer import given
from vaslb_edu.checks.divide_and_conquer.given import Given
from vaslb_edu.checks.verdict import Right, WrongAnswer, expect

LOST = "is lost: do the two halves together hold every coordinate of the set?"
ENDLESS = "The search does not end: a set of one coordinate is not split any further."


@dataclass
class Oracle:
    """Answer questions about hidden entries, and remember who asked what.

    Sets that hold two entries or more are silent until they are asked `shy` times. Sets of fewer
    than `deaf` coordinates are silent while they hold all the entries.
    """

    entries: dict[int, float]
    rng: np.random.Generator
    limit: float
    shy: int = 1
    deaf: int = 0
    asked: Counter[frozenset[int]] = field(default_factory=Counter)

    def ask(self, places: Any) -> float:
        """Return the answer to a set of coordinates."""
        expect(np.ndim(places) == 1, "`ask` wants a list of coordinates, also for one: ask([i]).")
        expect(len(places) > 0, "You ask a set without coordinates: stop splitting at one.")
        expect(self.asked.total() < self.limit, ENDLESS)
        asked = frozenset(int(place) for place in places)
        expect(len(asked) == len(places), "You ask a coordinate twice in one question.")
        self.asked[asked] += 1
        inside = asked & self.entries.keys()
        shy = self.asked[asked] < self.shy
        deaf = len(asked) < self.deaf and len(inside) == len(self.entries)
        if not inside or (len(inside) > 1 and (shy or deaf)):
            return 0.0
        signs = self.rng.choice([-1.0, 1.0], len(inside)) if len(asked) > 1 else [1.0]
        return float(sum(s * self.entries[i] for s, i in zip(signs, inside, strict=True)))


@repeatable
def find_entries(answer: Any, rng: Any = None) -> Right:
    """Check one pass of the search: what it finds, what it asks, and when it gives up.

    Halves need not be equal: every split into two parts is right that keeps the questions within
    the bound of *Divide and conquer*.
    """
    rng = np.random.default_rng(rng)
    few = rng.permutation(100)[: int(rng.integers(7, 15))]
    for place in few:  # an entry at every position in turn
        oracle = _oracle(rng, [int(place)], len(few), 1)
        found = _pass(answer, oracle, few, 1)
        expect(int(place) in found, f"An entry among {len(few)} coordinates {LOST}")
    empty = _oracle(rng, [], 20, 3)
    expect(not _pass(answer, empty, np.arange(20), 3), "Where no entry is, none can be found.")
    expect(empty.asked.total() <= 3, "A set that was silent `trials` times should be put aside.")

    size = int(rng.integers(200, 400))
    many = rng.permutation(1000)[:size]
    for shy in (1, 3):
        places = [int(place) for place in rng.permutation(many)[:5]]
        oracle = _oracle(rng, places, size, 3, shy)
        found = _pass(answer, oracle, many, 3)
        missing = oracle.entries.keys() - found.keys()
        if missing and shy == 1:
            raise WrongAnswer(
                f"Of {len(places)} entries only {len(found)} came back: both halves may hold one, "
                "so go on in both."
            )
        if missing:
            patient = max(times for part, times in oracle.asked.items() if len(part) > 1) >= 3
            raise WrongAnswer(
                "A set was put aside though one of its trials answered: one answer is enough."
                if patient
                else "A set was put aside after one silent question: ask it `trials` times."
            )
        budget, count = _budget(5, size, 3), oracle.asked.total()
        expect(
            count <= budget,
            f"{count} questions for 5 entries among {size} coordinates; {budget} are "
            "enough. Do you go on in sets that stayed silent, or split off too little at a time?",
        )
    _pass(answer, _cancelling(rng), np.arange(64), 2)
    return Right("Every entry is found, silent sets are put aside, and questions stay few.")


@repeatable
def search_until_certain(answer: Any, rng: Any = None) -> Right:
    """Check that passes go on over what is not found, until the squares sum to 1, and no longer."""
    rng = np.random.default_rng(rng)
    for batches in ([4], [1, 1, 1, 1], [1, 0, 2, 1], [0, 1, 0, 0, 2, 1], [1, 2, 1]):
        dim = int(rng.integers(6, 40))
        entries = rng.uniform(0.5, 1.0, 4) * rng.choice([-1.0, 1.0], 4)
        if batches == [1, 1, 1, 1]:
            entries *= (1.0, 0.8, 0.5, 0.2)  # before the last, the length is already above 0.95
        if batches == [1, 2, 1]:
            entries[3] *= 3e-4  # before it, the squares sum to 1 - 10⁻⁸ or so
        entries *= (1 - 1e-15) / np.linalg.norm(entries)  # rounding may leave a little less than 1
        hidden = dict(zip(rng.permutation(dim)[:4].tolist(), entries.tolist(), strict=True))
        find, told, passes = _finder(hidden, batches, trials=3)
        ask = Given("ask", lambda places: 0.0)
        value = given.call("search_until_certain", answer, Given("find", find), ask, dim, 3)
        theta = answers.vector("the result of search_until_certain", value)
        expect(len(theta) == dim, f"The estimate has {len(theta)} entries, not d = {dim}.")
        if len(told) < 4:
            raise WrongAnswer(_why_early(list(told.values()), len(passes), batches))
        right = np.zeros(dim)
        right[list(hidden)] = list(hidden.values())
        expect(
            np.allclose(theta, right) or not np.allclose(np.sort(theta), np.sort(right)),
            "The entries are right and stand at other places: put each where it was found.",
        )
        lost = int(np.count_nonzero((theta == 0) & (right != 0)))
        expect(
            lost == 0,
            f"{lost} of 4 entries are missing in the result: keep what earlier passes have found.",
        )
        expect(
            np.allclose(theta, right, rtol=0, atol=1e-9),
            "The estimate should hold the entries as they were found, at their places, and 0 else.",
        )
    return Right("The search ends when the squares sum to 1: nothing can be missing.")


def _oracle(
    rng: np.random.Generator, places: list[int], size: int, trials: int, shy: int = 1
) -> Oracle:
    """Hide entries of different sizes, so that no signed sum of them is 0."""
    sizes = rng.uniform(0.2, 1.0, len(places)) * rng.choice([-1.0, 1.0], len(places))
    limit = 20 * _budget(max(len(places), 1), size, trials) + 20 * size
    return Oracle(dict(zip(places, sizes.tolist(), strict=True)), rng, limit, shy)


def _cancelling(rng: np.random.Generator) -> Oracle:
    """Hide a pair that is heard only in the whole: a search may then open an empty half."""
    first = 2 * int(rng.integers(15))
    oracle = _oracle(rng, [first, first + 1], 64, 2)
    oracle.deaf = 64
    return oracle


def _budget(entries: int, size: int, trials: int) -> int:
    """Return the bound of *Divide and conquer* on the questions of one pass."""
    return 2 * trials * entries * math.ceil(math.log2(size)) + entries + trials


def _pass(answer: Any, oracle: Oracle, places: Any, trials: int) -> dict[int, float]:
    """Return what one pass finds, once its form and its entries are right."""
    found = given.call("find_entries", answer, Given("ask", oracle.ask), places, trials)
    if type(found) is not dict:
        raise WrongAnswer(f"find_entries should return a dictionary, not a {type(found).__name__}.")
    result = {}
    for place, value in found.items():
        number = answers.number("an entry found", value)
        true = oracle.entries.get(answers.integer("a coordinate found", place), 0.0)
        expect(
            true != 0.0,
            f"Coordinate {place} is 0, yet it was noted: a single one must answer to be an entry.",
        )
        expect(
            math.isclose(number, true, rel_tol=1e-8),
            f"The entry of coordinate {place} is {true:.4g}, not {number:.4g}: ask it alone.",
        )
        result[int(place)] = number
    return result


def _finder(
    hidden: dict[int, float], batches: list[int], trials: int
) -> tuple[Callable[..., dict[int, float]], dict[int, float], list[int]]:
    """Return a `find` that gives so many entries a pass, what it has told, and its passes."""
    told: dict[int, float] = {}
    passes: list[int] = []

    def find(ask: Any, places: Any, given_trials: Any) -> dict[int, float]:
        expect(len(told) < 4, "All is found and you search on: are the squares above 1 - 1e-12?")
        looked = {int(place) for place in places}
        expect(not looked & told.keys(), "Search only the coordinates that are not found yet.")
        expect(hidden.keys() <= looked | told.keys(), "A pass must cover all that is not found.")
        expect(given_trials == trials and callable(ask), "Hand `ask` and `trials` on to `find`.")
        left = [place for place in hidden if place not in told][: batches[len(passes)]]
        passes.append(len(left))
        told.update({place: hidden[place] for place in left})
        return {place: hidden[place] for place in left}

    return find, told, passes


def _why_early(entries: list[float], passes: int, batches: list[int]) -> str:
    if passes and batches[passes - 1] == 0:
        return "A pass that finds nothing is not the end: its signs were unlucky, go on."
    if passes <= 1 and len(entries) < 3:
        return "You stop after one pass: go on while the squares sum to less than 1."
    if 0.98 < sum(entry * entry for entry in entries) < 1 - 1e-12:
        return (
            "You stop too early: only a sum of squares above 1 - 1e-12 counts as 1, and small "
            "entries are entries."
        )
    if sum(map(abs, entries)) >= 1 - 1e-9:
        return "You stop when the entries sum to 1 in size; the certificate sums their squares."
    return "You stop too early: the squares of what was found sum to less than 1."
