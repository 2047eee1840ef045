"""Grading can be interrupted and repeated: nothing that was done is lost."""

import os
import signal
import subprocess
import sys
import time

import nbformat
import psutil
from nbgrader.api import Gradebook
from toy_set import ROOT, answered, save, write_course

from tools.coursework import grading, release
from tools.coursework.child import Limits


def test_what_was_graded_before_ctrl_c_is_kept(tmp_path):
    course = write_course(tmp_path / "course")
    released = nbformat.reads(release.releases(course)["toy/toy.ipynb"], as_version=4)
    handed_in, grades = tmp_path / "submissions", tmp_path / "grades"
    save(answered(released), handed_in / "ada.ipynb")
    save(answered(released, double="while True: pass"), handed_in / "bob.ipynb")
    command = [sys.executable, "-m", "tools.coursework.grade", str(handed_in)]
    command += ["--grades", str(grades), "--course", str(course), "--jobs", "1"]
    command += ["--cell-seconds", "500"]
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    table = grades / "grades.csv"
    until = time.monotonic() + 300
    while not table.exists() and process.poll() is None and time.monotonic() < until:
        time.sleep(0.2)
    time.sleep(1)
    started = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=120)[1]
    assert process.returncode == 130
    assert "Interrupted" in said
    assert "Traceback" not in said
    assert "ada,toy,toy-double-check,2,2,passed," in table.read_text("utf-8")
    assert "bob" not in table.read_text("utf-8")
    assert started
    assert not psutil.wait_procs(started, timeout=20)[1]

    # Then the lecturer marks what ada wrote, and grades ada again.
    with Gradebook(f"sqlite:///{grades / 'gradebook.db'}") as gradebook:
        gradebook.find_grade("toy-why", "toy", "toy", "ada").manual_score = 1.5
        gradebook.db.commit()
    (handed_in / "bob.ipynb").unlink()
    (result,) = grading.grade(handed_in, grades, Limits(), course)
    marked = {mark.item: (mark.points, mark.status) for mark in result.marks}
    assert marked["toy-why"] == (1.5, "marked by hand")
    assert "ada,toy,7.5,8,0," in (grades / "summary.csv").read_text("utf-8")
