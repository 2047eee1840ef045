"""On a slow line the first move of a figure is answered in time, by what has to come over the line.

How long it takes on this machine is measured by `make site-quality`; no clock decides a test.
"""

import pytest
from contents import EXPLORABLE

from tools.site import browser, first_move

pytestmark = pytest.mark.browser


def milliseconds(size):
    """The time that a file of so many bytes takes on the slow line."""
    return first_move.LINE["latency"] + 1000 * size / first_move.LINE["downloadThroughput"]


@pytest.mark.parametrize("page", EXPLORABLE)
def test_a_first_move_waits_for_one_small_file(chromium, address, site, page):
    """The picture that is shown is the first that is asked for, and small enough to be in time."""
    context = chromium.new_context(viewport=first_move.PHONE, is_mobile=True, has_touch=True)
    tab, asked = context.new_page(), []
    tab.on("request", lambda one: asked.append(one.url) if "/frames/" in one.url else None)
    tab.goto(f"{address}{page}.html")
    tab.wait_for_load_state("networkidle")
    tab.add_style_tag(content=browser.NOTHING_WAITS)
    players = tab.locator(".vaslb-player:has(input[type=range])").all()
    assert players
    for player in players:
        asked.clear()
        first_move.first_move(tab, player)
        shown = player.locator(".vaslb-frame").first.evaluate("one => one.currentSrc")
        assert asked[:1] == [shown] or shown not in asked  # asked for first, or there already
        size = (site / shown.removeprefix(address)).stat().st_size
        assert milliseconds(size) <= first_move.TARGET, player.get_attribute("aria-label")
    context.close()
