"""The real problem sets, graded: their solutions get every mark, the untouched releases none."""

import csv
import shutil

import pytest

from tools.coursework import grading
from tools.coursework.course import COURSE, is_check, problem_sets

SETS = problem_sets()


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """The rows of the table, for the solutions and the releases handed in as submissions."""
    folder = tmp_path_factory.mktemp("real")
    for problem_set in SETS:
        name = f"{problem_set.name}.ipynb"
        for student, path in (
            ("solved", problem_set.path),
            ("unchanged", COURSE / "release" / problem_set.name / problem_set.path.name),
        ):
            (folder / "submissions" / student).mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / "submissions" / student / name)
    grading.grade(folder / "submissions", folder / "grades")
    with (folder / "grades" / "grades.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def of(rows, student, problem_set):
    return [row for row in rows if (row["student"], row["set"]) == (student, problem_set.name)]


@pytest.mark.parametrize("problem_set", SETS, ids=lambda problem_set: problem_set.name)
def test_the_solutions_get_every_automatic_mark(rows, problem_set):
    found = of(rows, "solved", problem_set)
    assert [row["item"] for row in found] == list(problem_set.items)
    for row in found:
        if is_check(problem_set.items[row["item"]]):
            assert (row["points"], row["status"]) == (row["max"], "passed"), row
        else:
            assert (row["points"], row["status"]) == ("", "to be marked"), row


@pytest.mark.parametrize("problem_set", SETS, ids=lambda problem_set: problem_set.name)
def test_an_untouched_release_gets_nothing(rows, problem_set):
    found = of(rows, "unchanged", problem_set)
    assert [row["item"] for row in found] == list(problem_set.items)
    assert {row["points"] for row in found} == {"0"}
    assert {row["status"] for row in found} == {"failed", "no answer"}
    assert all(row["remark"] for row in found if row["status"] == "failed")
