"""Every page of the built book: works without a network, fits a phone, is not heavy."""

import pytest
from barriers import strangely_coloured
from contents import PAGES, PHONE

pytestmark = pytest.mark.browser
WEIGHT_LIMIT = 2_000_000


@pytest.fixture(scope="module", params=PAGES)
def page(request):
    return request.param


@pytest.fixture(scope="module")
def light(browse, page):
    """A page as a reader at a desk has it, scrolled to its end and back: all pictures fetched."""
    tab = browse(page)
    tab.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    tab.wait_for_load_state("networkidle")
    tab.evaluate("window.scrollTo(0, 0)")
    yield tab
    tab.context.close()


def test_page_is_whole_and_asks_nobody_else(light, address):
    assert light.troubles == []
    own = (address, "data:", "blob:")
    assert [url for url in light.requests if not url.startswith(own)] == []
    assert light.weight <= WEIGHT_LIMIT
    assert light.locator("h1:visible").count() == 1
    description = light.locator('meta[name="description"]').get_attribute("content")
    assert 20 <= len(description) <= 200


def test_every_picture_has_a_text_and_a_size(light):
    for image in light.locator("img").all():
        assert (image.get_attribute("alt") or "").strip(), image.get_attribute("src")
        assert image.get_attribute("width")
        assert image.get_attribute("height")
        assert image.evaluate("i => i.decode().then(() => i.naturalWidth)") > 0


def test_formulas_have_the_colour_of_their_text(light):
    assert strangely_coloured(light) == []


def test_a_phone_need_not_scroll_sideways(open_page, page):
    tab = open_page(page, **PHONE)
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


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


def test_search_finds_a_word(open_page):
    tab = open_page("search.html?q=regret")
    tab.locator("#search-results li").first.wait_for()
    assert tab.troubles == []
