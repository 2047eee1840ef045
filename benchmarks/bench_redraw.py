"""How long a reader waits from a slider to its picture, in every chapter: part of `make bench`.

Each chapter is run as a live kernel runs it. Then every control of every explorable figure is moved
one step from its default, alone; the time is that of drawing and rendering, the fastest of three.
The same is measured for an empty figure, so that a slow machine can be told from a slow drawing.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from vaslb_edu.figures import explorable as explorables
from vaslb_edu.figures import frames, style

BOOK = Path(__file__).resolve().parents[1] / "book"
TARGET = 0.2  # seconds
REPEATS = 3


def chapter_figures(path: Path) -> list[Any]:
    """Run the cells of a chapter and return its explorable figures."""
    made: list[Any] = []
    keep = explorables.Explorable.__init__

    def remembering(self: Any, *arguments: Any, **options: Any) -> None:
        keep(self, *arguments, **options)
        made.append(self)

    explorables.Explorable.__init__ = remembering  # type: ignore[method-assign]
    try:
        names: dict[str, Any] = {"__name__": "__main__"}  # as in a kernel
        with contextlib.redirect_stdout(io.StringIO()):
            for cell in json.loads(path.read_text("utf-8"))["cells"]:
                if cell["cell_type"] == "code":
                    exec(compile("".join(cell["source"]), f"{path.stem}", "exec"), names)
    finally:
        explorables.Explorable.__init__ = keep  # type: ignore[method-assign]
    return made


def moves(figure: Any) -> list[dict[str, Any]]:
    """Return the defaults, and the defaults with one control moved by one step."""
    every = [{}]
    for name, control in figure.controls.items():
        here = control.position(control.default)
        step = here + 1 if here + 1 < len(control.values) else here - 1
        every.append({name: control.values[step]})
    return every


def fastest(action: Callable[[], object]) -> float:
    """Return the seconds of the fastest of a few runs."""
    best = math.inf
    for _ in range(REPEATS):
        start = time.perf_counter()
        action()
        best = min(best, time.perf_counter() - start)
    return best


def picture(figure: Any, values: dict[str, Any]) -> bytes:
    """Draw and render as the live figure does."""
    with style.context():
        return frames.to_png(figure.figure(**values), 1.5)


def empty_picture() -> bytes:
    """Render a figure with nothing but axes."""
    with style.context():
        return frames.to_png(style.figure()[0], 1.5)


def main(names: list[str]) -> int:
    """Print a table of the slowest move of every figure; return 1 if one is over the target."""
    style.use()
    empty = fastest(empty_picture)
    print(f"An empty figure takes {1000 * empty:.0f} ms.\n")
    print(f"{'chapter':<20}{'figure':<58}{'slowest move':>13}{'empties':>9}")
    late = 0
    for path in [BOOK / f"{name}.ipynb" for name in names] or sorted(BOOK.glob("*.ipynb")):
        for figure in chapter_figures(path):
            slowest = max(fastest(lambda v=v, f=figure: picture(f, v)) for v in moves(figure))
            late += slowest > TARGET
            mark = "" if slowest <= TARGET else "  MISSED"
            shown = f"{1000 * slowest:.0f} ms"
            title = figure.title[:56]
            print(f"{path.stem:<20}{title:<58}{shown:>13}{slowest / empty:>9.1f}{mark}", flush=True)
    print(f"\nTarget: at most {1000 * TARGET:.0f} ms from slider to picture.")
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
