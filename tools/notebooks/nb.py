"""Keep notebooks tidy: no outputs but the compared ones, stable cell ids, one shape of metadata.

::

    python -m tools.notebooks.nb tidy book/*.ipynb       # strip outputs, fix ids and metadata
    python -m tools.notebooks.nb check book/*.ipynb      # fail if `tidy` would change something
    python -m tools.notebooks.nb run book/game.ipynb     # execute, keep outputs that are compared
    python -m tools.notebooks.nb export book/game.ipynb  # print as plain text, for editing
    python -m tools.notebooks.nb import game.md book/game.ipynb

The text is MyST Markdown, as jupytext writes it: prose as it is, code in ``{code-cell}`` blocks
with their tags, and the page's description on top. A graded cell is described in words (see
`graded_cells`). The notebook is the source; the text is only a way to edit it, and cells whose text
stays the same keep their id and outputs.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import re
import sys
from pathlib import Path

import jupytext
import nbformat
from nbformat import NotebookNode

from tools import environment
from tools.notebooks import graded_cells
from tools.project import KERNEL, ROOT

COMPARED = "nbval-check-output"
KEPT = ("mystnb", "nbgrader", "tags")
FORMAT = {"extension": ".md", "format_name": "myst", "notebook_metadata_filter": "myst,-all"}
GRADED = "graded"  # where the text has the words of a graded cell


def is_compared(cell: NotebookNode) -> bool:
    """Say whether the stored output of a cell is compared when the notebook is tested."""
    tagged = COMPARED in cell.metadata.get("tags", [])
    return tagged or "# NBVAL_CHECK_OUTPUT" in cell.source


def tidy(notebook: NotebookNode) -> NotebookNode:
    """Strip what a run leaves behind and give every cell a stable id."""
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    description = _description(notebook)
    notebook.metadata = NotebookNode(
        kernelspec=KERNEL,
        language_info={"name": "python"},
        myst={"html_meta": {"description": description}},
    )
    seen: set[str] = set()
    for cell in notebook.cells:
        kept = {key: cell.metadata[key] for key in KEPT if cell.metadata.get(key)}
        cell.metadata = NotebookNode(kept)
        cell.source = cell.source.strip("\n")
        if cell.get("id") in seen or not re.fullmatch(r"[0-9a-z]{8}", cell.get("id", "")):
            cell.id = _fresh_id(cell.source, seen)
        seen.add(cell.id)
        if cell.cell_type == "code":
            if is_compared(cell):
                # A cell without a count is not compared.
                cell.execution_count = 1
                for output in cell.outputs:
                    output.pop("metadata", None) if output.output_type == "stream" else None
                    if "execution_count" in output:
                        output.execution_count = 1
            else:
                cell.outputs, cell.execution_count = [], None
    return notebook


def _fresh_id(source: str, taken: set[str]) -> str:
    digest = source
    while True:
        digest = hashlib.sha256(digest.encode()).hexdigest()
        if digest[:8] not in taken:
            return digest[:8]


def run(path: Path) -> NotebookNode:
    """Execute a notebook where it lies and return it with its outputs."""
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    environment.lead_kernels_to(ROOT)
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=600, resources=resources).execute()
    return notebook


def to_text(notebook: NotebookNode) -> str:
    """Return a notebook as plain text without outputs."""
    shown = copy.deepcopy(notebook)
    for cell in shown.cells:
        if "nbgrader" in cell.metadata:
            cell.metadata[GRADED] = graded_cells.to_words(cell.metadata.pop("nbgrader"))
    return jupytext.writes(shown, FORMAT)


def from_text(text: str, old: NotebookNode | None = None) -> NotebookNode:
    """Return the notebook of a plain text; cells known from `old` keep their id and outputs."""
    known = {(cell.cell_type, cell.source): cell for cell in old.cells} if old else {}
    notebook = jupytext.reads(text, FORMAT)
    if not _description(notebook):
        raise ValueError(
            "the text must begin with its description, at myst: html_meta: description"
        )
    for cell in notebook.cells:
        if GRADED in cell.metadata:
            words = cell.metadata.pop(GRADED)
            cell.metadata["nbgrader"] = graded_cells.from_words(words, cell.cell_type)
        same = known.get((cell.cell_type, cell.source))
        cell.id = same.id if same else ""
        if same and cell.cell_type == "code":
            cell.outputs = same.outputs
    return tidy(notebook)


def _description(notebook: NotebookNode) -> str:
    return notebook.metadata.get("myst", {}).get("html_meta", {}).get("description", "")


def write(notebook: NotebookNode) -> str:
    """Return a tidy notebook as the text of its file."""
    return nbformat.writes(tidy(notebook)) + "\n"


def main() -> int:
    """Run one of the commands above."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("command", choices=["tidy", "check", "run", "export", "import"])
    parser.add_argument("paths", nargs="+", type=Path)
    chosen = parser.parse_args()
    if chosen.command == "import":
        text, target = chosen.paths
        old = nbformat.read(target, as_version=4) if target.exists() else None
        target.write_text(write(from_text(text.read_text("utf-8"), old)), encoding="utf-8")
        return 0
    untidy = 0
    for path in chosen.paths:
        notebook = run(path) if chosen.command == "run" else nbformat.read(path, as_version=4)
        if chosen.command == "export":
            print(to_text(notebook), end="")
            continue
        before, after = path.read_text("utf-8"), write(notebook)
        if before != after:
            untidy += 1
            print(f"{path}: {'not tidy' if chosen.command == 'check' else 'rewritten'}")
            if chosen.command != "check":
                path.write_text(after, encoding="utf-8")
    return int(chosen.command == "check" and untidy > 0)


if __name__ == "__main__":
    sys.exit(main())
