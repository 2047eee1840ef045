"""A class gets its marks: in any order, at any load, and in a second run.

Honest students, and among them some whose answers act later than they should.
"""

import subprocess
import sys

import honest
import pytest
from attacks import ALL, later
from places import Places, marks_of, of
from toy_set import CHECKS, ROOT, answered, save

UNREADABLE = {
    "broken": "broken.ipynb cannot be read",
    "empty": "no notebook found",
    "stranger": "strange.ipynb belongs to no problem set",
}
CASES = honest.CASES | later.CASES
ODD = ["renamed", "loose", "O'Brien, Zoë [2]"]
BUSY = "while True: pass"


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """The class, some odd names, and some entries that cannot be graded."""
    made = Places(tmp_path_factory.mktemp("class"))
    for student, (changes, _) in CASES.items():
        made.hand_in(student, changes)
    right = answered(made.released)
    save(right, made.submissions / "renamed" / "week 1" / "Copy of my solution (2).ipynb")
    save(right, made.submissions / "loose.ipynb")
    save(right, made.submissions / "O'Brien, Zoë [2]" / "toy.ipynb")
    save({"nbformat": 4, "cells": []}, made.submissions / "stranger" / "strange.ipynb")
    (made.submissions / "broken").mkdir()
    (made.submissions / "broken" / "broken.ipynb").write_text('{"cells": [')
    (made.submissions / "empty").mkdir()
    return made


@pytest.fixture(scope="module")
def graded(places):
    """The rows of both tables after one run, with two judges at a time."""
    return places.grade(jobs=2)


@pytest.fixture(scope="module")
def again(places, graded):
    """The rows after a second run: from the start, in the other order, on a busy machine."""
    from tools.coursework import grading, submissions

    found = submissions.find
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(2)]
    seed = (places.grades / "students.json").read_text()
    try:
        other = Places(places.folder / "again")
        other.submissions = places.submissions
        other.grades.mkdir()
        (other.grades / "students.json").write_text(seed)  # with the same cases
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(grading, "find", lambda *a, **k: reversed(list(found(*a, **k))))
            return other.grade(jobs=4)
    finally:
        for process in busy:
            process.kill()
            process.wait()


def test_the_class_is_large_enough():
    assert len(honest.CASES) >= 20
    assert len(CASES) == len(honest.CASES) + len(later.CASES)


@pytest.mark.parametrize("student", [*CASES, *ODD])
def test_everybody_gets_the_marks_of_the_answers(graded, student):
    expected = CASES[student][1] if student in CASES else ALL
    assert marks_of(graded[0], student) == expected, of(graded[0], student)


def test_a_second_run_in_another_order_and_under_load_says_the_same(graded, again):
    assert again == graded


def test_nobody_is_missing(graded):
    students = {*CASES, *ODD, *UNREADABLE}
    assert {row["student"] for row in graded[0]} == students
    for student in students - set(UNREADABLE):
        items = ["toy-double-check", "toy-norm-check", "toy-why", "toy-sum-check"]
        assert list(of(graded[0], student)) == items


@pytest.mark.parametrize(("student", "remark"), UNREADABLE.items())
def test_what_cannot_be_read_gets_a_remark(graded, student, remark):
    (row,) = [row for row in graded[0] if row["student"] == student]
    assert row["status"] == "not graded"
    assert row["remark"].startswith(remark)


@pytest.mark.parametrize(
    ("student", "item", "remark"),
    [
        ("alan", "toy-norm-check", "✘ Where is the root?"),
        ("john", "toy-sum-check", "✘ Did you forget a number?"),
        ("kurt", "toy-double-check", "✘ Did you square?"),
        ("edsger", "toy-double-check", "NameError: name 'double' is not defined"),
        ("barbara", "toy-double-check", "✘ double returns None"),
        ("tony", "toy-sum-check", "✘ total should be one number, not a list of 1."),
    ],
)
def test_a_remark_names_the_mistake(graded, student, item, remark):
    assert of(graded[0], student)[item]["remark"].startswith(remark)


def test_written_answers_wait_for_a_person(graded):
    assert of(graded[0], "ada")["toy-why"]["status"] == "to be marked"
    assert of(graded[0], "ada")["toy-why"]["points"] == ""


def test_the_summary_adds_up(graded):
    for row in graded[1]:
        if row["student"] in CASES:
            assert int(row["points"]) == sum(CASES[row["student"]][1])
            assert (row["max"], row["to be marked"]) == ("8", "2")
            assert row["isolation"] == "jail"
    assert sum(CHECKS.values()) == 6


def test_the_feedback_shows_figures_and_names_mistakes(places, graded):
    feedback = places.grades / "feedback"
    assert "data:image/png;base64" in (feedback / "sofia" / "toy.html").read_text("utf-8")
    assert "✘ Where is the root?" in (feedback / "alan" / "toy.html").read_text("utf-8")


@pytest.mark.parametrize("folder", ["", "no/such/folder"])
def test_without_submissions_it_says_so(folder):
    command = [sys.executable, "-m", "tools.coursework.grade", *([folder] if folder else [])]
    ended = subprocess.run(command, capture_output=True, text=True, env={"PYTHONPATH": str(ROOT)})
    assert ended.returncode == 2
    assert "make grade SUBMISSIONS=folder" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_written_answers_can_be_marked_in_jupyterlab(graded, places):
    from nbgrader.apps.api import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config.loader import PyFileConfigLoader

    config = PyFileConfigLoader("nbgrader_config.py", str(places.grades)).load_config()
    course = CourseDirectory(config=config)
    pages = NbGraderAPI(course, config=config)
    assert [one["name"] for one in pages.get_assignments()] == ["toy"]
    waiting = pages.get_notebook_submissions("toy", "toy")
    assert len(waiting) == len(CASES) + len(ODD)
    assert any(one["needs_manual_grade"] for one in waiting)
