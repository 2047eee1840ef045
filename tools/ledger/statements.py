"""What the book states: every `prf:` statement with its label, and every other label."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from pathlib import Path

import nbformat

from tools.project import ROOT
from tools.site import contents

STATEMENT = re.compile(
    r"^[ >*+-]*(?P<fence>`{3,}|:{3,}|~{3,}) *\{prf:(?P<kind>[a-z]+)\} *(?P<title>.*)$", re.M
)
LABEL = re.compile(r"^:label: *(?P<label>\S+)$", re.M)
ANCHOR = re.compile(r"^\((?P<label>[\w-]+)\)=$", re.M)
FORMULA = re.compile(r"^\$\$ *\((?P<label>eq-[\w-]+)\)$", re.M)


@dataclass(frozen=True)
class Statement:
    """A theorem, lemma, definition, algorithm or remark of the book; its label may be missing."""

    page: str
    kind: str
    title: str
    label: str | None


def sources() -> dict[str, Path]:
    """Return the file of every page in the table of contents."""
    return {
        page: next(path for path in (ROOT / f"{page}.ipynb", ROOT / f"{page}.md") if path.exists())
        for page in contents.pages()
    }


def text_of(path: Path) -> str:
    """Return what a page says in words."""
    if path.suffix == ".md":
        return path.read_text("utf-8")
    cells = nbformat.read(path, as_version=4).cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def statements_of(text: str, page: str) -> list[Statement]:
    """Return the statements of a text; proofs belong to the statement before them."""
    found = []
    for match in STATEMENT.finditer(text):
        if match["kind"] == "proof":
            continue
        inside = text[match.end() :].split(match["fence"] + "\n")[0]
        label = LABEL.match(inside.lstrip("\n"))
        found.append(Statement(page, match["kind"], match["title"], label and label["label"]))
    return found


@functools.cache
def statements() -> tuple[Statement, ...]:
    """Return every statement of the book, page by page."""
    return tuple(
        one for page, path in sources().items() for one in statements_of(text_of(path), page)
    )


@functools.cache
def labels() -> dict[str, str]:
    """Return the page of every label that a row may name."""
    found = {one.label: one.page for one in statements() if one.label}
    for page, path in sources().items():
        text = text_of(path)
        for match in (*ANCHOR.finditer(text), *FORMULA.finditer(text)):
            found.setdefault(match["label"], page)
    return found
