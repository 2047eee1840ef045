"""How long a chapter takes to read, by a rule that the book states.

::

    .venv/bin/python -m tools.notebooks.reading_time            # print the minutes of every chapter
    .venv/bin/python -m tools.notebooks.reading_time --write    # and let the chapters state them

The rule: 150 words a minute, half a minute for a displayed formula, two seconds for a line of code
that is shown (also of the library), a minute for a figure. What is folded (quick facts and goals,
solutions, long proofs, hidden cells) and the exercises are not counted, since a first reading
passes over them. Rounded up to five minutes.
"""

from __future__ import annotations

import ast
import math
import re
import sys

import nbformat
from nbformat import NotebookNode

from tools.project import BOOK

WORDS_A_MINUTE, FORMULA, LINE, FIGURE = 150, 1 / 2, 1 / 30, 1.0  # the last three in minutes
HIDDEN = {"remove-cell", "remove-input", "hide-input", "hide-cell"}
STATED = re.compile(r"\*\*Reading time\*\*: (\d+) minutes")
BOX = re.compile(r"^(:{3,}|`{3,})\{(\w+)\}(.*?)^\1\s*$", re.S | re.M)
LIBRARY_CODE = re.compile(r"\{literalinclude\} (\S+)\n(?:.*\n)*?:pyobject: (\S+)")


def minutes(notebook: NotebookNode) -> float:
    """Return the minutes that a chapter takes by the rule."""
    total = 0.0
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            total += _of_text(cell.source)
            if re.search(r"^## Exercises", cell.source, re.M):
                break
        else:
            total += _of_code(cell)
    return total


def rounded(notebook: NotebookNode) -> int:
    """Return the minutes as a chapter states them: rounded up to five."""
    return 5 * math.ceil(minutes(notebook) / 5)


def stated(notebook: NotebookNode) -> int | None:
    """Return the minutes that stand in the quick facts of a chapter, if they do."""
    found = STATED.search("\n".join(cell.source for cell in notebook.cells))
    return int(found[1]) if found else None


def _of_text(source: str) -> float:
    source = re.split(r"^## Exercises", source, flags=re.M)[0]
    source = re.sub(r"\A---\n.*?\n---\n", "", source, flags=re.S)
    source = BOX.sub(lambda box: "" if _is_folded(box[2], box[3]) else box[0], source)
    code = sum(_lines_of(path, name) for path, name in LIBRARY_CODE.findall(source))
    formulas = re.findall(r"\$\$.+?\$\$", source, flags=re.S)
    words = re.findall(r"\S*\w\S*", re.sub(r"\$\$.+?\$\$", "", source, flags=re.S))
    return len(words) / WORDS_A_MINUTE + len(formulas) * FORMULA + code * LINE


def _is_folded(kind: str, rest: str) -> bool:
    """Say whether a page shows a box only to readers who unfold it."""
    title, _, inside = rest.partition("\n")
    if kind in ("solution", "dropdown"):
        return True
    return kind == "admonition" and (
        title.strip() in ("Quick facts", "Goals") or inside.startswith(":class: dropdown")
    )


def _lines_of(path: str, name: str) -> int:
    """Return how many lines of a class or function of the library a page shows."""
    text = (BOOK / path).read_text("utf-8")
    nodes = ast.parse(text).body
    for part in name.split("."):
        found = next(node for node in nodes if getattr(node, "name", None) == part)
        nodes = getattr(found, "body", [])
    return len(list(filter(str.strip, text.splitlines()[found.lineno - 1 : found.end_lineno])))


def _of_code(cell: NotebookNode) -> float:
    shows_figure = "figure" in cell.metadata.get("mystnb", {})
    shown = not HIDDEN & set(cell.metadata.get("tags", []))
    lines = [line for line in cell.source.splitlines() if line.strip()] if shown else []
    return len(lines) * LINE + FIGURE * shows_figure


def main() -> None:
    """Print what the rule gives and what the chapters state; write it if asked."""
    for path in sorted(BOOK.glob("*.ipynb")):
        text = path.read_text("utf-8")
        notebook = nbformat.reads(text, as_version=4)
        if stated(notebook) is None:
            continue
        print(f"{path.stem:20} {minutes(notebook):5.1f}  stated {stated(notebook)}")
        if "--write" in sys.argv[1:] and stated(notebook) != rounded(notebook):
            new = f"**Reading time**: {rounded(notebook)} minutes"
            path.write_text(STATED.sub(new, text), encoding="utf-8")


if __name__ == "__main__":
    main()
