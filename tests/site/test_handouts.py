"""What a lecturer hands out: a sheet of two pages, and one slide for every figure of a chapter."""

import nbformat
import pytest
from contents import PATIENCE

from tools.project import ROOT
from tools.site import contents, handouts

LABELS = [(page, label) for page, labels in handouts.FORMULAS.items() for label in labels]


def figures(page):
    cells = nbformat.read(ROOT / f"{page}.ipynb", 4).cells
    return [cell for cell in cells if "figure" in cell.metadata.get("mystnb", {})]


@pytest.mark.parametrize(("page", "label"), LABELS)
def test_a_formula_of_the_sheet_stands_in_its_chapter(page, label):
    assert page in contents.numbered()
    text = "\n".join(cell.source for cell in nbformat.read(ROOT / f"{page}.ipynb", 4).cells)
    assert f"$$ ({label})" in text


@pytest.fixture
def tab(chromium):
    page = chromium.new_page(color_scheme="light")
    page.set_default_timeout(PATIENCE)
    yield page
    page.context.close()


@pytest.mark.browser
def test_the_sheet_has_two_pages(tab, address, tmp_path):
    sheet = handouts.sheet(tab, address)
    assert len(sheet.pages) == 2
    first, second = (page.extract_text() for page in sheet.pages)
    assert "failure probability" in first
    assert contents.title("book/sharp_version") in second
    assert handouts.written(tmp_path, "sheet.pdf", sheet).stat().st_size > 5_000


@pytest.mark.browser
def test_a_chapter_has_a_slide_for_every_figure(tab, address):
    for page in ("book/game", "book/voful2"):
        slides, count = handouts.slides(tab, address, page)
        assert count == len(figures(page)) == len(slides.pages)
        assert all(contents.title(page) in slide.extract_text() for slide in slides.pages)
