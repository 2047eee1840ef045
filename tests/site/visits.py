"""One visit to a page answers many questions: opening it takes longer than asking them."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import geometry
from barriers import barriers, contrast, strangely_coloured
from signs import fonts_of_formulas

from tools.site import browser

AT_ONCE = "*, ::before, ::after { transition: none !important }"
DESK = {"width": 1280, "height": 900}
WIDE_DESK = {"width": 1440, "height": 900}

PICTURES = """() => Promise.all([...document.querySelectorAll('img')].map(async image => {
  await image.decode();
  return {
    name: image.getAttribute('src'),
    text: (image.getAttribute('alt') || '').trim(),
    size: [image.getAttribute('width'), image.getAttribute('height')],
    pixels: image.naturalWidth,
  };
}))"""
FIGURES = """() => [...document.querySelectorAll('.vaslb-frame, .vaslb-picture')].map(image => {
  const stage = image.closest('div[class], a[class]'), look = getComputedStyle(image);
  return {
    name: image.getAttribute('alt').slice(0, 60),
    short: stage.getBoundingClientRect().width - image.getBoundingClientRect().width,
    look: [look.borderTopWidth, look.backgroundColor],
  };
})"""


@dataclass
class AtADesk:
    """What a visit at a desk has found, by theme where the themes may differ."""

    troubles: list[str]
    requests: list[str]
    weight: int
    titles: int
    short: list[str]
    description: str
    pictures: list[dict[str, Any]]
    figures: list[dict[str, Any]]
    fonts: set[tuple[str, bool]]
    strange: dict[str, list[str]]
    barriers: dict[str, tuple[list[tuple[str, str]], int]]


def at_a_desk(tab):
    """Read a page as a reader at a desk does, to its end and back, by day and by night."""
    tab.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    tab.wait_for_load_state("networkidle")
    everything_shown(tab)
    tab.evaluate("window.scrollTo(0, 0)")
    visit = AtADesk(
        troubles=tab.troubles,
        requests=tab.requests,
        weight=tab.weight,
        titles=tab.locator("h1:visible").count(),
        short=tab.evaluate(geometry.SHORT),
        description=tab.locator('meta[name="description"]').get_attribute("content"),
        pictures=tab.evaluate(PICTURES),
        figures=[],
        fonts=fonts_of_formulas(tab),
        strange={},
        barriers={},
    )
    for theme in ("dark", "light"):
        in_theme(tab, theme)
        visit.strange[theme] = strangely_coloured(tab)
    visit.barriers["light"] = barriers(tab)
    in_theme(tab, "dark")
    visit.barriers["dark"] = contrast(tab)
    tab.set_viewport_size(WIDE_DESK)
    visit.figures = tab.evaluate(FIGURES)
    return visit


def everything_shown(tab):
    """Lay out the sections that wait for their turn, and let no colour come slowly."""
    tab.add_style_tag(content=browser.NOTHING_WAITS + AT_ONCE)
    settled(tab)


def in_theme(tab, theme):
    """Let the evening come, or the morning, while a page is open."""
    tab.emulate_media(color_scheme=theme)
    tab.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)


def settled(tab):
    """Wait until a page is laid out and what watches sizes has answered."""
    tab.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


PHONES = [
    (390, 844),
    (320, 568),
    (280, 653),
    (360, 740),
    (375, 667),
    (412, 915),
    (428, 926),
    (600, 960),
    (768, 1024),
    (844, 390),
]
"""Phones upright, one of them folded, then a small and a large tablet, then a phone on its side."""

CHOSEN = f"() => ({geometry.PICTURES})().every(one => one.chosen)"


def on_phones(tab):
    """Return what stands where on each of the phones, by its width."""
    everything_shown(tab)
    found = {}
    for width, height in PHONES:
        tab.set_viewport_size({"width": width, "height": height})
        tab.wait_for_function(CHOSEN)
        settled(tab)
        found[width] = geometry.geometry(tab)
    return found


def once(browse, screen, look):
    """Return a function that opens a page and looks at it the first time it is asked for it."""

    @cache
    def visit(page):
        tab = browse(page, **screen)
        try:
            return look(tab)
        finally:
            tab.context.close()

    return visit
