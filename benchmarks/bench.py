"""Speed and memory as ratios to something measured in the same run: `make bench`.

Each row is timed in turn with what it is compared with, several times over; the fastest of each is
taken, so that a busy machine disturbs both sides alike. What counts is the processor's time, as
other programs must not. The exit code says whether all targets hold.
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from plain_loop import plain_weighted_oful

from vaslb_edu import (
    VASLB,
    AnytimeTest,
    SharpVASLB,
    SparseLinearBandit,
    WeightedOFUL,
    simulate,
    sparse_parameter,
)
from vaslb_edu.random_projection import RandomProjection
from vaslb_edu.sharp.anytime_explorer import AnytimeExplorer
from vaslb_edu.sharp.kept_learner import KeptLearner
from vaslb_edu.sharp.memory import Memory

FIVE = sparse_parameter(5, [0.9, 0.4])
FOUR_ENTRIES = [0.9, 0.4, 0.15, 0.1]


@dataclass
class Row:
    what: str
    against: str
    value: float
    target: float
    at_least: bool
    unit: str = "x"

    @property
    def met(self) -> bool:
        return self.value >= self.target if self.at_least else self.value <= self.target

    def cells(self) -> list[str]:
        sign = ">=" if self.at_least else "<="
        return [
            self.what,
            self.against,
            f"{self.value:,.1f} {self.unit}",
            f"{sign} {self.target:,.0f} {self.unit}",
            "met" if self.met else "MISSED",
        ]


def seconds_per_round(*timed: tuple[Callable[[], object], int], repeats: int = 5) -> list[float]:
    """Time several functions in turn; return the best seconds per round of each."""
    best = [math.inf] * len(timed)
    for _ in range(repeats):
        for i, (function, rounds) in enumerate(timed):
            start = time.process_time()
            function()
            best[i] = min(best[i], (time.process_time() - start) / rounds)
    return best


def draw_normals(count: int) -> None:
    rng = np.random.default_rng(0)
    for _ in range(count // 10**6):
        rng.standard_normal(10**6)


def draw_bits_and_normals(rounds: int, words: int) -> None:
    rng = np.random.default_rng(0)
    for _ in range(rounds // 1000):
        rng.integers(0, 2**64, size=(1000, words), dtype=np.uint64)
        rng.standard_normal(1000)


def explore(dim: int, rounds: int) -> None:
    """One explore phase that never ends: loud noise and a tiny gap."""
    theta = sparse_parameter(dim, FOUR_ENTRIES)
    phase = RandomProjection(
        dim, (0,), theta[:1], 1e-9, 0.05, "running-mean", 36, np.random.default_rng(0)
    )
    phase.run(SparseLinearBandit(theta, 1.0, rounds), 4096)


def anytime_explore(dim: int, rounds: int) -> None:
    """One exploration of the sharp version that finds nothing, as nothing is missing."""
    theta, test = sparse_parameter(dim, [1.0]), AnytimeTest(dim, 0.025)
    test.drop(np.array([0]))
    kept = KeptLearner(WeightedOFUL(), 0.025, rounds, Memory.of(WeightedOFUL(), dim))
    kept.grow([0])
    explorer = AnytimeExplorer(test, kept, 0.125, 3.0, None, math.inf, 1 << 15)
    game = SparseLinearBandit(theta, 1.0, rounds)
    explorer.explore(game, (0,), 0.8 * theta[:1], rounds, np.random.default_rng(0))


def peak_megabytes(horizon: int, algorithm: str = "VASLB") -> float:
    """Run an algorithm in a process of its own and return the most memory it held."""
    code = (
        "from vaslb_edu import *\n"
        f"theta = sparse_parameter(64, {FOUR_ENTRIES})\n"
        f"simulate({algorithm}(WeightedOFUL()), theta, 0.1, {horizon})\n"
        # Not ru_maxrss: a child inherits it from a large parent, and the rows above made us large.
        "peak = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        "print(peak.split()[1])"
    )
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return int(out.stdout) / 1024


def sharp_rows(wide: np.ndarray) -> list[Row]:
    """Measure the sharp version against the repaired one and against its random numbers."""
    many = 10**6
    drawing, short, long = seconds_per_round(
        (lambda: draw_bits_and_normals(many, 1), many),
        (lambda: anytime_explore(64, many), many),
        (lambda: anytime_explore(64, 4 * many), 4 * many),
        repeats=9,
    )
    sharp, repaired = seconds_per_round(
        (lambda: simulate(SharpVASLB(WeightedOFUL()), wide, 0.1, 10**7), 10**7),
        (lambda: simulate(VASLB(WeightedOFUL()), wide, 0.1, 10**7), 10**7),
        repeats=2,
    )
    widest = sparse_parameter(10**4, [0.9**k for k in range(10)], seed=1)
    start = time.perf_counter()
    simulate(SharpVASLB(WeightedOFUL()), widest, 0.1, 10**6)
    seconds = time.perf_counter() - start
    growth = peak_megabytes(10**7, "SharpVASLB") / peak_megabytes(10**5, "SharpVASLB")
    return [
        Row(
            "Sharp exploration, d = 64, T = 1e6", "64 bits and a normal", short / drawing, 4, False
        ),
        Row("Sharp exploration, T = 4e6: a round", "T = 1e6", long / short, 2, False),
        Row("Sharp VASLB, T = 1e7: rounds a second", "repaired", repaired / sharp, 1, True),
        Row("Sharp VASLB, d = 1e4, s = 10, T = 1e6", "nothing", seconds, 60, False, "s"),
        Row("Sharp VASLB, T = 1e7: peak memory", "T = 1e5", growth, 2, False),
    ]


def main() -> int:
    every = WeightedOFUL(switching="every-round")
    wide = sparse_parameter(64, FOUR_ENTRIES)
    rows = []

    plain, fast = seconds_per_round(
        (lambda: plain_weighted_oful(FIVE, 0.1, 100), 100),
        (lambda: simulate(every, FIVE, 0.1, 500), 500),
        repeats=30,
    )
    (vaslb,) = seconds_per_round((lambda: simulate(VASLB(WeightedOFUL()), wide, 0.1, 10**7), 10**7))
    rows.append(
        Row("Weighted OFUL, d = 5, a switch every round", "plain loop", plain / fast, 5, True)
    )
    rows.append(Row("VASLB, d = 64, sigma = 0.1, T = 1e7", "plain loop", plain / vaslb, 1000, True))

    normals, rare = seconds_per_round(
        (lambda: draw_normals(10**7), 10**7),
        (lambda: simulate(WeightedOFUL(), FIVE, 0.1, 10**7), 10**7),
        repeats=3,
    )
    rows.append(
        Row("Weighted OFUL, d = 5, rare switches, T = 1e7", "T normals", rare / normals, 4, False)
    )

    for dim, rounds, target in ((64, 5 * 10**5, 5), (1024, 10**5, 12)):
        drawing, exploring = seconds_per_round(
            (lambda r=rounds, w=dim // 64: draw_bits_and_normals(r, w), rounds),
            (lambda d=dim, r=rounds: explore(d, r), rounds),
            repeats=5,
        )
        rows.append(
            Row(
                f"Exploration, d = {dim}",
                f"{dim} bits and a normal a round",
                exploring / drawing,
                target,
                False,
            )
        )

    for dim, horizon, target in ((256, 10**5, 25), (64, 10**7, 5)):
        theta = sparse_parameter(dim, FOUR_ENTRIES)
        drawing, playing = seconds_per_round(
            (lambda r=horizon, w=dim // 64: draw_bits_and_normals(r, w), horizon),
            (lambda p=theta, r=horizon: simulate(VASLB(WeightedOFUL()), p, 0.1, r), horizon),
            repeats=3,
        )
        what = f"VASLB, d = {dim}, sigma = 0.1, T = {horizon:.0e}"
        against = f"{dim} bits and a normal a round"
        rows.append(Row(what, against, playing / drawing, target, False))

    rows.append(
        Row("VASLB, T = 1e8: peak memory", "nothing", peak_megabytes(10**8), 300, False, "MB")
    )
    growth = peak_megabytes(10**7) / peak_megabytes(10**5)
    rows.append(Row("VASLB, T = 1e7: peak memory", "T = 1e5", growth, 2, False))

    rows += sharp_rows(wide)

    head = ["what", "compared with", "measured", "target", ""]
    table = [head, *(row.cells() for row in rows)]
    widths = [max(len(line[i]) for line in table) for i in range(len(head))]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)))
    print(f"\nplain loop: {1 / plain:,.0f} rounds a second; VASLB: {1 / vaslb:,.0f}")
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
