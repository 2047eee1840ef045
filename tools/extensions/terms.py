"""Let a word of the glossary show its meaning where a page uses it for the first time.

Every page of the book but the lists of words and symbols is read after its links are resolved. The
first use of a term becomes a link to the glossary with the meaning beside it, hidden until the
reader points at the word, reaches it with the keyboard, or touches it (`terms.js`, `terms.css`).
The meaning is in the page: nothing is fetched.
"""

from __future__ import annotations

import html
import re
from functools import cache
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from tools.extensions.chapter_head import FoldedBoxes
from tools.project import BOOK

GLOSSARY = "book/glossary"
WITHOUT = (GLOSSARY, "book/notation", "book/bibliography", "book/licences", "book/api/")
CLOSED = (
    nodes.title,
    nodes.reference,
    nodes.literal,
    nodes.literal_block,
    nodes.math,
    nodes.math_block,
    nodes.caption,
    nodes.raw,
    nodes.table,
    nodes.footnote,
    FoldedBoxes,
)
"""What a term is not looked for in: headings, links, code, formulas, captions, tables,
and what is folded under the title."""


@cache
def meanings() -> dict[str, str]:
    """Return the terms of the glossary with their meanings, as Markdown."""
    text = (BOOK / "glossary.md").read_text("utf-8")
    inside = text.split("```{glossary}\n")[1].split("\n```")[0]
    found = {}
    for entry in re.split(r"\n\s*\n", inside.strip()):
        term, _, meaning = entry.partition("\n")
        found[term.strip()] = " ".join(meaning.split())
    return found


def shown(meaning: str) -> str:
    """Return a meaning as HTML: without what leads elsewhere, its formulas marked as such."""
    meaning = re.sub(r"(?<=[.;]) ?See \{[\w:]+\}`[^`]*`\.?|;? ?see \{[\w:]+\}`[^`]*`", "", meaning)
    meaning = re.sub(r"\{[\w:]+\}`([^`<]*?)\s*(?:<[^`]*>)?`", r"\1", meaning)
    escaped = html.escape(meaning.strip(), quote=False)
    return re.sub(r"\$([^$]+)\$", r'<span class="vaslb-math">\\(\1\\)</span>', escaped)


@cache
def names() -> dict[str, str]:
    """Return every name of a term in small letters; an inequality goes by its finder, too."""
    found = {term.lower(): term for term in meanings()}
    for term in meanings():
        if term.endswith("'s inequality"):
            finder = term.removesuffix("'s inequality").lower()
            found |= {finder: term, f"{finder}'s": term}
    return found


@cache
def pattern() -> re.Pattern[str]:
    """Return what finds a term: the longer ones first, so that "optimism gap" is not "gap"."""
    words = "|".join(
        re.escape(name).replace("'", "['’]") for name in sorted(names(), key=len, reverse=True)
    )
    return re.compile(rf"(?<![\w-])({words})(?:s|es)?(?![\w-])", re.IGNORECASE)


def canonical(word: str) -> str:
    """Return the term as the glossary has it."""
    return names()[word.lower().replace("’", "'")]


def marked(word: str, term: str, address: str) -> str:
    """Return a word with its meaning beside it."""
    name = "meaning-" + re.sub(r"\W+", "-", term.lower()).strip("-")
    return (
        f'<span class="term"><a class="term-word" href="{html.escape(address)}"'
        f' aria-describedby="{name}">{html.escape(word)}</a>'
        f'<span class="term-meaning" role="tooltip" id="{name}">{shown(meanings()[term])}</span>'
        "</span>"
    )


def first_uses(doctree: nodes.document, address: Any) -> list[str]:
    """Mark the first use of each term in a page; return the terms that were found, in order."""
    found: list[str] = []
    for text in list(doctree.findall(nodes.Text)):
        if not _is_open(text):
            continue
        parts: list[nodes.Node] = []
        end, whole = 0, text.astext()
        for match in pattern().finditer(whole):
            term = canonical(match[1])
            if term in found:
                continue
            found.append(term)
            parts.append(nodes.Text(whole[end : match.start()]))
            parts.append(nodes.raw("", marked(match[0], term, address(term)), format="html"))
            end = match.end()
        if parts and text.parent is not None:
            text.parent.replace(text, [*parts, nodes.Text(whole[end:])])
    return found


def _in_written_link(text: nodes.Node) -> bool:
    """Say whether a piece of text stands in a link or a name that is written as HTML."""
    before = ""
    for one in text.parent.children:
        if one is text:
            break
        before += one.astext() if isinstance(one, nodes.raw) else ""
    return any(
        len(re.findall(rf"<{tag}\b", before)) > before.count(f"</{tag}>") for tag in ("a", "code")
    )


def _is_open(text: nodes.Node) -> bool:
    """Say whether a piece of text is running text."""
    if text.parent is not None and _in_written_link(text):
        return False
    inside, node = False, text.parent
    while node is not None:
        if isinstance(node, CLOSED) or "cell" in node.get("classes", []):
            return False
        inside = inside or isinstance(node, nodes.paragraph)
        node = node.parent
    return inside


def mark(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Mark the terms of one page, once its links are resolved."""
    if app.builder.name != "html" or not page.startswith("book/") or page.startswith(WITHOUT):
        return
    places = app.env.domaindata["std"]["objects"]

    def address(term: str) -> str:
        where = places.get(("term", term))
        anchor = f"#{where[1]}" if where else ""
        return app.builder.get_relative_uri(page, GLOSSARY) + anchor

    first_uses(doctree, address)


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the marks to the build."""
    app.connect("doctree-resolved", mark, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
