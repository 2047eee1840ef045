"""Who plays the cells of a sweep: this process, others beside it, an executor, or a Dask cluster.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.connection import wait
from typing import Any

from vaslb_edu.run import stop_processes
from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.row import Row

ATTEMPTS = 3  # how often in a row all games that wait may be lost with their workers


def played(waiting: dict[str, Cell], workers: Any, play: Callable[[Cell], Row]) -> Iterator[Row]:
    """Play the cells that wait until none does; those of workers that died are played again.

    Whoever takes a row takes its cell out of `waiting`.
    """
    if isinstance(workers, int) and workers == 1:
        yield from (play(cell) for cell in list(waiting.values()))
        return
    attempts = ATTEMPTS
    while waiting:
        before = len(waiting)
        with _executor(workers) as executor:
            problem = yield from _as_they_end(executor, list(waiting.values()), play)
        attempts = ATTEMPTS if len(waiting) < before else attempts - 1
        if waiting and not attempts:
            raise RuntimeError(
                f"{len(waiting)} games were lost with their workers, {ATTEMPTS} times in a row: "
                f"first {next(iter(waiting.values()))} ({problem!r}); all others are kept, so run "
                "the sweep again"
            ) from problem


def _as_they_end(
    executor: Executor, cells: list[Cell], play: Callable[[Cell], Row]
) -> Generator[Row, None, BaseException | None]:
    """Send out all cells, yield the rows that come back, and return what else came back.

    Rows that are there when the executor breaks come back as well: no game is played twice.
    """
    futures: list[Future[Row]] = []
    taken: set[Future[Row]] = set()
    problem: BaseException | None = None
    try:
        futures.extend(executor.submit(play, cell) for cell in cells)
        for future in as_completed(futures):
            taken.add(future)
            if (error := future.exception()) is None:
                yield future.result()
            else:  # of the executor: `play` has caught what the game raises
                problem = error
            if isinstance(error, BrokenExecutor):
                break
    except BrokenExecutor as error:  # it was broken before all cells were sent
        problem = error
    finally:
        for future in futures:
            future.cancel()
    ended = (one for one in futures if one.done() and not (one.cancelled() or one in taken))
    yield from (future.result() for future in ended if future.exception() is None)
    return problem


@contextmanager
def _executor(workers: Any) -> Iterator[Executor]:
    """Return somebody's executor, that of a Dask client, or processes that end with the block."""
    if isinstance(workers, Executor):
        yield workers
    elif hasattr(workers, "get_executor"):
        yield workers.get_executor(pure=False)
    elif isinstance(workers, int) and workers >= 2:
        with ProcessPoolExecutor(workers, initializer=_end_with_the_sweep) as pool:
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


def _end_with_the_sweep() -> None:
    """Let a worker end when the process that started it was killed: nobody else would tell it."""
    parent = parent_process()
    assert parent is not None  # a worker has one

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
