"""A Sphinx extension: the code of a figure in one quiet line below it, not in a bar above it.

A cell with the tag ``hide-input`` shows what it computes; its source is folded under the output
and called after it, "Code of Figure 7.3". A hidden cell that shows nothing and stands directly
before it prepares it, and is folded into the same line.
"""

from __future__ import annotations

import html
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

IMPORTS = "What this page imports"
STEP = "Code of this step"


class FoldedCode(nodes.Element):
    """Sources under a line that is unfolded; `says` is what the line says."""


class CodeBelow(SphinxPostTransform):
    """Move sources of hidden cells below what they show, before myst-nb puts bars above them."""

    default_priority = 198
    formats = ("html",)

    def run(self, **options: Any) -> None:
        """Fold the sources of every hidden cell of a page."""
        for cell in self.document.findall(_is_wide):
            cell["classes"].append("wide")
        waiting: list[nodes.Node] = []
        for cell in list(self.document.findall(_is_hidden)):
            source, *shown = cell.children
            if not shown and _prepares(cell):
                waiting.append(source)
                cell.parent.remove(cell)
                continue
            fold = FoldedCode("", *waiting, source.deepcopy(), says=self.title(cell))
            waiting = []
            cell.children = []
            cell.extend([*shown, fold])
            del cell["hide_mode"]

    def title(self, cell: nodes.Element) -> str:
        """Return what the folded code of a cell is called."""
        figure = next(cell.findall(nodes.figure), None)
        if figure is not None:
            numbers = self.env.toc_fignumbers[self.env.docname]["figure"]
            number = ".".join(map(str, numbers[figure["ids"][0]]))
            return f"Code of Figure {number}"
        if len(cell) > 1:
            return "Code of this table" if "<table" in _raw(cell) else "Code of this output"
        text = cell.astext().lstrip()
        return IMPORTS if text.startswith(("import ", "from ")) else STEP


def _is_wide(node: nodes.Node) -> bool:
    """Say whether a cell shows a figure or a table: these may be as wide as the column."""
    if not isinstance(node, nodes.container) or node.get("nb_element") != "cell_code":
        return False
    return next(node.findall(nodes.figure), None) is not None or "<table" in _raw(node)


def _is_hidden(node: nodes.Node) -> bool:
    return (
        isinstance(node, nodes.container)
        and node.get("nb_element") == "cell_code"
        and node.get("hide_mode") == "input"
        and bool(node.children)
    )


def _prepares(cell: nodes.Element) -> bool:
    """Say whether another hidden cell follows directly."""
    place = cell.parent.index(cell) + 1
    return place < len(cell.parent) and _is_hidden(cell.parent[place])


def _raw(cell: nodes.Element) -> str:
    return "".join(node.astext() for node in cell.findall(nodes.raw))


def visit(writer: Any, node: FoldedCode) -> None:
    """Open the line; its words are its name for a screen reader as well."""
    said = html.escape(node["says"])
    writer.body.append(f'<details class="vaslb-code">\n<summary>{said}</summary>\n')


def depart(writer: Any, node: FoldedCode) -> None:
    """Close it."""
    writer.body.append("</details>\n")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the step to the build."""
    app.add_node(FoldedCode, html=(visit, depart))
    app.add_post_transform(CodeBelow)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
