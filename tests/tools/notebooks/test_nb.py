"""Notebooks are tidy, and can be edited as text."""

import pytest

nbformat = pytest.importorskip("nbformat")

from tools.notebooks import nb  # noqa: E402
from tools.project import BOOK  # noqa: E402

TEXT = """\
---
myst:
  html_meta:
    description: A test.
---

# Title

```{code-cell}
---
mystnb:
  figure:
    name: fig-x
tags: [hide-input]
---
draw()
```

```{code-cell}
:tags: [nbval-check-output]

print(1)
```
"""
GRADED = """
```{code-cell}
:graded: check=a_set-x points=2

check.x(x)
```
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


def test_a_changed_cell_loses_its_output_and_a_dropped_tag_is_gone():
    old = nb.tidy(ran(nb.from_text(TEXT)))
    again = nb.from_text(
        TEXT.replace("print(1)", "print(12)").replace("tags: [hide-input]\n", ""), old
    )
    assert again.cells[2].outputs == []
    assert "tags" not in again.cells[1].metadata
    assert again.cells[1].id == old.cells[1].id


def test_text_without_a_description_is_refused():
    with pytest.raises(ValueError, match="must begin with its description"):
        nb.from_text("# Title\n\nHello")


def test_a_graded_cell_is_described_in_words():
    cell = nb.from_text(TEXT + GRADED).cells[-1]
    assert cell.metadata.nbgrader.grade_id == "a_set-x"
    assert cell.metadata.nbgrader.points == 2
    assert cell.metadata.nbgrader.locked
    assert nb.to_text(nb.from_text(TEXT + GRADED)) == TEXT + GRADED
    with pytest.raises(ValueError, match="a graded cell must be described"):
        nb.from_text(TEXT + GRADED.replace("points=2", ""))


NOTEBOOKS = [
    path
    for path in sorted(BOOK.rglob("*.ipynb"))
    # The released problem sets are compared with what is generated, in tests/coursework.
    if not {".ipynb_checkpoints", "release"} & set(path.parts)
]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_notebook_of_the_book_survives_as_text(path):
    old = nbformat.read(path, as_version=4)
    again = nb.from_text(nb.to_text(old), old)
    assert again.metadata == old.metadata
    assert len(again.cells) == len(old.cells)
    for new, cell in zip(again.cells, old.cells, strict=True):
        # Spaces at the end of a cell are lost, and with them its id.
        assert new.source == cell.source.rstrip()
        assert new.metadata == cell.metadata
        assert new.get("outputs") == cell.get("outputs")
        assert new.id == cell.id or cell.source != cell.source.rstrip()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_notebook_of_the_book_is_tidy(path):
    text = path.read_text("utf-8")
    assert nb.write(nbformat.reads(text, as_version=4)) == text
