"""A chapter as it opens: what stands under its title, where its picture is, where its code is."""

import re

import pytest
from contents import NAMES, PATIENCE, PHONE
from visits import WIDE_DESK, everything_shown

from tools.site import browser, contents
from tools.site.chapters import chapters
from vaslb_edu.chapters.map import HERE

pytestmark = pytest.mark.browser
CHAPTERS = contents.numbered()
SLOW_LINE = {
    "offline": False,
    "latency": 40,
    "downloadThroughput": 62_500,
    "uploadThroughput": 62_500,
}
SCREENS = 1.5
"""Within so many screens of a desk the first picture begins."""

TOP = "one => one.getBoundingClientRect().top + scrollY"
LINES = """() => {
  // Letters a line of the longer paragraphs: the box of every letter would take too long, so that
  // lines are counted by the tops of the words.
  const counts = [];
  for (const text of document.querySelectorAll('.bd-article section > p')) {
    const shown = text.cloneNode(true);
    shown.querySelectorAll('.term-meaning').forEach((hidden) => hidden.remove());
    const letters = shown.textContent.length;
    if (letters < 300 || text.querySelector('math')) continue;
    const lines = Math.round(text.getBoundingClientRect().height
      / parseFloat(getComputedStyle(text).lineHeight));
    // The last line is half full on average.
    if (lines > 3) counts.push(letters / (lines - .5));
  }
  return counts;
}"""


@pytest.fixture(scope="module", params=CHAPTERS)
def chapter(request):
    return chapters()[request.param]


@pytest.fixture(scope="module")
def desk(browse, chapter):
    """A chapter at a desk, with every section laid out: opened once for all questions."""
    tab = browse(f"{chapter.page}.html", **WIDE_DESK)
    browser.visit(
        tab, tab.url
    )  # a font that came too late for the first drawing is used from now on
    everything_shown(tab)
    yield tab
    tab.context.close()


def moved(tab):
    """Return how far things have moved on a page without the reader's doing."""
    tab.wait_for_timeout(300)
    return tab.evaluate(
        """() => new Promise(done => new PerformanceObserver(list => done(
             list.getEntries().reduce((sum, one) => sum + one.value, 0)
           )).observe({type: 'layout-shift', buffered: true})
           || setTimeout(() => done(0), 500))"""
    )


@pytest.fixture(scope="module")
def phone(browse, chapter):
    """A chapter as a phone first shows it."""
    tab = browse(f"{chapter.page}.html", **PHONE)
    yield tab
    tab.context.close()


def test_nothing_moves_when_the_page_has_been_shown(phone):
    """No layout shift, neither from fonts nor from figures."""
    assert moved(phone) < 0.02


def test_nothing_moves_while_a_page_comes_over_a_slow_line(chromium, address):
    """The contents beside a page come after it; it does not move aside for them."""
    context = chromium.new_context(viewport=WIDE_DESK)
    context.set_default_timeout(PATIENCE)
    tab = context.new_page()
    line = context.new_cdp_session(tab)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_LINE)
    browser.visit(tab, f"{address}{CHAPTERS[5]}.html")
    assert moved(tab) < 0.02
    context.close()


def test_a_chapter_begins_with_a_strip_a_line_and_a_sentence(phone, chapter):
    tab = phone
    assert chapter.noise.describe() in tab.locator(".vaslb-strip").get_attribute("aria-label")
    line = tab.locator(".vaslb-head")
    assert re.search(r"\d+ minutes|an hour", line.locator(".vaslb-time").inner_text())
    needed = line.locator(".vaslb-needs a").all_inner_texts()
    assert needed == [str(chapters()[page].number) for page in chapter.needs]
    assert line.locator("a[download]").count() == 1
    # The first sentence is on the first screen of a phone.
    first = tab.locator(".bd-article section > p").first
    assert first.evaluate(TOP) < PHONE["height"] - 60
    # What is folded can be unfolded, and comes before the sentence.
    fold = line.locator("summary")
    fold.click()
    assert line.locator(".admonition").first.is_visible()
    assert line.evaluate(TOP) < first.evaluate(TOP)


def test_the_first_picture_of_a_chapter_is_near(desk):
    picture = desk.locator("figure img, .vaslb-front img").first
    assert picture.evaluate(TOP) < SCREENS * WIDE_DESK["height"]


