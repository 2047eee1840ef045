"""Say how long the sections of a page will be, before a browser has laid them out.

Sections far from view wait (`site.css`); until then the browser goes by these estimates. They are a
little too long rather than too short: what sticks out of a section would lie over the next one.
"""

from __future__ import annotations

import re

EDGES = re.compile(r"<section\b[^>]*>|</section>")
FOLDED = re.compile(r"<(script|style|noscript|annotation)\b.*?</\1>|</summary>.*?</details>", re.S)
TAG = re.compile(r"<[^>]*>")
LETTER = 0.055
"""In units of `site.css`, which are about a rem at a desk: of a line of text, by its letters."""

PARTS = {
    r"<p\b|<li\b|<dt\b|<tr\b": 1.6,
    r"<h[2-6]\b|<figcaption|<summary": 4.0,
    r'<div class="math': 4.5,
    r"<picture\b": 34.0,
    r'class="vaslb-control"': 4.0,
    r'class="vaslb-question': 12.0,
    r'class="vaslb-laboratory': 60.0,
}
"""What stands on lines of its own, and how much room it takes beside its letters."""


def with_lengths(page: str) -> str:
    """Return a page whose sections of the second level say how long they are."""
    pieces, depth, done = [], 0, 0
    opened: re.Match[str] | None = None
    for edge in EDGES.finditer(page):
        depth += 1 if edge[0] != "</section>" else -1
        if depth == 2 and edge[0] != "</section>":
            opened = edge
        elif depth == 1 and opened:
            tag = re.sub(r' style="--long:[^"]*"', "", opened[0])
            long = length(page[opened.end() : edge.start()])
            pieces += [page[done : opened.start()], f'{tag[:-1]} style="--long: {long:.0f}">']
            done, opened = opened.end(), None
    return "".join([*pieces, page[done:]])


def length(section: str) -> float:
    """Return the length of a section as it is first shown, with everything folded that can be."""
    shown = FOLDED.sub("", section)
    lines = sum(text.count("\n") for text in re.findall(r"<pre>(.*?)</pre>", shown, re.S))
    room = sum(height * len(re.findall(part, shown)) for part, height in PARTS.items())
    return 6 + LETTER * len(TAG.sub("", shown)) + 1.4 * lines + room
