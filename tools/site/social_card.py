"""The picture shown when a page of the book is shared."""

from __future__ import annotations

import textwrap
from pathlib import Path

import numpy as np

from vaslb_edu.figures import style


def draw(path: Path, title: str) -> None:
    """Write the card, 1200 by 630 pixels: shrinking ellipses around the truth, and the title."""
    fig, axes = style.figure(width=12, height=6.3, steady=True)
    fig.set_facecolor(style.color("vaslb"))
    axes.set_position((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set(xlim=(0, 12), ylim=(0, 6.3))
    angle = np.linspace(0, 2 * np.pi, 400)
    for size in np.geomspace(2.6, 0.25, 8):
        along, across = size * np.cos(angle), 0.5 * size * np.sin(angle)
        x = 9.2 + 0.85 * along - 0.53 * across
        y = 3.1 + 0.53 * along + 0.85 * across
        axes.plot(x, y, color="white", lw=2, alpha=0.25 + 0.22 / size**0.8)
    axes.plot(9.2, 3.1, "o", color="#ffc58a", ms=11)
    axes.text(
        0.7,
        3.4,
        "\n".join(textwrap.wrap(title, 18)),
        color="white",
        size=38,
        weight="bold",
        va="center",
    )
    axes.text(0.7, 0.8, "An executable textbook", color="white", size=19)
    path.parent.mkdir(parents=True, exist_ok=True)
    fig.savefig(path, dpi=100, metadata={"Software": None})
