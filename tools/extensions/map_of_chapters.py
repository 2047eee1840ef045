"""A Sphinx extension: ``{map-of-chapters}`` draws the map of the chapters in a page."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from tools.site.chapter_map import chapter_map
from tools.site.chapters import chapters


class Map(nodes.Element):
    """The place of the map."""


class MapOfChapters(SphinxDirective):
    """``{map-of-chapters}``, without arguments."""

    def run(self) -> list[nodes.Node]:
        """Return the place of the map; where its links lead is known when the page is written."""
        return [Map()]


def visit(writer: Any, node: Map) -> None:
    """Draw the map, with links as seen from the page."""
    builder = writer.builder
    page = builder.current_docname
    writer.body.append(chapter_map(chapters(), lambda to: builder.get_relative_uri(page, to)))
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    """Make the directive known."""
    app.add_node(Map, html=(visit, None))
    app.add_directive("map-of-chapters", MapOfChapters)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
