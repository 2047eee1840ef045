"""Let a formula on a line of its own break where a typesetter would: before a relation or a sum.

Temml writes a displayed formula as one row, and a row never breaks. Here it becomes several rows in
a line; a browser that can break between them does so when the page is too narrow (`site.css`), and
where the page is wide enough the formula looks as before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

RELATIONS = frozenset("=≠<>≤≥≪≫≈≡∼≃≅≲≳∝∈∉⊂⊆→⇒⟹⟺⇔↦≔")
SIGNS = frozenset("+−±∓")
OPEN, CLOSED = frozenset("([{⟨⌊⌈"), frozenset(")]}⟩⌋⌉")
WIDE = 0.9
"""In em: a space this wide, such as a quad, sets two statements apart."""

Row = list[Element]


def marked(mathml: str) -> str:
    """Return a formula of a line with a mark if Temml has split it, so that style can find it."""
    parts = [child for child in ElementTree.fromstring(mathml) if child.tag == "mrow"]
    return mathml.replace("<math>", '<math class="parts">', 1) if len(parts) > 1 else mathml


def broken(mathml: str) -> str:
    """Return a displayed formula whose outer row is split where a line may end.

    The rows inside it are the statements that wide spaces set apart, which stay whole if they can;
    the rows inside these begin with a relation or a sign.
    """
    formula = ElementTree.fromstring(mathml)
    rows = list(formula)
    if len(rows) != 1 or rows[0].tag != "mrow":
        return mathml
    statements = [list(_split(one, _starts_line)) for one in _split(rows[0], _ends_statement)]
    if sum(map(len, statements)) < 2:
        return mathml
    formula.remove(rows[0])
    formula.set("class", f"{formula.get('class', '')} lines".strip())
    for pieces in statements:
        statement = ElementTree.SubElement(formula, "mrow")
        for piece in pieces:
            row = ElementTree.SubElement(statement, "mrow")
            row.extend(piece)
            if _text(piece[0]) in RELATIONS | SIGNS:
                # At the beginning of a row it would be taken for a sign, and lose its spaces.
                piece[0].set("form", "infix")
    return ElementTree.tostring(formula, "unicode", short_empty_elements=False)


def _split(children: Iterable[Element], at: Callable[[Element, str, int], bool]) -> Iterator[Row]:
    """Split elements where `at` says so of the last one, the operator after it and its depth."""
    piece: Row = []
    depth = 0
    for child in children:
        text = _text(child)
        if piece and at(piece[-1], text, depth):
            yield piece
            piece = []
        piece.append(child)
        depth += (text in OPEN) - (text in CLOSED)
    if piece:
        yield piece


def _ends_statement(before: Element, text: str, depth: int) -> bool:
    width = re.fullmatch(r"([\d.]+)em", before.get("width", ""))
    wide = before.tag == "mspace" and width is not None and float(width[1]) >= WIDE
    return wide and depth == 0


def _starts_line(before: Element, text: str, depth: int) -> bool:
    # A sign after an operator or an opening bracket belongs to what follows it.
    between = before.tag != "mo" or _text(before) in CLOSED or before.get("form") == "postfix"
    return between and (text in SIGNS or (depth == 0 and text in RELATIONS))


def _text(element: Element) -> str:
    """Return the sign of an operator, and nothing for what is none."""
    return (element.text or "").strip() if element.tag == "mo" else ""
