"""Pages that show what students wrote and run none of it: for feedback, and for marking by hand.

Written answers and outputs keep a few harmless tags. Links lead to the web or to a mail program,
pictures come with the page, and formulas are MathML: a page needs no script, no network and, in the
feedback, has a policy that allows neither.
"""

from __future__ import annotations

import os
import re
from html import escape
from pathlib import Path
from typing import Any

import bleach
from nbconvert.filters.markdown_mistune import markdown2html_mistune
from nbconvert.preprocessors.sanitize import SanitizeHTML

from tools.coursework.written_formulas import with_formulas

PAGES = Path(__file__).resolve().parent / "pages"  # templates that go before nbconvert's own
TAGS = frozenset(
    [
        "a",
        "abbr",
        "b",
        "blockquote",
        "br",
        "code",
        "dd",
        "del",
        "div",
        "dl",
        "dt",
        "em",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "img",
        "kbd",
        "li",
        "ol",
        "p",
        "pre",
        "s",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "u",
        "ul",
    ]
)
PROTOCOLS = frozenset({"http", "https", "mailto"})
PICTURE = re.compile(r"data:image/(png|jpeg|gif);base64,[A-Za-z0-9+/=\s]*", re.A)
LINK = re.compile(r"\s*(https?://|mailto:|#)", re.I)  # nothing on the server that shows the page
LONGEST = 20_000  # characters of one text that is shown: some texts take their length squared
CUT = "\n\n… (cut here)"
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; "
    "base-uri 'none'"
)
HEAD = f"""<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="referrer" content="no-referrer">"""
SCRIPT = re.compile(r"<script\b.*?</script\s*>", re.S | re.I)


def clean_html(html: Any) -> str:
    """Return a piece of a page without anything that acts."""
    text = html.decode("utf-8", "replace") if isinstance(html, bytes) else str(html)
    return _harmless(_short(text))


def markdown2html(source: str) -> str:
    """Return a written answer as a harmless piece of a page."""
    try:
        return with_formulas(_harmless(markdown2html_mistune(_short(source))))
    except Exception:  # whatever a text makes a parser raise: then it stands as it was written
        return f"<pre>{escape(source[:LONGEST])}</pre>"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + CUT


def _harmless(html: str) -> str:
    protocols = PROTOCOLS | {"data"}
    try:
        return bleach.clean(html, TAGS, _is_allowed, protocols, strip_comments=True)
    except RecursionError:
        return f"<pre>{escape(html)}</pre>"


class SanitizeOutputs(SanitizeHTML):
    """nbgrader's sanitiser for all but written answers, which `markdown2html` does at its end.

    Before that a text is no page: `<` in a formula or in code would be escaped twice. Code is cut
    like texts are: to colour it, too, may take its length squared.
    """

    def preprocess_cell(self, cell: Any, resources: Any, cell_index: int) -> tuple[Any, Any]:
        """Leave a text as it is; do the rest as ever."""
        if cell.cell_type == "markdown":
            return cell, resources
        cell.source = _short(cell.source)
        cleaned = super().preprocess_cell(cell, resources, cell_index)  # type: ignore[no-untyped-call]
        return cleaned[0], cleaned[1]


def configure(config: Any) -> None:
    """Let nbconvert, and with it nbgrader's pages, show nothing but what is harmless."""
    config.HTMLExporter.sanitize_html = True
    config.HTMLExporter.filters = {"markdown2html": markdown2html, "clean_html": clean_html}
    config.HTMLExporter.preprocessors = [SanitizeOutputs]
    config.SanitizeHTML.enabled = True
    config.SanitizeHTML.tags = sorted(TAGS)
    config.SanitizeHTML.attributes = _is_allowed
    known = os.environ.get("JUPYTER_PATH", "").split(os.pathsep)
    if str(PAGES) not in known:
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(PAGES), *known]))


def shut(page: str) -> str:
    """Return a page of feedback without any script, and with a policy that allows none."""
    page = SCRIPT.sub("", page)
    return page.replace("<head>", f"<head>\n{HEAD}", 1)


def _is_allowed(tag: str, name: str, value: str) -> bool:
    if tag == "a" and name == "href":
        return LINK.match(value) is not None
    if tag == "img" and name == "src":
        return PICTURE.fullmatch(value) is not None
    allowed = {"img": ("alt", "title", "width", "height"), "a": ("title",), "abbr": ("title",)}
    return name in allowed.get(tag, ()) or (tag in ("td", "th") and name in ("colspan", "rowspan"))
