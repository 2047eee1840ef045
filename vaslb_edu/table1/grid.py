"""The grid of the study, fixed before it is run: which systems play which games, with which seeds.

Five questions, five grids. Nothing is left out afterwards: what is not played is not played for a
reason that stands here, and what fails is a row with its error.
Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

from collections.abc import Iterator

from vaslb_edu.table1.cell import SCHEDULES, Cell
from vaslb_edu.table1.systems import SYSTEMS

LOUD, QUIET = "1", "0"  # the two cases of Table 1: worst, and deterministic
HORIZONS = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
DIMENSIONS = (4, 8, 16, 32, 64)
SPARSITIES = (1, 2, 4, 8, 16)
S_AXIS_DIMENSION = 32
RACE_HORIZON = 100_000
VARIANCE_NOISES = ("0.01", "0.03", "0.1", "0.3", "1")  # V from 10 to 100,000
RACE_NOISES = ("0", "0.03", "0.2", "1", *SCHEDULES)
RACE_SIZES = {4: (1, 2, 4), 16: (1, 2, 4, 8), 64: (2, 8)}
SEEDS = {"horizon": range(1, 7), "size": range(1, 7), "race": range(1, 5)}

# What does not fit into half an hour: the longest game of a system that is slow a round.
LONGEST = {
    "Sparse OFUL": 30_000,  # one regression a support, in every round
    "VOFUL2": 300_000,
    "VASLB with VOFUL2": 1_000_000,
    "Printed with VOFUL2": 1_000_000,
    "Sharp with VOFUL2": 1_000_000,
    "SL-UCB": 1_000_000,  # a normal a coordinate and round
    "SL-UCB, equal noise": 1_000_000,
    "Selective ETC": 1_000_000,  # zeros explore for ever
}
# VOFUL2 has a condition for every direction: three dimensions are what it can play in earnest.
OWN_PLANE = "VOFUL2"
WITH_VOFUL2 = ("VASLB with VOFUL2", "Printed with VOFUL2", "Sharp with VOFUL2")
MOST_ENTRIES = dict.fromkeys((*WITH_VOFUL2, "Sparse OFUL"), 2)
NOT_VARIED = ("Sparse OFUL", "Divide and conquer")  # too slow at this T, and one that needs silence
ONE_NOISE = ("SL-UCB",)  # its noise has one size
NOT_RACED = ("Sparse OFUL", "VOFUL2", *WITH_VOFUL2[1:], "SL-UCB", "Selective ETC")
"""Too slow (the sharp version hands VOFUL2 all coordinates where d = 4), or another game."""
HARD_HORIZONS = HORIZONS[:7]
NOT_HARD = ("Sparse OFUL", "VOFUL2", *WITH_VOFUL2, "Divide and conquer")
"""Too slow for long games, and one that needs silence."""


def horizon_grid() -> Iterator[Cell]:
    """How does regret grow with T? d = 16, s = 2; VOFUL2 in its plane."""
    for system in SYSTEMS:
        d = 2 if system == OWN_PLANE else 16
        for noise in _noises(system, (LOUD, QUIET)):
            for horizon in HORIZONS:
                if horizon <= LONGEST.get(system, HORIZONS[-1]):
                    yield from _seeds("horizon", system, "flat", d, 2, horizon, noise)


def size_grid() -> Iterator[Cell]:
    """How does it grow with d (s = 2) and with s (d = 32)? T = 100,000, or less for the slow."""
    for system in SYSTEMS:
        horizon = 3_000 if system == "Sparse OFUL" else RACE_HORIZON
        for noise in _noises(system, (LOUD, QUIET)):
            if system == OWN_PLANE:
                for d in (1, 2, 3):
                    yield from _seeds("size", system, "flat", d, 1, 10_000, noise)
                continue
            for d in DIMENSIONS if system != "Sparse OFUL" else DIMENSIONS[:4]:
                yield from _seeds("size", system, "flat", d, 2, horizon, noise)
            for s in SPARSITIES:
                if s <= MOST_ENTRIES.get(system, s) and system != "Sparse OFUL":
                    yield from _seeds("size", system, "flat", S_AXIS_DIMENSION, s, horizon, noise)


def variance_grid() -> Iterator[Cell]:
    """How does it grow with V? T = 100,000, d = 16, s = 2; VOFUL2 in its plane."""
    for system in SYSTEMS:
        d = 2 if system == OWN_PLANE else 16
        if system not in NOT_VARIED:
            for noise in VARIANCE_NOISES:
                yield from _seeds("size", system, "flat", d, 2, RACE_HORIZON, noise)


def race_grid() -> Iterator[Cell]:
    """Who is best for which d, s and noise? All that can play in the common game in good time."""
    for system in SYSTEMS:
        if system in NOT_RACED:
            continue
        for d, sparsities in RACE_SIZES.items():
            for s in sparsities:
                for noise in _noises(system, RACE_NOISES):
                    if s <= MOST_ENTRIES.get(system, s):
                        yield from _seeds("race", system, "flat", d, s, RACE_HORIZON, noise)


def hard_grid() -> Iterator[Cell]:
    """What do the two entries of the lower bound cost, at their own epsilon? d = 16, sigma = 1."""
    for system, kind in SYSTEMS.items():
        if kind.setting == "common" and system not in NOT_HARD:
            for horizon in HARD_HORIZONS:
                yield from _seeds("race", system, "hard", 16, 2, horizon, LOUD)


def whole_grid() -> list[Cell]:
    """Return every cell of the study once."""
    grids = (horizon_grid, size_grid, variance_grid, race_grid, hard_grid)
    every = (cell for grid in grids for cell in grid())
    return list(dict.fromkeys(every))


def _noises(system: str, noises: tuple[str, ...]) -> list[str]:
    """Return the noises that a system can be asked to play in."""
    if system == "Divide and conquer":
        return [QUIET]
    return [noise for noise in noises if noise not in SCHEDULES or system not in ONE_NOISE]


def _seeds(
    kind: str, system: str, game: str, d: int, s: int, horizon: int, noise: str
) -> Iterator[Cell]:
    for seed in SEEDS[kind]:
        yield Cell(system, game, d, s, horizon, noise, seed)
