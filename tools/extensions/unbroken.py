"""Keep a number and its sign together: a line that ends in 95 and goes on with % reads badly."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

SPACE = "\N{NO-BREAK SPACE}"
SIGN = re.compile(r"(?:(?<=\d)|^) (?=%(?!\w))")
"""The space before a per cent sign; a number that is measured or a formula is a node of its own."""

LITERAL = (nodes.literal, nodes.literal_block, nodes.math, nodes.math_block, nodes.raw)


def unbroken(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Replace the spaces of a page that no line may be broken at."""
    for node in list(doctree.findall(nodes.Text)):
        text = SIGN.sub(SPACE, node)
        if text != node and not isinstance(node.parent, LITERAL):
            node.parent.replace(node, nodes.Text(text))


def setup(app: Sphinx) -> dict[str, Any]:
    """Look at every page when all of its words are there."""
    app.connect("doctree-resolved", unbroken, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
