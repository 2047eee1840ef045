"""A Sphinx extension: the ledger's page, a badge beside every statement, and links both ways.

``{ledger}`` writes all rows of `book/ledger.yml`, then what each function and each test stands for.
Every statement of a chapter gets a badge that leads to its row, and every function of the reference
a line that leads to the rows it computes.
"""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from tools.ledger import statements
from tools.ledger.rows import STATUS, Measured, Row, all_rows, measured
from tools.site import contents

PAGE = "book/ledger"


def anchor(row: Row) -> str:
    """Return the label of a row on the page."""
    return f"ledger-{row.id}"


def _chapter(row: Row) -> str:
    """Return the name of the page that states a row, without its folder."""
    return statements.labels()[row.labels[0]].rpartition("/")[2] if row.labels else ""


def _reference(label: str) -> str:
    """Return the role that leads to a label."""
    if label in {one.label for one in statements.statements()}:
        return f"{{prf:ref}}`{label}`"
    return f"{{eq}}`{label}`" if label.startswith("eq-") else f"{{ref}}`{label}`"


def row_text(row: Row, values: dict[str, Measured]) -> list[str]:
    """Return one row as Markdown."""
    classes = f"ledger-row ledger-is-{row.status} ledger-in-{_chapter(row)}"
    title = f"{row.paper}: {row.title}" if row.paper else row.title
    lines = [f"({anchor(row)})=", f"::::{{div}} {classes}", f":::{{rubric}} {title}"]
    lines += [":heading-level: 2", ":::", "", f"*{STATUS[row.status]}.* {row.says}"]
    parts = [
        ("Stated in", ", ".join(_reference(label) for label in row.labels)),
        ("Computed by", ", ".join(f"{{py:obj}}`~{name}`" for name in row.functions)),
        ("Checked by", ", ".join(f"`{name.removeprefix('tests/')}`" for name in row.tests)),
        ("Measured", values[row.measured].value if row.measured in values else ""),
        ("Note", row.note),
    ]
    lines += ["", *(f"- **{name}:** {text}" for name, text in parts if text), "::::", ""]
    return lines


def index_text(title: str, names: dict[str, list[Row]]) -> list[str]:
    """Return what stands for which rows, as a list."""
    lines = [f":::{{rubric}} {title}", ":heading-level: 2", ":::", ""]
    for name in sorted(names):
        rows = ", ".join(f"{{ref}}`{row.name} <{anchor(row)}>`" for row in names[name])
        lines.append(f"- `{name.removeprefix('tests/')}`: {rows}")
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
    chapters = {_chapter(row) for row in rows if row.labels}
    pages = [page.rpartition("/")[2] for page in contents.chapters()]
    named = [(page, contents.title(f"book/{page}")) for page in pages if page in chapters]
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
    """Put a badge below the title of every statement that a row names."""
    stated: dict[str, list[Row]] = {}
    for row in all_rows():
        for label in row.labels:
            stated.setdefault(label, []).append(row)
    for node in list(doctree.findall(nodes.Element)):
        rows = stated.get(node.get("label", "")) if "realtype" in node.attributes else None
        if rows:
            line = nodes.paragraph(classes=["ledger-badges"])
            for row in rows:
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
