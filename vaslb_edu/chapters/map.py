"""The algorithm as a map with "you are here": drawn once, shown at the head of every chapter.

Explained in the chapter *Start*.
"""

from __future__ import annotations

import html

from vaslb_edu import _validate as check

PARTS = {
    # part: its heading, what happens in it; in the order of the loop
    "explore": ("Explore", "look for entries", "larger than Δ"),
    "halve": ("Halve Δ", "to look for", "smaller ones"),
    "commit": ("Commit", "a learner plays", "on those found"),
    "ask": ("Ask", "is one larger", "than Δ missing?"),
}
HERE = {
    # chapter: the parts it is about, and where the reader is
    "start": ((), "The loop of this book. Each turn has two *phases*: explore, then commit."),
    "game": ((), "You are here: the game that surrounds the loop, its rounds and its score."),
    "divide_and_conquer": (("explore",), "You are here: exploring, when there is no noise."),
    "random_projection": (("explore",), "You are here: exploring through noise."),
    "sample_complexity": (
        ("commit", "ask"),
        "You are here: what a commit phase leaves behind, and the question after it.",
    ),
    "optimism": (("commit",), "You are here: the learner inside a commit phase."),
    "voful2": (("commit",), "You are here: another learner for it, which is told no variances."),
    "vaslb": (tuple(PARTS), "You are here: the whole loop, VASLB."),
    "errata": (("ask",), "You are here: where the printed loop stalls, and other repairs."),
    "sharp_version": (
        tuple(PARTS),
        "You are here: the loop made sharp. It asks in every round, and keeps its learner.",
    ),
    "table1": ((), "You are here: the loop among its rivals, and what each pays when it plays."),
}
ALT = (
    "A loop of four steps. Explore: look for entries larger than a gap Δ. Halve Δ. Commit: a "
    "learner plays on the coordinates that were found. Ask: may an entry larger than Δ be missing? "
    "If so, go round again."
)
BOX, GAP, TALL = 112, 12, 66  # width of a box, space between two, height


class Map:
    """The map with a mark for one chapter; shows itself in a notebook and in the built page."""

    def __init__(self, chapter: str) -> None:
        self.chapter = check.choice("chapter", chapter, tuple(HERE))

    @property
    def alt(self) -> str:
        """What the drawing shows, in words."""
        here = " and ".join(PARTS[part][0] for part in HERE[self.chapter][0])
        return f"{ALT} Marked for this chapter: {here}." if here else ALT

    def _repr_html_(self) -> str:
        said = html.escape(HERE[self.chapter][1]).replace("*phases*", "<em>phases</em>")
        return (
            f'<div class="vaslb-loop" style="margin:1rem 0">{self._drawing()}'
            f'<p style="margin:.4rem 0 0;font-size:.9em">{said}</p></div>'
        )

    def __repr__(self) -> str:
        return f"Map of the algorithm. {HERE[self.chapter][1]}"

    def _drawing(self) -> str:
        """Return the loop as a picture that takes its colours from the page it stands on."""
        columns = 3
        width = columns * BOX + (columns - 1) * GAP + 4
        boxes = []
        for place, part in enumerate(("explore", "halve", "commit")):
            boxes.append(_box(part, 2 + place * (BOX + GAP), 2, BOX, TALL, self._marked(part)))
            if place:
                boxes.append(_arrow(place * (BOX + GAP) - GAP + 3, 2 + TALL / 2, GAP - 3))
        low, right, left = 2 + TALL, 2 + 2.5 * BOX + 2 * GAP, 2 + BOX / 2
        below, middle = low + 14, low + 14 + TALL / 2
        boxes.append(_box("ask", BOX + GAP + 2, below, BOX, TALL, self._marked("ask")))
        line = 'fill="none" stroke="currentColor" stroke-width="1.5"'
        boxes.append(f'<path d="M{right} {low} V{middle} H{2 * BOX + GAP + 10}" {line}/>')
        tip = 2 * BOX + GAP + 4
        boxes.append(f'<path d="M{tip + 7} {middle - 4} l-7 4 l7 4 z" fill="currentColor"/>')
        boxes.append(f'<path d="M{BOX + GAP} {middle} H{left} V{low + 6}" {line}/>')
        boxes.append(f'<path d="M{left - 4} {low + 8} l4 -7 l4 7 z" fill="currentColor"/>')
        height = below + TALL + 4
        return (
            f'<svg role="img" aria-label="{html.escape(self.alt)}" viewBox="0 0 {width} {height}"'
            f' style="width:100%;max-width:{width * 1.25:.0f}px;height:auto;display:block"'
            f' font-family="inherit">{"".join(boxes)}</svg>'
        )

    def _marked(self, part: str) -> bool:
        return part in HERE[self.chapter][0]


def _box(part: str, x: float, y: float, width: float, height: float, marked: bool) -> str:
    """Return one step; a marked one has a thick border, a tint and a dot, not a colour alone."""
    title, *lines = PARTS[part]
    middle = x + width / 2
    stroke = (
        'stroke-width="3.5" fill="currentColor" fill-opacity=".1"'
        if marked
        else 'stroke-width="1.2" fill="none"'
    )
    drawn = (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="7" stroke="currentColor"'
        f" {stroke}/>"
    )
    drawn += _text(middle, y + 19, f"{'● ' if marked else ''}{title}", 14, "700")
    for row, line in enumerate(line for line in lines if line):
        drawn += _text(middle, y + 36 + 14 * row, line, 11.5, "400")
    return drawn


def _text(x: float, y: float, words: str, size: float, weight: str) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" text-anchor="middle"'
        f' fill="currentColor">{html.escape(words)}</text>'
    )


def _arrow(x: float, y: float, length: float) -> str:
    return f'<path d="M{x} {y - 4} l{length} 4 l-{length} 4 z" fill="currentColor"/>'


def algorithm_map(chapter: str) -> Map:
    """Return the map of the algorithm with "you are here" for a chapter."""
    return Map(chapter)
