"""Random numbers that are the same in every run, so that marks are."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

_unseeded = np.random.default_rng


def steady(seed: int, name: str) -> None:
    """Let generators made without a seed begin from `seed` and `name`, one after the other."""
    start = [seed, zlib.crc32(name.encode("utf-8", "replace"))]
    made = 0

    def default_rng(seed: Any = None) -> np.random.Generator:
        nonlocal made
        if seed is None:
            made += 1
            seed = [*start, made]
        return _unseeded(seed)

    function: Callable[..., np.random.Generator] = default_rng
    np.random.default_rng = function
    np.random.seed(start[1])  # noqa: NPY002 (for answers that use the old functions)
    random.seed(repr(start))
