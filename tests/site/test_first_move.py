"""On a slow line the first move of a figure can be answered in time: by what comes over the line.

How long it takes is measured by `make site-quality`; no clock decides a test.
"""

import json
import re

import pytest
from contents import EXPLORABLE

from tools.site import first_move

pytestmark = pytest.mark.browser  # it reads the pages that the browser tests read


def milliseconds(size):
    """The time that so many bytes take on the slow line."""
    return first_move.LINE["latency"] + 1000 * size / first_move.LINE["downloadThroughput"]


@pytest.mark.parametrize("page", EXPLORABLE)
def test_a_frame_of_a_phone_is_small_enough_to_come_in_time(site, page):
    text = (site / f"{page}.html").read_text("utf-8")
    players = re.findall(
        r'data-folder="([^"]*)".*?<script type="application/json">(.*?)<', text, re.S
    )
    assert players
    for folder, data in players:
        narrow = [file for _, file in json.loads(data)["files"]]
        largest = max(((site / page).parent / folder / file).stat().st_size for file in narrow)
        assert milliseconds(largest) <= first_move.TARGET, narrow
