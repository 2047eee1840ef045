"""Running sums that do not depend on the batches in which the values come."""

from __future__ import annotations

import numpy as np

from vaslb_edu._typing import Array


def running_sums(start: float, values: Array) -> Array:
    """Return start, start + v_1, start + v_1 + v_2, ...: added one by one, whatever the batches."""
    sums = np.empty(len(values) + 1)
    sums[0], sums[1:] = start, values
    return np.add.accumulate(sums, out=sums)
