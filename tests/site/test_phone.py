"""Every page on a phone, 390 and 320 pixels wide: no formula is cut, no target is too small."""

import pytest
from contents import NAMES, PAGES, PHONE

from tools.site import browser

pytestmark = pytest.mark.browser
WIDTHS = (390, 320)
SMALLEST = 44
"""Pixels: what a thumb hits."""

MOSTLY_WHOLE = 0.1
"""At most this share of the displayed formulas scrolls; all others break or fit."""

FORMULAS = """() => [...document.querySelectorAll('.bd-article .formula')].map(box => {
  const number = box.parentElement.querySelector('.eqno');
  const [inner, outer] = [box.firstElementChild, box].map(one => one.getBoundingClientRect());
  const beside = number ? number.getBoundingClientRect() : null;
  return {
    text: box.textContent.slice(0, 60),
    // What a formula draws beyond its box counts as well: a row may be wider than its line.
    wide: box.scrollWidth > box.clientWidth + 1,
    scrolls: getComputedStyle(box).overflowX === 'auto',
    fades: getComputedStyle(box).maskImage.includes('gradient'),
    inside: outer.left >= 0 && outer.right <= innerWidth + 1,
    covered: beside !== null && beside.left < outer.right - 1 && beside.right > outer.left + 1
      && beside.top < outer.bottom - 1 && beside.bottom > outer.top + 1,
  };
})"""
# Chromium shows only the first line of words that break in a formula: the last letter is nowhere.
LOST = """() => [...document.querySelectorAll('.bd-article mtext')].filter(words => {
  const [text, last] = [words.firstChild, document.createRange()];
  const at = words.textContent.trimEnd().length;
  if (!at || !words.checkVisibility()) return false;
  last.setStart(text, at - 1);
  last.setEnd(text, at);
  return last.getBoundingClientRect().width === 0;
}).map(words => words.textContent)"""
# Links inside sentences and the marks beside headings are text; everything else is for the thumb.
SMALL = """smallest => {
  const every = 'button, summary, select, input, textarea, [role=button], nav a, footer a, '
    + '.vaslb-code, .vaslb-head a';
  const small = [];
  for (const one of document.querySelectorAll(every)) {
    if (one.checkVisibility && !one.checkVisibility({visibilityProperty: true})) continue;
    const label = one.closest('label') || (one.labels && one.labels[0]);
    const boxes = [one, label].filter(Boolean).map(box => box.getBoundingClientRect());
    if (boxes.every(box => box.width === 0 || box.height === 0 || box.right <= 0)) continue;
    if (!boxes.some(box => box.width >= smallest - .5 && box.height >= smallest - .5))
      small.push([one.tagName, one.className, one.textContent.trim().slice(0, 30),
        ...boxes.map(box => `${Math.round(box.width)}×${Math.round(box.height)}`)].join(' '));
  }
  return small;
}"""
# A mark before a line stands on the page, and no icon of the theme stands on the words of a box.
MARKS = """() => [...document.querySelectorAll('.bd-article li')].filter(line => {
  const style = getComputedStyle(line);
  return line.checkVisibility() && style.display === 'list-item' && style.listStyleType !== 'none'
    && style.listStylePosition === 'outside' && line.getBoundingClientRect().left < 30;
}).concat([...document.querySelectorAll('.bd-article .admonition-title')].filter(title =>
  ['::before', '::after'].some(one => !['none', 'normal', '""']
    .includes(getComputedStyle(title, one).content))
)).map(one => one.textContent.slice(0, 40))"""


@pytest.fixture(params=WIDTHS)
def phone(request, open_page):
    """Open a page on a phone of this width, with every section laid out."""

    def open_one(page):
        tab = open_page(page, **PHONE | {"width": request.param})
        tab.add_style_tag(content=browser.NOTHING_WAITS)
        tab.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        return tab

    return open_one


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_whole_on_a_phone(phone, page):
    tab = phone(page)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for one in tab.evaluate(FORMULAS):
        assert one["inside"], one
        assert not one["covered"], one
        assert not one["wide"] or (one["scrolls"] and one["fades"]), one
    assert tab.evaluate(LOST) == []
    assert tab.evaluate(MARKS) == []
    assert tab.evaluate(SMALL, SMALLEST) == []


def test_words_that_break_inside_a_formula_would_be_seen(phone):
    tab = phone("book/glossary.html")
    tab.evaluate(
        """() => document.querySelector('article').insertAdjacentHTML('beforeend', '<div style='
          + '"width: 6em"><math><mtext style="white-space: normal">several breaking-words</mtext>'
          + '</math></div>')"""
    )
    assert tab.evaluate(LOST) == ["several breaking-words"]


def test_nearly_every_formula_breaks_rather_than_scrolls(phone):
    found = [one for name in NAMES for one in phone(f"{name}.html").evaluate(FORMULAS)]
    assert len(found) > 100
    assert sum(one["wide"] for one in found) <= MOSTLY_WHOLE * len(found)


def test_a_formula_that_scrolls_fades_where_it_goes_on(phone):
    """The fade moves to the other side at the end, and both signs can fail."""
    tab = phone("book/proofs.html")
    box = tab.locator(".formula[data-more-right]").first
    box.evaluate("one => one.scrollTo(1e6, 0)")
    tab.wait_for_function("() => document.querySelector('.formula[data-more-left]')")
    assert box.count() == 0 or box.get_attribute("data-more-left") is None
    tab.evaluate("() => document.querySelector('.formula').style.overflow = 'hidden'")
    assert not tab.evaluate(FORMULAS)[0]["scrolls"]


def test_the_header_names_the_chapter(phone):
    tab = phone("book/vaslb.html")
    tab.evaluate("window.scrollTo(0, 5000)")
    here = tab.locator(".vaslb-here")
    assert here.inner_text() == "7. VASLB: explore, commit, halve"
    box = here.bounding_box()
    assert 0 <= box["y"] < 60
    assert box["width"] > 100
    assert tab.locator(".bd-header-article").evaluate("bar => bar.scrollWidth <= bar.clientWidth")


def test_a_small_target_would_be_seen(phone):
    tab = phone("book/glossary.html")
    tab.evaluate(
        "() => document.querySelector('article').insertAdjacentHTML('beforeend', "
        "'<button style=\"all: unset; height: 20px\">tiny</button>')"
    )
    assert any("tiny" in one for one in tab.evaluate(SMALL, SMALLEST))
