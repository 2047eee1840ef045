"""A Sphinx extension: the ledger's page, a badge beside every statement, and links both ways.

``{ledger}`` writes all rows of `book/ledger.yml`, then what each function and each test stands for.
Every statement of a chapter gets a badge that leads to its row, and every function of the reference
a line that leads to the rows it computes.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from tools.ledger import statements
from tools.ledger.rows import STATUS, Measured, Row, all_rows, measured
from tools.site import contents

PAGE = "book/ledger"
logger = logging.getLogger(__name__)


def anchor(row: Row) -> str:
    """Return the label of a row on the page."""
    return f"ledger-{row.id}"


def _chapters(row: Row) -> list[str]:
    """Return the pages that state a row, as classes are named."""
    return sorted({_as_class(statements.labels()[label]) for label in row.labels})


def _as_class(page: str) -> str:
    """Return a page without its folder; docutils writes classes with -."""
    return page.rpartition("/")[2].replace("_", "-")


def _heading(text: str) -> list[str]:
    """Return a heading that the table of contents beside the page leaves out."""
    return [f'<h2 class="ledger-title">{html.escape(text)}</h2>', ""]


def _reference(label: str) -> str:
    """Return the role that leads to a label."""
    if label in {one.label for one in statements.statements()}:
        return f"{{prf:ref}}`{label}`"
    return f"{{eq}}`{label}`" if label.startswith("eq-") else f"{{ref}}`{label}`"


def row_text(row: Row, values: dict[str, Measured]) -> list[str]:
    """Return one row as Markdown."""
    pages = (f"ledger-in-{page}" for page in _chapters(row))
    classes = " ".join(("ledger-row", f"ledger-is-{row.status}", *pages))
    title = f"{row.paper}: {row.title}" if row.paper else row.title
    lines = [f"({anchor(row)})=", f"::::{{div}} {classes}", *_heading(title)]
    lines += [f"*{STATUS[row.status].capitalize()}.* {row.says}"]
    parts = [
        ("Stated in", ", ".join(_reference(label) for label in row.labels)),
        ("Computed by", ", ".join(f"{{py:obj}}`~{name}`" for name in row.functions)),
        ("Checked by", ", ".join(_test_link(name) for name in row.tests)),
        ("Measured", values[row.measured].value if row.measured in values else ""),
        ("Note", row.note),
    ]
    lines += ["", *(f"- **{name}:** {text}" for name, text in parts if text), "::::", ""]
    return lines


def _place(name: str) -> str:
    """Return the anchor of a function or a test in its list at the end of the page."""
    return "by-" + re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _test_link(name: str) -> str:
    """Return a link to a test in the list of tests, which leads to all rows that it checks."""
    shown = html.escape(name.removeprefix("tests/")).replace("_", "_<wbr>")
    return f'<a href="#{_place(name)}"><code>{shown}</code></a>'


def index_text(title: str, names: dict[str, list[Row]]) -> list[str]:
    """Return what stands for which rows, as a list."""
    lines = _heading(title)
    for name in sorted(names):
        rows = ", ".join(f"{{ref}}`{row.name} <{anchor(row)}>`" for row in names[name])
        place = f'<span id="{_place(name)}"></span>'
        lines.append(f"- {place}`{name.removeprefix('tests/')}`: {rows}")
    return [*lines, ""]


def by_name(field: str) -> dict[str, list[Row]]:
    """Return the rows of every function or test."""
    found: dict[str, list[Row]] = {}
    for row in all_rows():
        for name in getattr(row, field):
            found.setdefault(name, []).append(row)
    return found


def filter_form(rows: Iterable[Row]) -> str:
    """Return the controls that choose rows; a script shows them, for it must be there to act."""
    chapters = {page for row in rows for page in _chapters(row)}
    named = [
        (_as_class(page), contents.title(page))
        for page in contents.chapters()
        if _as_class(page) in chapters
    ]
    choices = (("status", "Status", list(STATUS.items())), ("page", "Stated in", named))
    fields = ""
    for name, label, options in choices:
        inside = "".join(f'<option value="{k}">{html.escape(v)}</option>' for k, v in options)
        fields += (
            f'<label>{label} <select name="{name}"><option value="">all</option>{inside}</select>'
            "</label> "
        )
    return f'<form class="ledger-filter" hidden>{fields}<output aria-live="polite"></output></form>'


class LedgerPage(SphinxDirective):
    """``{ledger}``: every row, and the way back from functions and tests."""

    def run(self) -> list[nodes.Node]:
        """Return the rows and two lists."""
        for source in ("ledger.yml", "ledger_measured.json"):
            self.env.note_dependency(f"book/{source}")
        values, lines = measured(), []
        for row in all_rows():
            lines += row_text(row, values)
        lines += index_text("By function", by_name("functions"))
        lines += index_text("By test", by_name("tests"))
        body = nodes.section()
        body.document = self.state.document
        self.state.nested_parse(StringList(lines, "ledger"), 0, body)
        return [nodes.raw("", filter_form(all_rows()), format="html"), *body.children]


def badges(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put a badge below the title of every statement; one that no row names fails the build."""
    stated: dict[str, list[Row]] = {}
    for row in all_rows():
        for label in row.labels:
            stated.setdefault(label, []).append(row)
    for node in list(doctree.findall(nodes.Element)):
        if "realtype" not in node.attributes:
            continue
        if node["label"] not in stated:
            logger.warning("no row of the ledger names %r", node["label"], location=docname)
            continue
        line = nodes.paragraph(classes=["ledger-badges"])
        for row in stated[node["label"]]:
            line += [_badge(app, docname, row), nodes.Text(" ")]
        node.insert(1, line)


def _badge(app: Sphinx, docname: str, row: Row) -> nodes.reference:
    """Return the link from a statement to its row."""
    words = f"{row.paper}: {STATUS[row.status]}" if row.paper else STATUS[row.status]
    return nodes.reference(
        "",
        words,
        internal=True,
        refuri=f"{app.builder.get_relative_uri(docname, PAGE)}#{anchor(row)}",
        classes=["ledger-badge", f"ledger-is-{row.status}"],
    )


def lead_back(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Say at the end of a docstring which rows of the ledger it computes."""
    rows = by_name("functions").get(name, [])
    if rows:
        links = ", ".join(f":ref:`{row.name} <{anchor(row)}>`" for row in rows)
        lines += ["", f"In the ledger: {links}.", ""]


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the page, the badges and the way back."""
    app.add_directive("ledger", LedgerPage)
    app.connect("doctree-resolved", badges)
    app.connect("autodoc-process-docstring", lead_back, priority=400)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
