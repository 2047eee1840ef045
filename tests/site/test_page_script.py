"""The script of a page: it comes when the page has been shown, and then everything works."""

import pytest

from tools.site import browser

pytestmark = pytest.mark.browser

WATCH = """
window.asked = [];
requestAnimationFrame(() => { window.drawn = true; });
new MutationObserver(changes => {
  for (const { addedNodes } of changes)
    for (const one of addedNodes)
      if (one.tagName === 'SCRIPT' && one.src)
        asked.push([new URL(one.src).pathname.replace(/-[0-9a-f]{12}/, ''),
                    document.readyState !== 'loading' && Boolean(window.drawn)]);
}).observe(document, { childList: true, subtree: true });
"""
HIDDEN = """
Object.defineProperty(document, 'hidden', { get: () => true });
window.requestAnimationFrame = () => 0;  // nothing is drawn in the background
"""
BUNDLE = "/_static/all.js"


@pytest.fixture
def watched(chromium, address):
    """Open a page with a script that runs before all others; return what it asks for when."""
    contexts = []

    def open_one(page, before=""):
        context = chromium.new_context()
        contexts.append(context)
        tab = context.new_page()
        tab.troubles = []
        tab.on("pageerror", lambda error: tab.troubles.append(str(error)))
        tab.add_init_script(WATCH + before)
        tab.goto(address + page)
        tab.wait_for_function(browser.READY, polling=50)
        return tab

    yield open_one
    for context in contexts:
        context.close()


@pytest.mark.parametrize("page", ["book/game.html", "book/glossary.html", "404.html"])
def test_a_page_is_shown_before_it_asks_for_its_script(watched, page):
    tab = watched(page)
    assert tab.evaluate("asked") == [[BUNDLE, True]]
    assert tab.troubles == []


def test_the_search_asks_for_its_scripts_in_their_order(watched):
    tab = watched("search.html?q=regret")
    tab.locator("#search-results li").first.wait_for()
    # Sphinx asks for the text of what it has found by other means than a script.
    names = ["/_static/searchtools.js", "/_static/language_data.js", "/searchindex.js"]
    assert tab.evaluate("asked") == [[one, True] for one in (BUNDLE, *names)]
    assert tab.troubles == []


def test_a_page_in_the_background_does_not_wait_to_be_shown(watched):
    tab = watched("book/game.html", before=HIDDEN)
    assert [name for name, _ in tab.evaluate("asked")] == [BUNDLE]
