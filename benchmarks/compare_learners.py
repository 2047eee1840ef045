"""Weighted OFUL and VOFUL2 side by side, at equal delta, on four schedules of equal length.

    python benchmarks/compare_learners.py [--horizon T] [--seeds n]

Alone they play on the circle; inside VASLB they play what it finds in 64 dimensions.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from vaslb_edu import VASLB, WeightedOFUL, schedules, simulate, sparse_parameter
from vaslb_edu.voful2.iota import printed_iota
from vaslb_edu.voful2.learner import VOFUL2

DELTA = 0.05
NEEDS = {"Weighted OFUL": "sigma_t after every round", "VOFUL2": "nothing; at most 4 entries"}


def four_schedules(horizon: int) -> dict[str, schedules.Schedule]:
    """Return no noise, steady noise, noise that stops and noise in turns."""
    return {
        "sigma = 0": schedules.constant(0.0),
        "sigma = 0.1": schedules.constant(0.1),
        "1, then 0.01": schedules.step(1.0, 0.01, at=horizon // 10),
        "0.01 and 1 in turn": schedules.periodic(0.01, 1.0, max(2, horizon // 100)),
    }


def compare(horizon: int, seeds: int) -> list[list[str]]:
    """Return the rows of the table."""
    learners = {"Weighted OFUL": WeightedOFUL(delta=DELTA), "VOFUL2": VOFUL2(delta=DELTA)}
    settings = {
        "alone, d = 2": (np.array([0.6, -0.8]), lambda learner: learner),
        "VASLB, d = 64": (
            sparse_parameter(64, [0.9, 0.4]),
            lambda learner: VASLB(learner, delta=DELTA),
        ),
    }
    rows = []
    for setting, (theta, wrap) in settings.items():
        for schedule, sigma in four_schedules(horizon).items():
            for name, learner in learners.items():
                known = name == "Weighted OFUL"
                start = time.perf_counter()
                regret = [
                    simulate(
                        wrap(learner), theta, sigma, horizon, seed, reveal_variances=known
                    ).final_regret
                    for seed in range(seeds)
                ]
                speed = seeds * horizon / (time.perf_counter() - start)
                rows.append(
                    [
                        setting,
                        schedule,
                        name,
                        f"{np.mean(regret):,.0f}",
                        f"{np.min(regret):,.0f} to {np.max(regret):,.0f}",
                        f"{speed:,.0f}",
                        NEEDS[name],
                    ]
                )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--horizon", type=int, default=10**6)
    parser.add_argument("--seeds", type=int, default=5)
    options = parser.parse_args()
    head = ["setting", "noise", "learner", "regret", "range", "rounds/s", "must be told"]
    table = [head, *compare(options.horizon, options.seeds)]
    widths = [max(len(row[i]) for row in table) for i in range(len(head))]
    for i, row in enumerate(table):
        print("| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |")
        if i == 0:
            print("|" + "|".join("-" * (w + 2) for w in widths) + "|")
    used = VOFUL2(delta=DELTA).fresh(2, DELTA, options.horizon).confidence_set.sums.iota
    share = used / printed_iota(2, DELTA, options.horizon)
    print(f"\nT = {options.horizon:,}, {options.seeds} seeds, delta = {DELTA} for both.")
    print(
        f"VOFUL2 with ι for the tested directions: {used:.1f}, {share:.4f} × printed for 2 entries."
    )


if __name__ == "__main__":
    main()
