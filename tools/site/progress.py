"""What a person wants to see of a build: steps, chapters as they are run, and warnings.

The extensions mark a line that is meant for people with `step`; `build` shows these and puts
everything that Sphinx and its friends say into a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sphinx.util import logging

logger = logging.getLogger(__name__)
MARK = "» "
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
STEPS = {"reading sources... [": "Reading the pages", "writing output... [": "Writing the pages"}
"""Lines with which Sphinx begins a step of its own; one follows for every page."""

PROBLEM = re.compile(r"\b(?:WARNING|ERROR|CRITICAL|SEVERE): |^(?:Extension|Theme|Sphinx) error")
OUTSIDE = re.compile(r"WARNING: (?:unknown document|undefined label): ")


def plain(text: str) -> str:
    """Return a text without the signs that colour it in a terminal."""
    return COLOUR.sub("", text)


def step(text: str) -> None:
    """Say what the build does now, from inside it."""
    logger.info(MARK + text)


def worth_showing(lines: Iterable[str], draft: bool = False) -> Iterator[str]:
    """Return the lines of a build's log that are meant for people.

    A draft holds few pages: links that lead out of it are counted, not shown one by one.
    """
    begun: set[str] = set()
    outside = 0
    for line in lines:
        text = line.rstrip()
        found = [start for start in STEPS if text.startswith(start)]
        if text.startswith(MARK):
            yield text.removeprefix(MARK)
        elif draft and OUTSIDE.search(text):
            outside += 1
        elif PROBLEM.search(text):
            yield text
        elif found and found[0] not in begun:
            begun.add(found[0])
            yield STEPS[found[0]]
    if outside:
        yield f"{outside} links lead to pages that are not part of this draft"
