"""Turn "Explained in the chapter *Optimism*" of a docstring into a link to that chapter.

A chapter is named by its title, never by its number: a chapter put in before it changes nothing.
"""

from __future__ import annotations

import re

from tools.site import contents

EXPLAINED = re.compile(r"Explained in the (?P<kind>chapter|appendix) \*(?P<title>[^*]+)\*")
NUMBERED = re.compile(r"Explained in (?:the )?(?:chapter|appendix) [\dA-Z]")


def page_of(title: str) -> str:
    """Return the page whose title begins as a docstring says."""
    found = [page for page in contents.chapters() if contents.title(page).startswith(title)]
    if len(found) != 1:
        raise ValueError(f"{len(found)} chapters of the book are called {title!r}, expected one")
    return found[0]


def linked(text: str) -> str:
    """Return a docstring's line with its chapter as a link; refuse one that counts chapters.

    The link holds the word "chapter", too: "Start" alone does not say where it leads.
    """
    if NUMBERED.search(text):
        raise ValueError(f"name the chapter by its title, not by its number: {text.strip()!r}")
    return EXPLAINED.sub(
        lambda found: (
            f"Explained in the :doc:`{found['kind']} {found['title']} </{page_of(found['title'])}>`"
        ),
        text,
    )
