"""Print the book: one PDF with page numbers, bookmarks, and links that lead inside it.

Chromium prints every page of the built site. An explorable figure is printed as the picture it
shows first, with its controls saying for which values; solutions are printed unfolded. Then the
pages of the site link to it.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag

from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, Fit, NameObject
from tqdm import tqdm

from tools.project import BUILD
from tools.site import browser, build, contents, pdf_link, serve

TARGET = BUILD / "vaslb_edu.pdf"
MARGINS = dict.fromkeys(("top", "bottom", "left", "right"), "18mm")
UNFOLD = """() => {
  for (const one of document.querySelectorAll('.solution.toggle-hidden'))
    one.classList.remove('toggle-hidden');
  for (const image of document.images) image.loading = 'eager';
  return Promise.all([...document.images].map(image => image.decode().catch(() => null)));
}"""


def printed(tab: Any, address: str) -> PdfReader:
    """Return one page of the site as a PDF."""
    browser.visit(tab, address)
    tab.wait_for_load_state("networkidle")
    tab.evaluate(UNFOLD)
    return PdfReader(io.BytesIO(tab.pdf(format="A4", margin=MARGINS)))


def numbers(tab: Any, count: int) -> PdfReader:
    """Return as many empty sheets, each with its number at the foot."""
    sheets = "".join(f"<div>{number}</div>" for number in range(1, count + 1))
    look = "div {height: 100vh; break-after: page; display: flex; align-items: flex-end; "
    look += "justify-content: center; font: 9pt sans-serif} body {margin: 0}"
    tab.set_content(f"<style>{look}</style>{sheets}")
    margins = MARGINS | {"bottom": "9mm"}
    return PdfReader(io.BytesIO(tab.pdf(format="A4", margin=margins)))


def lead_inside(writer: PdfWriter, site: str, first_sheet: dict[str, int]) -> None:
    """Turn links to pages of the site into links to their first sheet, or take them away."""
    for sheet in writer.pages:
        links = sheet.get("/Annots", ArrayObject())
        for link in list(links):
            target = link.get_object().get("/A", {}).get("/URI", "")
            if not target.startswith(site):
                continue
            page = urldefrag(target).url.removeprefix(site)
            if page in first_sheet:
                place = writer.pages[first_sheet[page]].indirect_reference
                go = {"/S": NameObject("/GoTo"), "/D": ArrayObject([place, NameObject("/Fit")])}
                action = {NameObject(key): value for key, value in go.items()}
                link.get_object()[NameObject("/A")] = DictionaryObject(action)
            else:
                links.remove(link)


def print_book(tab: Any, site: str, pages: list[str], target: Path) -> Path:
    """Write pages of the site at an address as one PDF, with a tab of a browser."""
    writer = PdfWriter()
    first_sheet: dict[str, int] = {}
    for page in tqdm(pages, desc="Printing", unit="page"):
        first_sheet[f"{page}.html"] = len(writer.pages)
        writer.append(printed(tab, f"{site}{page}.html"), import_outline=False)
        title = contents.title(page)
        writer.add_outline_item(title, first_sheet[f"{page}.html"], fit=Fit.fit())
    lead_inside(writer, site, first_sheet)
    for sheet, number in zip(writer.pages, numbers(tab, len(writer.pages)).pages, strict=True):
        sheet.merge_page(number)
    writer.add_metadata({"/Title": "Variance-Aware Sparse Linear Bandits"})
    writer.compress_identical_objects()
    writer.write(target)
    return target


def main() -> int:
    """Build the book if need be, print it, and say where the file is."""
    pages = build.build()
    with serve.Site(pages) as site, browser.chromium() as chromium:
        tab = chromium.new_page(color_scheme="light")
        print_book(tab, site.address, contents.chapters(), TARGET)
    pdf_link.offer(pages, TARGET)
    print(f"The book is printed in {TARGET}; the pages in {pages} link to a copy beside them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
