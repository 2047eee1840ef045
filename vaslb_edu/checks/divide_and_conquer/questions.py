"""The check of this set that looks at a question: its length, its places, its signs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.signs import expect_fair
from vaslb_edu.checks.verdict import Right, expect

REPEATED = 50  # questions that are asked again from the same seed


@repeatable
def question(answer: Any, rng: Any = None) -> Right:
    """Check length, places, sizes and signs of an action that asks a set."""
    rng = np.random.default_rng(rng)
    dim, size, draws = 23, 6, 2_000
    places = rng.permutation(dim)[:size]
    outside = np.setdiff1d(np.arange(dim), places)
    seeds = rng.integers(2**31, size=draws)
    plays = np.array([_asked(answer, places, dim, seed) for seed in seeds])
    expect(
        bool(plays[:, places].any()) or not plays[:, outside].any(),
        "Your signs are on other coordinates than `places`: use them as places, `action[places]`.",
    )
    expect(not plays[:, outside].any(), "Entries outside `places` should be 0.")
    inside = plays[:, places]
    expect(bool(inside.all()), "Some entries on `places` are 0: a sign is -1 or +1, not 0 or 1.")
    lengths = np.linalg.norm(plays, axis=1)
    for factor, hint in (
        (math.sqrt(size), "has norm √m: divide the signs by √m to make it a unit vector."),
        (1 / math.sqrt(size), "has norm 1/√m: divide the signs by √m, not by m."),
        (math.sqrt(size / dim), "has norm √(m/d): divide by the root of len(places), not of d."),
        (size, "has norm m: you multiplied by √m where you should divide."),
        (math.sqrt(size) / dim, "has norm √m/d: divide by √m, m = len(places); d does not enter."),
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
    again = np.array([_asked(answer, places, dim, seed) for seed in seeds[:REPEATED]])
    expect(
        np.array_equal(again, plays[:REPEATED]),
        "The same `rng` gives another question: take all randomness from the `rng` you are given.",
    )
    return Right("A unit vector with fresh fair signs on the set, and 0 elsewhere.")


def _asked(answer: Any, places: Array, dim: int, seed: int) -> Array:
    value = answers.call("question", answer, places, dim, np.random.default_rng(seed))
    action = answers.vector("the result of question", value)
    expect(len(action) == dim, f"The action has {len(action)} entries; it should have d = {dim}.")
    return action
