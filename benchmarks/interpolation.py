"""How regret follows the total variance: the table, the slope, and the picture of the README.

Run it with ``--picture FILE`` to draw a picture as well.
"""

from __future__ import annotations

import argparse

import numpy as np
from tqdm import tqdm

from vaslb_edu import VASLB, WeightedOFUL, bounds, simulate, sparse_parameter
from vaslb_edu.figures import style
from vaslb_edu.interpolation import Measurement, envelope, equal_variance, slope, sweep

DIM, SPARSITY, HORIZON, SEEDS = 64, 4, 2 * 10**6, (0, 1, 2)
THETA = sparse_parameter(DIM, [0.9, 0.4, 0.15, 0.1])
ALGORITHM = VASLB(WeightedOFUL())
TOTALS = np.geomspace(1e2, 2e5, 12)


def measure() -> list[Measurement]:
    rows: list[Measurement] = []
    for total in tqdm(TOTALS, unit="level"):
        rows += sweep(ALGORITHM, THETA, [total], HORIZON, SEEDS)
    return rows


def mean_regret(rows: list[Measurement], name: str) -> np.ndarray:
    return np.array(
        [
            np.mean([r.regret for r in rows if r.schedule == name and r.variance == total])
            for total in TOTALS
        ]
    )


def report(rows: list[Measurement]) -> float:
    names = list(equal_variance(0.0, HORIZON))
    print(f"d = {DIM}, s = {SPARSITY}, T = {HORIZON:,}, mean regret of {len(SEEDS)} games")
    print("V = sum of sigma^2  " + "".join(name.rjust(13) for name in names))
    table = {name: mean_regret(rows, name) for name in names}
    for i, total in enumerate(TOTALS):
        print(f"{total:18,.0f}  " + "".join(f"{table[name][i]:13,.0f}" for name in names))
    silent = [simulate(ALGORITHM, THETA, 0.0, HORIZON, seed).final_regret for seed in SEEDS]
    print(f"without noise: {np.mean(silent):,.0f}")

    c = 1.1 * envelope(rows[::2], DIM, SPARSITY)
    held = envelope(rows[1::2], DIM, SPARSITY) <= c
    print(f"c = {c:.1f} fitted on half of the games {'holds' if held else 'FAILS'} on the others")
    constant = [row for row in rows if row.schedule == "constant"]
    for label, part in (("all levels", constant), ("louder half", constant[len(constant) // 2 :])):
        for what, floor in (("regret", 0.0), ("regret above the noiseless one", np.mean(silent))):
            fit = slope(part, float(floor))
            print(
                f"slope of log {what}, constant noise, {label}: "
                f"{fit.value:.2f} [{fit.low:.2f}, {fit.high:.2f}]"
            )
    return c


def picture(rows: list[Measurement], c: float, path: str) -> None:
    fig, axes = style.figure(width=7.0, height=3.9)
    looks = {
        "constant": ("truth", "o-"),
        "loud first": ("truth", "^--"),
        "quiet first": ("aid", "v:"),
    }
    for name, (role, look) in looks.items():
        axes.plot(TOTALS, mean_regret(rows, name), look, color=style.color(role), label=name)
    envelope_line = bounds.explore_part(DIM, SPARSITY, TOTALS, C=c)
    axes.plot(TOTALS, envelope_line, **style.line("bound"), label=f"{c:.0f} (s√(dV) + s)")
    axes.set(xscale="log", yscale="log", xlabel="total variance V = Σ σₜ²", ylabel="regret")
    axes.set_title("Same total variance, different regret: it matters when the noise comes")
    axes.legend()
    fig.savefig(path, dpi=150)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--picture", help="draw the figure into this file")
    chosen = parser.parse_args()
    rows = measure()
    c = report(rows)
    if chosen.picture:
        picture(rows, c, chosen.picture)


if __name__ == "__main__":
    main()
