"""Attacks through the notebook file: its cells, their names, their order, what is stored in it."""

import copy

import nbformat
from toy_set import answered, cell, delete

from attacks import ALL, NONE


def edited_check(released):
    notebook = answered(released, double="def double(x):\n    return x * x")
    check = cell(notebook, "toy-double-check")
    check.source, check.metadata.nbgrader.points = "print('fine')", 100
    check.metadata.nbgrader.update(solution=True, locked=False, checksum="0")
    return notebook


def no_checks(released):
    notebook = answered(released, norm="def norm(v):\n    return 1.0")
    delete(notebook, "toy-double-check", "toy-norm-check", "toy-sum-check")
    return notebook


def no_answer(released):
    notebook = answered(released)
    delete(notebook, "toy-double", "toy-why")
    return notebook


def twice(released):
    notebook = answered(released)
    copied = copy.deepcopy(cell(answered(released, double="double = 0"), "toy-double"))
    copied.id = "copied"
    notebook.cells.append(copied)
    return notebook


def same_ids(released):
    """All cells have the id of the first check, which is how a check without metadata is known."""
    notebook = answered(released, double="double = 1")
    check = cell(notebook, "toy-double-check").id
    for one in notebook.cells:
        one.id = check
    return notebook


def no_metadata(released):
    notebook = answered(released)
    for one in notebook.cells:
        one.metadata = {}
    return notebook


def other_kinds(released):
    """Checks as text, and the written answer as code that would mark itself."""
    notebook = answered(released, double="double = 1")
    for name in ("toy-double-check", "toy-norm-check", "toy-sum-check"):
        one = cell(notebook, name)
        place = notebook.cells.index(one)
        text = nbformat.v4.new_markdown_cell("✔ passed", metadata=one.metadata)
        notebook.cells[place] = text
    return notebook


def stored_outputs(released):
    notebook = answered(released, double="double = 1", norm="norm = 1", sum="total = 1")
    for one in notebook.cells:
        if one.cell_type == "code":
            one.outputs = [nbformat.v4.new_output("stream", text="✔ passed\n")]
            one.execution_count = 1
    notebook.metadata["nbgrader"] = {"score": 100, "passed": True}
    return notebook


def swapped_names(released):
    """The name of one check on another: each runs where its name stands, one of them too early."""
    notebook = answered(released, double="double = 1")
    first, last = cell(notebook, "toy-double-check"), cell(notebook, "toy-sum-check")
    first.metadata, last.metadata = last.metadata, first.metadata
    return notebook


def strange_metadata(released):
    notebook = answered(released)
    extra = nbformat.v4.new_code_cell("1 + 1")
    extra.metadata["nbgrader"] = {"grade_id": ["toy-sum-check"], "points": "∞", "grade": {}}
    notebook.cells.insert(0, extra)
    extra = nbformat.v4.new_code_cell("1 + 1", metadata={"nbgrader": {"grade_id": "\ud800"}})
    notebook.cells.insert(0, extra)
    return notebook


CASES = {
    "edits a check": (edited_check, (0, 3, 1)),
    "no checks": (no_checks, (2, 0, 1)),
    "no answer": (no_answer, (0, 3, 1)),
    "twice": (twice, ALL),
    "same ids": (same_ids, (0, 3, 1)),
    "no metadata": (no_metadata, ALL),
    "other kinds": (other_kinds, (0, 3, 1)),
    "stored outputs": (stored_outputs, NONE),
    "swapped names": (swapped_names, (0, 3, 0)),
    "strange metadata": (strange_metadata, ALL),
}
