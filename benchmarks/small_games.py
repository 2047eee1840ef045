"""Small sparse games against the learner alone, at every horizon: where a search does not pay.

    python benchmarks/small_games.py [--largest D]

For d from 16 to 64, all s <= d/16, entries of several shapes, five levels of noise and five
schedules: neither player looks at the horizon below 10^6 rounds, so one game of 10^5 rounds is all
shorter ones as well. It takes about two minutes; with --largest 32, ten seconds.
"""

from __future__ import annotations

import argparse

import numpy as np

from vaslb_edu import SharpVASLB, WeightedOFUL, schedules, simulate, sparse_parameter

DIMENSIONS = (16, 32, 48, 64)
SPARSITIES = (1, 2, 3, 4)
ENDS = (100, 1_000, 10_000, 100_000)
SEEDS = (1, 2)
NOISES = {
    "0": 0.0,
    "0.01": 0.01,
    "0.1": 0.1,
    "0.3": 0.3,
    "1": 1.0,
    "0 and 1 in turn": schedules.periodic(0.0, 1.0, 2),
    "dying out": schedules.decay(1.0, 0.5),
    "200 rounds of 0, then 1": schedules.step(0.0, 1.0, at=200),
    "1,000 rounds of 1, then 0.01": schedules.step(1.0, 0.01, at=1_000),
    "bursts": schedules.bursts(0.05, 1.0, 200, 2_000),
}


def shapes(count: int) -> dict[str, list[float]]:
    """Return the kinds of entries; a single one has no shape."""
    if count == 1:
        return {"one": [1.0]}
    return {
        "equal": [(-1.0) ** k for k in range(count)],
        "halving": [(-0.5) ** k for k in range(count)],
        "one large": [1.0, *[0.3] * (count - 1)],
        "one very large": [1.0, *[0.1] * (count - 1)],
    }


def ratios(dim: int, entries: list[float], sigma: object) -> np.ndarray:
    """Return regret of the sharp version over its learner's, at every end; means over seeds."""
    total = np.zeros((2, len(ENDS)))
    for seed in SEEDS:
        theta = sparse_parameter(dim, entries, seed=seed)
        for row, player in enumerate((SharpVASLB(WeightedOFUL()), WeightedOFUL())):
            run = simulate(player, theta, sigma, ENDS[-1], seed, checkpoints=np.array(ENDS))
            total[row] += run.regret
    return total[0] / total[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--largest", type=int, default=DIMENSIONS[-1], help="largest d")
    largest = parser.parse_args().largest
    found = {
        f"d = {dim}, s = {count}, {shape}, noise {noise}": ratios(dim, entries, sigma)
        for dim in DIMENSIONS
        if dim <= largest
        for count in SPARSITIES
        if 16 * count <= dim
        for shape, entries in shapes(count).items()
        for noise, sigma in NOISES.items()
    }
    for place, end in enumerate(ENDS):
        lost = {game: ratio[place] for game, ratio in found.items() if ratio[place] >= 1.0}
        worst = max(ratio[place] for ratio in found.values())
        print(f"T = {end:>7,}: {len(lost):>3} of {len(found)} lost, worst ratio {worst:.2f}")
    for game, ratio in sorted(lost.items(), key=lambda item: -item[1]):
        print(f"  still lost, x {ratio:.2f}: {game}")


if __name__ == "__main__":
    main()
