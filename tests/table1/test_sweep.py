"""The sweep: the same rows on any workers, nothing twice, nothing lost, failures kept."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
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


@pytest.mark.slow
def test_a_sweep_killed_at_any_moment_goes_on_where_it_was(serial, tmp_path):
    """The program itself, killed the hard way while its file grows, three times."""
    path = tmp_path / "rows.arrows"
    code = (
        "import sys\nfrom tests.table1.small_cells import CELLS\n"
        "from vaslb_edu.table1.journal import Journal\nfrom vaslb_edu.table1 import sweep as m\n"
        "import time\nplay = m.play\n"
        "def slowly(cell):\n    time.sleep(0.05)\n    return play(cell)\n"
        "m.play = slowly\nm.sweep(CELLS, Journal(sys.argv[1]), progress=False)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for more in (2000, 5000, 9000):
        started = subprocess.Popen([sys.executable, "-c", code, str(path)], env=environment)
        size = path.stat().st_size if path.exists() else 0
        while started.poll() is None and (not path.exists() or path.stat().st_size < size + more):
            time.sleep(0.002)
        started.send_signal(signal.SIGKILL)
        started.wait()
    before = list(Journal(path).rows())
    assert 3 <= len(before) < len(CELLS)
    assert quietly(Journal(path), 1) == len(CELLS) - len(before)
    assert list(Journal(path).rows())[: len(before)] == before
    assert outcomes(Journal(path)) == serial


class Dying:
    """An executor whose first games die with their worker."""

    def __new__(cls, deaths):
        from concurrent.futures import Executor

        class Mortal(Executor):
            left = deaths

            def submit(self, work, *arguments):
                future = Future()
                if self.left:
                    self.left -= 1
                    future.set_exception(BrokenExecutor("killed"))
                else:
                    future.set_result(work(*arguments))
                return future

        return Mortal()


def test_games_whose_worker_died_are_played_again(serial, tmp_path):
    journal = Journal(tmp_path / "rows.arrows")
    quietly(journal, Dying(2))
    assert outcomes(journal) == serial


def test_workers_that_always_die_end_the_sweep_with_a_message(tmp_path):
    journal = Journal(tmp_path / "rows.arrows")
    with pytest.raises(RuntimeError, match=r"24 games were lost .* run the sweep again"):
        quietly(journal, Dying(10**6))


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
    assert "4 games: 100%" in capsys.readouterr().err
