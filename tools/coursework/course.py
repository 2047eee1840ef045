"""The problem sets as their source notebooks describe them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from tools.project import BOOK

COURSE = BOOK / "coursework"


@dataclass(frozen=True)
class ProblemSet:
    """One problem set: a folder with one source notebook."""

    path: Path
    released: Path | None = None

    @property
    def name(self) -> str:
        """The name of the set, which is that of its folder."""
        return self.path.parent.name

    @cached_property
    def notebook(self) -> NotebookNode:
        """The source notebook, with solutions and hidden tests."""
        return nbformat.read(self.path, as_version=4)

    @cached_property
    def cells(self) -> dict[str, NotebookNode]:
        """The cells that nbgrader knows, by their grade id, in the order of the notebook."""
        return {grade_id(cell): cell for cell in self.notebook.cells if grade_id(cell)}

    @cached_property
    def given(self) -> dict[str, str]:
        """The text of these cells as students get it, by grade id."""
        cells = nbformat.read(self.released, as_version=4).cells if self.released else []
        return {grade_id(cell): cell.source for cell in cells if grade_id(cell)}

    @cached_property
    def items(self) -> dict[str, NotebookNode]:
        """The cells that carry points."""
        return {name: cell for name, cell in self.cells.items() if cell.metadata.nbgrader.grade}


def grade_id(cell: NotebookNode) -> str:
    """Return nbgrader's name of a cell, "" for a cell without one."""
    described = cell.metadata.get("nbgrader")
    name = described.get("grade_id") if isinstance(described, dict) else None
    return name if isinstance(name, str) else ""


def is_check(cell: NotebookNode) -> bool:
    """Say whether a cell is a locked test, which gives its points by itself."""
    described = cell.metadata.get("nbgrader", {})
    return bool(described.get("grade")) and not described.get("solution")


def problem_sets(course: Path = COURSE, released: Path | None = None) -> list[ProblemSet]:
    """Return the problem sets of a course, in order; `released` holds the students' versions."""
    source = course / "source"
    return [
        ProblemSet(path, released / path.relative_to(source) if released else None)
        for path in sorted(source.glob("*/*.ipynb"))
    ]


def recognised(notebook: NotebookNode, sets: list[ProblemSet]) -> ProblemSet | None:
    """Return the set that a notebook answers, whatever its name: most grade ids in common."""
    votes: Counter[str] = Counter()
    present = {grade_id(cell) for cell in notebook.cells} - {""}
    for problem_set in sets:
        votes[problem_set.name] = len(present & set(problem_set.cells))
    best = max(sets, key=lambda problem_set: votes[problem_set.name], default=None)
    return best if best and votes[best.name] else None
