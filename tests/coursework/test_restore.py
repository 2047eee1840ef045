"""A submission gets its checks back, at their places, and keeps its answers."""

import nbformat
import pytest
from toy_set import answered, cell, delete, write_course

from tools.coursework import release
from tools.coursework.course import grade_id, problem_sets, recognised
from tools.coursework.restore import named, restored

ORDER = ["toy-double", "toy-double-check", "toy-norm", "toy-norm-check", "toy-why"]
ORDER += ["toy-sum", "toy-sum-check"]


@pytest.fixture(scope="module")
def toy(tmp_path_factory):
    """The toy set, and its released notebook."""
    folder = tmp_path_factory.mktemp("toy")
    course = write_course(folder / "course")
    release.generate(course, folder, gradebook=False)
    (problem_set,) = problem_sets(course, folder / "release")
    return problem_set, nbformat.read(problem_set.released, as_version=4)


def order(notebook):
    return [grade_id(one) for one in notebook.cells if grade_id(one)]


@pytest.mark.parametrize(
    "missing", [[name] for name in ORDER] + [ORDER[1::2], ["toy-norm", "toy-norm-check"]]
)
def test_what_was_deleted_comes_back_but_for_answers(toy, missing):
    problem_set, released = toy
    notebook = answered(released)
    delete(notebook, *missing)
    result, remarks = restored(notebook, problem_set)
    answers = {"toy-double", "toy-norm", "toy-sum"}
    assert order(result) == [name for name in ORDER if name not in answers & set(missing)]
    assert set(remarks) == set(missing)


def test_a_deleted_check_comes_after_helpers_written_below_the_answer(toy):
    problem_set, released = toy
    notebook = answered(released)
    delete(notebook, "toy-double-check")
    place = notebook.cells.index(cell(notebook, "toy-double")) + 1
    notebook.cells.insert(place, nbformat.v4.new_code_cell("helper = 1"))
    sources = [one.source for one in restored(notebook, problem_set)[0].cells]
    check = problem_set.cells["toy-double-check"].source
    assert sources.index("helper = 1") < sources.index(check)
    assert sources.index(check) < sources.index(cell(notebook, "toy-norm").source)


def test_the_restored_notebook_has_hidden_tests_and_the_students_answers(toy):
    problem_set, released = toy
    notebook = answered(released, why="Because.")
    cell(notebook, "toy-norm-check").source = ""
    result, remarks = restored(notebook, problem_set)
    assert "norm(np.zeros(2))" in cell(result, "toy-norm-check").source
    assert cell(result, "toy-why").source == "Because."
    assert remarks == {"toy-norm-check": "the check had been changed and was restored"}


def test_an_untouched_notebook_needs_no_remark(toy):
    problem_set, released = toy
    assert restored(answered(released), problem_set)[1] == {}


def test_a_set_is_recognised_without_metadata(toy):
    problem_set, released = toy
    bare = answered(released)
    for one in bare.cells:
        one.metadata, one.id = {}, f"new-{len(one.source)}"
    assert recognised(named(bare, [problem_set]), [problem_set]) is problem_set
    assert recognised(nbformat.v4.new_notebook(), [problem_set]) is None
