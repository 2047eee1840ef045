"""Search: results as one types, chapters before the library; and a page for lost readers."""

import pytest

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


def test_an_address_that_leads_nowhere_shows_the_way_back(open_page):
    tab = open_page("book/deep/nowhere.html")
    assert tab.locator("h1").inner_text() == "This page is not in the book"
    family = tab.locator("h1").evaluate("one => getComputedStyle(one).fontFamily")
    assert "Source Serif 4" in family  # its style sheet was found from that depth
    tab.locator("article a").first.click()
    tab.wait_for_url("**/book/index.html")
