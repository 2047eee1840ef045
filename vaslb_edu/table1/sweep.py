"""The sweep: play the cells that are missing, anywhere, and write each down as it ends.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from vaslb_edu.run import simulate, stop_processes
from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.fingerprint import fingerprint, fingerprint_of
from vaslb_edu.table1.journal import Journal, Row, as_json
from vaslb_edu.table1.systems import game_of

ATTEMPTS = 3  # how often a game is sent out again when its worker dies


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
            bar_format="{desc}: {percentage:3.0f}%|{bar}| {elapsed}, {remaining} left{postfix}",
            disable=not progress,
        ) as bar:
            for row in _played(waiting, workers):
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
        regret, provenance = run.final_regret, as_json(run.provenance)
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


def _played(waiting: dict[str, Cell], workers: Any) -> Iterator[Row]:
    """Play the cells that wait, until none does; those of workers that died again and again."""
    if isinstance(workers, int) and workers == 1:
        yield from (play(cell) for cell in list(waiting.values()))
        return
    for _ in range(ATTEMPTS):
        with _executor(workers) as executor:
            yield from _as_they_end(executor, list(waiting.values()))
        if not waiting:
            return
    raise RuntimeError(
        f"{len(waiting)} games were lost with their workers, {ATTEMPTS} times: first "
        f"{next(iter(waiting.values()))}; all others are kept, so run the sweep again"
    )


def _as_they_end(executor: Executor, cells: list[Cell]) -> Iterator[Row]:
    """Send out all cells and return the rows that come back."""
    futures = [executor.submit(play, cell) for cell in cells]
    try:
        for future in as_completed(futures):
            problem = future.exception()
            if problem is None:
                yield future.result()
            elif isinstance(problem, BrokenExecutor):
                return
            # Anything else is the executor's: `play` has caught what the game raises.
    finally:
        for future in futures:
            future.cancel()


@contextmanager
def _executor(workers: Any) -> Iterator[Executor]:
    """Return somebody's executor, that of a Dask client, or processes that end with the block."""
    if isinstance(workers, Executor):
        yield workers
    elif hasattr(workers, "get_executor"):
        yield workers.get_executor(pure=False)
    elif isinstance(workers, int) and workers >= 2:
        with ProcessPoolExecutor(workers) as pool:
            try:
                yield pool
            except BaseException:
                stop_processes(pool)
                raise
    else:
        raise TypeError(
            "workers must be a number from 1, an executor of concurrent.futures or a Dask client, "
            f"got {workers!r}"
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
