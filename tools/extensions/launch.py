"""A Sphinx extension: links under the title that run a page on Binder or Colab, or download it.

A page that is a notebook gets all three; any other page leads to the book on Binder. Without an
address of the repository (see `repository_address`) only the download is left: no link is dead.
Nothing is asked of another host until a reader follows a link.
"""

from __future__ import annotations

import html
import posixpath
import shutil
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from tools.repository_address import Repository, repository

BINDER = "https://mybinder.org/v2/gh"
COLAB = "https://colab.research.google.com/github"


class Link(NamedTuple):
    """One way to run a page."""

    kind: str
    text: str
    address: str


def links(found: Repository | None, source: str, start: str) -> list[Link]:
    """Return the links of the page made from `source`; `start` is the first page of the book."""
    runs = source.endswith(".ipynb")
    opened = source if runs else start
    every = []
    if found is not None:
        where = f"{found.owner}/{found.name}"
        path = quote(opened, safe="")
        text = "Run on Binder" if runs else "Run the book on Binder"
        every.append(Link("binder", text, f"{BINDER}/{where}/{found.branch}?labpath={path}"))
        if runs:
            address = f"{COLAB}/{where}/blob/{found.branch}/{quote(source)}"
            every.append(Link("colab", "Open in Colab", address))
    if runs:
        every.append(Link("download", "Download the notebook", posixpath.basename(source)))
    return every


def bar(every: list[Link]) -> str:
    """Return the links as they stand in the page."""
    if not every:
        return ""
    items = "".join(
        f'<a class="vaslb-launch-{one.kind}" href="{html.escape(one.address)}"'
        f"{' download' if one.kind == 'download' else ''}>{one.text}</a>"
        for one in every
    )
    return f'\n<nav class="vaslb-launch" aria-label="Run this page">{items}</nav>'


def read_address(app: Sphinx, config: Any) -> None:
    """Make the address a setting of the build: when it changes, every page is written again."""
    config.launch_repository = repository()


def page(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Put the links under the title of a page."""
    if doctree is None:
        return  # a page without a source, such as the search
    found = repository()
    start = _source(app, app.config.root_doc)
    put = bar(links(found, _source(app, name), start))
    title, end, rest = context["body"].partition("</h1>")
    if not end:
        raise ExtensionError(f"{name} has no title to put its links under")
    context["body"] = f"{title}{end}{put}{rest}"


def offer_downloads(app: Sphinx, problem: Exception | None) -> None:
    """Put each notebook beside its page, without those of pages that are gone."""
    if problem is not None or app.builder.name != "html":
        return
    site = Path(app.outdir)
    for old in (site / "book").rglob("*.ipynb"):
        old.unlink()
    for name in app.env.found_docs:
        source = _source(app, name)
        if source.endswith(".ipynb"):
            target = site / source
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path(app.srcdir) / source, target)


def _source(app: Sphinx, name: str) -> str:
    return Path(app.env.doc2path(name, base=False)).as_posix()


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the steps to the build."""
    app.add_config_value("launch_repository", None, "html")
    app.connect("config-inited", read_address)
    app.connect("html-page-context", page, priority=950)
    app.connect("build-finished", offer_downloads)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
