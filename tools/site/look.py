"""Take pictures of built pages, at four widths, light and dark.

``python -m tools.site.look _build/html/book/game.html /tmp/game`` writes
``/tmp/game-desk-light.png`` and so on; a tall page is cut into several pictures. ``make look``
(``--sheets``) writes a contact sheet for every page of the built book into ``_build/look``: eight
small pictures of its beginning on one sheet.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from tqdm import tqdm

from tools.project import BUILD
from tools.site import browser, contents, serve

TALLEST = 3000
SHEET = BUILD / "look"
THUMB = 420
"""Width of a picture on a contact sheet; a narrow screen is not enlarged."""


class View(NamedTuple):
    """A screen: its name, width and height, and whether it is a phone's."""

    name: str
    width: int
    height: int
    phone: bool = False


VIEWS = (
    View("wide", 1920, 1080),
    View("desk", 1440, 900),
    View("tablet", 820, 1180),
    View("phone", 390, 844, phone=True),
)
THEMES = ("light", "dark")
PLAYED = "() => !document.querySelector('.vaslb-laboratory:not([data-played])')"
"""Every laboratory of a page has played its first game and shows it."""


def tabs(chromium: Any, address: str) -> Iterator[tuple[View, str, Any]]:
    """Open a page on every screen, light and dark; yield it when it is shown in full."""
    for view in VIEWS:
        for theme in THEMES:
            context = chromium.new_context(
                viewport={"width": view.width, "height": view.height},
                color_scheme=theme,
                is_mobile=view.phone,
                has_touch=view.phone,
            )
            context.route("**/_static/all-*.css", _with_its_fonts)
            tab = context.new_page()
            browser.visit(tab, address)
            tab.add_style_tag(content=browser.NOTHING_WAITS)
            tab.wait_for_function(PLAYED)
            tab.evaluate("document.fonts.ready.then(() => 0)")
            tab.wait_for_timeout(500)
            yield view, theme, tab
            context.close()


def _with_its_fonts(route: Any) -> None:
    """Answer with the style sheet, but let text wait for its fonts: a picture shows no others."""
    answer = route.fetch()
    sheet = answer.text().replace("font-display:optional", "font-display:block")
    route.fulfill(response=answer, body=sheet)


def whole(tab: Any, stem: str) -> list[str]:
    """Write the pictures of all of a page as it is shown now, and return their names."""
    height = tab.evaluate("document.documentElement.scrollHeight")
    width = tab.viewport_size["width"]
    pieces = -(-height // TALLEST)
    names = []
    for piece in range(pieces):
        top = piece * TALLEST
        clip = {"x": 0, "y": top, "width": width, "height": min(TALLEST, height - top)}
        names.append(f"{stem}.png" if pieces == 1 else f"{stem}-{piece + 1}.png")
        tab.screenshot(path=names[-1], full_page=True, clip=clip)
    return names


def contact_sheet(pictures: list[Image.Image]) -> Image.Image:
    """Return pictures side by side, the themes of a screen below each other."""
    small = [one.resize(_thumb_size(one), Image.Resampling.LANCZOS) for one in pictures]
    columns = [small[k : k + len(THEMES)] for k in range(0, len(small), len(THEMES))]
    width = sum(column[0].width for column in columns) + 10 * (len(columns) + 1)
    height = max(sum(one.height + 10 for one in column) for column in columns) + 10
    sheet = Image.new("RGB", (width, height), "#808080")
    left = 10
    for column in columns:
        top = 10
        for one in column:
            sheet.paste(one, (left, top))
            top += one.height + 10
        left += column[0].width + 10
    return sheet


def _thumb_size(picture: Image.Image) -> tuple[int, int]:
    width = min(THUMB, picture.width)
    return width, round(picture.height * width / picture.width)


def sheets(site: Path, pages: list[str], target: Path) -> None:
    """Write the contact sheets of some pages."""
    target.mkdir(parents=True, exist_ok=True)
    with serve.Site(site) as served, browser.chromium() as chromium:
        for page in tqdm(pages, desc="Looking", unit="page"):
            address = f"{served.address}{page}.html"
            taken: list[Image.Image] = [
                Image.open(io.BytesIO(tab.screenshot())) for *_, tab in tabs(chromium, address)
            ]
            contact_sheet(taken).save(target / f"{page.replace('/', '-')}.png")


def main() -> None:
    """Take all pictures of one page, or the contact sheets of all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("page", type=Path, nargs="?", help="a built page")
    parser.add_argument("stem", nargs="?", help="how the names of its pictures begin")
    parser.add_argument("--sheets", action="store_true", help="contact sheets of every page")
    parser.add_argument("--site", type=Path, default=BUILD / "html", help="the built pages")
    chosen = parser.parse_args()
    if chosen.sheets:
        if not chosen.site.is_dir():
            parser.exit(1, f"{chosen.site} is not there: `make book` builds the pages.\n")
        sheets(chosen.site, [*contents.pages(), "search", "404"], SHEET)
        print(f"The contact sheets are in {SHEET}")
        return
    if chosen.page is None or chosen.stem is None:
        parser.error("a page and a stem are needed, or --sheets")
    page = chosen.page.resolve()
    folder = next(parent for parent in page.parents if (parent / "_static").is_dir())
    with serve.Site(folder) as site, browser.chromium() as chromium:
        address = site.address + page.relative_to(folder).as_posix()
        for view, theme, tab in tabs(chromium, address):
            print("\n".join(whole(tab, f"{chosen.stem}-{view.name}-{theme}")))


if __name__ == "__main__":
    main()
