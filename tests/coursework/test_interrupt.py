"""Grading can be interrupted at any moment and repeated: nothing that was done is lost."""

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import time

import psutil
import pytest
from attacks import ALL
from nbgrader.api import Gradebook
from places import Places, marks_of, of
from toy_set import ROOT

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """Ada answers, bob never ends."""
    made = Places(tmp_path_factory.mktemp("interrupt"))
    made.hand_in("ada", {})
    made.hand_in("bob", {"double": "while True: pass"})
    (made.folder / "temporary").mkdir()
    return made


def command(places, *more):
    options = [str(places.submissions), "--grades", str(places.grades)]
    options += ["--course", str(places.course), "--cell-seconds", "500", *more]
    return [sys.executable, "-m", "tools.coursework.grade", *options]


def start(places, *more, **options):
    """Start the grader as `make grade` does."""
    variables = dict(os.environ, PYTHONPATH=str(ROOT))
    variables["TMPDIR"] = str(places.folder / "temporary")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    settings = {"env": variables, **pipes} | options
    return subprocess.Popen(command(places, *more), **settings)


def started_by(process):
    """Return the processes that a grader has started so far."""
    with contextlib.suppress(psutil.Error):
        return psutil.Process(process.pid).children(recursive=True)
    return []


def at_work(process):
    """Return the processes of a grader while a student's is one of them, else none."""
    found = started_by(process)
    for child in found:
        with contextlib.suppress(psutil.Error):
            if any("student_side" in part for part in child.cmdline()):
                return found
    return []


def wait(process, condition):
    until = time.monotonic() + 600
    while not (found := condition()) and process.poll() is None and time.monotonic() < until:
        time.sleep(0.1)
    assert found
    return found


def has_ada(places):
    table = places.grades / "grades.csv"
    return table.exists() and "ada,toy,toy-double-check,2,2,passed" in table.read_text("utf-8")


@pytest.fixture(scope="module")
def first(places):
    """Ada is graded, bob is at work: then Ctrl-C, and meanwhile somebody else wanted to grade."""
    process = start(places, "--jobs", "1")
    wait(process, lambda: has_ada(places) and at_work(process))
    other = start(places)
    refused = other.communicate(timeout=600)[1]
    return process, (other.returncode, refused)


def test_a_second_grader_is_refused(first):
    status, said = first[1]
    assert status == 4
    assert "Another grader is at work" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_signal_loses_no_mark_and_leaves_nothing(places, first, number):
    process = first[0] if number == signal.SIGINT else start(places, "--jobs", "1")
    started = wait(process, lambda: at_work(process))
    process.send_signal(number)
    said = process.communicate(timeout=600)[1]
    assert not psutil.wait_procs(started, timeout=600)[1]
    assert has_ada(places)  # from the first run, also when a later one is cut short
    assert os.listdir(places.folder / "temporary") == []
    if number == signal.SIGKILL:
        assert process.returncode == -number
        return
    assert process.returncode == 128 + number
    assert "Interrupted" in said
    assert "Traceback" not in said
    assert not (places.grades / ".work").exists()


def test_marks_by_hand_stay_and_the_grader_goes_on_after_all_that(places, first):
    with Gradebook(f"sqlite:///{places.grades / 'gradebook.db'}") as gradebook:
        gradebook.find_grade("toy-why", "toy", "toy", "ada").manual_score = 1.5
        gradebook.db.commit()
    shutil.rmtree(places.submissions / "bob")
    places.hand_in("carl", {"sum": "total = 1"})
    rows, totals = places.grade()
    assert of(rows, "ada")["toy-why"]["points"] == "1.5"
    assert of(rows, "ada")["toy-why"]["status"] == "marked by hand"
    assert [row["points"] for row in totals if row["student"] == "ada"] == ["7.5"]
    assert marks_of(rows, "carl") == (2, 3, 0)
    assert not (places.grades / ".work").exists()

    # A folder with other students adds to the tables.
    shutil.rmtree(places.submissions / "ada")
    shutil.rmtree(places.submissions / "carl")
    places.hand_in("dora", {})
    rows, _ = places.grade()
    assert {row["student"] for row in rows} == {"ada", "carl", "dora"}
    assert marks_of(rows, "ada") == marks_of(rows, "dora") == ALL


def test_a_disk_that_takes_nothing_more_gives_a_sentence(places):
    before = {path: path.read_bytes() for path in places.grades.glob("*.csv")}

    def fill():  # as if the disk was full: no file may grow
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    process = start(places, preexec_fn=fill)
    said = process.communicate(timeout=600)[1]
    assert process.returncode == 1
    assert "Cannot go on" in said
    assert "Traceback" not in said
    assert {path: path.read_bytes() for path in places.grades.glob("*.csv")} == before


def test_a_folder_that_cannot_be_written_gives_a_sentence(places):
    process = start(places, "--grades", "/proc/grades")
    said = process.communicate(timeout=600)[1]
    assert process.returncode == 1
    assert "Cannot go on" in said
    assert "Traceback" not in said
