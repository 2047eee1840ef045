"""Sliders feel like sliders: enough stops, and no more settings than a page can carry."""

import json
import re

import pytest
from contents import EXPLORABLE

from vaslb_edu.figures.explorable import FRAME_LIMIT

pytestmark = pytest.mark.browser  # it reads the pages that the browser tests read

ENOUGH = 8
STEPS_OF_THEIR_OWN = {
    "Radius of the confidence ellipsoid against the noise it must cover": "whole dimensions",
    "Directions and cones": "numbers of directions",
    "Regret and reports of three learners": "named schedules",
    "VASLB with each repair on or off": "switches",
    "Growth exponents, promised and measured": "named exponents",
    "Regret against the horizon": "named systems",
    "The race": "named systems, noises and sizes",
    "Who is best where": "named noises",
}
"""Figures whose controls are no continuous quantities, with what they are."""


def players(site, page):
    """Return the numbers of stops of the sliders and of the settings, by title."""
    text = (site / f"{page}.html").read_text("utf-8")
    for one in text.split('<div class="vaslb-player"')[1:]:
        data = re.search(r'<script type="application/json">(.*?)</script>', one, re.S)[1]
        settings = len(json.loads(data.replace("<\\/", "</"))["frames"])
        stops = [int(last) + 1 for last in re.findall(r'type="range" min="0" max="(\d+)"', one)]
        yield re.search(r'aria-label="([^"]*)"', one)[1], stops, settings


@pytest.mark.parametrize("page", EXPLORABLE)
def test_the_main_slider_has_enough_stops(site, page):
    found = list(players(site, page))
    assert found
    for title, stops, settings in found:
        assert settings <= FRAME_LIMIT, title
        if title not in STEPS_OF_THEIR_OWN:
            assert max(stops, default=0) >= ENOUGH, title
