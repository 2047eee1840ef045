"""What the book says about its chapters outside of them: `book/chapters.yml`, read and checked."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import yaml

from tools.project import BOOK
from tools.site import contents
from vaslb_edu import schedules
from vaslb_edu.schedules import Schedule

FILE = BOOK / "chapters.yml"


class Chapter(NamedTuple):
    """A numbered chapter: its page, number, question, the pages it needs, and its noise.

    `opening` names the figure whose picture opens the chapter, where its first one comes late.
    """

    page: str
    number: int
    question: str
    needs: tuple[str, ...]
    noise: Schedule
    opening: str | None


@cache
def chapters() -> dict[str, Chapter]:
    """Return the numbered chapters by page, in their order."""
    return read(FILE.read_text("utf-8"), contents.numbered())


def read(text: str, pages: list[str]) -> dict[str, Chapter]:
    """Return what a file says about these pages; raise unless it speaks of each and no other."""
    said = yaml.safe_load(text)
    if set(said) != set(pages):
        raise ValueError(
            f"{FILE.name} must speak of the numbered chapters and of nothing else; "
            f"it differs in {sorted(set(said) ^ set(pages))}"
        )
    found = {}
    for number, page in enumerate(pages, start=1):
        entry = said[page]
        strange = set(entry["needs"]) - set(pages[: number - 1])
        if strange:
            raise ValueError(f"{page} can need only chapters before it, not {sorted(strange)}")
        [(name, numbers)] = entry["noise"].items()
        noise = getattr(schedules, name)(**numbers)
        needs, opening = tuple(entry["needs"]), entry.get("opening")
        found[page] = Chapter(page, number, entry["question"], needs, noise, opening)
    return found
