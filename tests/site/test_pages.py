"""Every page of the built book at a desk: works without a network, is not heavy, shuts nobody out.

Axe finds nothing against WCAG 2.1 A and AA, and no text is too pale, by day and by night.
"""

import io

import numpy as np
import pytest
from barriers import barriers, contrast
from contents import EXPLORABLE, PAGES, PHONE
from PIL import Image
from visits import DESK, at_a_desk, everything_shown, in_theme, once

from tools.project import ROOT

pytestmark = pytest.mark.browser
WEIGHT_LIMIT = 2_000_000


@pytest.fixture(scope="module")
def visits(browse):
    """What a visit to a page finds; every page is visited once."""
    return once(browse, DESK, at_a_desk)


@pytest.fixture(scope="module", params=PAGES)
def visit(request, visits):
    return visits(request.param)


def test_page_is_whole_and_asks_nobody_else(visit, address):
    assert visit.troubles == []
    own = (address, "data:", "blob:")
    assert [url for url in visit.requests if not url.startswith(own)] == []
    assert visit.weight <= WEIGHT_LIMIT
    assert visit.titles == 1
    assert 20 <= len(visit.description) <= 200


def test_every_picture_has_a_text_and_a_size(visit):
    for picture in visit.pictures:
        assert picture["text"], picture
        assert all(picture["size"]), picture
        assert picture["pixels"] > 0, picture


def test_a_desk_shows_figures_as_wide_as_the_text(visit):
    for figure in visit.figures:
        assert abs(figure["short"]) < 2, figure
        # No frame, and the page is the paper.
        assert figure["look"] == ["0px", "rgba(0, 0, 0, 0)"], figure


def test_a_section_that_waits_does_not_lie_over_the_next(visit):
    assert visit.short == []


def test_every_sign_is_in_the_font_of_the_book(visit):
    assert visit.fonts <= {("STIX Two Math", True)}


def test_formulas_have_the_colour_of_their_text(visit):
    assert visit.strange == {"light": [], "dark": []}


def test_no_barrier_is_found(visit):
    found, applied = visit.barriers["light"]
    assert found == []
    assert applied > 10


def test_contrast_suffices_in_the_dark(visit):
    assert visit.barriers["dark"] == ([], 1)


@pytest.mark.parametrize("page", [PAGES[1], PAGES[7], "search.html"])
def test_no_barrier_is_found_on_a_phone(open_page, page):
    tab = open_page(page, **PHONE)
    everything_shown(tab)
    assert barriers(tab)[0] == []


def test_axe_would_find_a_barrier(open_page):
    tab = open_page("book/glossary.html")
    everything_shown(tab)
    tab.evaluate(
        """() => document.querySelector('article').insertAdjacentHTML('afterbegin',
          '<img src="x"><p style="color: #999; background: #888">grey on grey</p>'
          + '<p><button style="all: unset; font-size: 8px">a</button>'
          + '<button style="all: unset; font-size: 8px">b</button></p>')"""
    )
    expected = {"image-alt", "color-contrast", "target-size"}
    assert {name for name, _ in barriers(tab)[0]} == expected


def test_axe_would_find_one_pale_word_among_many_in_the_dark(open_page):
    tab = open_page("book/glossary.html")
    in_theme(tab, "dark")
    everything_shown(tab)
    tab.evaluate("document.querySelectorAll('article p')[3].style.color = '#444'")
    assert [name for name, _ in contrast(tab)[0]] == ["color-contrast"]


def test_dark_pages_have_no_bright_pictures(open_page):
    tab = open_page(f"{EXPLORABLE[0]}.html", theme="dark")
    shot = tab.locator("img").first.screenshot()
    pixels = np.asarray(Image.open(io.BytesIO(shot)).convert("L"))
    assert np.median(pixels) < 60


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_a_link_into_a_chapter_leads_to_its_place(open_page, size):
    """Sections far from view are not laid out; a link must find them all the same."""
    tab = open_page("book/proofs.html", **size)
    titles = "[...document.querySelectorAll('article > section > section')].map(one => one.id)"
    names = tab.evaluate(titles)
    assert len(names) > 5
    for name in (names[len(names) // 2], names[-1]):
        again = open_page(f"book/proofs.html#{name}", **size)
        again.wait_for_timeout(300)
        top = again.evaluate(
            "name => document.getElementById(name).getBoundingClientRect().top", name
        )
        end = again.evaluate(
            "Math.abs(scrollY + innerHeight - document.documentElement.scrollHeight) < 2"
        )
        assert 0 <= top < 200 or (end and top < size.get("height", 900))


def test_the_front_door_leads_to_the_first_page(open_page):
    tab = open_page("index.html")
    tab.wait_for_url(f"**/{PAGES[0]}")


def test_no_file_names_a_folder_of_the_machine_that_built_it(site):
    read = {".html", ".js", ".css", ".json", ".ipynb", ".txt", ".xml"}
    files = [path for path in site.rglob("*") if path.suffix in read]
    assert len(files) > len(PAGES)
    assert [path for path in files if f"{ROOT}/" in path.read_text("utf-8")] == []


def test_search_finds_a_word(open_page):
    tab = open_page("search.html?q=regret")
    tab.locator("#search-results li").first.wait_for()
    assert tab.troubles == []
