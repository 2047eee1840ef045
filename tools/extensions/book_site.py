"""The Sphinx extension behind the book: execution without stale results, pages without a network.

What it does, in the order of a build:

* runs the notebooks whose stored results are no longer good (see `execution`);
* tells the kernels to pre-render explorable figures, and where to put the frames;
* writes the library reference from docstrings;
* gives every page its description, card image and the few scripts it needs;
* after the build, puts the frames beside the pages and makes the pages lighter.
"""

from __future__ import annotations

import html
import os
import re
import shutil
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util import logging

from tools import environment
from tools.extensions import formulas, library_reference
from tools.notebooks import execution
from tools.project import BOOK, ROOT
from tools.site import formula_style, lighten, progress, social_card
from tools.site.substitution import Substitution
from vaslb_edu.figures import frames, static_player

logger = logging.getLogger(__name__)
GENERATED_PAGES = {
    "search": "Search the pages of this book.",
    "404": "This address leads to no page of the book; here is the way back.",
}
LIST = '<div role="list" class="citation-list">'
SOURCES = Substitution("the role of a source", 'role="doc-biblioentry"', 'role="listitem"')
"""The standard has withdrawn the role; a list needs list items."""
SOLUTION = 'class="solution '
EXERCISE = Substitution("the way to an exercise", r"(Solution to)(<a [^>]*>)\s", r"\1 \2")
"""The space before a link is not a part of it."""


def prepare(app: Sphinx, config: Any) -> None:
    """Set what depends on this machine and on the library's content."""
    folder = execution.cache_folder()
    config.nb_execution_cache_path = str(folder / "notebooks")
    os.environ[frames.STATIC_VARIABLE] = str(folder / "frames")
    environment.lead_kernels_to(ROOT)
    folders = [formula_style.folder(), static_player.ASSETS, BOOK / "assets"]
    config.html_static_path += [str(one) for one in folders]


def outdated(app: Sphinx, env: Any, added: Any, changed: Any, removed: Any) -> list[str]:
    """Read every page again when the library has changed: Sphinx itself looks at sources only."""
    digest = execution.page_digest()
    stale = getattr(env, "page_digest", None) != digest
    env.page_digest = digest
    return sorted(env.found_docs) if stale else []


def execute(app: Sphinx, env: Any, pages: list[str]) -> None:
    """Run the notebooks of the pages that are about to be read, side by side."""
    paths = [Path(env.doc2path(page)) for page in pages]
    notebooks = [path for path in paths if path.suffix == ".ipynb"]
    config = app.config
    execution.execute(notebooks, config.nb_execution_cache_path, config.nb_execution_timeout)


def page(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Complete one page: addresses of frames, mathematics in outputs, description and card."""
    pathto = context["pathto"]
    body = context.get("body", "")
    if frames.FRAME_SCHEME in body:
        body = body.replace(frames.FRAME_SCHEME, pathto("_static/frames/", 1))
    body = formulas.with_punctuation(formulas.in_text(body))
    for mark, one in ((LIST, SOURCES), (SOLUTION, EXERCISE)):
        body = one.in_text(body, name) if mark in body else body
    context["body"] = body
    tags = context.get("metatags", "")
    if 'name="description"' not in tags:
        described = GENERATED_PAGES.get(name)
        if described is None:
            logger.warning(
                "the page has no description: set myst.html_meta.description", location=name
            )
        tags += f'<meta name="description" content="{html.escape(described or "")}">\n'
    found = re.search(r'<meta[^>]*name="description"[^>]*>', tags)
    content = re.search(r'content="([^"]*)"', found[0]) if found else None
    card = (app.config.html_baseurl or pathto("", 1)) + "_static/social-card.png"
    title = html.escape(re.sub(r"<[^>]*>", "", context.get("title", "") or app.config.html_title))
    tags += (
        f'<meta property="og:title" content="{title}">\n'
        f'<meta property="og:description" content="{content[1] if content else ""}">\n'
        '<meta property="og:type" content="website">\n'
        f'<meta property="og:image" content="{card}">\n'
        '<meta property="og:image:alt" content="The title of the book over shrinking ellipses">\n'
        '<meta name="twitter:card" content="summary_large_image">\n'
    )
    context["metatags"] = tags


def finish(app: Sphinx, problem: Exception | None) -> None:
    """Put the frames beside the pages, draw the card, make the pages lighter."""
    if problem is not None or app._warncount:
        # A warning is told once, when its page is read: read all pages again until none is left.
        (Path(app.doctreedir) / "environment.pickle").unlink(missing_ok=True)
    if problem is not None or app.builder.name != "html":
        return
    site = Path(app.outdir)
    for written in (site / "book").rglob("*.html"):
        # A page that was renamed or removed must not stay behind.
        if written.relative_to(site).with_suffix("").as_posix() not in app.env.found_docs:
            written.unlink()
    target = site / "_static" / "frames"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    source = Path(frames.static_folder() or "")
    wanted = set()
    for written in site.rglob("*.html"):
        wanted |= set(re.findall(rf"\b{frames.FRAME_NAME}\b", written.read_text("utf-8")))
    for name in sorted(wanted):
        shutil.copy(source / name, target / name)
    social_card.draw(site / "_static" / "social-card.png", app.config.html_title)
    for template in (site / "_static").glob("*macros.html"):
        template.unlink()
    progress.step("Making the pages light")
    lighten.lighten(site, formula_style.font())
    _front_door(site, app.config.root_doc, app.config.html_title, app.config.html_baseurl)


def _front_door(site: Path, root: str, title: str, base: str) -> None:
    """Lead from the address of the site to its first page."""
    if root != "index":
        (site / "index.html").write_text(
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            f'<meta http-equiv="refresh" content="0; url={root}.html">'
            f'<link rel="canonical" href="{base}{root}.html"></head>'
            f'<body><p><a href="{root}.html">{title}</a></p></body></html>\n',
            encoding="utf-8",
        )


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the steps to the build."""
    app.add_directive("library-reference", library_reference.LibraryReference)
    app.connect("config-inited", prepare, priority=100)
    app.connect("env-get-outdated", outdated)
    app.connect("env-before-read-docs", execute)
    app.connect("autodoc-process-docstring", library_reference.keep_colon, priority=100)
    app.connect("autodoc-process-docstring", library_reference.docstring)
    app.connect("autodoc-skip-member", library_reference.from_elsewhere)
    app.connect("doctree-read", library_reference.without_long_values)
    app.connect("html-page-context", page, priority=900)
    app.connect("build-finished", finish, priority=900)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
