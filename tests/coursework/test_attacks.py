"""Every attack gets the marks it deserves, changes nothing outside, and leaves nothing behind."""

import os
import socket
import tempfile
from pathlib import Path

import psutil
import pytest
from attacks import exhausting, files, forging, protocol, reaching, unseen
from places import Places, marks_of, of
from toy_set import save

ROOMS = (forging, protocol, reaching, exhausting, unseen, files)
CASES = {name: case for room in ROOMS for name, case in room.CASES.items()}
SECRETS = ["double(-4)", "norm(np.zeros(2))", "return x + x", "One point for each"]


@pytest.fixture(scope="module")
def server():
    """Somebody who listens; nobody may call."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        yield listening


@pytest.fixture(scope="module")
def places(tmp_path_factory, server):
    """All attacks, handed in."""
    made = Places(tmp_path_factory.mktemp("attacks"))
    known = [made.course / "source", made.submissions, made.grades, made.outside, Path.home()]
    setting = f"PLACES = {list(map(str, known))}\nPORT = {server.getsockname()[1]}\n"
    for name, (changes, _) in CASES.items():
        if callable(changes):
            save(changes(made.released), made.submissions / name / "toy.ipynb")
        else:
            double = setting + changes["double"] if "double" in changes else {}
            made.hand_in(name, changes | ({"double": double} if double else {}))
    return made


@pytest.fixture(scope="module")
def graded(places):
    """The rows of the table of items, and what is left in the temporary folder."""
    temporary = places.folder / "temporary"
    temporary.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LECTURERS_PASSWORD", "secret")
        patch.setenv("TMPDIR", str(temporary))
        patch.setattr(tempfile, "tempdir", None)
        rows, _ = places.grade()
    return rows, os.listdir(temporary)


def test_there_are_enough_attacks():
    assert len(CASES) == sum(len(room.CASES) for room in ROOMS) >= 40


@pytest.mark.parametrize("name", CASES)
def test_an_attack_gets_the_marks_it_deserves(graded, name):
    expected = CASES[name][1]
    assert marks_of(graded[0], name) == expected, of(graded[0], name)


def test_nothing_changed_outside(places, graded):
    assert [path.name for path in places.outside.iterdir()] == ["treasure.txt"]
    assert (places.outside / "treasure.txt").read_text() == "gold"
    assert not list(places.folder.rglob("stolen*"))
    assert sorted(path.name for path in places.submissions.iterdir()) == sorted(CASES)
    assert graded[1] == []


def test_no_process_is_left(graded):
    every = [one.info for one in psutil.process_iter(["pid", "ppid", "cmdline"])]
    assert not [one for one in every if "98765" in (one["cmdline"] or [])]
    ours = {child.pid for child in psutil.Process().children(recursive=True)}
    for one in every:  # another grader may be at work on this machine
        if one["ppid"] == 1 or one["pid"] in ours:
            assert not any("student_side" in part for part in one["cmdline"] or []), one


def test_nobody_called(server, graded):
    with pytest.raises(BlockingIOError):
        server.accept()


def test_the_gradebook_holds_what_the_table_says(places, graded):
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{places.grades / 'gradebook.db'}") as gradebook:
        scores = {one.student.id: one.score for one in gradebook.assignment_submissions("toy")}
    assert len(scores) == len(CASES)
    assert sum(scores.values()) == sum(sum(marks) for _, marks in CASES.values())


@pytest.mark.parametrize(
    ("student", "item", "remark"),
    [
        ("swallows", "toy-norm-check", "stopped after the time limit of a cell (3 s)"),
        ("edits a check", "toy-double-check", "; the check had been changed and was restored"),
        ("no checks", "toy-double-check", "the cell had been deleted"),
        ("borrows checks", "toy-double-check", "double should be a function, not a NoneType"),
        ("equals all", "toy-sum-check", "total should be a real number, not a Equal"),
        ("huge answer", "toy-norm-check", "too large"),
        ("quit in a call", "toy-double-check", "raises SystemExit"),
    ],
)
def test_a_remark_says_what_happened(graded, student, item, remark):
    assert remark in of(graded[0], student)[item]["remark"]


def test_texts_are_short_and_clean(places, graded):
    for row in graded[0]:
        assert len(row["remark"]) < 4_500
        assert not set(row["remark"]) & set("\x00\x1b\ud800")
    for page in places.grades.glob("feedback/*/toy.html"):
        assert page.stat().st_size < 2_000_000, page


def test_feedback_shows_points_but_neither_solutions_nor_hidden_tests(places, graded):
    pages = list((places.grades / "feedback").glob("*/toy.html"))
    assert len(pages) == len(CASES)
    for page in pages:
        text = page.read_text("utf-8")
        assert "(Score: " in text
        assert not [secret for secret in SECRETS if secret in text], page
        assert "alert(1)</script" not in text
        assert "<svg" not in text
