"""What rare switching costs in regret and saves in time, by its growth: why the default is 1.

Every learner plays the same games. Time is processor time, as a ratio to a switch in every round.
"""

from __future__ import annotations

import time

import numpy as np

from vaslb_edu import WeightedOFUL, simulate, sparse_parameter

THETA = sparse_parameter(5, [0.9, 0.4])
SIGMA, HORIZON, SEEDS = 0.1, 20_000, range(6)
GROWTHS = (0.1, 0.2, 0.5, 1.0, 2.0, 4.0)


def measured(learner: WeightedOFUL) -> tuple[float, float]:
    """Return the mean regret and the seconds it took."""
    start = time.process_time()
    regrets = [simulate(learner, THETA, SIGMA, HORIZON, seed).final_regret for seed in SEEDS]
    return float(np.mean(regrets)), time.process_time() - start


def main() -> None:
    base, slow = measured(WeightedOFUL(switching="every-round"))
    print(f"Weighted OFUL, d = 5, sigma = {SIGMA}, T = {HORIZON:,}, {len(SEEDS)} games")
    print("growth        regret   more than every round   faster than every round")
    print(f"every round  {base:7.0f}   {'':21}   {'':23}")
    for growth in GROWTHS:
        regret, seconds = measured(WeightedOFUL(growth=growth))
        more, faster = regret / base - 1, slow / seconds
        print(f"{growth:<11g}  {regret:7.0f}   {more:20.0%}   {faster:21.0f} x")


if __name__ == "__main__":
    main()
