"""Names, links, pipes, depths, sizes: an odd entry costs itself a remark, and nobody anything."""

import csv
import json
import os
import re
import subprocess

import pytest
from attacks import ALL
from places import Places, marks_of, of
from toy_set import answered, save

from tools.coursework.handed_in import LARGEST, read
from tools.coursework.ledger import Ledger
from tools.coursework.marks import Result, Tables
from tools.coursework.submissions import find, shown

LATIN = b"M\xfcller"
REMARKS = {
    "broken link": "broken link is a link: not followed",
    "link to a notebook": "link to a notebook.ipynb is a link: not followed",
    "link to a folder": "link to a folder is a link: not followed",
    "loop": "again is a link: not followed",
    "pipe": "pipe.ipynb is no regular file",
    "pipe inside": "toy.ipynb is no regular file",
    ".hidden": ".hidden is hidden: not read",
    "archive.zip": "archive.zip is no notebook",
    "deep": "folders more than 16 deep: not looked at",
    "large": "large.ipynb cannot be read: ValueError: larger than 50 MB",
    "not UTF-8": "not UTF-8.ipynb cannot be read: UnicodeDecodeError",
    "nested": "nested.ipynb cannot be read: RecursionError",
    "many cells": "many cells.ipynb cannot be read: ValueError: no list of at most 500 cells",
    "=cmd": "no notebook found",
    "crowd": "more than 5000 files: the rest was not looked at",
    "both": "both and both.ipynb: is this one student?",
}
LOOKS_ALIKE = [b"B\x85", "B\x85".encode(), b"B\\x85", b"B\\\\x85", "B\ue0001".encode()]
LOOKS_ALIKE += ["B\U000e0001".encode(), b"B\\u{e0001}", b"a\nb", b"a\\u{a}b", "A\u202eb".encode()]
FINE = ["Anna Lee", "Anna_Lee", "anna_lee", "ANNA LEE", shown(os.fsdecode(LATIN)), "日本 語", "-x"]


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """A folder with everything that a file system allows."""
    made = Places(tmp_path_factory.mktemp("names"))
    folder, right = made.submissions, answered(made.released)
    for student in FINE:
        if student != shown(os.fsdecode(LATIN)):
            save(right, folder / student / "toy.ipynb")
    save(right, folder / os.fsdecode(LATIN) / os.fsdecode(b"L\xf6sung.ipynb"))
    save(right, made.outside / "toy.ipynb")
    save(right, folder / "both" / "toy.ipynb")
    save(right, folder / "both.ipynb")
    (folder / "broken link").symlink_to("nowhere")
    (folder / "link to a notebook.ipynb").symlink_to(made.outside / "toy.ipynb")
    (folder / "link to a folder").symlink_to(made.outside)
    (folder / "loop").mkdir()
    (folder / "loop" / "again").symlink_to(folder / "loop")
    os.mkfifo(folder / "pipe.ipynb")
    (folder / "pipe inside").mkdir()
    os.mkfifo(folder / "pipe inside" / "toy.ipynb")
    save(right, folder / ".hidden" / "toy.ipynb")
    (folder / "archive.zip").write_bytes(b"PK\x03\x04")
    (folder / "=cmd").mkdir()
    (folder / "crowd").mkdir()
    for number in range(5_001):
        (folder / "crowd" / str(number)).touch()
    _deep(folder / "deep", 1_200)
    with (folder / "large.ipynb").open("wb") as file:
        file.truncate(LARGEST + 1)
    (folder / "not UTF-8.ipynb").write_bytes(b'{"cells": "\xff"}')
    (folder / "nested.ipynb").write_text("[" * 200_000)
    cells = [{"cell_type": "code", "source": ""}] * 501
    save({"nbformat": 4, "cells": cells}, folder / "many cells.ipynb")
    yield made
    subprocess.run(["rm", "-rf", str(folder / "deep")], check=True)  # too deep for Python


def _deep(folder, depth):
    """Make folders in folders: deeper than the longest path that the system takes."""
    folder.mkdir()
    before = os.open(".", os.O_RDONLY)
    os.chdir(folder)
    try:
        for _ in range(depth):
            os.mkdir("folder")
            os.chdir("folder")
    finally:
        os.chdir(before)
        os.close(before)


@pytest.fixture(scope="module")
def graded(places):
    return places.grade()


@pytest.mark.parametrize("student", FINE)
def test_any_name_gets_its_marks(graded, student):
    found = {row["student"].removeprefix("'") for row in graded[0]}
    assert student in found
    rows = [row | {"student": row["student"].removeprefix("'")} for row in graded[0]]
    assert marks_of(rows, student) == ALL


