"""Run the study: `python -m vaslb_edu.table1`, or `make table1`.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from vaslb_edu.table1 import results
from vaslb_edu.table1.cost import costs, expected_seconds
from vaslb_edu.table1.grid import whole_grid
from vaslb_edu.table1.journal import Journal
from vaslb_edu.table1.sweep import sweep

KEPT = Path("_build") / "table1.arrows"


def main(arguments: list[str] | None = None) -> int:
    """Play what is missing, write the results, and say what failed."""
    parser = argparse.ArgumentParser(prog="python -m vaslb_edu.table1", description=__doc__)
    parser.add_argument("--journal", type=Path, default=KEPT, help=f"its rows (default: {KEPT})")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--scheduler", help="a Dask scheduler: its address, or its file")
    parser.add_argument("--only", default="", help="systems whose name begins with this")
    parser.add_argument(
        "--out", type=Path, default=results.FOLDER, help="folder of results.csv and results.json"
    )
    parser.add_argument("--plan", action="store_true", help="say what it would cost, and stop")
    options = parser.parse_args(arguments)
    cells = [cell for cell in whole_grid() if cell.system.startswith(options.only)]
    if not cells:
        parser.error(f"--only must begin the name of a system, got {options.only!r}")
    known = costs(results.read()) if (results.FOLDER / "results.csv").exists() else {}
    hours = sum(expected_seconds(known, cell) for cell in cells) / 3600.0
    print(f"{len(cells):,} games, about {hours:.2f} core-hours on this kind of machine")
    if options.plan:
        return 0
    options.out.mkdir(parents=True, exist_ok=True)
    journal = Journal(options.journal)
    sweep(
        cells,
        journal,
        _client(options.scheduler) if options.scheduler else options.workers,
        seconds=lambda cell: expected_seconds(known, cell),
    )
    if options.only:
        print(f"kept in {options.journal}; the results are written when all systems are played")
        return 0
    missing = results.write(journal.rows(), cells, options.out)
    failed = [result for result in results.read(options.out) if result.error]
    for result in failed:
        print(f"FAILED: {result.cell}: {result.error}")
    print(f"{len(cells) - len(missing):,} games in {options.out / 'results.csv'}")
    return 1 if missing or failed else 0


def _client(scheduler: str) -> Any:
    """Connect to a Dask scheduler by its address or by the file that it wrote."""
    from distributed import Client

    is_file = Path(scheduler).is_file()
    return Client(scheduler_file=scheduler) if is_file else Client(scheduler)


if __name__ == "__main__":
    sys.exit(main())
