"""Check of this set, item 6b: the play that the set in the plane leads to."""

from __future__ import annotations

from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, expect
from vaslb_edu.checks.voful2.line_set import Seed
from vaslb_edu.voful2.directions import unit_rows


@repeatable
def next_play(answer: Any, rng: Seed = None) -> Right:
    """Item 6b: the direction of the longest candidate that is left; an error if there is none."""
    rng = np.random.default_rng(rng)
    lengths = rng.permutation(np.linspace(0.1, 0.9, 12))
    candidates = unit_rows(rng.normal(size=(12, 2))) * lengths[:, None]
    kept = (lengths > 0.2) & (lengths < 0.7)
    # The longest that is kept is no other in any way: not first, not last, no largest coordinate.
    few = np.array([[0.6, 0.0], [-0.4, -0.5], [-0.54, 0.72], [0.4, 0.35], [0.0, 0.55]])
    cases = [(few, np.array([True, True, False, True, True]))]
    cases += [(candidates, kept), (candidates[::-1].copy(), kept[::-1].copy())]
    # On an axis, the longest has the smaller sum of sizes.
    cases.append((np.array([[0.45, 0.45], [-0.7, 0.0], [0.8, 0.8]]), np.array([True, True, False])))

    def pick(value: Any, chosen: bool = True) -> Any:
        def vector(candidates: Array, kept: Any) -> Array:
            left = candidates[kept] if chosen else candidates
            return np.asarray(left[np.argmax(value(left))])

        return vector

    def length(points: Array) -> Array:
        return np.asarray(np.linalg.norm(points, axis=1))

    def unit(pick: Any) -> Any:
        return lambda *case: unit_rows(pick(*case)[None])[0]

    answers.compare(
        "next_play",
        answer,
        cases,
        unit(pick(length)),
        {
            "This is the longest candidate itself: a play has length 1.": pick(length),
            "You looked at all candidates, also at those that are excluded.": (
                unit(pick(length, chosen=False))
            ),
            "You took the shortest: optimism wants the longest.": unit(pick(lambda p: -length(p))),
            "You used a place among those kept in the list of all candidates.": (
                lambda c, kept: unit_rows(c[np.argmax(length(c[kept]))][None])[0]
            ),
            "You took the mean of those kept: optimism wants the longest of them.": (
                lambda c, kept: unit_rows(c[kept].mean(axis=0)[None])[0]
            ),
            "You took the first of those kept: optimism wants the longest of them.": (
                lambda c, kept: unit_rows(c[kept][:1])[0]
            ),
            "You took the last of those kept: optimism wants the longest of them.": (
                lambda c, kept: unit_rows(c[kept][-1:])[0]
            ),
            "You took the one with the largest first coordinate; its *length* counts.": (
                unit(pick(lambda p: p[:, 0]))
            ),
            "You took the one with the largest second coordinate; its *length* counts.": (
                unit(pick(lambda p: p[:, 1]))
            ),
            "You took the one with the largest sum of coordinates; its *length* counts.": (
                unit(pick(lambda p: p.sum(axis=1)))
            ),
            "You took the one with the largest coordinate; its *length* counts.": (
                unit(pick(lambda p: np.abs(p).max(axis=1)))
            ),
            "You took the one with the largest sum of sizes; its *length* counts.": (
                unit(pick(lambda p: np.abs(p).sum(axis=1)))
            ),
            "You took the longest but one.": (
                unit(lambda c, kept: c[kept][np.argsort(length(c[kept]))[-2]])
            ),
            "You divided by the sum of the sizes: a play has Euclidean length 1.": (
                lambda c, kept: pick(length)(c, kept) / np.abs(pick(length)(c, kept)).sum()
            ),
            "You divided by the largest coordinate: a play has Euclidean length 1.": (
                lambda c, kept: pick(length)(c, kept) / np.abs(pick(length)(c, kept)).max()
            ),
            "You divided by the squared length: divide by the length.": (
                lambda c, kept: pick(length)(c, kept) / np.sum(pick(length)(c, kept) ** 2)
            ),
            "The mean of those kept, as it is: a play has length 1, and optimism wants the "
            "longest.": lambda c, kept: c[kept].mean(axis=0),
        },
        read=answers.vector,
    )
    expect(
        answers.raises_value_error("next_play", answer, candidates, np.zeros(12, dtype=bool)),
        "Nobody is left, and your function plays on: raise a ValueError.",
    )
    return Right("The play is as optimistic as the set allows, and stops when it is empty.")
