"""What the machinery of the sweep costs over `simulate` in a plain loop: `make bench`.

    python benchmarks/bench_sweep.py [--games N]

Both play the same games of 100,000 rounds in one process, in turns of 50, so that a busy machine
disturbs both alike. Compared is processor time; the wall clock is printed beside it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from vaslb_edu import simulate
from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.journal import Journal
from vaslb_edu.table1.sweep import sweep
from vaslb_edu.table1.systems import game_of

TURN = 50
TARGET = 0.10


def measured(work: object) -> tuple[float, float]:
    start = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - start[0], time.perf_counter() - start[1]


def plain(cells: list[Cell]) -> None:
    for cell in cells:
        algorithm, game = game_of(cell)
        simulate(algorithm, **game)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    games = parser.parse_args().games
    cells = [Cell("VASLB, repaired", "flat", 64, 2, 10**5, "0.1", k) for k in range(games)]
    loop, machine = [0.0, 0.0], [0.0, 0.0]
    with tempfile.TemporaryDirectory() as folder:
        sweep(cells[:2], Journal(Path(folder) / "start.arrows"), progress=False)  # reads the code
        for start in range(0, games, TURN):
            turn = cells[start : start + TURN]
            journal = Journal(Path(folder) / f"{start}.arrows")  # the first reads no other's rows
            for total, work in (
                (loop, lambda turn=turn: plain(turn)),
                (machine, lambda turn=turn, to=journal: sweep(turn, to, progress=False)),
            ):
                for k, seconds in enumerate(measured(work)):
                    total[k] += seconds
            assert len(list(journal.rows())) == len(turn)
    over = machine[0] / loop[0] - 1.0
    print(f"{games:,} games of 100,000 rounds, d = 64, VASLB repaired, one process")
    print(f"plain loop  {loop[0]:7.1f} s of processor time, {loop[1]:7.1f} s in all")
    print(f"sweep       {machine[0]:7.1f} s of processor time, {machine[1]:7.1f} s in all")
    met = over <= TARGET
    print(f"overhead    {over:7.1%} (target: at most {TARGET:.0%}) {'met' if met else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
