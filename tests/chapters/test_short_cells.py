"""Chapters show ideas: a cell of a notebook is short, unless its code is the lesson."""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
LONGEST = 40
LESSON = "lesson"  # the tag of a cell that is long because its code is what it teaches
CONTENTS = (ROOT / "_toc.yml").read_text("utf-8")
PAGES = [ROOT / f"{name}.ipynb" for name in re.findall(r"\b(?:root|file): (\S+)", CONTENTS)]
NOTEBOOKS = [path for path in PAGES if path.exists()]


def code_cells(path):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def too_long(cells):
    """Return the lengths of the cells that are long and not a lesson, by their first lines."""
    lines = [
        cell.source.splitlines() for cell in cells if LESSON not in cell.metadata.get("tags", [])
    ]
    return {one[0]: len(one) for one in lines if len(one) > LONGEST}


def test_the_notebooks_of_the_contents_are_found():
    assert {"index", "game", "optimism", "proofs"} <= {path.stem for path in NOTEBOOKS}


def test_a_long_cell_is_seen_unless_it_is_a_lesson():
    cell = nbformat.v4.new_code_cell("first\n" * (LONGEST + 1))
    assert too_long([cell]) == {"first": LONGEST + 1}
    assert too_long([nbformat.v4.new_code_cell("first\n" * LONGEST)]) == {}
    cell.metadata.tags = [LESSON]
    assert too_long([cell]) == {}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_cell_is_long(path):
    assert too_long(code_cells(path)) == {}
