"""The Sphinx extension behind the book: execution without stale results, pages without a network.

What it does, in the order of a build:

* names the execution cache after the content of the library, so that a change of the library runs
  every chapter again and a change of one chapter runs only that chapter;
* tells the kernels to pre-render explorable figures, and where to put the frames;
* renders mathematics with a local KaTeX and makes a formula it cannot read a warning;
* writes the library reference from docstrings;
* gives every page its description, card image and the few scripts it needs;
* after the build, puts the frames beside the pages and makes the pages lighter.
"""

from __future__ import annotations

import hashlib
import html
import os
import pkgutil
import re
import shutil
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import lighter_pages  # noqa: E402
import social_card  # noqa: E402
import vendor  # noqa: E402
from docutils import nodes  # noqa: E402
from docutils.statemachine import StringList  # noqa: E402
from sphinx.application import Sphinx  # noqa: E402
from sphinx.util import logging  # noqa: E402
from sphinx.util.docutils import SphinxDirective  # noqa: E402
from sphinx.util.nodes import nested_parse_with_titles  # noqa: E402

from vaslb_edu import frames, static_player  # noqa: E402

logger = logging.getLogger(__name__)
CACHE = Path(os.environ.get("VASLB_BOOK_CACHE", ROOT / "_build" / "executed"))
CACHES_KEPT = 3
GENERATED_PAGES = {"search": "Search the pages of this book."}


def library_digest() -> str:
    """Return a name for everything but the notebooks that can change what a notebook shows."""
    return _digest(
        *(ROOT / "vaslb_edu").rglob("*.py"),
        *(ROOT / "vaslb_edu").rglob("*.mplstyle"),
        *ROOT.glob("requirements*.txt"),
        *(path for path in (ROOT / "book").rglob("*") if path.suffix in {".py", ".json", ".csv"}),
    )


def page_digest() -> str:
    """Return a name for everything but the sources that can change what a page looks like."""
    tools = Path(__file__).parent.glob("*.py")
    return library_digest() + _digest(*tools)


def _digest(*files: Path) -> str:
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(files):
        digest.update(path.relative_to(ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def prepare(app: Sphinx, config: Any) -> None:
    """Set what depends on this machine and on the library's content."""
    folder = CACHE / library_digest()
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    by_age = sorted(CACHE.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in by_age[CACHES_KEPT:]:
        shutil.rmtree(old)
    config.nb_execution_cache_path = str(folder / "notebooks")
    os.environ[frames.STATIC_VARIABLE] = str(folder / "frames")
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))

    script, static = vendor.katex()
    config.katex_js_path = str(script)
    config.html_static_path.append(str(static))
    config.html_static_path += [str(static_player.ASSETS), str(ROOT / "book" / "assets")]
    _use_katex()


def _use_katex() -> None:
    """Render with our node, and turn an unreadable formula into a warning that names it."""
    from sphinxcontrib import katex

    katex.NODEJS_BINARY = vendor.node()
    katex.KATEX_DEFAULT_OPTIONS.update(throwOnError=True, strict="ignore")
    katex.STARTUP_TIMEOUT = 60.0
    render = katex.render_latex

    def render_or_warn(latex: str, options: Any = None) -> str:
        try:
            return str(render(latex, options))
        except katex.KaTeXError as problem:
            logger.warning("KaTeX cannot read %r: %s", latex, problem)
            return html.escape(latex)

    katex.render_latex = render_or_warn


def outdated(app: Sphinx, env: Any, added: Any, changed: Any, removed: Any) -> list[str]:
    """Read every page again when the library has changed: Sphinx itself looks at sources only."""
    digest = page_digest()
    stale = getattr(env, "page_digest", None) != digest
    env.page_digest = digest
    return sorted(env.found_docs) if stale else []


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


def _not_named_elsewhere() -> list[str]:
    """Return the public modules of the library that no reference page names."""
    named: set[str] = set()
    for path in (ROOT / "book" / "api").glob("*.md"):
        for found in re.findall(r"\{library-reference\} (.*)", path.read_text("utf-8")):
            named |= set(found.split())
    every = pkgutil.iter_modules([str(ROOT / "vaslb_edu")])
    return [one.name for one in every if not one.name.startswith("_") and one.name not in named]


def plain_bars(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Let ``|x|`` in a docstring mean a size: reStructuredText would look for a substitution."""
    for place, text in enumerate(lines):
        parts = re.split(r"(``?[^`]+``?)", text)
        lines[place] = "".join(
            part if part.startswith("`") else part.replace("|", r"\|") for part in parts
        )


def page(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Complete one page: addresses of frames, mathematics in outputs, description and card."""
    pathto = context["pathto"]
    body = context.get("body", "")
    if frames.FRAME_SCHEME in body:
        body = body.replace(frames.FRAME_SCHEME, pathto("_static/frames/", 1))
    body = re.sub(r'<span class="vaslb-math">\\\((.*?)\\\)</span>', _formula, body, flags=re.S)
    # Roles that the standard has withdrawn; a list needs list items.
    body = body.replace('role="doc-biblioentry"', 'role="listitem"')
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


def _formula(found: re.Match[str]) -> str:
    from sphinxcontrib import katex

    return f'<span class="math">{katex.render_latex(html.unescape(found[1]))}</span>'


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
    source = Path(os.environ[frames.STATIC_VARIABLE])
    wanted = set()
    for written in site.rglob("*.html"):
        wanted |= set(re.findall(r"\b[0-9a-f]{20}\.(?:svg|png)\b", written.read_text("utf-8")))
    for name in sorted(wanted):
        shutil.copy(source / name, target / name)
    social_card.draw(site / "_static" / "social-card.png", app.config.html_title)
    for template in (site / "_static").glob("*macros.html"):
        template.unlink()
    lighter_pages.lighten(site)
    _front_door(site, app.config.root_doc, app.config.html_title)


def _front_door(site: Path, root: str, title: str) -> None:
    """Lead from the address of the site to its first page."""
    if root != "index":
        (site / "index.html").write_text(
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            f'<meta http-equiv="refresh" content="0; url={root}.html">'
            f'<link rel="canonical" href="{root}.html"></head>'
            f'<body><p><a href="{root}.html">{title}</a></p></body></html>\n',
            encoding="utf-8",
        )


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the steps to the build."""
    app.add_directive("library-reference", LibraryReference)
    app.connect("config-inited", prepare, priority=100)
    app.connect("env-get-outdated", outdated)
    app.connect("autodoc-process-docstring", plain_bars)
    app.connect("html-page-context", page, priority=900)
    app.connect("build-finished", finish, priority=900)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
