"""Measure how long a reader on a slow line waits for the first move of every figure.

Each page of the built book is opened as on a phone. Then the line is slowed to 150 ms of delay and
1.6 Mb/s, and stays so: what one figure still fetches ahead is on the line when the next is reached.
A reader looks at each for a second; then a finger takes hold of its first slider and moves it at
once, as little as a finger can. What is measured is the time from that move to its picture. The
exit code says whether all are in time.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from pathlib import Path
from typing import Any

from tools.project import BUILD
from tools.site import browser, serve
from tools.site.quality import pages

TARGET = 350.0  # milliseconds
LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
}
PHONE = {"width": 390, "height": 844}
LOOK = 1000  # milliseconds between reaching a figure and taking hold of it
FINGER = 24  # pixels: a browser takes a way below 15 for a finger that trembles
WATCH = """player => {
  let moved = 0;
  player.addEventListener('input', () => { moved = moved || performance.now(); }, true);
  new MutationObserver(() => {
    if (moved && !player.hasAttribute('aria-busy')) player.waited ??= performance.now() - moved;
  }).observe(player, { attributes: true, attributeFilter: ['aria-busy'] });
}"""


def first_moves(chromium: Any, address: str) -> dict[str, float]:
    """Return the milliseconds from the first move to its picture, by the names of the figures."""
    context = chromium.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    tab = context.new_page()
    browser.visit(tab, address)
    tab.wait_for_load_state("networkidle")
    tab.add_style_tag(content=browser.NOTHING_WAITS)
    link = context.new_cdp_session(tab)
    link.send("Network.enable")
    link.send("Network.emulateNetworkConditions", LINE)
    waited = {}
    for player in tab.locator(".vaslb-player:has(input[type=range])").all():
        waited[player.get_attribute("aria-label")] = first_move(tab, link, player)
    context.close()
    return waited


def first_move(tab: Any, link: Any, player: Any) -> float:
    """Take hold of the first slider of a figure, move it a little, and return the wait."""
    slider = player.locator("input[type=range]").first
    slider.evaluate("one => one.scrollIntoView({ block: 'center' })")
    tab.wait_for_timeout(LOOK)
    player.evaluate(WATCH)
    box, last = slider.bounding_box(), int(slider.get_attribute("max"))
    at = int(slider.input_value())
    way = math.ceil(FINGER * last / (box["width"] - 20))
    there = at + way if at + way <= last else at - way
    for kind, stop in (("touchStart", at), ("touchMove", there)):
        across = box["x"] + 10 + stop / last * (box["width"] - 20)
        point = {"x": across, "y": box["y"] + box["height"] / 2}
        link.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    tab.wait_for_function("player => player.waited !== undefined", arg=player.element_handle())
    link.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    return float(player.evaluate("player => player.waited"))


def main() -> int:
    """Print the wait of every figure; return 1 if one is too long."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--site", type=Path, default=BUILD / "html")
    parser.add_argument("pages", nargs="*", help="for example book/game.html")
    chosen = parser.parse_args()
    every = []
    with serve.Site(chosen.site) as site, browser.chromium() as chromium:
        for page in chosen.pages or pages(chosen.site):
            for title, wait in first_moves(chromium, site.address + page).items():
                late = "" if wait <= TARGET else "  TOO LATE"
                print(f"{page:<34}{title[:60]:<62}{wait:>6.0f} ms{late}", flush=True)
                every.append(wait)
    if not every:
        print("No figure can be moved.")
        return 1
    print(f"{len(every)} figures: median {statistics.median(every):.0f} ms, ", end="")
    print(f"longest {max(every):.0f} ms; target: at most {TARGET:.0f} ms.")
    return int(max(every) > TARGET)


if __name__ == "__main__":
    sys.exit(main())
