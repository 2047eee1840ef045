"""What every check of random signs asks for: fair, independent, and fresh each time."""

from __future__ import annotations

import math

import numpy as np

from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import expect


def expect_fair(signs: Array, same_place: str, same_row: str) -> None:
    """Raise unless the signs, a row a question, look like fair coins.

    `same_place` is said when all columns are alike, `same_row` when all rows are. The last two
    tests are at seven deviations: fair coins in ten columns fail them less than once in 10⁸ times.
    """
    expect(
        bool((signs != signs[0, 0]).any()),
        f"All signs are {signs[0, 0]:+.0f}: entries that cancel would cancel for ever.",
    )
    expect(bool((signs != signs[:, :1]).any()), same_place)
    expect(bool((signs != signs[0]).any()), same_row)
    products = signs.T @ signs / len(signs) - np.eye(signs.shape[1])
    skew = max(np.abs(signs.mean(axis=0)).max(), np.abs(products).max())
    expect(
        skew < 7 / math.sqrt(len(signs)),
        "The signs are not fair and independent: -1 and +1 should be equally likely at each place.",
    )
    # Two rows in turn, all columns together: a fair product of signs has mean 0 as well.
    pairs = (signs[1:] * signs[:-1])[::2]
    expect(
        abs(float(pairs.mean())) < 7 / math.sqrt(pairs.size),
        "Rows depend on the rows before them: draw fresh signs for every row.",
    )
