"""The reference solutions, taken from the source notebooks of the coursework."""

from functools import cache
from pathlib import Path

import nbformat

SOURCE = Path(__file__).resolve().parents[2] / "book" / "coursework" / "source"


@cache
def notebook(problem_set):
    (path,) = (SOURCE / problem_set).glob("*.ipynb")
    return nbformat.read(path, as_version=4)


def is_answer(cell):
    graded = cell.metadata.get("nbgrader")
    return cell.cell_type == "code" and graded and graded["solution"] and not graded["grade"]


@cache
def reference(problem_set):
    """Return the names that the source notebook's answers define, solutions filled in.

    Cells tagged `setup` come first: imports and what is given to the student.
    """
    names = {"__name__": problem_set}
    for cell in notebook(problem_set).cells:
        if is_answer(cell) or "setup" in cell.metadata.get("tags", []):
            exec(compile(cell.source, f"{problem_set}: {cell.id}", "exec"), names)
    return names
