"""Reduce a style sheet to the rules that can apply to some page, and to the values they use."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import tinycss2

from tools.site.substitution import Substitution

CLASSES = re.compile(r"""\bclass=\\?["']([^"'\\]*)""")
TAG = re.compile(r"<[a-zA-Z][^>]*>")
ATTRIBUTE = re.compile(r"""\s([\w-]+)(?=[=\s/>])""")
IDENTITY = re.compile(r"""\sid=["']([^"']*)""")
VALUE = re.compile(r"(?<=[{; ])(--[\w-]+):(?:url\([^)]*\)|[^;}])*(?:;|(?=\}))")
ICON_FONTS = Substitution("the fonts of icons", r"@font-face\{[^}]*\}", "")
"""They are reduced to the icons in use and put in their place by `fonts`."""


def reduced(path: Path, words: set[str]) -> str:
    """Return the rules of a style sheet that name nothing but what is among the words."""
    css = path.read_text("utf-8")
    if "fontawesome" in path.parts:
        css = ICON_FONTS.in_text(css, path.name)
    kept = pruned(css, words)
    elsewhere = re.search(r"url\(['\"]?(?!data:|#|https?:)[^)'\"]*/[^)]*\)", kept)
    if elsewhere:
        # The bundle lies in another folder, so the address would lead nowhere.
        raise RuntimeError(f"{path.name} asks for {elsewhere[0]}, unknown to {__name__}")
    return kept


def classes(pages: Iterable[str]) -> set[str]:
    """Return the classes of all elements of some pages, those that their scripts write included."""
    return {name for page in pages for one in CLASSES.findall(page) for name in one.split()}


def names(pages: Iterable[str]) -> set[str]:
    """Return the attributes and identities of all elements of some pages, opened ones included."""
    found = {"open"}
    for page in pages:
        found |= set(IDENTITY.findall(page))
        found |= {name for tag in set(TAG.findall(page)) for name in ATTRIBUTE.findall(tag)}
    return found


def said_by(scripts: str) -> set[str]:
    """Return the words of scripts, and the attributes that they write to a dataset."""
    kept = re.findall(r"\bdataset\.([a-zA-Z]+)", scripts)
    attributes = {
        "data-" + re.sub("[A-Z]", lambda one: f"-{one[0].lower()}", name) for name in kept
    }
    return set(re.findall(r"[\w-]+", scripts)) | attributes


def without_idle_values(css: str, words: set[str]) -> str:
    """Return rules without custom properties that neither a rule nor a script asks for."""
    asked = set(re.findall(r"var\(\s*(--[\w-]+)", css)) | words
    left = VALUE.sub(lambda one: one[0] if one[1] in asked else "", css)
    if left == css:
        return css
    return without_idle_values(left, words)  # what was asked for only by these is idle now


def pruned(css: str, words: set[str]) -> str:
    """Return rules as text, without selectors that name what no page and no script has.

    That is a class, an attribute, or an identity.
    """
    return _pruned(tinycss2.parse_stylesheet(css, True, True), words)


def plain_code(sheet: str) -> re.Pattern[str]:
    """Return what marks a piece of code that looks as the code around it, light and dark."""
    base = dict(re.findall(r'data-theme="(\w+)"\] \.highlight \{[^}]*[; ]color: (#\w+)', sheet))
    looks: dict[str, set[tuple[str, str]]] = {}
    for theme, name, rule in re.findall(
        r'data-theme="(\w+)"\] \.highlight \.(\w+) \{([^}]*)\}', sheet
    ):
        looks.setdefault(name, set()).add((theme, rule.strip().rstrip(";")))
    same = {(theme, f"color: {colour}") for theme, colour in base.items()}
    plain = sorted(name for name, look in looks.items() if look == same)
    if not plain:
        raise RuntimeError("no kind of code has the colour of its surroundings in pygments.css")
    return re.compile(rf'<span class="(?:{"|".join(plain)})">([^<]*)</span>')


def _pruned(rules: list[Any], words: set[str]) -> str:
    kept = []
    for rule in rules:
        if rule.type == "qualified-rule":
            every = _split(tinycss2.serialize(rule.prelude))
            selectors = ",".join(one for one in every if _may_apply(one, words))
            if selectors:
                kept.append(f"{selectors}{{{_squeezed(tinycss2.serialize(rule.content))}}}")
        elif rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports"):
            inner = _pruned(tinycss2.parse_rule_list(rule.content, True, True), words)
            if inner:
                kept.append(f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inner}}}")
        elif rule.type == "at-rule" and rule.lower_at_keyword not in ("charset", "import"):
            kept.append(_squeezed(rule.serialize()))
    return "".join(kept)


def _split(selectors: str) -> list[str]:
    """Split a selector list at its outer commas."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(selectors):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            parts.append(selectors[start:place].strip())
            start = place + 1
    return [*parts, selectors[start:].strip()]


def _may_apply(selector: str, words: set[str]) -> bool:
    if "\\" in selector:
        return False  # bootstrap's escaped utility names; the theme uses none
    positive = re.sub(r":(?:not|is|where|has)\([^)]*\)", "", selector)
    named = re.findall(r"\[([\w-]+)", positive)
    positive = re.sub(r"\[[^\]]*\]", "", positive)
    named += re.findall(r"[.#](-?[A-Za-z_][\w-]*)", positive)
    return words.issuperset(named)


def _squeezed(css: str) -> str:
    return re.sub(r"\s+", " ", css).strip()
