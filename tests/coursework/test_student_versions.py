"""What students get: generated from the sources, without solutions and hidden tests."""

import re

import nbformat
import pytest
from toy_set import ROOT, write_course

from tools.coursework import release
from tools.coursework.course import COURSE, ProblemSet, problem_sets

BLOCK = re.compile(r"### BEGIN (SOLUTION|HIDDEN TESTS)\n(.*?)### END \1", re.S)
TELLING = 25  # characters from which on a line gives something away
SETS = problem_sets()


@pytest.fixture(scope="module")
def made():
    """The student versions as the sources give them now."""
    return release.releases()


def secrets_of(problem_set: ProblemSet) -> list[str]:
    """Return the lines of a source that students must not see."""
    texts = [
        found[2] for cell in problem_set.notebook.cells for found in BLOCK.finditer(cell.source)
    ]
    for cell in problem_set.cells.values():
        if cell.metadata.nbgrader.solution and cell.metadata.nbgrader.grade:
            texts.append(cell.source)
    lines = [line.strip() for text in texts for line in text.split("\n")]
    return [
        line for line in lines if len(line) > TELLING and not line.startswith(("from ", "import "))
    ]


def leaks(problem_set: ProblemSet, text: str) -> list[str]:
    """Return the secrets of a set that stand in the cells of a released notebook."""
    shown = "\n".join(cell.source for cell in nbformat.reads(text, as_version=4).cells)
    return [line for line in secrets_of(problem_set) if line in shown]


def test_the_committed_release_is_the_generated_one(made):
    folder = COURSE / "release"
    committed = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.glob("*/*.ipynb")
    }
    stale = [name for name in made | committed if made.get(name) != committed.get(name)]
    assert not stale, f"{stale}: run `make coursework` and commit what it writes"


def test_generating_twice_gives_the_same(tmp_path):
    course = write_course(tmp_path / "course")
    assert release.releases(course) == release.releases(course)


@pytest.mark.parametrize("problem_set", SETS, ids=lambda problem_set: problem_set.name)
def test_the_release_holds_no_solutions(made, problem_set):
    assert len(secrets_of(problem_set)) > 10
    name = f"{problem_set.name}/{problem_set.path.name}"
    assert leaks(problem_set, made[name]) == []
    committed = (COURSE / "release" / name).read_text("utf-8")
    assert leaks(problem_set, committed) == []
    for marker in ("BEGIN SOLUTION", "HIDDEN TESTS", "Rubric**"):
        assert marker not in committed


def test_the_grep_finds_what_it_looks_for(tmp_path):
    (toy,) = problem_sets(write_course(tmp_path / "course"))
    unreleased = toy.path.read_text("utf-8")
    assert len(leaks(toy, unreleased)) == len(secrets_of(toy)) > 3


def test_the_release_folder_holds_only_notebooks():
    files = {path for path in (COURSE / "release").rglob("*") if path.is_file()}
    visible = {path for path in files if ".ipynb_checkpoints" not in path.parts}
    assert {path.suffix for path in visible} == {".ipynb"}


def test_the_library_ships_no_marked_solutions():
    for path in (ROOT / "vaslb_edu").rglob("*"):
        if path.is_file() and path.suffix != ".pyc":
            text = path.read_bytes()
            assert b"BEGIN SOLUTION" not in text, path
            assert b"HIDDEN TESTS" not in text, path


@pytest.mark.parametrize("problem_set", SETS, ids=lambda problem_set: problem_set.name)
def test_a_released_set_is_locked_and_complete(made, problem_set):
    cells = nbformat.reads(made[f"{problem_set.name}/{problem_set.path.name}"], as_version=4).cells
    graded = {
        cell.metadata.nbgrader.grade_id: cell for cell in cells if "nbgrader" in cell.metadata
    }
    assert list(graded) == list(problem_set.cells)
    assert len(problem_set.items) >= 5
    for cell in graded.values():
        assert cell.metadata.deletable is False
        assert cell.metadata.get("editable", True) == (not cell.metadata.nbgrader.locked)
        assert cell.cell_type == "markdown" or cell.outputs == []
