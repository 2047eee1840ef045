"""Every page on phones and tablets: no formula or picture is cut, no target is too small."""

import geometry
import pytest
from contents import NAMES, PAGES, PHONE
from visits import PHONES, everything_shown, on_phones, once, settled

pytestmark = pytest.mark.browser
MOSTLY_WHOLE = 0.1
"""At most this share of the displayed formulas scrolls; all others break or fit."""

NARROWEST = (390, 320)
OPEN = """link => {
  const box = link.getBoundingClientRect();
  return link.checkVisibility({visibilityProperty: true})
    && box.left >= 0 && box.right <= innerWidth && box.height > 0;
}"""
"""A link of a drawer is there in full: the drawer has come to rest."""


@pytest.fixture(scope="module")
def visits(browse):
    """What a visit to a page finds on every phone; every page is visited once."""
    return once(browse, PHONE, on_phones)


@pytest.fixture(scope="module", params=PAGES)
def visit(request, visits):
    return visits(request.param)


@pytest.fixture
def phone(open_page):
    """Open a page on a phone, with every section laid out."""

    def open_one(page):
        tab = open_page(page, **PHONE)
        everything_shown(tab)
        return tab

    return open_one


def test_nothing_is_wider_than_the_screen(visit):
    for width, found in visit.items():
        assert found["wide"] == width
        assert found["sideways"] == 0, width


def test_no_formula_is_cut(visit):
    for width, found in visit.items():
        for one in found["formulas"]:
            assert one["inside"], (width, one)
            assert not one["covered"], (width, one)
            assert not one["wide"] or (one["scrolls"] and one["fades"]), (width, one)
        assert found["lost"] == [], width


def test_every_picture_is_whole(visit):
    """None is cut, none waits behind a scroll bar, and phones have the drawing on narrow paper."""
    for width, found in visit.items():
        for one in found["pictures"]:
            assert one["left"] >= 0, (width, one)
            assert one["right"] <= width, (width, one)
            assert one["hidden"] <= 0, (width, one)
            assert one["share"] > 0.99, (width, one)
            assert one["right"] - one["left"] >= 0.8 * width, (width, one)
            assert one["narrow"] == (width <= 600), (width, one)


def test_every_target_is_large_enough_for_a_thumb(visit):
    assert {width: found["small"] for width, found in visit.items() if found["small"]} == {}


def test_marks_stand_on_the_page(visit):
    assert {width: found["marks"] for width, found in visit.items() if found["marks"]} == {}


def test_readings_stay_beside_their_slider(visit):
    assert {width: found["readings"] for width, found in visit.items() if found["readings"]} == {}


def test_a_section_that_waits_does_not_lie_over_the_next(visit):
    assert {width: found["short"] for width, found in visit.items() if found["short"]} == {}


def test_words_that_break_inside_a_formula_would_be_seen(phone):
    tab = phone("book/glossary.html")
    tab.evaluate(
        """() => document.querySelector('article').insertAdjacentHTML('beforeend', '<div style='
          + '"width: 6em"><math><mtext style="white-space: normal">several breaking-words</mtext>'
          + '</math></div>')"""
    )
    assert tab.evaluate(geometry.LOST) == ["several breaking-words"]


def test_nearly_every_formula_breaks_rather_than_scrolls(visits):
    for width in NARROWEST:
        found = [one for name in NAMES for one in visits(f"{name}.html")[width]["formulas"]]
        assert len(found) > 100
        assert sum(one["wide"] for one in found) <= MOSTLY_WHOLE * len(found)


@pytest.mark.parametrize("width", NARROWEST)
def test_a_formula_that_scrolls_fades_where_it_goes_on(phone, width):
    """The fade moves to the other side at the end, and both signs can fail."""
    tab = phone("book/proofs.html")
    tab.set_viewport_size({"width": width, "height": PHONE["height"]})
    box = tab.locator(".formula[data-more-right]").first
    box.evaluate("one => one.scrollTo(1e6, 0)")
    tab.wait_for_function("() => document.querySelector('.formula[data-more-left]')")
    assert box.count() == 0 or box.get_attribute("data-more-left") is None
    tab.evaluate("() => document.querySelector('.formula').style.overflow = 'hidden'")
    assert not tab.evaluate(geometry.FORMULAS)[0]["scrolls"]


def test_the_header_names_the_chapter(phone):
    tab = phone("book/vaslb.html")
    here = tab.locator(".vaslb-here")
    for width, height in PHONES:
        tab.set_viewport_size({"width": width, "height": height})
        settled(tab)
        tab.evaluate("window.scrollTo(0, 5000)")
        assert here.inner_text() == "7. VASLB: explore, commit, halve"
        box = here.bounding_box()
        assert 0 <= box["y"] < 60
        assert box["width"] > 100
        bar = tab.locator(".bd-header-article")
        assert bar.evaluate("bar => bar.scrollWidth <= bar.clientWidth"), width


@pytest.mark.parametrize(("width", "height"), [*PHONES[:3], PHONES[8], PHONES[9]])
def test_a_drawer_is_laid_out_when_it_is_opened_and_has_room_for_a_thumb(open_page, width, height):
    tab = open_page("book/api/game.html", **PHONE | {"width": width, "height": height})
    for side in ("primary", "secondary"):
        link = tab.locator(f".bd-sidebar-{side} nav a").first
        assert not link.evaluate("one => one.checkVisibility()")
        tab.locator(f".{side}-toggle:visible").first.click()
        tab.wait_for_function(OPEN, arg=link.element_handle())
        assert geometry.geometry(tab)["small"] == []
        drawer = tab.locator(f".bd-sidebar-{side}")
        assert drawer.evaluate("one => one.scrollWidth <= one.clientWidth")
        edge = width - 4 if side == "primary" else 4
        tab.mouse.click(edge, height / 2)
        tab.wait_for_function("one => !one.checkVisibility()", arg=link.element_handle())


def test_a_small_target_would_be_seen(phone):
    tab = phone("book/glossary.html")
    tab.evaluate(
        "() => document.querySelector('article').insertAdjacentHTML('beforeend', "
        "'<button style=\"all: unset; height: 20px\">tiny</button>')"
    )
    assert any("tiny" in one for one in geometry.geometry(tab)["small"])


def test_a_page_that_scrolls_sideways_would_be_seen(phone):
    tab = phone("book/glossary.html")
    tab.evaluate("() => document.querySelector('article p').style.width = '500px'")
    assert geometry.geometry(tab)["sideways"] > 0


def test_a_picture_that_sticks_out_would_be_seen(phone):
    tab = phone("book/game.html")
    wide = "width: 400px; max-width: none"
    tab.evaluate(
        "css => document.querySelector('.vaslb-frame, .vaslb-picture').style.cssText = css", wide
    )
    [one, *_] = geometry.geometry(tab)["pictures"]
    assert one["right"] > PHONE["width"]
    assert one["hidden"] > 0
