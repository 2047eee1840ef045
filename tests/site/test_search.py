"""Search: results as one types, chapters before the library; and a page for lost readers."""

import pytest

from tools.repository_address import repository

pytestmark = pytest.mark.browser


@pytest.fixture
def field(open_page):
    """The search field of a page, opened as a reader does."""
    tab = open_page("book/game.html")
    tab.keyboard.press("Control+k")
    field = tab.locator(".search-button__search-container input[type=search]")
    field.wait_for()
    return field


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("vaslb", "vaslb.html"),
        ("random proj", "random_projection.html"),
        ("optimism", "optimism.html"),
    ],
)
def test_a_chapter_is_found_while_one_types(field, typed, first):
    field.press_sequentially(typed)
    # Every letter has its results; those of the last one stay.
    field.page.wait_for_function(
        "first => document.querySelector('.vaslb-found a')?.href.endsWith(first)",
        arg=first,
    )
    found = field.page.locator(".vaslb-found a")
    addresses = [one.get_attribute("href") for one in found.all()]
    api = ["/api/" in one for one in addresses]
    assert api == sorted(api)  # the library's reference comes last
    assert field.page.troubles == []


def test_results_can_be_walked_with_the_arrow_keys(field):
    field.press_sequentially("regret")
    field.page.locator(".vaslb-found a").first.wait_for()
    field.press("ArrowDown")
    target = field.page.evaluate("document.activeElement.href")
    assert target == field.page.locator(".vaslb-found a").first.evaluate("one => one.href")
    field.page.keyboard.press("Enter")
    field.page.wait_for_url(target.split("#")[0] + "*")


def test_words_that_occur_nowhere_find_nothing(field):
    field.press_sequentially("regret")
    field.page.locator(".vaslb-found a").first.wait_for()
    field.fill("qqzzxx")
    field.page.wait_for_function("() => !document.querySelector('.vaslb-found a')")
    assert field.page.locator(".vaslb-found-count").inner_text() == "0 results"


def test_the_magnifier_does_not_cover_the_first_letter(field):
    icon = field.locator("xpath=preceding-sibling::i").bounding_box()
    start = field.bounding_box()["x"] + float(
        field.evaluate("one => parseFloat(getComputedStyle(one).paddingLeft)")
    )
    assert start >= icon["x"] + icon["width"]


@pytest.mark.parametrize("size", [(1280, 800), (844, 390), (390, 844), (320, 568), (280, 653)])
def test_what_is_typed_stays_on_the_screen_however_much_is_found(field, size):
    tab = field.page
    tab.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    field.press_sequentially("regret")
    tab.wait_for_function("() => document.querySelectorAll('.vaslb-found a').length === 9")
    box, found = field.bounding_box(), tab.locator(".vaslb-found").bounding_box()
    assert box["y"] >= 0
    assert found["y"] >= box["y"] + box["height"]
    assert found["y"] + found["height"] <= size[1]


def test_theorems_are_found_by_their_names_and_the_beginnings_of_words_come_first(field):
    field.press_sequentially("ellip")
    field.page.wait_for_function("() => document.querySelectorAll('.vaslb-found a').length > 3")
    field.fill("ell")
    found = field.page.locator(".vaslb-found a")
    found.filter(has_text="Cancellation").wait_for()
    titles = [one.split("\n")[0].strip() for one in found.all_inner_texts()]
    assert "Elliptical potential" in titles
    inside = [not any(w.lower().startswith("ell") for w in one.split()) for one in titles]
    assert any(inside)
    assert inside == sorted(inside)


def test_the_search_page_puts_chapters_before_the_library(open_page):
    tab = open_page("search.html?q=vaslb")
    tab.locator("#search-results li").first.wait_for()
    tab.wait_for_function(
        "() => !document.querySelector('#search-results .search-summary')"
        "?.textContent.includes('Searching')"
    )
    api = tab.evaluate(
        "[...document.querySelectorAll('#search-results li > a')]"
        ".map(one => one.href.includes('/api/'))"
    )
    assert api[0] is False
    assert api == sorted(api)


def test_an_address_that_leads_nowhere_shows_the_way_back(open_page, site):
    published = repository()
    if published:  # then its addresses count from where the book is published
        assert f'<base href="{published.pages}">' in (site / "404.html").read_text("utf-8")
        return
    tab = open_page("book/deep/nowhere.html")
    assert tab.locator("h1").inner_text() == "This page is not in the book"
    family = tab.locator("h1").evaluate("one => getComputedStyle(one).fontFamily")
    assert "Source Serif 4" in family  # its style sheet was found from that depth
    tab.locator("article a").first.click()
    tab.wait_for_url("**/book/index.html")
