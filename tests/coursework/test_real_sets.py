"""The real problem sets, graded: solutions get every mark, untouched and forged ones none."""

import csv
import re
import shutil

import nbformat
import pytest
from toy_set import save

from tools.coursework import grading
from tools.coursework.course import COURSE, grade_id, is_check, problem_sets

SETS = problem_sets()
# Wants the answers of the checks, and if it cannot have them, objects that agree with everything.
FORGED = """
import builtins, importlib, pkgutil, sys, numpy as np
class Agrees(float):
    def __getattr__(self, name): return lambda *a, **k: Agrees()
    def __eq__(self, other): return True
    __le__ = __ge__ = __lt__ = __gt__ = __bool__ = __eq__
    __hash__ = float.__hash__
stolen = {}
sys.modules.pop("vaslb_edu.checks", None)
try:
    from vaslb_edu.checks import answers
    answers.compare = lambda name, function, cases, right, *a, **k: stolen.update({name: right})
    import vaslb_edu.checks as checks
    for found in pkgutil.walk_packages(checks.__path__, "vaslb_edu.checks."):
        module = importlib.import_module(found.name)
        for name, check in list(vars(module).items()):
            try:
                check(None)
            except Exception:
                pass
except ImportError:
    pass
np.allclose = np.isclose = np.all = np.array_equal = lambda *a, **k: True
builtins.AssertionError = type("Never", (BaseException,), {})
"""


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
        save(forged(problem_set), folder / "submissions" / "forged" / name)
    grading.grade(folder / "submissions", folder / "grades")
    with (folder / "grades" / "grades.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def forged(problem_set):
    """Return a submission that steals or fakes every answer."""
    path = COURSE / "release" / problem_set.name / problem_set.path.name
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        found = re.search(r"^def (\w+)", cell.source, re.M)
        if cell.cell_type == "code" and grade_id(cell) and not is_check(cell) and found:
            name = found[1]
            cell.source = f"{FORGED}\n{name} = stolen.get({name!r}, lambda *a: Agrees())"
    return notebook


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


@pytest.mark.parametrize("problem_set", SETS, ids=lambda problem_set: problem_set.name)
def test_forged_answers_get_nothing(rows, problem_set):
    found = [row for row in of(rows, "forged", problem_set) if row["status"] != "to be marked"]
    assert len(found) >= 6
    assert {row["points"] for row in found} == {"0"}, found
