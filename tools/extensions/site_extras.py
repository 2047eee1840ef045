"""A Sphinx extension: what a site has beside its pages.

Addresses of the published book (canonical links, a sitemap) where one is configured; a page for
addresses that lead nowhere; the question of the next chapter; version, date, and links to edit a
page or report a mistake, where a repository is configured.
"""

from __future__ import annotations

import datetime
import html
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sphinx.application import Sphinx

from tools.project import ROOT
from tools.repository_address import Repository, repository
from tools.site import pdf_link
from tools.site.chapters import chapters
from vaslb_edu import __version__

LOST = "404"


def configure(app: Sphinx, config: Any) -> None:
    """Take the address of the published book from the repository, unless one is set."""
    found = repository()
    if found is not None and not config.html_baseurl:
        config.html_baseurl = found.pages
    config.html_additional_pages = {**config.html_additional_pages, LOST: "lost.html"}


def page(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Give the templates of a page what they show."""
    _, before, after = (getattr(app.builder, "relations", {}).get(name) or [None] * 3)[:3]
    for word, other in (("prev", before), ("next", after)):
        known = chapters().get(other or "")
        context[f"{word}_question"] = known.question if known else ""
    context["book_version"], context["book_date"] = __version__, _written()
    context["pdf_place"] = pdf_link.PLACE
    source = Path(app.env.doc2path(name, base=False)).as_posix() if doctree is not None else None
    context["repository_links"] = links(repository(), source)
    if name == LOST:
        # It is shown at any depth: addresses in it count from the root of the site.
        base = html.escape(app.config.html_baseurl or "/")
        context["metatags"] = f'<base href="{base}">\n' + context.get("metatags", "")


def links(found: Repository | None, source: str | None) -> list[tuple[str, str]]:
    """Return what a reader can do about a page: edit its source, report a mistake."""
    if found is None:
        return []
    every = [("Source code", found.address)]
    if source is not None:
        every = [("Edit this page", f"{found.address}/edit/{found.branch}/{quote(source)}")]
    about = quote(f"Mistake in {source}" if source else "Mistake in the book", safe="")
    return [*every, ("Report a mistake", f"{found.address}/issues/new?title={about}")]


def sitemap(base: str, pages: list[str]) -> str:
    """Return the list of all pages for those who search the web."""
    found = "".join(f"<url><loc>{html.escape(base + quote(page))}</loc></url>\n" for page in pages)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{found}</urlset>\n'
    )


def finish(app: Sphinx, problem: Exception | None) -> None:
    """Write the sitemap where the book has an address; without one there is none."""
    if problem is not None or app.builder.name != "html":
        return
    site, base = Path(app.outdir), app.config.html_baseurl
    (site / "sitemap.xml").unlink(missing_ok=True)
    if base:
        pages = sorted(f"{name}.html" for name in app.env.found_docs)
        (site / "sitemap.xml").write_text(sitemap(base, pages), encoding="utf-8")
        (site / "robots.txt").write_text(f"User-agent: *\nSitemap: {base}sitemap.xml\n", "utf-8")


def _written() -> str:
    """Return the day of the newest change, or today where there is no history."""
    command = ["git", "log", "-1", "--format=%cs"]
    try:
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    except OSError:
        said = ""
    day = datetime.date.fromisoformat(said) if said else datetime.date.today()
    return f"{day.day} {day:%B %Y}"


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the steps to the build."""
    app.connect("config-inited", configure, priority=200)
    app.connect("html-page-context", page, priority=850)
    app.connect("build-finished", finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
