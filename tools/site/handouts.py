"""Print what a lecturer hands out: a sheet of symbols and formulas, and slides of the figures.

::

    .venv/bin/python -m tools.site.handouts

Everything is taken from the built pages, and so from the notebooks: the sheet has the tables of the
notation and the displayed formulas that `FORMULAS` names, on two pages; the slides of a chapter are
its figures with their captions, one a slide, as they stand when a page is opened.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

from pypdf import PdfReader, PdfWriter
from tqdm import tqdm

from tools.project import BUILD
from tools.site import browser, build, contents, serve
from tools.site.pdf import UNFOLD

FOLDER = BUILD / "handouts"
SIDES = ("top", "bottom", "left", "right")
FORMULAS = {
    # page: the labels of what is worth knowing by heart
    "book/game": ["eq-game-model", "eq-game-regret", "eq-game-square"],
    "book/random_projection": ["eq-rp-estimator", "eq-rp-variance", "eq-rp-stop", "eq-rp-rounds"],
    "book/sample_complexity": ["eq-sc-stop"],
    "book/optimism": ["eq-opt-state", "eq-opt-radius-self", "eq-opt-ellipsoid", "eq-opt-play"],
    "book/voful2": ["eq-voful2-condition", "eq-voful2-interval"],
    "book/vaslb": ["eq-vaslb-rounds"],
    "book/sharp_version": ["eq-sharp-wealth", "eq-sharp-weight", "eq-sharp-certificate"],
}
SHEET_LOOK = """
body {font: 9pt/1.3 sans-serif; margin: 0; background: #fff; color: #000}
h1 {font-size: 14pt; margin: 0 0 3mm} h2 {font-size: 10pt; margin: 2mm 0 .5mm; break-after: avoid}
section {columns: 2; column-gap: 7mm} section + section {break-before: page}
table {border-collapse: collapse; width: 100%; margin: 0} thead, th {display: none}
td p {margin: 0} td {padding: .2mm 2mm .2mm 0; vertical-align: top; text-align: left; border: 0}
td:nth-child(n+3) {display: none} tr, .formula-row {break-inside: avoid}
.formula-row {margin: 1.5mm 0} a {color: inherit; text-decoration: none}
"""
SLIDE_LOOK = """
body {margin: 0; background: #fff !important}
.slide {break-after: page; height: 168mm; display: flex; flex-direction: column; overflow: hidden}
.slide h2 {font: 700 20pt sans-serif; margin: 0 0 4mm}
.slide img, .slide svg {max-height: 118mm; max-width: 250mm; width: auto !important; margin: auto}
.slide figcaption {font: 13pt/1.35 sans-serif}
.slide :is(.vaslb-controls, .vaslb-code, details, button, form, .headerlink) {
  display: none !important
}
"""
SLIDES = """look => {
  const first = document.querySelector('h1').cloneNode(true);  // its number, its words, its link
  first.querySelectorAll('a').forEach(link => link.remove());
  const title = first.textContent.trim();
  const slides = [...document.querySelectorAll('.bd-article figure[id^="fig-"]')].map(figure => {
    const slide = document.createElement('section');
    slide.className = 'slide';
    const heading = document.createElement('h2');
    heading.textContent = title;
    slide.append(heading, figure);
    return slide;
  });
  document.body.replaceChildren(...slides);
  const style = document.createElement('style');
  style.textContent = look;
  document.head.append(style);
  return slides.length;
}"""
TABLES = """() => [...document.querySelectorAll('.bd-article section section')].map(section =>
  [section.querySelector('h2').firstChild.textContent, section.querySelector('table').outerHTML])"""
FORMULA = """label => {
  const box = document.getElementById('equation-' + label);
  const number = box && box.querySelector('.eqno');
  if (number) number.remove();
  return box ? box.innerHTML : '';
}"""


def slides(tab: Any, site: str, page: str) -> tuple[PdfReader, int]:
    """Return the figures of a page, one a slide, and how many there are."""
    browser.visit(tab, f"{site}{page}.html")
    tab.wait_for_load_state("networkidle")
    tab.evaluate(UNFOLD)
    count = tab.evaluate(SLIDES, SLIDE_LOOK)
    printed = tab.pdf(width="280mm", height="190mm", margin=dict.fromkeys(SIDES, "10mm"))
    return PdfReader(io.BytesIO(printed)), count


def sheet(tab: Any, site: str) -> PdfReader:
    """Return symbols and formulas as a sheet to print."""
    browser.visit(tab, f"{site}book/notation.html")
    symbols = [f"<h2>{title}</h2>{table}" for title, table in tab.evaluate(TABLES)]
    formulas = []
    for page, labels in FORMULAS.items():
        browser.visit(tab, f"{site}{page}.html")
        formulas.append(f"<h2>{contents.title(page)}</h2>")
        for label in labels:
            formula = tab.evaluate(FORMULA, label)
            if not formula:
                raise RuntimeError(f"{page} has no formula {label}")
            formulas.append(f'<div class="formula-row">{formula}</div>')
    # The last page stays behind it for its fonts; what it shows is replaced.
    tab.evaluate(
        "([look, body]) => { document.head.querySelectorAll('link[rel=stylesheet]')"
        ".forEach(one => one.remove()); document.body.innerHTML = body;"
        " document.body.className = ''; const style = document.createElement('style');"
        " style.textContent = look; document.head.append(style); }",
        [SHEET_LOOK, f"<h1>Symbols and formulas</h1>{_section(symbols)}{_section(formulas)}"],
    )
    printed = tab.pdf(format="A4", margin=dict.fromkeys(SIDES, "9mm"))
    return PdfReader(io.BytesIO(printed))


def _section(parts: list[str]) -> str:
    return f"<section>{''.join(parts)}</section>"


def written(folder: Path, name: str, content: PdfReader) -> Path:
    """Write a PDF into the folder; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    writer = PdfWriter()
    writer.append(content, import_outline=False)
    writer.write(folder / name)
    return folder / name


def main() -> int:
    """Build the book if need be, print sheet and slides, and say where they are."""
    with serve.Site(build.build()) as site, browser.chromium() as chromium:
        tab = chromium.new_page(color_scheme="light")
        written(FOLDER, "symbols_and_formulas.pdf", sheet(tab, site.address))
        for page in tqdm(contents.numbered(), desc="Printing slides", unit="chapter"):
            content, count = slides(tab, site.address, page)
            if count:
                written(FOLDER, f"slides_{Path(page).name}.pdf", content)
    print(f"The sheet and the slides of every chapter are in {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
