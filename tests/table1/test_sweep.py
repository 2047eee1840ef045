"""The sweep: the same rows on any workers, nothing twice, nothing lost, failures kept."""

import json
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from tests.table1.small_cells import CELLS, outcomes
from vaslb_edu import replay
from vaslb_edu.table1 import sweep as module
from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.journal import Journal
from vaslb_edu.table1.sweep import play, sweep

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def serial(tmp_path_factory):
    """The rows of a sweep in this process."""
    journal = Journal(tmp_path_factory.mktemp("serial") / "rows.arrows")
    assert sweep(CELLS, journal, progress=False) == len(CELLS)
    return outcomes(journal)


def quietly(journal, workers, cells=CELLS):
    return sweep(cells, journal, workers, progress=False)


@pytest.mark.parametrize("workers", ["processes", "threads"])
def test_other_workers_give_the_same_rows(serial, tmp_path, workers):
    journal = Journal(tmp_path / "rows.arrows")
    if workers == "processes":
        quietly(journal, 2)
    else:
        with ThreadPoolExecutor(2) as pool:
            quietly(journal, pool)
    assert outcomes(journal) == serial


def test_what_is_there_is_not_played_again(serial, tmp_path, monkeypatch):
    journal = Journal(tmp_path / "rows.arrows")
    assert quietly(journal, 1, CELLS[:5]) == 5
    assert quietly(journal, 1, [*CELLS[:8], CELLS[7]]) == 3
    monkeypatch.setattr(module, "play", None)
    assert quietly(journal, 1, CELLS[:8]) == 0
    monkeypatch.undo()
    quietly(journal, 1)
    assert outcomes(journal) == serial


def test_a_row_can_be_played_again_from_its_record(tmp_path):
    journal = Journal(tmp_path / "rows.arrows")
    quietly(journal, 1)
    for row in journal.rows():
        run = replay(row.provenance)
        assert run.final_regret == row.regret
        assert json.loads(row.provenance) == run.provenance


KILLED = """
import os, signal, sys
from tests.table1.small_cells import CELLS
from vaslb_edu.table1.journal import Journal
from vaslb_edu.table1.sweep import sweep

path, rows, torn, workers = sys.argv[1], *map(int, sys.argv[2:])


class Killed(Journal):
    def add(self, row):
        global rows
        end = self.path.stat().st_size
        super().add(row)
        rows -= 1
        if rows < 0:
            if torn:
                os.truncate(self.path, end + torn)
            os.kill(os.getpid(), signal.SIGKILL)


sweep(CELLS, Killed(path), workers, progress=False)
"""


@pytest.mark.slow
def test_a_sweep_killed_at_any_moment_goes_on_where_it_was(serial, tmp_path):
    """The program itself, killed the hard way after a row, and in the middle of one.

    Its workers end with it: `run` returns when nobody holds the other end of its pipe any more.
    """
    path, kept = tmp_path / "rows.arrows", 0
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for rows, torn, workers in ((3, 0, 1), (2, 700, 2), (4, 1, 2)):
        words = [sys.executable, "-c", KILLED, path, *map(str, (rows, torn, workers))]
        ended = subprocess.run(words, env=environment, capture_output=True, timeout=600)
        assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()
        kept += rows + (torn == 0)
        assert len(list(Journal(path).rows())) == kept
    before = list(Journal(path).rows())
    with pytest.warns(UserWarning, match="1 bytes of a half-written row"):
        assert quietly(Journal(path), 1) == len(CELLS) - kept
    assert list(Journal(path).rows())[:kept] == before
    assert outcomes(Journal(path)) == serial


