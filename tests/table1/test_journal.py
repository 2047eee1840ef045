"""The sweep's file: rows come back as they were, whatever a kill left behind."""

import errno
import warnings
from dataclasses import replace

import pyarrow as pa
import pytest

from tests.table1.small_cells import CELLS
from vaslb_edu.table1.journal import SCHEMA, Journal
from vaslb_edu.table1.sweep import play

ROWS = [play(cell) for cell in CELLS[:3]]
FAILED = replace(ROWS[0], regret=None, rounds=[], curve=[], error="ValueError: no")


@pytest.fixture
def journal(tmp_path):
    journal = Journal(tmp_path / "deep" / "rows.arrows")
    with journal:
        for row in (*ROWS, FAILED):
            journal.add(row)
    return journal


def test_rows_come_back_as_they_were(journal):
    assert list(journal.rows()) == [*ROWS, FAILED]


def test_other_programs_read_it(journal):
    table = pa.ipc.open_stream(journal.path.read_bytes()).read_all()
    assert table.schema == SCHEMA
    assert table["regret"].to_pylist() == [*(row.regret for row in ROWS), None]


def test_after_a_kill_at_any_byte_whole_rows_are_kept_and_writing_goes_on(journal):
    whole = journal.path.read_bytes()
    rows = [*ROWS, FAILED]
    kept = set()
    for size in [*range(0, len(whole), 101), len(whole) - 1, len(whole)]:
        journal.path.write_bytes(whole[:size])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            with journal:
                found = list(journal.rows())
                journal.add(ROWS[2])
        assert found == rows[: len(found)]
        assert list(journal.rows()) == [*found, ROWS[2]]
        kept.add(len(found))
    assert kept == {0, 1, 2, 3, 4}


def test_what_is_cut_off_is_said_and_put_aside(journal):
    with journal.path.open("ab") as file:
        file.write(b"half a row")
    with pytest.warns(UserWarning, match="10 bytes of a half-written row"), journal:
        pass
    assert journal.path.with_suffix(".cut").read_bytes() == b"half a row"
    assert len(list(journal.rows())) == 4


def test_a_full_disk_costs_no_row_that_was_there(journal):
    """A device that takes 100 bytes and no more; afterwards there is room again."""

    class Full:
        def __init__(self, file):
            self.file, self.room = file, 100

        def write(self, data):
            if not self.room:
                raise OSError(errno.ENOSPC, "No space left on device")
            taken = self.file.write(data[: self.room])
            self.room -= taken
            return taken

        def __getattr__(self, name):
            return getattr(self.file, name)

    with journal:
        device, journal._file = journal._file, Full(journal._file)
        with pytest.raises(OSError, match=r"No space left on device; the rows before .* are kept"):
            journal.add(ROWS[1])
        journal._file = device
        journal.add(ROWS[2])
    assert list(journal.rows()) == [*ROWS, FAILED, ROWS[2]]


def test_two_sweeps_do_not_write_to_one_file(journal):
    with journal, pytest.raises(RuntimeError, match="another sweep is writing"):
        Journal(journal.path).__enter__()


def test_another_file_is_left_alone(tmp_path):
    path = tmp_path / "precious.txt"
    path.write_text("x" * 5000)
    with pytest.raises(ValueError, match="is no journal"):
        Journal(path).__enter__()
    assert path.read_text() == "x" * 5000


def test_a_journal_must_be_open_to_be_written_to(journal):
    with pytest.raises(RuntimeError, match="open the journal first"):
        journal.add(ROWS[0])
