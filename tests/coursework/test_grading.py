"""A folder of good, bad and malicious submissions gets the marks it deserves."""

import csv
import subprocess
import sys

import nbformat
import pytest
from bad_answers import ALL, submissions
from toy_set import CHECKS, ROOT, save, write_course

from tools.coursework import grading, release
from tools.coursework.child import Limits

UNREADABLE = {
    "broken": "broken.ipynb cannot be read",
    "empty": "no notebook found",
    "stranger": "strange.ipynb belongs to no problem set",
}
SETUP = ["renamed", "loose", "O'Brien, Zoë [2]"]
SECRETS = ["double(-4)", "norm(np.zeros(2))", "return x + x", "One point for each"]


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """The folders of a course, of its submissions and of its grades, and somebody's treasure."""
    folder = tmp_path_factory.mktemp("grading")
    course = write_course(folder / "course")
    handed_in, outside = folder / "submissions", folder / "outside"
    outside.mkdir()
    (outside / "treasure.txt").write_text("gold")
    text = release.releases(course)["toy/toy.ipynb"]
    released = nbformat.reads(text, as_version=4)
    cases = submissions(released, course / "source", handed_in, outside)
    right = cases["right"][0]
    for student, (notebook, _) in cases.items():
        save(notebook, handed_in / student / "toy.ipynb")
    save(right, handed_in / "renamed" / "week 1" / "Copy of my solution (2).ipynb")
    save(right, handed_in / "loose.ipynb")
    save(right, handed_in / "O'Brien, Zoë [2]" / "toy.ipynb")
    save(nbformat.v4.new_notebook(), handed_in / "stranger" / "strange.ipynb")
    (handed_in / "broken").mkdir()
    (handed_in / "broken" / "broken.ipynb").write_text('{"cells": [')
    (handed_in / "empty").mkdir()
    expected = {student: marks for student, (_, marks) in cases.items()}
    expected |= dict.fromkeys(SETUP, ALL)
    return folder, expected


@pytest.fixture(scope="module")
def graded(places):
    """The rows of both tables after one run over all submissions."""
    folder, _ = places
    limits = Limits(cell=10, submission=120, memory=3000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LECTURERS_PASSWORD", "secret")
        grading.grade(folder / "submissions", folder / "grades", limits, folder / "course")
    return read(folder / "grades" / "grades.csv"), read(folder / "grades" / "summary.csv")


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def of(rows, student):
    return {row["item"]: row for row in rows if row["student"] == student}


def test_every_submission_gets_its_marks(places, graded):
    _, expected = places
    found = {
        student: tuple(int(of(graded[0], student)[item]["points"]) for item in CHECKS)
        for student in expected
    }
    assert found == expected
    assert len(expected) >= 20


def test_nobody_is_missing(places, graded):
    _, expected = places
    assert {row["student"] for row in graded[0]} == set(expected) | set(UNREADABLE)
    for student in expected:
        assert list(of(graded[0], student)) == [
            "toy-double-check",
            "toy-norm-check",
            "toy-why",
            "toy-sum-check",
        ]


@pytest.mark.parametrize(("student", "remark"), UNREADABLE.items())
def test_what_cannot_be_read_gets_a_remark(graded, student, remark):
    (row,) = [row for row in graded[0] if row["student"] == student]
    assert row["status"] == "not graded"
    assert row["remark"].startswith(remark)


@pytest.mark.parametrize(
    ("student", "item", "remark"),
    [
        ("partly", "toy-norm-check", "✘ Where is the root?"),
        ("wrong", "toy-sum-check", "✘ Did you forget a number?"),
        ("unchanged", "toy-double-check", "NotImplementedError: your turn"),
        ("crashing", "toy-double-check", "NameError"),
        ("swallows", "toy-norm-check", "stopped after the time limit of a cell (10 s)"),
        ("edits a check", "toy-double-check", "Did you square?; the check had been changed"),
        ("no checks", "toy-double-check", "the cell had been deleted"),
        ("empties cells", "toy-double-check", "✘ double("),
    ],
)
def test_a_remark_says_what_happened(graded, student, item, remark):
    assert remark in of(graded[0], student)[item]["remark"]


def test_written_answers_wait_for_a_person(graded):
    assert of(graded[0], "right")["toy-why"]["status"] == "to be marked"
    assert of(graded[0], "right")["toy-why"]["points"] == ""
    for student in ("unchanged", "no answer"):
        assert of(graded[0], student)["toy-why"]["status"] == "no answer"
        assert of(graded[0], student)["toy-why"]["points"] == "0"


def test_the_summary_adds_up(places, graded):
    _, expected = places
    for row in graded[1]:
        if row["student"] in expected:
            assert int(row["points"]) == sum(expected[row["student"]])
            assert row["max"] == "8"
            assert row["to be marked"] in ("2", "0")


def test_nothing_was_stolen(places, graded):
    outside = places[0] / "outside"
    assert [path.name for path in outside.iterdir()] == ["treasure.txt"]
    assert (outside / "treasure.txt").read_text() == "gold"
    # It really tried all its ways: the cell ends with the right answer.
    assert of(graded[0], "writes")["toy-double-check"]["status"] == "passed"


def test_feedback_shows_points_but_neither_solutions_nor_hidden_tests(places, graded):
    folder, expected = places
    pages = list((folder / "grades" / "feedback").glob("*/toy.html"))
    assert len(pages) == len(expected)
    for page in pages:
        text = page.read_text("utf-8")
        assert "(Score: " in text
        assert not [secret for secret in SECRETS if secret in text], page


def test_feedback_runs_no_script_of_a_student(places, graded):
    text = (places[0] / "grades" / "feedback" / "scripts" / "toy.html").read_text("utf-8")
    assert "<b>shown</b>" in text
    assert "<script>alert(1)" not in text


def test_the_feedback_of_a_wrong_answer_names_the_mistake(places, graded):
    page = places[0] / "grades" / "feedback" / "partly" / "toy.html"
    assert "✘ Where is the root?" in page.read_text("utf-8")


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

    folder, _ = places
    config = PyFileConfigLoader("nbgrader_config.py", str(folder / "grades")).load_config()
    course = CourseDirectory(config=config)
    pages = NbGraderAPI(course, config=config)
    assert [one["name"] for one in pages.get_assignments()] == ["toy"]
    waiting = pages.get_notebook_submissions("toy", "toy")
    assert len(waiting) > 10
    assert any(one["needs_manual_grade"] for one in waiting)
