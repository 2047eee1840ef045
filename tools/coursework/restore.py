"""Give a submission back the checks that were changed, deleted or doubled.

The student's answers stay as they are; everything that decides about marks comes from the source.
"""

from __future__ import annotations

import copy

import nbformat
from nbformat import NotebookNode

from tools.coursework.course import ProblemSet, grade_id, is_check
from tools.project import KERNEL


def named(notebook: NotebookNode, sets: list[ProblemSet]) -> NotebookNode:
    """Give graded cells without metadata their grade id back, by cell id or a check's text."""
    known = [(one, name, cell) for one in sets for name, cell in one.cells.items()]
    by_id = {cell.id: cell for _, _, cell in known}
    by_text = {one.given[name].strip(): cell for one, name, cell in known if is_check(cell)}
    for cell in notebook.cells:
        if not grade_id(cell):
            found = by_id.get(cell.id) or by_text.get(cell.source.strip())
            cell.metadata = NotebookNode({"nbgrader": found.metadata.nbgrader} if found else {})
    return notebook


def restored(
    notebook: NotebookNode, problem_set: ProblemSet
) -> tuple[NotebookNode, dict[str, str]]:
    """Return the notebook to run and, by grade id, what had to be put right."""
    remarks: dict[str, str] = {}
    cells: list[NotebookNode] = []
    seen: set[str] = set()
    for cell in reversed(notebook.cells):  # the last of several copies counts
        name = grade_id(cell)
        if name and name in seen:
            remarks[name] = "the cell occurs more than once: the last one counts"
        known = problem_set.cells.get(name) if name not in seen else None
        if known and is_check(known) and cell.source.strip() != problem_set.given[name].strip():
            remarks.setdefault(name, "the check had been changed and was restored")
        cells.insert(0, _cell(known, cell.source) if known else _plain(cell))
        seen.add(name)
    for name in problem_set.cells:
        if name not in seen:
            remarks[name] = "the cell had been deleted"
            _put_back(cells, name, problem_set)
    result = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": KERNEL})
    for index, cell in enumerate(result.cells):
        cell.id = f"cell-{index}"
    return result, remarks


def _put_back(cells: list[NotebookNode], name: str, problem_set: ProblemSet) -> None:
    """Insert a deleted item before the item that follows it, as late as the source allows.

    A deleted answer stays away: its stub would overwrite an answer that stands in another cell.
    """
    known = problem_set.cells[name]
    if name not in problem_set.items:
        return
    order = list(problem_set.cells)
    place = order.index(name)
    before = [i for i, cell in enumerate(cells) if grade_id(cell) in order[:place]]
    after = [i for i, cell in enumerate(cells) if grade_id(cell) in order[place + 1 :]]
    start = max(before, default=-1) + 1
    following = [i for i in after if i >= start]
    position = min(following, default=start if after else len(cells))
    cells.insert(position, _cell(known, problem_set.given[name]))


def _cell(known: NotebookNode, answer: str) -> NotebookNode:
    """Return a graded cell: a check as in the source, an answer as the student wrote it."""
    make = getattr(nbformat.v4, f"new_{known.cell_type}_cell")
    described = copy.deepcopy(known.metadata.nbgrader)
    return make(known.source if is_check(known) else answer, metadata={"nbgrader": described})


def _plain(cell: NotebookNode) -> NotebookNode:
    """Return a cell without marks and metadata."""
    kind = cell.cell_type if cell.cell_type in ("code", "markdown") else "raw"
    return getattr(nbformat.v4, f"new_{kind}_cell")(cell.source)
