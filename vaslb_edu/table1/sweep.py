"""The sweep: play the cells that are missing, anywhere, and write each down as it ends.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from vaslb_edu.run import simulate
from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.fingerprint import fingerprint, fingerprint_of
from vaslb_edu.table1.journal import Journal
from vaslb_edu.table1.row import Row
from vaslb_edu.table1.systems import game_of
from vaslb_edu.table1.workers import played


def sweep(
    cells: Iterable[Cell],
    journal: Journal,
    workers: Any = 1,
    *,
    seconds: Callable[[Cell], float] = lambda cell: 1.0,
    progress: bool = True,
) -> int:
    """Play all cells that the journal does not hold, and return how many were played.

    Parameters
    ----------
    workers
        1: in this process. A larger number: so many processes. Or any `concurrent.futures`
        executor, or a Dask client.
    seconds
        About how long a cell takes. Long ones go first, and the bar knows the time that is left.

    A game that raises becomes a row with its error. A game whose worker dies is sent out again.
    Results do not depend on who plays: a cell holds its own seed.
    """
    with journal:
        there = {row.fingerprint for row in journal.rows()}
        waiting = {name: cell for cell in cells if (name := fingerprint(cell)) not in there}
        commit, count = commit_of_project(), len(waiting)
        expected = {name: max(seconds(cell), 1e-6) for name, cell in waiting.items()}
        waiting = dict(sorted(waiting.items(), key=lambda one: -expected[one[0]]))
        with tqdm(
            total=round(sum(expected.values()), 3),
            desc=f"{count:,} games",
            unit="s",
            smoothing=0,  # one slow game among many says little of the time that is left
            bar_format="{desc}: {percentage:3.0f}%|{bar}| {elapsed}, {remaining} left{postfix}",
            disable=not progress,
        ) as bar:
            for row in played(waiting, workers, play):
                if row.fingerprint not in waiting:
                    raise RuntimeError(
                        f"a worker runs other code than this process: its {row.cell} has the "
                        f"fingerprint {row.fingerprint}; install the same version everywhere"
                    )
                del waiting[row.fingerprint]
                journal.add(replace(row, commit=commit))
                bar.update(expected[row.fingerprint])
                bar.set_postfix_str(f"{len(waiting):,} to go", refresh=False)
        return count


def play(cell: Cell) -> Row:
    """Play one cell and return its row; an error of the game is part of it."""
    algorithm, game = game_of(cell)
    start, regret, error, provenance = time.process_time(), None, "", ""
    rounds: list[int] = []
    curve: list[float] = []
    try:
        run = simulate(algorithm, **game)
        regret, provenance = run.final_regret, json.dumps(run.provenance, separators=(",", ":"))
        rounds, curve = run.rounds.tolist(), run.regret.tolist()
    except Exception as problem:
        error = f"{type(problem).__name__}: {problem}"
    return Row(
        **asdict(cell),
        variance=cell.variance,
        regret=regret,
        rounds=rounds,
        curve=curve,
        seconds=time.process_time() - start,
        error=error,
        fingerprint=fingerprint_of(algorithm, game),
        commit="",
        finished=datetime.now(UTC).isoformat(timespec="seconds"),
        provenance=provenance,
    )


def commit_of_project() -> str:
    """Return the commit of the project, with a + if its files were changed; empty outside git."""
    folder = Path(__file__).parent

    def git(*words: str) -> str:
        ran = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True)
        return ran.stdout.strip() if ran.returncode == 0 else ""

    try:
        commit = git("rev-parse", "HEAD")
        return commit + ("+" if commit and git("status", "--porcelain", "-uno", "..") else "")
    except OSError:  # no git here
        return ""
