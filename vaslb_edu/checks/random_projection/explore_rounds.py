"""The check of this set that looks at explore actions: lengths, places and signs."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.signs import expect_fair
from vaslb_edu.checks.verdict import Right, expect

ROUNDS = 3_000  # enough to notice signs that are balanced in a row of eight


@dataclass(frozen=True)
class ExploreCase:
    """What is known before an explore round."""

    estimate: Array
    support: tuple[int, ...]
    dim: int

    @classmethod
    def draw(cls, rng: np.random.Generator, known: int, dim: int) -> ExploreCase:
        """Draw a support and an estimate of a length well below 1."""
        support = tuple(sorted(int(place) for place in rng.permutation(dim)[:known]))
        direction = rng.normal(size=known)
        direction[:1] = -np.abs(direction[:1])  # entries may be negative
        length = rng.uniform(0.4, 0.8) / max(float(np.linalg.norm(direction)), 1e-9)
        return cls(direction * length, support, dim)

    @property
    def outside(self) -> list[int]:
        """The coordinates outside the support, ascending."""
        return [place for place in range(self.dim) if place not in self.support]

    @property
    def rest(self) -> float:
        """R, the length that is left for signs."""
        return math.sqrt(1 - float(self.estimate @ self.estimate))

    def all_patterns(self) -> Array:
        """Return one action for each pattern of signs."""
        free = len(self.outside)
        actions = np.zeros((2**free, self.dim))
        actions[:, list(self.support)] = self.estimate
        signs = np.array(list(itertools.product((-1.0, 1.0), repeat=free)))
        actions[:, self.outside] = self.rest / math.sqrt(free) * signs
        return actions


@repeatable
def explore_actions(answer: Any, rng: Any = None) -> Right:
    """Check the estimate on S, the size of the signs, their fairness, and where they come from."""
    rng = np.random.default_rng(rng)
    for known, dim in ((3, 11), (0, 6)):
        case = ExploreCase.draw(rng, known, dim)
        seed = int(rng.integers(2**31))
        actions = _played(answer, case, seed)
        _expect_estimate(actions[:, list(case.support)], case)
        _expect_sizes(np.abs(actions[:, case.outside]), case)
        expect_fair(
            np.sign(actions[:, case.outside]),
            "All coordinates share one sign in a row: draw a sign for each coordinate.",
            "All rows have the same signs: draw fresh ones for every row.",
        )
        expect(
            np.array_equal(actions, _played(answer, case, seed)),
            "The same `rng` gives other actions: take all randomness from the `rng` you are given.",
        )
        expect(
            not np.array_equal(actions, _played(answer, case, seed + 1)),
            "Another `rng` gives the same actions: do not make a generator of your own.",
        )
    return Right("Unit vectors: what is known on S, and fair signs of equal size elsewhere.")


def _played(answer: Any, case: ExploreCase, seed: int) -> Array:
    generator = np.random.default_rng(seed)
    given = (case.estimate, case.support, case.dim, ROUNDS, generator)
    actions = answers.matrix(
        "the result of explore_actions", answers.call("explore_actions", answer, *given)
    )
    expect(
        actions.shape == (ROUNDS, case.dim),
        f"The actions have shape {actions.shape}; n rows of length d are {(ROUNDS, case.dim)}.",
    )
    return actions


def _expect_estimate(inside: Array, case: ExploreCase) -> None:
    if not case.support:
        return
    direction = case.estimate / np.linalg.norm(case.estimate)
    expect(
        not np.allclose(inside, direction),
        "You normalise the estimate on S: play it as it is, and leave the length R for signs.",
    )
    expect(bool(inside.any()), "The action is 0 on S: play the estimate there.")
    expect(np.allclose(inside, case.estimate), "On S every action should be the estimate itself.")


def _expect_sizes(sizes: Array, case: ExploreCase) -> None:
    expect(bool(np.all(sizes > 0)), "Some entries outside S are 0: every one gets a sign ±R/√K.")
    expect(
        np.allclose(sizes, sizes[0, 0]),
        "Entries outside S differ in size: draw signs ±1, not normal or uniform numbers.",
    )
    free, rest = len(case.outside), case.rest
    size = float(sizes[0, 0])
    mistakes = {
        "The entries outside S are ±1: multiply the signs by R/√K.": 1.0,
        "Outside S you play ±1/√K, so the action is too long: S has used up part of it.": free
        ** -0.5,
        "Outside S you play ±R²/√K: R is the root of 1 - ‖estimate‖².": rest**2 / math.sqrt(free),
        "Outside S you play ±R/√d: K counts only the coordinates outside S.": (
            rest / math.sqrt(case.dim)
        ),
        "Outside S you play ±R: divide by √K, or the action is too long.": rest,
        "Outside S you play ±R/K: the squares should sum to R², so divide by √K.": rest / free,
        "Outside S you play ±(1 - ‖estimate‖)/√K: R² is 1 - ‖estimate‖².": (
            (1 - math.sqrt(1 - rest**2)) / math.sqrt(free)
        ),
    }
    if math.isclose(size, rest / math.sqrt(free), rel_tol=1e-8):
        return
    for hint, wrong in mistakes.items():
        expect(not math.isclose(size, wrong, rel_tol=1e-8), hint)
    length = math.sqrt(1 - rest**2 + free * size**2)
    expect(False, f"The actions have length {length:.4g}; it should be 1: play ±R/√K outside S.")
