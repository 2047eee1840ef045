"""The map of the chapters, as a drawing: what builds on what, each with the noise of its strip.

Chapters stand in layers, behind all that they need. The layers run across a wide page and down a
narrow one; the page shows the drawing that fits (`site.css`). Every chapter is a link.
"""

from __future__ import annotations

import html
import textwrap
from collections.abc import Callable, Mapping

from tools.site import contents, strip
from tools.site.chapters import Chapter

Place = tuple[float, float]
WIDTH, HEIGHT = 150, 84
"""Of one chapter, in units of the drawing."""

EVERY = 3
"""Every third round of a strip has room in the small one."""

ACROSS = (160, 118)
DOWN = (118, 122)
"""From one chapter to the next, in a layer and between layers, of either drawing."""


def layers(chapters: Mapping[str, Chapter]) -> list[list[Chapter]]:
    """Return the chapters, each in the first layer behind all that it needs."""
    depth: dict[str, int] = {}
    for page, chapter in chapters.items():
        depth[page] = 1 + max((depth[one] for one in chapter.needs), default=-1)
    every: list[list[Chapter]] = [[] for _ in range(1 + max(depth.values()))]
    for page, chapter in chapters.items():
        every[depth[page]].append(chapter)
    return every


def chapter_map(chapters: Mapping[str, Chapter], link: Callable[[str], str]) -> str:
    """Return the map, wide and narrow; `link` gives the address of a page."""
    drawings = "".join(_drawing(chapters, link, across) for across in (True, False))
    return f'<nav class="vaslb-map" aria-label="Map of the chapters">{drawings}</nav>\n'


def rows(every: list[list[Chapter]]) -> dict[str, float]:
    """Return where in its layer each chapter stands: near what it needs, and one from the next."""
    found: dict[str, float] = {}
    for layer in every:
        wanted = {
            one.page: sum(found[page] for page in one.needs) / max(1, len(one.needs))
            for one in layer
        }
        order = sorted(wanted, key=lambda page: wanted[page])
        placed: list[float] = []
        for page in order:
            placed.append(max([wanted[page], *(row + 1 for row in placed[-1:])]))
        shift = (sum(wanted.values()) - sum(placed)) / len(placed)
        found |= {page: row + shift for page, row in zip(order, placed, strict=True)}
    first = min(found.values())
    return {page: row - first for page, row in found.items()}


def _drawing(chapters: Mapping[str, Chapter], link: Callable[[str], str], across: bool) -> str:
    every = layers(chapters)
    beside = rows(every)
    places: dict[str, Place] = {}
    for depth, layer in enumerate(every):
        for chapter in layer:
            row = beside[chapter.page]
            places[chapter.page] = (
                (depth * ACROSS[0], row * ACROSS[1]) if across else (row * DOWN[0], depth * DOWN[1])
            )
    wide = WIDTH if across else DOWN[0] - 8
    width = max(x for x, _ in places.values()) + wide
    height = max(y for _, y in places.values()) + HEIGHT
    ways = "".join(
        _way(places[one], places[chapter.page], wide, across)
        for chapter in chapters.values()
        for one in chapter.needs
    )
    nodes = "".join(
        _node(chapter, places[chapter.page], link(chapter.page), wide)
        for chapter in chapters.values()
    )
    kind = "across" if across else "down"
    return (
        f'<svg class="vaslb-map-{kind}" viewBox="0 0 {width:.0f} {height:.0f}">'
        f'<path class="vaslb-map-ways" d="{ways}"/>{nodes}</svg>'
    )


def _way(start: Place, end: Place, wide: float, across: bool) -> str:
    """Return a curve from one chapter to one that needs it."""
    if across:
        (x, y), (u, v) = (start[0] + wide - 26, start[1] + 12), (end[0] - 6, end[1] + 12)
        half = (x + u) / 2
        return f"M{x:.0f} {y:.0f}C{half:.0f} {y:.0f} {half:.0f} {v:.0f} {u:.0f} {v:.0f}"
    (x, y), (u, v) = (start[0] + wide / 2, start[1] + HEIGHT), (end[0] + wide / 2, end[1] - 6)
    half = (y + v) / 2
    return f"M{x:.0f} {y:.0f}C{x:.0f} {half:.0f} {u:.0f} {half:.0f} {u:.0f} {v:.0f}"


def _node(chapter: Chapter, place: Place, address: str, wide: float) -> str:
    """Return one chapter: its number with its noise beside it, and its title below."""
    title = contents.title(chapter.page)
    lines = textwrap.wrap(title, round(wide / 7))
    text = "".join(
        f'<tspan x="0" dy="{1.25 if row else 0}em">{html.escape(line)}</tspan>'
        for row, line in enumerate(lines)
    )
    said = html.escape(f"Chapter {chapter.number}: {title}")
    left = 13 + 11 * len(str(chapter.number))
    return (
        f'<a href="{html.escape(address)}" aria-label="{said}" '
        f'transform="translate({place[0]:.0f} {place[1]:.0f})">'
        f'<rect width="{wide:g}" height="{HEIGHT}"/>'
        f'<text class="vaslb-map-number" y="20">{chapter.number}</text>'
        f'<svg x="{left}" y="3" width="{wide - left - 30:g}" height="18" '
        f'viewBox="0 0 {strip.ROUNDS // EVERY} {strip.HEIGHT}" preserveAspectRatio="none">'
        f'{strip.paths(chapter.page, chapter.noise, EVERY)}</svg><text y="42">{text}</text></a>'
    )
