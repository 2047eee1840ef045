"""Notebooks are tidy, and can be edited as text."""

import pytest

nbformat = pytest.importorskip("nbformat")

from tools.notebooks import nb  # noqa: E402
from tools.project import BOOK  # noqa: E402

TEXT = """%% chapter {"description": "A test."}
%% md
# Title
%% code tags=hide-input {"mystnb": {"figure": {"name": "fig-x"}}}
draw()
%% code tags=nbval-check-output
print(1)
"""


def ran(notebook):
    """Leave behind what a run leaves behind."""
    for count, cell in enumerate(c for c in notebook.cells if c.cell_type == "code"):
        cell.execution_count = count + 3
        cell.outputs = [nbformat.v4.new_output("stream", text="1\n")]
        cell.metadata["execution"] = {"started": "now"}
    return notebook


def test_only_compared_outputs_are_kept():
    notebook = nb.tidy(ran(nb.from_text(TEXT)))
    silent, compared = (cell for cell in notebook.cells if cell.cell_type == "code")
    assert silent.outputs == []
    assert silent.execution_count is None
    assert compared.outputs[0].text == "1\n"
    assert compared.execution_count == 1
    assert "execution" not in compared.metadata


def test_tidying_twice_changes_nothing():
    once = nb.write(ran(nb.from_text(TEXT)))
    assert nb.write(nbformat.reads(once, as_version=4)) == once


def test_text_and_notebook_say_the_same():
    notebook = nb.from_text(TEXT)
    assert nb.to_text(notebook) == TEXT
    again = nb.from_text(TEXT.replace("# Title", "# New title"), nb.tidy(ran(notebook)))
    assert [cell.id for cell in again.cells[1:]] == [cell.id for cell in notebook.cells[1:]]
    assert again.cells[0].id != notebook.cells[0].id
    assert again.cells[2].outputs[0].text == "1\n"


def test_text_without_a_header_is_refused():
    with pytest.raises(ValueError, match="first line"):
        nb.from_text("%% md\nHello")


def test_every_notebook_of_the_book_is_tidy():
    untidy = []
    for path in sorted(BOOK.rglob("*.ipynb")):
        # The released problem sets are compared with what is generated, in tests/coursework.
        if not {".ipynb_checkpoints", "release"} & set(path.parts):
            text = path.read_text("utf-8")
            if nb.write(nbformat.reads(text, as_version=4)) != text:
                untidy.append(path.name)
    assert untidy == []
