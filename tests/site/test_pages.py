"""Every page of the built book: works without a network, can be read by everyone, is not heavy."""

import pytest
import vendor
from contents import PAGES

pytestmark = pytest.mark.browser
WEIGHT_LIMIT = 2_000_000
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
PHONE = {"width": 390, "height": 844, "is_mobile": True, "has_touch": True}


@pytest.mark.parametrize("page", PAGES)
def test_page_is_whole_and_asks_nobody_else(open_page, address, page):
    tab = open_page(page)
    # Pictures further down are fetched when they come into view.
    tab.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    tab.wait_for_load_state("networkidle")
    assert tab.troubles == []
    own = (address, "data:", "blob:")
    assert [url for url in tab.requests if not url.startswith(own)] == []
    assert tab.weight <= WEIGHT_LIMIT
    assert tab.locator("h1:visible").count() == 1
    description = tab.locator('meta[name="description"]').get_attribute("content")
    assert 20 <= len(description) <= 200


@pytest.mark.parametrize("page", PAGES)
def test_every_picture_has_a_text_and_a_size(open_page, page):
    tab = open_page(page)
    for image in tab.locator("img").all():
        assert (image.get_attribute("alt") or "").strip(), image.get_attribute("src")
        assert image.get_attribute("width")
        assert image.get_attribute("height")
        assert image.evaluate("i => i.decode().then(() => i.naturalWidth)") > 0


@pytest.mark.parametrize("page", PAGES)
def test_a_phone_need_not_scroll_sideways(open_page, page):
    tab = open_page(page, **PHONE)
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("view", ["light", "dark", "phone"])
def test_no_barrier_is_found(open_page, page, view):
    options = PHONE if view == "phone" else {"theme": view}
    tab = open_page(page, **options)
    axe = vendor.install("quality") / "axe-core" / "axe.min.js"
    tab.evaluate(axe.read_text("utf-8"))
    result = tab.evaluate("rules => axe.run({runOnly: rules})", RULES)
    found = [(one["id"], one["nodes"][0]["html"][:200]) for one in result["violations"]]
    assert found == []
    assert [one["id"] for one in result["incomplete"] if one.get("error")] == []
    assert len(result["passes"]) > 10


def test_axe_would_find_a_barrier(open_page):
    tab = open_page(PAGES[0])
    tab.evaluate((vendor.install("quality") / "axe-core" / "axe.min.js").read_text("utf-8"))
    tab.evaluate("document.querySelector('article').innerHTML += '<img src=x>'")
    result = tab.evaluate("rules => axe.run({runOnly: rules})", RULES)
    assert "image-alt" in {one["id"] for one in result["violations"]}


def test_dark_pages_have_no_bright_pictures(open_page):
    from contents import EXPLORABLE

    tab = open_page(f"{EXPLORABLE[0]}.html", theme="dark")
    shot = tab.locator("img").first.screenshot()
    import io

    import numpy as np
    from PIL import Image

    pixels = np.asarray(Image.open(io.BytesIO(shot)).convert("L"))
    assert np.median(pixels) < 60


def test_the_front_door_leads_to_the_first_page(open_page):
    tab = open_page("index.html")
    tab.wait_for_url(f"**/{PAGES[0]}")


def test_search_finds_a_word(open_page):
    tab = open_page("search.html?q=regret")
    tab.locator("#search-results li").first.wait_for()
    assert tab.troubles == []
