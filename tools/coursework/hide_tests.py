"""Keep hidden tests out of the feedback: their lines, and what an answer printed of them."""

from __future__ import annotations

from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import ClearHiddenTests

SHORTEST = 12  # characters of a line that says something about a test


class HideTests(ClearHiddenTests):
    """Clear the hidden tests of the checks, and blank their lines in every output."""

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        hidden = hidden_lines(nb)
        nb, resources = super().preprocess(nb, resources)
        for cell in nb.cells:
            if cell.cell_type == "code":
                cell.outputs = [_blanked(output, hidden) for output in cell.outputs]
        return nb, resources


def hidden_lines(notebook: NotebookNode) -> set[str]:
    """Return the lines of all hidden tests of a notebook."""
    found: set[str] = set()
    for cell in notebook.cells:
        hidden = False
        for line in cell.source.split("\n"):
            if "BEGIN HIDDEN TESTS" in line or "END HIDDEN TESTS" in line:
                hidden = "BEGIN" in line
            elif hidden and len(line.strip()) >= SHORTEST:
                found.add(line.strip())
    return found


def _blanked(value: Any, hidden: set[str]) -> Any:
    """Return an output, or a part of one, with the hidden lines replaced by dots."""
    if isinstance(value, str):
        for line in hidden:
            value = value.replace(line, "…").replace(repr(line)[1:-1], "…")
        return value
    if isinstance(value, list):
        return [_blanked(part, hidden) for part in value]
    if isinstance(value, dict):
        return NotebookNode({key: _blanked(part, hidden) for key, part in value.items()})
    return value
