"""The race: the sharp version against all others, over the games of `race_grid`.

    python benchmarks/race.py [--only NAME] [--fresh]

Every finished run is written to `_build/race.json`, so that an interrupted race goes on where it
was. A run counts as long as its game and the code that played it are the same. The exit code says
whether all targets hold.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
from pathlib import Path
from typing import Any

from race_grid import GAMES, HARD, Game, HardGame
from tqdm import tqdm

from vaslb_edu import (
    OFUL,
    VASLB,
    DivideAndConquer,
    ExploreThenCommit,
    SharpVASLB,
    WeightedOFUL,
    simulate,
)
from vaslb_edu.table1.fingerprint import fingerprint_of

KEPT = Path(__file__).parents[1] / "_build" / "race.json"
SHARP, ALONE, REPAIRED = "sharp", "weighted", "repaired"
UNTOLD = (REPAIRED, ALONE, "oful")  # players that are told no more than the sharp version
WHOLE = (ALONE, "oful")  # learners that play on all coordinates


def players(game: Game) -> dict[str, Any]:
    """Return who plays a game; the last two are told more, the last but one if noise is absent."""
    rms = math.sqrt(game.total_variance / game.horizon)
    everybody = {
        SHARP: SharpVASLB(WeightedOFUL()),
        REPAIRED: VASLB(WeightedOFUL()),
        ALONE: WeightedOFUL(),
        "oful": OFUL(),
        "divide": DivideAndConquer(on_noise="ignore"),
        "etc": ExploreThenCommit(game.sparsity, rms),
    }
    return {name: it for name, it in everybody.items() if game.whole or name not in WHOLE}


class Kept:
    """Regrets by the fingerprint of a run, kept in a file."""

    def __init__(self, path: Path, fresh: bool) -> None:
        self.path = path
        self.regrets: dict[str, float] = {}
        if path.exists() and not fresh:
            self.regrets = json.loads(path.read_text())

    def regret(self, algorithm: Any, game: Game | HardGame, seed: int) -> float:
        """Return the regret of one run; play it if it has not been played yet."""
        arguments = {"theta": game.theta, "sigma": game.sigma, "horizon": game.horizon}
        key = fingerprint_of(algorithm, {**arguments, "seed": seed})
        if key not in self.regrets:
            run = simulate(algorithm, **arguments, seed=seed, checkpoints=1)
            self.regrets[key] = run.final_regret
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(self.regrets, indent=0))
        return self.regrets[key]


def print_table(rows: list[list[str]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        first, *others = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        print(" ".join([row[0].ljust(len(first)), *others]).rstrip())


def race(kept: Kept, games: list[Game]) -> list[str]:
    """Play all games, print the table, and return what does not hold."""
    names = list(dict.fromkeys(name for game in games for name in players(game)))
    rows = [["game", "d", "s", "T", *names, "", "alone/sharp"]]
    complaints, against_alone, against_repaired = [], [], []
    for game in tqdm(games, unit="game", leave=False):
        regrets = {
            name: statistics.mean(kept.regret(algorithm, game, seed) for seed in game.seeds)
            for name, algorithm in players(game).items()
        }
        sharp, alone = regrets[SHARP], regrets.get(ALONE, math.nan)
        beaten = [name for name in UNTOLD if name in regrets and not sharp < regrets[name]]
        if game.sparse:
            if game.whole:
                against_alone.append(alone / sharp)
            against_repaired.append(regrets[REPAIRED] / sharp)
            complaints += [f"{game.name}, d = {game.dim}: {name} has less" for name in beaten]
        if sharp > 8.0 * alone:
            complaints.append(f"{game.name}, d = {game.dim}: {sharp / alone:.1f} x {ALONE}")
        numbers = (f"{regrets[name]:,.0f}" if name in regrets else "-" for name in names)
        sizes = (str(n) for n in (game.dim, game.sparsity, game.horizon))
        ratio = f"{alone / sharp:.2f}" if game.whole else "-"
        rows.append([game.name, *sizes, *numbers, "" if game.sparse else "*", ratio])
    print_table(rows)
    print("* not sparse (s > d/16). Told more: divide (no noise), etc (s, sigma and T)")
    print(f"- left out: {' and '.join(WHOLE)} would take hours at d = 1024 and T = 10^6")
    if against_alone:
        medians = statistics.median(against_alone), statistics.median(against_repaired)
        print(
            f"\nSparse games, median: {ALONE} has {medians[0]:.1f} x the regret of {SHARP}, ",
            end="",
        )
        print(f"{REPAIRED} {medians[1]:.0f} x (targets 5 and 20)")
        if medians[0] < 5.0 or medians[1] < 20.0:
            complaints.append("the medians miss their targets")
    return complaints


def hard_family(kept: Kept) -> list[str]:
    """Play the hard family, print the worst factor of each size, return what does not hold."""
    rows, complaints = [["hard family", "d", "s", "sigma", "R/rate", "etc/sharp"]], []
    sizes = sorted({(game.dim, game.sparsity, game.sigma) for game in HARD})
    for dim, sparsity, sigma in tqdm(sizes, unit="size", leave=False):
        told = ExploreThenCommit(sparsity, sigma)
        worst, rival = 0.0, math.inf
        for game in HARD:
            if (game.dim, game.sparsity, game.sigma) == (dim, sparsity, sigma):
                sharp = kept.regret(SharpVASLB(WeightedOFUL()), game, 1)
                worst = max(worst, sharp / game.rate)
                rival = min(rival, kept.regret(told, game, 1) / sharp)
        rows.append(["", str(dim), str(sparsity), f"{sigma:g}", f"{worst:.2f}", f"{rival:.2f}"])
        if worst >= 10.0:
            complaints.append(f"hard family, d = {dim}, s = {sparsity}: R = {worst:.1f} x the rate")
    print()
    print_table(rows)
    print("rate: sqrt(s d V) + s; R/rate is the worst and etc/sharp the least over the sizes")
    return complaints


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="games whose name begins with this")
    parser.add_argument("--fresh", action="store_true", help="forget the runs that are kept")
    options = parser.parse_args()
    kept = Kept(KEPT, options.fresh)
    games = [game for game in GAMES if game.name.startswith(options.only)]
    if not games:
        parser.error(f"--only must begin the name of a game, got {options.only!r}")
    complaints = race(kept, games)
    if not options.only:
        complaints += hard_family(kept)
    for complaint in complaints:
        print(f"MISSED: {complaint}")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
