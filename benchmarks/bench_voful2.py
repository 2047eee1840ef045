"""Speed of VOFUL2, next to a plain loop that keeps the whole past and a grid of candidates.

The exit code says whether all targets hold.
"""

from __future__ import annotations

import math
import sys
import time

import numpy as np
from bench import Row

from vaslb_edu import VASLB, schedules, simulate, sparse_parameter
from vaslb_edu.game import Feedback
from vaslb_edu.voful2.directions import direction_net, unit_rows
from vaslb_edu.voful2.learner import VOFUL2
from vaslb_edu.voful2.set_over_time import confidence_sets_over_time

PLANE = np.array([0.8, -0.6])


def plain_voful2(rounds: int, candidates: int = 2000, levels: int = 14) -> float:
    """Return the seconds a round of the definition: every condition on every candidate."""
    rng = np.random.default_rng(0)
    theta = unit_rows(rng.normal(size=(candidates, 2))) * np.sqrt(rng.random((candidates, 1)))
    net, scale = direction_net(2, 64), np.exp2(np.arange(levels))[:, None, None]
    actions, rewards = np.zeros((0, 2)), np.zeros(0)
    start = time.perf_counter()
    for _ in range(rounds):
        x = theta[np.argmax(np.linalg.norm(theta, axis=1))]
        x = x / np.linalg.norm(x)
        actions, rewards = np.vstack([actions, x]), np.append(rewards, x @ PLANE)
        residuals = rewards - theta @ actions.T
        weights = np.clip(scale * (net @ actions.T), -1.0, 1.0).reshape(-1, len(rewards))
        left, right = np.abs(residuals @ weights.T), (residuals**2) @ (weights**2).T
        theta = theta[np.all(left <= np.sqrt(40.0 * right) + 1e-9, axis=1)]
    return (time.perf_counter() - start) / rounds


def halves(learner: VOFUL2, horizon: int, first: int = 0) -> tuple[float, float]:
    """Play a loud game; return the seconds of the two halves of the rounds after `first`."""
    running, rng = learner.fresh(2, 0.05, horizon), np.random.default_rng(1)
    marks, played = {}, 0
    for mark in (first, (first + horizon) // 2, horizon):
        while played < mark:
            rewards = running.act() @ PLANE + 0.3 * rng.standard_normal(min(512, mark - played))
            played += len(running.take(Feedback(rewards, rewards, revealed=False)))
        marks[mark] = time.perf_counter()
    start, middle, end = marks.values()
    return middle - start, end - middle


def seconds(function: object, repeats: int = 1) -> float:
    """Return the least time that a call takes."""
    best = math.inf
    for _ in range(repeats):
        start = time.perf_counter()
        function()  # type: ignore[operator]
        best = min(best, time.perf_counter() - start)
    return best


def cells(row: Row) -> list[str]:
    """Return a row of the table, with targets that need not be whole numbers."""
    what, against, measured, _, met = row.cells()
    target = f"{'>=' if row.at_least else '<='} {row.target:g} {row.unit}"
    return [what, against, measured, target, met]


def main() -> int:
    rows, horizon = [], 20_000

    alone = seconds(lambda: simulate(VOFUL2(resolution=1e-3), PLANE, 0.3, horizon), 3)
    rows.append(Row("VOFUL2, |S| = 2, T = 2e4", "nothing", alone, 10, False, "s"))
    rows.append(
        Row(
            "  rounds a second, T = 2e4",
            "plain loop, rounds 1-40, 2,000 candidates",
            plain_voful2(40) / (alone / horizon),
            200,
            True,
        )
    )
    early, late = halves(VOFUL2(), horizon)
    rows.append(Row("  second half of the run", "first half", late / early, 1.5, False))
    every = VOFUL2(test_growth=1.0)
    early, late = halves(every, 1000, first=100)
    rows.append(
        Row("  a test in every round, rounds 551-1000", "101-550", late / early, 1.5, False)
    )

    for values in ([0.9, 0.4], [0.8, 0.5, 0.2]):
        theta = sparse_parameter(64, values)
        took = seconds(lambda theta=theta: simulate(VASLB(VOFUL2()), theta, 0.0, 10**6))
        what = f"VASLB(VOFUL2), d = 64, s = {len(values)}, sigma = 0, T = 1e6"
        rows.append(Row(what, "nothing", took, 60, False, "s"))

    sigma = schedules.step(1.0, 0.05, at=1000)
    slider = 1000 * seconds(lambda: confidence_sets_over_time(PLANE, sigma), 5)
    rows.append(Row("Sets for a slider", "nothing", slider, 200, False, "ms"))

    head = ["what", "compared with", "measured", "target", ""]
    table = [head, *(cells(row) for row in rows)]
    widths = [max(len(line[i]) for line in table) for i in range(len(head))]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)))
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
