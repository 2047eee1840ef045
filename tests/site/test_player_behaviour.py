"""A player on its own page: what it fetches and when, what it shows, what is in the address."""

import shutil

import pytest
from contents import PATIENCE

from tools.site import serve
from vaslb_edu.figures import frames, static_player, style
from vaslb_edu.figures.controls import Control
from vaslb_edu.figures.explorable import explorable

pytestmark = pytest.mark.browser
STOPS = 14
HEAD = '<link rel="stylesheet" href="player.css"><script defer src="player.js"></script>'


def line(rounds, noise):
    fig, axes = style.figure(steady=True, height=2)
    axes.plot([0, rounds], ls="-" if noise == "quiet" else ":")
    axes.set(ylim=(0, STOPS))
    return style.note_alt(fig, f"A line up to {rounds}, {noise}.")


@pytest.fixture(scope="module")
def small_site(tmp_path_factory):
    """One page with one figure of 14 × 2 frames, served as a host would."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(frames.STATIC_VARIABLE, str(folder / "frames"))
        player = explorable(
            line,
            title="One line",
            rounds=Control(range(STOPS), label="round t", unit="rounds", time=True, default=4),
            noise=["quiet", "loud"],
        )
        body = player._repr_mimebundle_()["text/html"].replace(frames.FRAME_SCHEME, "frames/")
    for name in ("player.css", "player.js"):
        shutil.copy(static_player.ASSETS / name, folder)
    viewport = '<meta name="viewport" content="width=device-width">'
    text = f"<!DOCTYPE html><html><head>{viewport}{HEAD}</head><body>{body}</body></html>"
    (folder / "page.html").write_text(text, encoding="utf-8")
    with serve.Site(folder) as server:
        yield server.address


@pytest.fixture
def open_small(chromium, small_site):
    contexts = []

    def open_one(query="", width=1280, **options):
        context = chromium.new_context(viewport={"width": width, "height": 900}, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        tab = context.new_page()
        tab.asked = []
        tab.on("request", lambda r: tab.asked.append(r.url.rpartition("/")[2]))
        tab.goto(f"{small_site}page.html{query}")
        tab.wait_for_load_state("networkidle")
        return tab

    yield open_one
    for context in contexts:
        context.close()


def frames_asked(tab):
    return [name for name in tab.asked if name.endswith(".webp")]


def asked_for(tab, count):
    """Wait until a page has asked for so many different frames."""
    while len(set(frames_asked(tab))) < count:
        tab.wait_for_event("request")


def settled(tab):
    """Wait until the picture of the controls is shown, and return its text."""
    tab.wait_for_selector(".vaslb-player:not([aria-busy])")
    return tab.locator("img").get_attribute("alt")


def grip(tab, stop):
    """Return where the thumb of the slider stands at a stop."""
    box = tab.locator("input").bounding_box()
    share = stop / (STOPS - 1)
    return box["x"] + 10 + share * (box["width"] - 20), box["y"] + box["height"] / 2


def test_before_it_is_touched_a_figure_asks_for_one_frame(open_small):
    assert len(frames_asked(open_small())) == 1


def test_a_phone_asks_for_the_narrow_drawing_only(open_small):
    wide, narrow = open_small(), open_small(width=390)
    assert frames_asked(wide) != frames_asked(narrow)
    assert len(frames_asked(narrow)) == 1
    ratio = narrow.locator("img").evaluate("i => i.naturalWidth / i.naturalHeight")
    assert ratio < wide.locator("img").evaluate("i => i.naturalWidth / i.naturalHeight")


def test_taking_hold_of_a_slider_fetches_its_axis(open_small):
    tab = open_small()
    tab.mouse.move(*grip(tab, 4))
    tab.mouse.down()
    asked_for(tab, STOPS)
    assert settled(tab) == "A line up to 4, quiet."


def test_a_drag_over_all_stops_asks_for_each_frame_once(open_small):
    tab = open_small()
    tab.mouse.move(*grip(tab, 4))
    tab.mouse.down()
    for there in (0, STOPS - 1, 0, STOPS - 1):
        tab.mouse.move(*grip(tab, there), steps=40)
    tab.mouse.up()
    assert settled(tab) == f"A line up to {STOPS - 1}, quiet."
    asked_for(tab, 2 * STOPS)  # the rest comes while the reader is looking
    tab.wait_for_timeout(500)
    assert len(frames_asked(tab)) == 2 * STOPS


class Holding:
    """Keeps the frames that a page asks for until they are let go, in any order."""

    def __init__(self, tab):
        self.kept, self.holding = [], True
        tab.route("**/frames/**", self.answer)

    def answer(self, route):
        if self.holding:
            self.kept.append(route)
        else:
            route.continue_()

    def let_go(self, last_first=False):
        self.holding = False
        for route in reversed(self.kept) if last_first else self.kept:
            route.continue_()


def test_a_reading_changes_with_its_picture_and_not_before(open_small):
    tab = open_small()
    host = Holding(tab)
    slider = tab.locator("input")
    slider.press("ArrowRight")
    tab.wait_for_timeout(300)
    assert tab.locator("output").inner_text() == "4 rounds"
    assert slider.get_attribute("aria-valuetext") == "5 rounds"
    assert tab.locator(".vaslb-player").get_attribute("aria-busy") == "true"
    host.let_go()
    assert settled(tab) == "A line up to 5, quiet."
    assert tab.locator("output").inner_text() == "5 rounds"


@pytest.fixture
def held(open_small):
    """A page with the mouse on the thumb, all that is one step away asked for, and its host."""
    tab = open_small()
    tab.mouse.move(*grip(tab, 4))
    asked_for(tab, 4)
    return tab, Holding(tab)


def kept(tab, host):
    """Return how many frames are asked for and not there, after a moment."""
    tab.wait_for_timeout(300)  # of the real clock, also where that of the page stands
    return len(host.kept)


def test_frames_fetched_ahead_come_one_by_one(held):
    tab, host = held
    tab.mouse.down()
    tab.wait_for_event("request")
    assert kept(tab, host) == 1
    tab.mouse.move(*grip(tab, 9))  # what is wanted does not wait for it
    assert kept(tab, host) == 2
    host.let_go()
    assert settled(tab) == "A line up to 9, quiet."


def test_who_moves_at_once_has_the_line_alone(held):
    tab, host = held
    tab.clock.install()
    tab.clock.pause_at("2100-01-01")
    tab.mouse.down()
    tab.clock.run_for(30)
    assert kept(tab, host) == 0
    tab.mouse.move(*grip(tab, 9))
    tab.clock.run_for(1000)
    assert kept(tab, host) == 1
    host.let_go()
    assert settled(tab) == "A line up to 9, quiet."


def test_only_the_newest_move_is_shown(open_small):
    tab = open_small()
    host = Holding(tab)
    for _ in range(3):
        tab.locator("input").press("ArrowRight")
    tab.wait_for_timeout(200)
    host.let_go(last_first=True)
    assert settled(tab) == "A line up to 7, quiet."
    tab.wait_for_timeout(300)
    assert tab.locator("output").inner_text() == "7 rounds"


def test_of_moves_that_outrun_the_line_the_newest_comes_after_two_frames(open_small):
    tab = open_small()
    host = Holding(tab)
    for _ in range(5):
        tab.locator("input").press("ArrowRight")
    assert kept(tab, host) == 2
    before = len(frames_asked(tab))
    host.kept.pop(0).continue_()
    tab.wait_for_event("request", lambda one: one.url.endswith(".webp"))
    assert kept(tab, host) == 2
    asked = frames_asked(tab)[before:]
    host.let_go()
    assert settled(tab) == "A line up to 9, quiet."
    shown = tab.locator("img").evaluate("image => image.currentSrc")
    assert asked == [shown.rpartition("/")[2]]


def test_a_frame_that_cannot_come_lets_the_next_one_through(open_small):
    tab = open_small()
    host = Holding(tab)
    for _ in range(4):
        tab.locator("input").press("ArrowRight")
    assert kept(tab, host) == 2
    lost = host.kept.copy()
    host.kept.clear()
    for route in lost:
        route.abort()
    host.let_go()
    assert settled(tab) == "A line up to 8, quiet."


def test_time_plays_to_its_end_and_can_be_stopped(open_small):
    tab = open_small()
    tab.locator("input").fill(str(STOPS - 3))
    play = tab.get_by_role("button", name="Play")
    play.click()
    tab.wait_for_function("document.querySelector('img').alt.startsWith('A line up to 13')")
    play.wait_for()
    assert play.get_attribute("aria-pressed") == "false"
    play.click()  # from the end it starts again
    tab.wait_for_function("document.querySelector('img').alt.startsWith('A line up to 1,')")
    tab.get_by_role("button", name="Stop").click()
    at = tab.locator("input").input_value()
    tab.wait_for_timeout(1600)
    assert tab.locator("input").input_value() == at


def test_reset_leads_back_to_the_first_picture(open_small):
    tab = open_small()
    tab.locator("input").press("End")
    tab.locator("select").select_option("loud")
    assert settled(tab) == "A line up to 13, loud."
    tab.get_by_role("button", name="Reset").click()
    assert settled(tab) == "A line up to 4, quiet."
    tab.wait_for_function("location.search === ''")


def test_the_state_is_in_the_address_and_survives_a_reload(open_small):
    tab = open_small()
    tab.locator("input").press("End")
    tab.locator("select").select_option("loud")
    tab.wait_for_function("location.search.includes('loud')")
    tab.reload()
    assert settled(tab) == "A line up to 13, loud."
    assert tab.locator("output").inner_text() == "13 rounds"
    assert tab.locator("select").input_value() == "loud"


@pytest.mark.parametrize("query", ["?one-line=99~loud", "?one-line=", "?one-line=4", "?other=1"])
def test_an_address_that_names_no_state_shows_the_first_picture(open_small, query):
    assert settled(open_small(query)) == "A line up to 4, quiet."


def test_a_link_to_a_state_can_be_copied(open_small):
    tab = open_small(permissions=["clipboard-read", "clipboard-write"])
    tab.locator("input").press("Home")
    settled(tab)
    tab.get_by_role("button", name="Copy link").click()
    tab.get_by_role("button", name="Link copied").wait_for()
    link = tab.evaluate("navigator.clipboard.readText()")
    assert link.endswith("#one-line")
    other = open_small("?" + link.partition("?")[2])
    assert settled(other) == "A line up to 0, quiet."


@pytest.mark.parametrize("width", [320, 390])
def test_fingers_find_every_control_and_readings_stay_beside_their_slider(open_small, width):
    tab = open_small(width=width, is_mobile=True, has_touch=True)
    for one in tab.locator(".vaslb-player :is(input, select, button)").all():
        box = one.bounding_box()
        assert min(box["width"], box["height"]) >= 44, one.evaluate("e => e.outerHTML")
    slider, reading = (tab.locator(one).bounding_box() for one in ("input", "output"))
    assert slider["x"] + slider["width"] <= reading["x"]
    assert abs((slider["y"] + slider["height"] / 2) - (reading["y"] + reading["height"] / 2)) < 8
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
