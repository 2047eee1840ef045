"""Take pictures of built pages: desktop, phone and dark.

``python -m tools.site.look _build/html/book/game.html /tmp/game`` writes ``/tmp/game-desktop.png``,
``/tmp/game-phone.png`` and ``/tmp/game-dark.png``. A tall page is cut into several pictures.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tools.site import browser, serve

VIEWS = {
    "desktop": (1280, 900, "light"),
    "phone": (390, 844, "light"),
    "dark": (1280, 900, "dark"),
}
TALLEST = 3000


def look(view_page: Any, address: str, stem: str) -> None:
    """Write the pictures of one page as it is shown now."""
    view_page.goto(address)
    view_page.add_style_tag(content=browser.NOTHING_WAITS)
    view_page.wait_for_timeout(500)
    height = view_page.evaluate("document.documentElement.scrollHeight")
    width = view_page.viewport_size["width"]
    pieces = -(-height // TALLEST)
    for piece in range(pieces):
        top = piece * TALLEST
        clip = {"x": 0, "y": top, "width": width, "height": min(TALLEST, height - top)}
        name = f"{stem}.png" if pieces == 1 else f"{stem}-{piece + 1}.png"
        view_page.screenshot(path=name, full_page=True, clip=clip)
        print(name)


def main() -> None:
    """Take all pictures of one page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("page", type=Path)
    parser.add_argument("stem")
    chosen = parser.parse_args()
    page = chosen.page.resolve()
    folder = next(parent for parent in page.parents if (parent / "_static").is_dir())
    with serve.Site(folder) as site, browser.chromium() as chromium:
        for name, (width, height, theme) in VIEWS.items():
            context = chromium.new_context(
                viewport={"width": width, "height": height}, color_scheme=theme
            )
            address = site.address + page.relative_to(folder).as_posix()
            look(context.new_page(), address, f"{chosen.stem}-{name}")
            context.close()


if __name__ == "__main__":
    main()
