"""Checks the arguments of a bound by their names, so that a bound is nothing but its formula."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from typing import Any, ParamSpec

import numpy as np

from vaslb_edu._typing import Array
from vaslb_edu._validate_arrays import reals

P = ParamSpec("P")

# name: (low, high, low itself is excluded, high itself is excluded)
COUNT = (1.0, math.inf, False, True)
SQUARES = (0.0, math.inf, False, True)
POSITIVE = (0.0, math.inf, True, True)
RULES = {
    **dict.fromkeys(("d", "s", "T", "n", "K", "level"), COUNT),
    **dict.fromkeys(("total_variance", "variance", "weighted_radii"), SQUARES),
    **dict.fromkeys(("squared_noise", "squared_residuals"), SQUARES),
    **dict.fromkeys(("C", "iota", "regulariser", "scale"), POSITIVE),
    **dict.fromkeys(("gap", "R", "smallest_sigma"), (0.0, 1.0, True, False)),
    "delta": (0.0, 1.0, True, True),
}


def check(values: dict[str, Any]) -> dict[str, Array]:
    """Return the named arguments as arrays, or raise; also 1 <= s <= d and Σσ² <= T."""
    result = {}
    for name, value in values.items():
        low, high, open_low, open_high = RULES[name]
        result[name] = reals(name, value, low, high, open_low=open_low, open_high=open_high)
    for small, large in (("s", "d"), ("total_variance", "T")):
        if small in result and large in result:
            low_side, high_side = np.broadcast_arrays(result[small], result[large])
            wrong = low_side > high_side
            if wrong.any():
                limit, got = high_side[wrong].flat[0], low_side[wrong].flat[0]
                raise ValueError(f"{small} must be at most {large} = {limit:g}, got {got:g}")
    return result


def checked(bound: Callable[P, Array]) -> Callable[P, Array]:
    """Refuse bad input of `bound` before anything is computed."""
    signature = inspect.signature(bound)
    unknown = set(signature.parameters) - set(RULES)
    if unknown:
        raise TypeError(f"no rule for the arguments {sorted(unknown)} of {bound.__name__}")

    @functools.wraps(bound)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> Array:
        given = signature.bind(*args, **kwargs)
        given.apply_defaults()
        given.arguments.update(check(given.arguments))
        return bound(*given.args, **given.kwargs)

    return wrapper


def kernel(bound: Callable[P, Array]) -> Callable[P, Array]:
    """Return the formula of a checked bound, for algorithms whose input is known to be good."""
    formula: Callable[P, Array] = inspect.unwrap(bound)
    return formula
