"""The reference of the library, written from its docstrings."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import nested_parse_with_titles

from tools.extensions import chapter_links
from tools.project import BOOK, LIBRARY

OPEN_ROOMS = ("figures", "sharp", "voful2")  # described module by module
LONGEST_VALUE = 40
COLON = "\uf03a"
"""Stands for a colon that napoleon must not see."""


class LibraryReference(SphinxDirective):
    """``{library-reference} game run``: modules of the library, from their docstrings.

    ``*`` stands for every public module that no other page names, so that none is forgotten.
    """

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return one section per module."""
        names = self.arguments[0].split()
        if names == ["*"]:
            names = _not_named_elsewhere()
        lines = []
        for name in names:
            module = f"vaslb_edu.{name}"
            # Docstrings are reStructuredText, also where the page around them is Markdown.
            lines += [f"## `{module}`", "", "```{eval-rst}", f".. automodule:: {module}"]
            lines += ["   :members:", "```", ""]
        section = nodes.section()
        section.document = self.state.document
        nested_parse_with_titles(self.state, StringList(lines, "library"), section)
        return section.children


def without_long_values(app: Sphinx, doctree: nodes.document) -> None:
    """Take from a page the values of constants that help nobody."""
    for note in list(doctree.findall(addnodes.desc_annotation)):
        before, equals, value = note.astext().partition("=")
        if equals and not before.strip() and not worth_showing(value.strip()):
            note.parent.remove(note)


def worth_showing(value: str) -> bool:
    """Say whether the value of a constant helps a reader: a number, a short text, a name.

    Not a long table, and no object written as Python writes it: a path names a folder of the
    machine that built the book.
    """
    if len(value) > LONGEST_VALUE:
        return False
    try:
        ast.literal_eval(value)
    except (SyntaxError, ValueError):
        return value.isidentifier()
    return True


def _not_named_elsewhere() -> list[str]:
    """Return the public modules of the library that no reference page names."""
    named: set[str] = set()
    for path in (BOOK / "api").glob("*.md"):
        for found in re.findall(r"\{library-reference\} (.*)", path.read_text("utf-8")):
            named |= set(found.split())
    return [name for name in _public_modules() if name not in named]


def _public_modules() -> list[str]:
    """Return the modules of the library and of its rooms; equations are told by their room."""
    found = []
    for one in pkgutil.iter_modules([str(LIBRARY)]):
        rooms = pkgutil.iter_modules([str(LIBRARY / one.name)]) if one.ispkg else ()
        inside = [f"{one.name}.{module.name}" for module in rooms]
        found += inside if one.name in OPEN_ROOMS else [one.name]
    return [name for name in found if not any(part.startswith("_") for part in name.split("."))]


def from_elsewhere(
    app: Sphinx, what: str, name: str, thing: Any, skip: bool, options: Any
) -> bool | None:
    """Leave out what another project puts into a class of ours, such as matplotlib's setters."""
    module = getattr(thing, "__module__", None) or ""
    foreign = what == "class" and inspect.isroutine(thing) and not module.startswith("vaslb_edu")
    return True if foreign else None


def keep_colon(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Hide the first colon about a constant: napoleon takes what is before it for a type."""
    if lines and what in ("attribute", "data", "property"):
        lines[0] = lines[0].replace(":", COLON, 1)


def docstring(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Link a docstring to its chapter, and let ``|x|`` in it mean a size.

    reStructuredText would look for a substitution between bars.
    """
    for place, text in enumerate(lines):
        parts = re.split(r"(``?[^`]+``?)", text.replace(COLON, ":"))
        plain = (part if part.startswith("`") else part.replace("|", r"\|") for part in parts)
        lines[place] = chapter_links.linked("".join(plain))