@pytest.mark.parametrize(("student", "remark"), REMARKS.items())
def test_an_odd_entry_costs_itself_a_remark(graded, student, remark):
    (row,) = [row for row in graded[0] if row["student"].removeprefix("'") == student]
    assert (row["status"], row["points"]) == ("not graded", "")
    assert row["remark"].startswith(remark)


def test_no_cell_of_a_table_is_a_formula(graded):
    for table in graded:
        for row in table:
            assert not [value for value in row.values() if value[:1] in ("=", "+", "-", "@", "\t")]


def test_every_student_has_a_page_of_their_own(places, graded):
    identities = json.loads((places.grades / "students.json").read_text())["identities"]
    assert len({identity.casefold() for identity in identities.values()}) == len(FINE)
    assert identities["Anna_Lee"] == "Anna_Lee" != identities["Anna Lee"]
    pages = sorted(path.parent.name for path in places.grades.glob("feedback/*/toy.html"))
    assert pages == sorted(identities.values())


def test_names_that_look_alike_stay_apart_in_later_runs(tmp_path):
    first = Ledger(tmp_path / "students.json", seed=1)
    anna = first.identity("Anna Lee")
    again = Ledger.read(tmp_path)
    assert again.identity("Anna_Lee") == "Anna_Lee"
    assert again.identity("Anna Lee") == anna != "Anna_Lee"
    assert again.identity(anna) not in (anna, "Anna_Lee")  # somebody with that very name


def test_names_are_never_shown_alike(tmp_path):
    for name in LOOKS_ALIKE:
        save({}, tmp_path / os.fsdecode(name) / "toy.ipynb")
    found = [one.student for one in find(tmp_path, leave_out=tmp_path / "grades")]
    assert len(set(found)) == len(LOOKS_ALIKE)
    assert all(name.isprintable() for name in found)


def test_of_two_notebooks_the_newer_comes_first_and_checkpoints_do_not_count(tmp_path):
    for number, name in enumerate(["old.ipynb", "deep/new.ipynb", ".ipynb_checkpoints/x.ipynb"]):
        save({}, tmp_path / "ada" / name)
        os.utime(tmp_path / "ada" / name, (number, number))
    (found,) = find(tmp_path, leave_out=tmp_path / "grades")
    assert [path.name for path in found.files] == ["new.ipynb", "old.ipynb"]
    assert found.remarks == []


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "{}", '{"cells": 3, "nbformat": 4, "nbformat_minor": 5}', "\x00"]
)
def test_what_is_no_notebook_is_refused(tmp_path, text):
    (tmp_path / "eve.ipynb").write_text(text)
    with pytest.raises(ValueError, match=r"notebook|cells|Expecting"):
        read(tmp_path / "eve.ipynb")


def test_a_resubmission_that_cannot_be_read_takes_the_old_page_with_it(tmp_path):
    made = Places(tmp_path)
    made.hand_in("ada", {})
    made.hand_in("bob", {})
    rows, _ = made.grade()
    page = made.grades / "feedback" / "ada" / "toy.html"
    assert page.exists()
    (made.submissions / "ada" / "toy.ipynb").write_text("{")
    rows, _ = made.grade()
    assert not page.exists()
    (row,) = of(rows, "ada").values()
    assert (row["set"], row["status"]) == ("toy", "not graded")
    assert row["remark"].startswith("toy.ipynb cannot be read")
    assert marks_of(rows, "bob") == ALL


SPREADSHEET = [
    "=1+1",
    " =1",
    "'=1",
    "a;=cmd|' /C calc'!A0;",
    "a;'=1",
    "x\t@SUM(A1)",
    "a; -2",
    "；=1",
]


@pytest.mark.parametrize("name", [*SPREADSHEET, "O'Brien", "a;b", "plain", "''", "a;''+1"])
def test_no_cell_of_a_table_begins_to_calculate(tmp_path, name):
    """Also where a spreadsheet takes a semicolon for the end of a cell, as in half of Europe."""
    tables = Tables(tmp_path)
    tables.enter([Result(name, "toy", remark=f"✘ it raises: {name}")])
    tables.enter([Result("other", "toy")])
    for row in (tmp_path / "grades.csv").read_text("utf-8").splitlines()[1:]:
        for cell in re.split("[;,\t]", row):
            assert not cell.strip(' "').startswith(("=", "+", "-", "@")), row
    again = Tables(tmp_path)
    again.enter([Result(name, "toy", remark="again")])  # the same student: no second row
    with (tmp_path / "grades.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 2
