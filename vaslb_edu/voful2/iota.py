"""How much room the conditions of VOFUL2 leave to noise: iota, and the number of levels.

Explained in the chapter *VOFUL2*.
"""

from __future__ import annotations

import math

from vaslb_edu.voful2.clipped_sums import ROUNDING


def number_of_levels(dim: int, horizon: int) -> int:
    """Return L = max(1, floor(log2(1 + T/d)))."""
    return max(1, math.floor(math.log2(1.0 + horizon / dim)))


def printed_iota(dim: int, delta: float, horizon: int) -> float:
    """Return 128 ln((12 K 2^L)^(d+2) / delta), with K = T: for every direction at once."""
    log = math.log(12.0 * horizon) + number_of_levels(dim, horizon) * math.log(2.0)
    return 128.0 * ((dim + 2) * log + math.log(1.0 / delta))


def net_iota(conditions: int, delta: float, horizon: int) -> float:
    """Return 2.25 ln(4 m S / delta): for m conditions fixed beforehand, at all times.

    Let W = sum of w eta and Q = sum of (w eta)^2. Noise is symmetric given the past, so
    exp(a W - a^2 Q / 2) is a supermartingale for every a, and W <= a Q / 2 + ln(1/p) / a at all
    times but for probability p. The best a is sqrt(2 ln(1/p) / Q), and Q is not known beforehand.
    It lies above the rounding floor, which every condition adds to Q, and below
    sqrt(2T + 3 ln(2/delta)) but for probability delta / 2 (the tail of a chi-square: noise is
    normal with deviations of at most 1). S values of a, each half the one before, come within a
    factor sqrt(2) of the best for every such Q. That costs a factor 9/8 on 2 ln(1/p). A union over
    the m conditions, two signs and S values gives p = delta / (4 m S).
    """
    largest = 2.0 * horizon + 3.0 * math.log(2.0 / delta)
    scales = math.ceil(0.5 * math.log2(largest / ROUNDING))
    return 2.25 * math.log(4.0 * conditions * scales / delta)
