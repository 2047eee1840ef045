"""A Sphinx extension: a remark stands in the right margin, beside the end of the text before it.

Where the screen has a margin, `site.css` lifts a marked remark by its own height, so the text goes
on as if it were not there. It must not reach what stands in the margin above it, the caption of a
figure, nor the beginning of its section. So lengths are estimated here, the remark's rather too
long and the text's rather too short; a remark that does not fit stays in the column.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

IN_MARGIN = "in-margin"
MARGIN_LETTERS, MARGIN_LINE = 27, 23.0
"""Of a line in the margin: its letters, and its height in pixels."""
LETTERS, LINE, GAP = 75, 30.0, 18.0
"""Of the text: letters and height of a line, and the space after a paragraph."""
FORMULA = 60.0
SIGN = 0.5
"""A formula in a line is shorter than its source, by about this factor."""


class Asides(SphinxPostTransform):
    """Mark the remarks that fit into the margin, when it is known which cells are wide."""

    default_priority = 199
    formats = ("html",)

    def run(self, **options: Any) -> None:
        """Look at every remark of a page."""
        for remark in self.document.findall(_is_remark):
            if length(remark) < sum(map(room, beside(remark))):
                remark["classes"].append(IN_MARGIN)


def beside(remark: nodes.Element) -> Iterator[nodes.Node]:
    """Yield what stands before a remark in its section, from below, up to what takes the margin."""
    section = remark.parent
    if isinstance(section, nodes.section):
        for one in reversed(section[: section.index(remark)]):
            if _takes_margin(one):
                return
            yield one


def length(remark: nodes.Element) -> float:
    """Return the height of a remark in the margin, in pixels."""
    paragraphs = list(remark.findall(nodes.paragraph))
    lines = sum(len(one.astext()) // MARGIN_LETTERS + 1 for one in paragraphs)
    return 4 * GAP + (lines + 2) * MARGIN_LINE + len(paragraphs) * GAP


def room(node: nodes.Node) -> float:
    """Return the height of a part of the text, in pixels."""
    height = 0.0
    for one in node.findall():
        if isinstance(one, nodes.paragraph):
            signs = sum(len(formula.astext()) for formula in one.findall(nodes.math))
            letters = len(one.astext()) - SIGN * signs
            height += LINE * max(1, letters // LETTERS) + GAP
        elif isinstance(one, nodes.math_block):
            height += FORMULA
    return height


def _takes_margin(node: nodes.Node) -> bool:
    """Say whether a figure is inside, whose caption is in the margin, or another remark."""
    taken = any("wide" in one["classes"] for one in node.findall(nodes.container))
    return taken or next(node.findall(_is_remark), None) is not None


def _is_remark(node: nodes.Node) -> bool:
    classes = set(node.get("classes", ())) if isinstance(node, nodes.Element) else set()
    return {"proof", "remark"} <= classes or (
        isinstance(node, nodes.admonition) and "note" in classes
    )


def setup(app: Sphinx) -> dict[str, Any]:
    """Look at remarks after code has been folded below figures."""
    app.add_post_transform(Asides)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
