"""What a student's hand does to a right function, whatever the item: a table for each kind.

Each row has words of the message that is due, and what becomes of the right result.
"""

import numpy as np

SCALED = {
    "twice the right one": lambda right: 2 * right,
    "half of the right one": lambda right: right / 2,
    "the opposite sign": lambda right: -right,
    "the square of the right one": lambda right: right**2,
    "1 divided by the right one": lambda right: 1 / right,
    "1 minus the right one": lambda right: 1 - right,
    "plus 1": lambda right: right + 1,
    "minus 1": lambda right: right - 1,
    "returns None": lambda right: None,
}
NUMBERS = {
    **SCALED,
    "the right one, rounded": lambda right: np.round(right, 2),
    "should be one number, not a list": lambda right: [right],
    "not a str": str,
    "should be one number, not an array": lambda right: np.array([right, right]),
    "should be a real number, not True": lambda right: True,
}
WHOLE = {
    **{hint: SCALED[hint] for hint in ("twice the right one", "the opposite sign", "returns None")},
    "plus 1": lambda right: right + 1,
    "minus 1": lambda right: right - 1,
    "the square of the right one": lambda right: right**2,
    "whole number": lambda right: right + 0.5,
    "not a list": lambda right: [right],
    "not a str": str,
    "should be a real number, not True": lambda right: True,
}
VECTORS = {
    **SCALED,
    "the opposite order": lambda right: right[::-1],
    "sorted": np.sort,
    "running sums": np.cumsum,
    "The first one is missing": lambda right: right[1:],
    "The last one is missing": lambda right: right[:-1],
    "a 0 too many in front": lambda right: np.append([0.0], right),
    "a 0 too many at the end": lambda right: np.append(right, [0.0]),
    "one place late": lambda right: np.append(right[-1:], right[:-1]),
    "has shape (1,": lambda right: right[None, :],
    "should be a NumPy array, not": lambda right: float(right.sum()),
    "infinite or undefined": lambda right: right / 0,
}
MATRICES = {
    **SCALED,
    "the opposite order": lambda right: right[::-1],
    "running sums": lambda right: np.cumsum(right, axis=0),
    "The first one is missing": lambda right: right[1:],
    "The last one is missing": lambda right: right[:-1],
    "exchanged: return the transpose": lambda right: right.T,
    "the mean of the rows": lambda right: right.mean(axis=0)[None, :],
    "the sum of the rows": lambda right: right.sum(axis=0)[None, :],
    "should have 2 dimension(s)": lambda right: right.ravel(),
    "not a set": lambda right: {1.0},
}
TRUTH = {
    "It is turned round": lambda right: not right,
    "True everywhere": lambda right: True,
    "False everywhere": lambda right: False,
    "which says the same to Python": int,
    "without quotes": str,
    "not an array of shape": lambda right: np.array([right] * 3),
    "True or False, not a list": lambda right: [right],
    "returns None": lambda right: None,
}
TRUTHS = {
    "It is turned round": np.logical_not,
    "True everywhere": np.ones_like,
    "False everywhere": np.zeros_like,
    "the numbers 0 and 1": lambda right: right.astype(int),
    "not other numbers": lambda right: 2.0 * right,
    "has shape": np.flatnonzero,
    "should be a NumPy array": lambda right: bool(right.all()),
    "returns None": lambda right: None,
}
PAIRS = {
    "twice the right one": lambda right: [2 * part for part in right],
    "half of the right one": lambda right: [part / 2 for part in right],
    "the opposite sign": lambda right: [-part for part in right],
    "exchanged": lambda right: right[::-1],
    "should be a pair": lambda right: right[0],
    "should have 1 dimension(s)": lambda right: (right[0], right[1][:, None]),
    "do not fit together": lambda right: (right[0][1:], right[1]),
    "returns None": lambda right: None,
}


def without(table, hint):
    """Return a table without the row that does no harm to an item."""
    return {other: change for other, change in table.items() if other != hint}


def answers(right, table):
    """Return the rows of a table as functions: the right one, and what is done to its result."""

    def spoilt(change):
        def answer(*arguments):
            with np.errstate(all="ignore"):
                value = right(*arguments)
                return change(value if isinstance(value, tuple | list) else np.asarray(value)[()])

        return answer

    return {hint: spoilt(change) for hint, change in table.items()}