@pytest.mark.parametrize("name", NAMES)
def test_code_is_one_line_below_its_figure(site, name):
    page = (site / f"{name}.html").read_text("utf-8")
    assert "code cell source" not in page
    for figure in re.findall(r"<figure.*?</figure>(.{,200})", page, re.S):
        if "<details" in figure:
            assert re.search(r"<summary>Code of Figure [\d.A-Z]+</summary>", figure)
    titles = re.findall(r'<details class="vaslb-code">\n<summary>(.*?)</summary>', page)
    numbers = re.findall(r"Code of Figure ([\d.]+)", " ".join(titles))
    shown = re.findall(r'<figcaption>\s*<p><span class="caption-number">Fig\. ([\d.]+) ', page)
    assert set(numbers) <= set(shown)
    assert len(set(numbers)) == len(numbers)


def test_a_line_has_sixty_to_seventy_letters(desk):
    counts = desk.evaluate(LINES)
    if counts:  # some chapters have a formula in every longer paragraph
        assert 58 <= sum(counts) / len(counts) <= 72


def test_cards_ask_the_question_of_the_next_chapter(desk, chapter):
    after = NAMES[NAMES.index(chapter.page) + 1]
    card = desk.locator(".vaslb-card-next")
    assert card.get_attribute("href").endswith(f"{after.removeprefix('book/')}.html")
    if after in chapters():
        assert chapters()[after].question in card.inner_text()


def test_the_loop_of_the_algorithm_has_its_arrows_and_its_mark(desk, chapter):
    fill = "all => all.map(one => getComputedStyle(one).fill)"
    arrows = desk.locator('.vaslb-loop path[fill="currentColor"]').evaluate_all(fill)
    ink = desk.locator(".vaslb-loop").evaluate("one => getComputedStyle(one).color")
    assert arrows == [ink] * 4
    parts = HERE[chapter.page.removeprefix("book/")][0]
    marked = desk.locator('.vaslb-loop rect[fill="currentColor"]').evaluate_all(fill)
    assert marked == [ink] * len(parts)


def test_the_start_page_shows_the_picture_and_then_the_map(open_page):
    tab = open_page(f"{NAMES[0]}.html", **WIDE_DESK)
    everything_shown(tab)
    lead, picture = tab.locator(".vaslb-lead"), tab.locator("figure img").first
    assert lead.evaluate(TOP) < picture.evaluate(TOP) < WIDE_DESK["height"]
    links = tab.locator(".vaslb-map-across a")
    assert links.count() == len(CHAPTERS)
    assert tab.locator(".vaslb-map-down a").first.is_hidden()
    links.nth(6).click()
    tab.wait_for_url("**/book/vaslb.html")


def test_the_hairline_follows_the_reader(open_page):
    tab = open_page("book/glossary.html")
    width = "() => document.querySelector('.vaslb-progress').getBoundingClientRect().width"
    assert tab.evaluate(width) < 20
    tab.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    tab.wait_for_function(f"({width})() > innerWidth - 40")


def test_the_contents_mark_the_section_that_is_read(open_page):
    tab = open_page("book/vaslb.html", **WIDE_DESK)
    for name in ("the-algorithm", "further-reading"):
        tab.evaluate("name => document.getElementById(name).scrollIntoView()", name)
        tab.wait_for_function(
            """name => document.querySelector('.bd-toc-nav a.active')?.hash === '#' + name""",
            arg=name,
        )
        assert tab.locator('.bd-toc-nav [aria-current="true"]').count() == 1


def test_text_is_set_in_the_fonts_of_the_book(open_page):
    tab = open_page("book/game.html", **WIDE_DESK)
    tools = tab.context.new_cdp_session(tab)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    browser.visit(tab, tab.url)  # what came too late for the first drawing is used from now on
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    for where, family in {
        ".bd-article section > p": "Source Serif 4",
        ".vaslb-head": "Inter",
    }.items():
        node = tools.send("DOM.querySelector", {"nodeId": root, "selector": where})["nodeId"]
        used = tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        assert any(one["familyName"].startswith(family) and one["isCustomFont"] for one in used)
