"""Let a formula on a line of its own break where a typesetter would: before a relation or a sum.

Temml writes a displayed formula as one row, and a row never breaks. Here it becomes several rows in
a line; a browser that can break between them does so when the page is too narrow (`site.css`), and
where the page is wide enough the formula looks as before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

RELATIONS = frozenset("=≠<>≤≥≪≫≈≡∼≃≅≲≳∝∈∉⊂⊆→⇒⟹⟺⇔↦≔")
SIGNS = frozenset("+−±∓")
OPEN, CLOSED = frozenset("([{⟨⌊⌈"), frozenset(")]}⟩⌋⌉")
SCRIPTED = frozenset({"msup", "msub", "msubsup"})
WIDE = 0.9
"""In em: a space this wide, such as a quad, sets two statements apart."""
SHORT = 12
"""A bracket with fewer signs than this stays on one line."""
LONG = 24
"""A row of a formula in a line with more signs than this may be too wide for a phone."""

Row = list[Element]


def marked(mathml: str) -> str:
    """Return a formula of a line with a mark if it is split, so that style can find it.

    Temml splits it after relations and signs, but never inside a bracket; a long one is split here.
    """
    formula = ElementTree.fromstring(mathml)
    rows = [part for row in formula for part in (_parts(row) if _is_long(row) else [row])]
    if len(rows) > len(formula):
        formula[:] = rows
        mathml = ElementTree.tostring(formula, "unicode", short_empty_elements=False)
    split = sum(row.tag == "mrow" for row in rows) > 1
    return mathml.replace("<math>", '<math class="parts">', 1) if split else mathml


def _parts(row: Element) -> Row:
    """Return a long row as several that end, as Temml's do, with a sign."""
    children = [part for child in row for part in (child if _is_bracket(child) else [child])]
    pieces = list(_split(children, _starts_term))
    for piece, after in pairwise(pieces):
        piece.append(after.pop(0))
    parts = [Element("mrow") for _ in pieces]
    for part, piece in zip(parts, pieces, strict=True):
        part.extend(piece)
    return parts


def _is_bracket(child: Element) -> bool:
    return _is_long(child) and _text(child[0]) in OPEN


def _is_long(row: Element) -> bool:
    """Say whether a row has many signs, and no bracket that grows with what is inside."""
    grows = any(child.get("stretchy") == "true" for child in row)
    plain = row.tag == "mrow" and not row.attrib and not grows
    return plain and len("".join(row.itertext())) > LONG


def broken(mathml: str) -> str:
    """Return a displayed formula whose outer row is split where a line may end.

    The rows inside it are the statements that wide spaces set apart, which stay whole if they can;
    the rows inside these begin with a relation, a sign or a word.
    """
    formula = ElementTree.fromstring(mathml)
    rows = list(formula)
    if len(rows) != 1 or rows[0].tag != "mrow":
        return mathml
    worded = [word for child in rows[0] for word in _words(child)]
    statements = [list(_split(one, _starts_line)) for one in _split(worded, _ends_statement)]
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


def _words(child: Element) -> Iterator[Element]:
    """Yield a text of several words word by word, and anything else as it is."""
    parts = re.findall(r"\s*\S+\s*?(?=\s\S|\s*$)|\s+$", child.text or "")
    if child.tag != "mtext" or len(parts) < 2:
        yield child
        return
    for part in parts:
        word = Element("mtext", child.attrib)
        word.text = part
        yield word


def _split(children: Row, at: Callable[[Element, Element, int], bool]) -> Iterator[Row]:
    """Split elements where `at` says so of two neighbours and the length of their bracket."""
    piece: Row = []
    for child, length in zip(children, _brackets(children), strict=True):
        if piece and at(piece[-1], child, length):
            yield piece
            piece = []
        piece.append(child)
    if piece:
        yield piece


def _brackets(children: Row) -> list[int]:
    """Return the number of signs in the smallest bracket around each element, 0 outside of all."""
    lengths = [0] * len(children)
    opened: list[int] = []
    for place, child in enumerate(children):
        if _text(child) in OPEN:
            opened.append(place)
        elif _closes(child) and opened:
            first = opened.pop() + 1
            length = sum(len("".join(one.itertext())) for one in children[first:place])
            for inside in range(first, place + 1):
                lengths[inside] = lengths[inside] or length
    return lengths


def _closes(child: Element) -> bool:
    """Say whether an element is a closing bracket, with a power or without."""
    while child.tag in SCRIPTED | {"mrow"} and len(child):
        child = child[0]
    return _text(child) in CLOSED


def _ends_statement(before: Element, after: Element, bracket: int) -> bool:
    width = re.fullmatch(r"([\d.]+)em", before.get("width", ""))
    wide = before.tag == "mspace" and width is not None and float(width[1]) >= WIDE
    return wide and not bracket


def _starts_line(before: Element, after: Element, bracket: int) -> bool:
    if before.tag == after.tag == "mtext":
        return not bracket
    relation = _text(after) in RELATIONS and not bracket and _is_between(before)
    return relation or _starts_term(before, after, bracket)


def _starts_term(before: Element, after: Element, bracket: int) -> bool:
    return _text(after) in SIGNS and not 0 < bracket < SHORT and _is_between(before)


def _is_between(before: Element) -> bool:
    """Say whether a sign may stand here; after another one it belongs to what follows it."""
    return before.tag != "mo" or _text(before) in CLOSED or before.get("form") == "postfix"


def _text(element: Element) -> str:
    """Return the sign of an operator, and nothing for what is none."""
    return (element.text or "").strip() if element.tag == "mo" else ""