def test_a_process_that_was_forked_does_not_keep_the_lock(tmp_path):
    """A worker that outlives a killed sweep would keep the next one out."""
    read, write = os.pipe()
    awake, tell = os.pipe()
    with Journal(tmp_path / "rows.arrows"):
        child = os.fork()
        if not child:  # say that it runs, and stay until the test has looked
            os.close(write)
            os.write(tell, b"!")
            os.read(read, 1)
            os._exit(0)
    try:
        assert os.read(awake, 1) == b"!"
        with Journal(tmp_path / "rows.arrows"):
            pass
    finally:
        os.close(write)
        os.waitpid(child, 0)
        for end in (read, awake, tell):
            os.close(end)


class Mortal(Executor):
    """An executor whose worker dies in each game whose number, from 0, `dies` says yes to.

    All games have ended when the first is asked for, in an order that nobody promises.
    """

    def __init__(self, dies):
        self.dies, self.number, self.played = dies, -1, []

    def submit(self, work, *arguments):
        self.number += 1
        future = Future()
        if self.dies(self.number):
            future.set_exception(BrokenExecutor("killed"))
        else:
            future.set_result(work(*arguments))
            self.played.extend(arguments)
        return future


@pytest.mark.parametrize(
    "dies",
    [lambda number: number < 2, lambda number: number % 5 == 4],
    ids=["at the beginning", "again and again"],
)
def test_games_whose_worker_died_are_played_again_and_no_others(serial, tmp_path, dies):
    journal, workers = Journal(tmp_path / "rows.arrows"), Mortal(dies)
    quietly(journal, workers)
    assert outcomes(journal) == serial
    assert sorted(workers.played) == sorted(CELLS)


def test_what_had_ended_before_the_executor_broke_is_kept(serial, tmp_path):
    """It breaks while games are sent out: those that have ended are not played again."""

    class Breaks(Mortal):
        def submit(self, *work):
            if self.number == 9 and len(self.played) == 10:
                self.number += 1
                raise BrokenExecutor("between two games")
            return super().submit(*work)

    journal, workers = Journal(tmp_path / "rows.arrows"), Breaks(lambda number: False)
    quietly(journal, workers)
    assert outcomes(journal) == serial
    assert sorted(workers.played) == sorted(CELLS)


def test_workers_that_always_die_end_the_sweep_with_a_message(tmp_path):
    journal = Journal(tmp_path / "rows.arrows")
    lost = r"24 games were lost .* \(BrokenExecutor\('killed'\)\); .* run the sweep again"
    with pytest.raises(RuntimeError, match=lost):
        quietly(journal, Mortal(lambda number: True))


def test_an_executor_that_takes_no_game_ends_the_sweep_with_its_reason(tmp_path):
    class Broken(Executor):
        def submit(self, *work):
            raise BrokenExecutor("no worker is left")

    with pytest.raises(RuntimeError, match=r"24 games were lost .*no worker is left"):
        quietly(Journal(tmp_path / "rows.arrows"), Broken())


def test_a_game_that_fails_is_a_row_that_says_why(tmp_path):
    journal = Journal(tmp_path / "rows.arrows")
    wrong = Cell("Divide and conquer", "flat", 8, 2, 100, "0.3", 1)
    quietly(journal, 1, [wrong])
    (row,) = journal.rows()
    assert row.regret is None
    assert "divide and conquer needs rounds without noise" in row.error


def test_workers_with_other_code_are_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "play", lambda cell: replace(play(cell), fingerprint="other"))
    with pytest.raises(RuntimeError, match="a worker runs other code"):
        quietly(Journal(tmp_path / "rows.arrows"), 1, CELLS[:1])


@pytest.mark.parametrize("workers", [0, "many", None])
def test_what_is_no_worker_is_refused(tmp_path, workers):
    with pytest.raises(TypeError, match="workers must be"):
        quietly(Journal(tmp_path / "rows.arrows"), workers)


def test_the_bar_knows_the_time_that_is_left(tmp_path, capsys):
    sweep(CELLS[:4], Journal(tmp_path / "rows.arrows"), seconds=lambda cell: 2.0)
    shown = capsys.readouterr().err
    assert "4 games: 100%" in shown
    assert re.search(r"\d\d:\d\d, 00:00 left, 0 to go", shown)
