"""Search for games in which the sharp version has many times the regret of its learner alone.

    python benchmarks/worst_games.py [--games N] [--seed N]

Dimensions, entries and noise are drawn at random, dense parameters and sudden changes among them;
neither player looks at the horizon below 10^6 rounds, so one game of 10^5 rounds is all shorter
ones as well. Every other game is of the worst kind that we know: quiet for 1.1d to 6d rounds, and
loud ever after. The exit code says whether these keep their target of 60 (some are above 8), and
all others that of 8. (In fewer quiet rounds than coordinates the learner alone may be lucky: its
first question may be the right one.) A hundred games take half a minute.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np
from tqdm import tqdm

from vaslb_edu import SharpVASLB, WeightedOFUL, schedules, simulate, sparse_parameter

TARGETS = {"any noise": 8.0, "quiet first": 60.0}
DIMENSIONS = (1, 2, 3, 5, 6, 8, 12, 16, 24, 32, 64)
LEVELS = (0.0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
ENDS = np.array([100, 300, 1_000, 3_000, 10_000, 30_000, 100_000])
SHOWN = 10


def entries(dim: int, rng: np.random.Generator) -> tuple[str, np.ndarray]:
    """Draw a kind of theta* and its entries before scaling."""
    kinds = {
        "equal": rng.choice([-1.0, 1.0], dim),
        "one large": np.r_[1.0, np.full(dim - 1, rng.choice([0.03, 0.1, 0.3, 0.6]))],
        "geometric": rng.choice([0.5, 0.7, 0.9, 0.95]) ** np.arange(dim),
        "random": rng.normal(size=dim),
        "half": np.ones(max(1, dim // 2)),
        "quarter": np.ones(max(1, dim // 4)),
        "two sizes": np.r_[np.ones(dim // 2), np.full(dim - dim // 2, 0.2)],
    }
    kind = str(rng.choice(list(kinds)))
    return kind, kinds[kind]


def noise(dim: int, rng: np.random.Generator) -> tuple[str, Any]:
    """Draw a schedule and its name."""
    one, other = (float(level) for level in rng.choice(LEVELS, 2))
    at = int(dim * rng.choice([8, 10, 20, 50])) + 1
    period = int(rng.choice([2, 3, 5, 10, 20, 50]))
    first, length = rng.integers(8 * dim, 20 * dim), rng.integers(6 * dim, 20 * dim)
    island = np.ones(ENDS[-1])
    island[first : first + length] = 0.0
    schedule = {
        f"{one:g}": one,
        f"{one:g}, after {at} rounds {other:g}": schedules.step(one, other, at),
        f"{one:g} and {other:g}, period {period}": schedules.periodic(one, other, period),
        f"mostly {other:g}, else {one:g}": schedules.periodic(one, other, 20, duty=0.9),
        "dying out": schedules.decay(1.0, float(rng.choice([0.25, 0.5, 1.0, 2.0]))),
        f"bursts of {other:g} in {one:g}": schedules.bursts(one, other, dim, 10 * dim),
        f"1, silent from {first} for {length}": island,
    }
    name = str(rng.choice(list(schedule)))
    return name, schedule[name]


def quiet_first(dim: int, rng: np.random.Generator) -> tuple[str, Any]:
    """Draw a schedule that is quiet for about as many rounds as there are coordinates."""
    quiet, loud = np.sort(rng.choice(LEVELS, 2, replace=False)).tolist()
    at = int(dim * rng.choice([1.1, 1.25, 1.5, 2, 3, 4, 6])) + 1
    return f"{quiet:g}, after {at} rounds {loud:g}", schedules.step(quiet, loud, at)


def worst_ratio(theta: np.ndarray, sigma: Any, seed: int) -> tuple[float, int]:
    """Return the largest ratio of regrets over all ends of a game, and that end."""
    mine, alone = (
        simulate(player, theta, sigma, int(ENDS[-1]), seed, checkpoints=ENDS).regret
        for player in (SharpVASLB(WeightedOFUL()), WeightedOFUL())
    )
    ratios = mine / np.maximum(alone, 1.0)  # less than one round is nothing to compare with
    return float(ratios.max()), int(ENDS[ratios.argmax()])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    found: dict[str, list[tuple[float, str]]] = {kind: [] for kind in TARGETS}
    for number in tqdm(range(options.games), unit="game", leave=False):
        dim = int(rng.choice(DIMENSIONS))
        kind, draw = ("quiet first", quiet_first) if number % 2 else ("any noise", noise)
        (shape, values), (name, sigma) = entries(dim, rng), draw(dim, rng)
        seed = int(rng.integers(10**6))
        ratio, end = worst_ratio(sparse_parameter(dim, values, seed=seed), sigma, seed)
        found[kind].append((ratio, f"d = {dim}, {shape}, noise {name}, T = {end:,}"))
    for kind, target in TARGETS.items():
        games = sorted(found[kind], reverse=True)
        many = sum(ratio > TARGETS["any noise"] for ratio, _ in games)
        print(f"{kind}: {len(games)} games, {many} above 8 times the learner (target {target:g}):")
        for ratio, words in games[:SHOWN]:
            print(f"  x {ratio:.2f}: {words}")
    return int(any(ratio > TARGETS[kind] for kind in found for ratio, _ in found[kind]))


if __name__ == "__main__":
    sys.exit(main())
