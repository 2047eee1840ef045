"""Turn "Explained in chapter 5, *Optimism*" of a docstring into a link to that chapter."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
EXPLAINED = re.compile(
    r"Explained in (?P<words>chapter (?P<number>\d+), |the (?:chapter|appendix) )"
    r"\*(?P<title>[^*]+)\*"
)


@cache
def chapters() -> list[str]:
    """Return the pages of the table of contents, the first page and then the numbered ones."""
    contents = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    pages = [one["file"] for part in contents["parts"] for one in part["chapters"]]
    return [contents["root"], *pages]


def title(page: str) -> str:
    """Return the heading of a page; the first page is called Start."""
    if page == chapters()[0]:
        return "Start"
    notebook = ROOT / f"{page}.ipynb"
    if notebook.exists():
        text = "".join(json.loads(notebook.read_text("utf-8"))["cells"][0]["source"])
    else:
        text = (ROOT / f"{page}.md").read_text("utf-8")
    found = re.search(r"^# (.+)$", text, re.M)
    return found[1] if found else page


def page_of(found: re.Match[str]) -> str:
    """Return the page that a docstring names by number and by the beginning of its title."""
    for number, page in enumerate(chapters()):
        same_number = found["number"] is None or int(found["number"]) == number
        if same_number and title(page).startswith(found["title"]):
            return page
    raise ValueError(f"no chapter of the book is called what a docstring says: {found[0]!r}")


def linked(text: str) -> str:
    """Return a docstring's line with its chapter as a link."""
    return EXPLAINED.sub(
        lambda found: f"Explained in :doc:`{found['words']}{found['title']} </{page_of(found)}>`",
        text,
    )
