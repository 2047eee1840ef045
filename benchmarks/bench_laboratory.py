"""How fast the laboratory answers in Chromium: part of `make bench`, on the built book.

A handle is dragged through the page's own events. While it moves, pictures of the shorter game are
counted; after letting go, the time until all six players have played 100,000 rounds in 16
dimensions. In 64 dimensions the sparse players alone are waited for. The weight is what engine and
page script take compressed, as servers send them.
"""

from __future__ import annotations

import gzip
import statistics
import sys
from pathlib import Path
from typing import Any

from tools.project import BOOK, BUILD
from tools.site import browser, serve

PAGE = "book/laboratory.html"
DRAG = """async (seconds) => {
  const root = document.querySelector('.vaslb-laboratory');
  const handle = root.querySelectorAll('.lab-handle')[3];
  const box = handle.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  handle.setPointerCapture = () => {};
  const send = (kind, dy) => handle.dispatchEvent(
    new PointerEvent(kind, {bubbles: true, pointerId: 1, clientX: x, clientY: y + dy}));
  const frame = () => new Promise(requestAnimationFrame);
  send('pointerdown', 0);
  const before = Number(root.dataset.answers);
  const start = performance.now();
  let longest = 0, last = start;
  while (performance.now() - start < 1000 * seconds) {
    send('pointermove', 30 * Math.sin((performance.now() - start) / 200));
    await frame();
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  const pictures = (Number(root.dataset.answers) - before) / seconds;
  const release = performance.now();
  send('pointerup', 0);
  const lines = () => root.querySelectorAll('.lab-line:not(.lab-bound)').length;
  const wanted = Number(new URLSearchParams(location.hash.slice(1)).get('d') ?? 16) > 24 ? 4 : 6;
  while (root.classList.contains('lab-coarse') || lines() < wanted) await frame();
  return {pictures, longest, answer: performance.now() - release};
}"""


def drag(address: str, chromium: Any, state: str, seconds: float = 2.0) -> list[dict[str, float]]:
    """Drag three times in one page and return what was measured."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    tab = context.new_page()
    browser.visit(tab, f"{address}{PAGE}#{state}")
    tab.wait_for_function(
        "() => document.querySelectorAll('.lab-line:not(.lab-bound)').length >= 4", timeout=60_000
    )
    tab.evaluate(DRAG, seconds)  # the first drag meets code that has not been compiled yet
    measured = [tab.evaluate(DRAG, seconds) for _ in range(3)]
    context.close()
    return measured


def weight() -> int:
    """Return the bytes of all scripts and the style sheet of the laboratory, compressed."""
    folder = BOOK / "assets" / "laboratory"
    files = [*folder.rglob("*.js"), *folder.rglob("*.css"), BOOK / "assets" / "laboratory.js"]
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)


def main(names: list[str]) -> int:
    """Print what was measured and return 1 if a target is missed."""
    site = Path(names[0]) if names else BUILD / "html"
    if browser.path() is None or not (site / PAGE).exists():
        print("The laboratory is measured in Chromium on the built book: neither may be missing.")
        return 0
    rows = []
    with serve.Site(site) as server, browser.chromium() as chromium:
        for title, state in (("16 dimensions", "lab"), ("64 dimensions", "lab&d=64")):
            runs = drag(server.address, chromium, state)
            pictures = statistics.median(run["pictures"] for run in runs)
            answer = statistics.median(run["answer"] for run in runs)
            longest = statistics.median(run["longest"] for run in runs)
            rows += [
                (f"{title}: pictures a second while dragging", pictures, pictures >= 20.0, ">= 20"),
                (f"{title}: ms from letting go to the picture", answer, answer <= 150.0, "<= 150"),
                (f"{title}: ms of the longest frame", longest, longest <= 100.0, "<= 100"),
            ]
    size = weight() / 1000
    rows.append(("KB of scripts and style, compressed", size, size <= 60.0, "<= 60"))
    for what, value, good, target in rows:
        print(f"{what:<52}{value:>9.1f}  {target:<7}{'' if good else '  MISSED'}")
    return int(not all(good for _, _, good, _ in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
