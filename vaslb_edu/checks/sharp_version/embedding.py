"""Check of this set, item 6: a learner that goes on in more coordinates."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right


@repeatable
def embed(answer: Any, rng: Any = None) -> Right:
    """Check the old block at its places, the ridge on the new diagonal, zeros elsewhere."""
    rng = np.random.default_rng(rng)
    cases: list[tuple[Array, Array, list[int], int, float]] = []
    for places, dim in (([1], 2), ([0, 2], 3), ([1, 3], 5), ([4, 0, 2], 5)):
        old = len(places)
        plays = rng.integers(1, 5, (old + 1, old))
        ridge = float(rng.choice([0.5, 2.0, 3.0]))
        moment = rng.integers(1, 10, old) * rng.choice([-1.0, 1.0], old)
        cases.append((ridge * np.eye(old) + plays.T @ plays, moment, places, dim, ridge))

    def right(a: Array, c: Array, places: Sequence[int], dim: int, ridge: float) -> Array:
        matrix, moment = ridge * np.eye(dim), np.zeros(dim)
        matrix[np.ix_(places, places)], moment[list(places)] = a, c
        return np.vstack([matrix, moment])

    def at(where: Callable[[Sequence[int], int], Sequence[int]]) -> Any:
        return lambda a, c, places, dim, ridge: right(a, c, where(places, dim), dim, ridge)

    def diagonal(value: Callable[[float], float]) -> Any:
        """Return a solution with something else on the new diagonal."""
        return lambda a, c, places, dim, ridge: right(a, c, places, dim, value(ridge))

    def spoilt(how: Callable[..., Any]) -> Any:
        """Return a solution with a change made to the right array afterwards."""

        def array(a: Array, c: Array, places: Sequence[int], dim: int, ridge: float) -> Array:
            made = right(a, c, places, dim, ridge)
            how(made, a, c, list(places), [i for i in range(dim) if i not in places], ridge)
            return made

        return array

    def moment_in_front(m: Array, a: Array, c: Array, old: Any, new: Any, ridge: float) -> None:
        m[-1] = np.r_[c, np.zeros(len(new))]

    def off_diagonals_lost(m: Array, a: Array, c: Array, old: Any, new: Any, ridge: float) -> None:
        m[np.ix_(old, old)] = np.diag(np.diag(a))

    def ridge_again(m: Array, a: Array, c: Array, old: Any, new: Any, ridge: float) -> None:
        m[old, old] += ridge

    def thrown_away(m: Array, a: Array, c: Array, old: Any, new: Any, ridge: float) -> None:
        m[:-1], m[-1] = ridge * np.eye(len(m) - 1), 0.0

    def ridge_everywhere(m: Array, a: Array, c: Array, old: Any, new: Any, ridge: float) -> None:
        m[np.ix_(new, new)] = m[np.ix_(old, new)] = m[np.ix_(new, old)] = ridge

    def moment_gets(value: Callable[[float, Array], Any]) -> Any:
        def change(m: Array, a: Array, c: Array, old: Any, new: Any, ridge: float) -> None:
            m[-1, new] = value(ridge, c)

        return spoilt(change)

    def moment_lost(m: Array, a: Array, c: Array, old: Any, new: Any, ridge: float) -> None:
        m[-1] = 0.0

    answers.compare(
        "embed",
        answer,
        cases,
        right=right,
        mistakes={
            "The old block sits in front. It belongs at `places`: the new coordinates may lie "
            "between the old ones.": at(lambda places, dim: range(len(places))),
            "The old block sits at the end. It belongs at `places`.": at(
                lambda places, dim: range(dim - len(places), dim)
            ),
            "You sorted the places: row i of A belongs to places[i], in the order given.": at(
                lambda places, dim: sorted(places)
            ),
            "A is right; the old entries of p sit in front, not at `places`.": spoilt(
                moment_in_front
            ),
            "The new diagonal is 0: then A has no inverse. A fresh coordinate begins with the "
            "ridge.": diagonal(lambda ridge: 0.0),
            "The new diagonal is 1; the ridge is an argument.": diagonal(lambda ridge: 1.0),
            "The new diagonal has the root of the ridge.": diagonal(math.sqrt),
            "The new diagonal has 1/ridge: A is no covariance, it is what was *seen*.": diagonal(
                lambda ridge: 1 / ridge
            ),
            "The old diagonal has got the ridge a second time.": spoilt(ridge_again),
            "Only the diagonal of the old block was copied: `M[places, places]` picks single "
            "entries, `M[np.ix_(places, places)]` the block.": spoilt(off_diagonals_lost),
            "The ridge stands off the diagonal, too: a new coordinate has met no other.": spoilt(
                ridge_everywhere
            ),
            "You began anew: ridge·I and zeros. Everything learned is lost; keep the old block.": (
                spoilt(thrown_away)
            ),
            "The old moment is lost: p keeps its entries, at `places`.": spoilt(moment_lost),
            "The new entries of p are the ridge; nothing was seen there, so they are 0.": (
                moment_gets(lambda ridge, c: ridge)
            ),
            "The new entries of p are 1; nothing was seen there, so they are 0.": moment_gets(
                lambda ridge, c: 1.0
            ),
            "The new entries of p are the mean of the old; nothing was seen there: 0.": moment_gets(
                lambda ridge, c: c.mean()
            ),
            "`dim` is the number of all coordinates after the growth, not of the new ones.": (
                lambda a, c, places, dim, ridge: right(a, c, places, dim + len(places), ridge)
            ),
            "Nothing has grown: that is the old pair.": lambda a, c, *rest: np.vstack([a, c]),
        },
        read=answers.matrix_and_vector,
        parts=answers.matrix_over_vector,
    )
    return Right("The learner goes on as if it had played in all coordinates from the start.")
