"""A Sphinx extension: the list of references is labelled as the text cites, by author and year."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pybtex.plugin import register_plugin
from pybtex.style.formatting.plain import Style
from pybtex.style.labels import BaseLabelStyle
from sphinx.application import Sphinx

NAME = "author_year"


class AuthorYearLabels(BaseLabelStyle):
    """Labels such as *Dai et al., 2023*; two that are alike get a letter."""

    def format_labels(self, sorted_entries: list[Any]) -> Iterator[str]:
        """Return the label of every entry, in their order."""
        plain = [f"{_authors(entry)}, {entry.fields['year']}" for entry in sorted_entries]
        count, seen = Counter(plain), Counter[str]()
        for label in plain:
            letter = chr(ord("a") + seen[label]) if count[label] > 1 else ""
            seen[label] += 1
            yield label + letter


def _authors(entry: Any) -> str:
    """Return the family names, without the braces and accents of BibTeX; of many only the first."""
    names = [
        " ".join(str(part) for part in (*one.rich_prelast_names, *one.rich_last_names))
        for one in entry.persons["author"]
    ]
    return " and ".join(names) if len(names) <= 2 else f"{names[0]} et al."


class AuthorYearStyle(Style):
    """The plain style of entries, with these labels."""

    default_label_style = NAME


def setup(app: Sphinx) -> dict[str, Any]:
    """Make the style known to ``{bibliography}``."""
    register_plugin("pybtex.style.labels", NAME, AuthorYearLabels)
    register_plugin("pybtex.style.formatting", NAME, AuthorYearStyle)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
