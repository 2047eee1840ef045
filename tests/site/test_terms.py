"""A word of the glossary shows its meaning: to a pointer, to the keyboard, to a thumb."""

import pytest

pytestmark = pytest.mark.browser
PAGE = "book/voful2.html"
SHOWN = "one => getComputedStyle(one.querySelector('.term-meaning')).display !== 'none'"
INSIDE = """one => {
  const box = one.querySelector('.term-meaning').getBoundingClientRect();
  return box.left >= 0 && box.right <= document.documentElement.clientWidth + 1 && box.width > 40;
}"""


def first(tab):
    term = tab.locator(".term").first
    term.scroll_into_view_if_needed()
    assert not term.evaluate(SHOWN)
    return term


def test_a_pointer_shows_it_and_escape_closes_it(open_page):
    tab = open_page(PAGE)
    term, asked = first(tab), len(tab.requests)
    term.locator(".term-word").hover()
    assert term.evaluate(SHOWN)
    assert term.evaluate(INSIDE)
    tab.keyboard.press("Escape")
    assert not term.evaluate(SHOWN)
    # Figures fetch frames ahead, headings that come near a font; a meaning fetches nothing.
    others = ("/frames/", "/fonts/")
    assert not [one for one in tab.requests[asked:] if not any(part in one for part in others)]


def test_the_keyboard_shows_it(open_page):
    tab = open_page(PAGE)
    term = first(tab)
    term.locator(".term-word").focus()
    assert term.evaluate(SHOWN)
    described = term.locator(".term-word").get_attribute("aria-describedby")
    assert term.locator(f"#{described}").inner_text().strip()


def test_a_touch_shows_it_and_a_second_one_follows(open_page):
    tab = open_page(PAGE, width=390, height=844, has_touch=True, is_mobile=True)
    term = first(tab)
    here = tab.url
    term.locator(".term-word").tap()
    assert term.evaluate(SHOWN)
    assert term.evaluate(INSIDE)
    assert tab.url == here


def test_a_term_is_marked_once_a_page(open_page):
    tab = open_page(PAGE)
    names = tab.locator(".term-meaning").evaluate_all("all => all.map(one => one.id)")
    assert len(names) > 10
    assert len(names) == len(set(names))
