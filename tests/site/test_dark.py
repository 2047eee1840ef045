"""Every page can be read in the dark."""

import io

import numpy as np
import pytest
from barriers import barriers, strangely_coloured
from contents import EXPLORABLE, PAGES
from PIL import Image

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("page", PAGES)
def test_contrast_suffices_in_the_dark(open_page, page):
    tab = open_page(page, theme="dark")
    found, applied = barriers(tab, ["color-contrast"])
    assert found == []
    assert applied == 1
    assert strangely_coloured(tab) == []


def test_dark_pages_have_no_bright_pictures(open_page):
    tab = open_page(f"{EXPLORABLE[0]}.html", theme="dark")
    shot = tab.locator("img").first.screenshot()
    pixels = np.asarray(Image.open(io.BytesIO(shot)).convert("L"))
    assert np.median(pixels) < 60
