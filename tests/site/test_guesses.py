"""Guesses before figures, in the built page: made with the keyboard, answered in words."""

import pytest
from contents import PHONE
from guessing import GUESS, guess_by_keyboard
from visits import DESK, everything_shown

from tools.site import contents

pytestmark = pytest.mark.browser
CHAPTERS = contents.numbered()


@pytest.mark.parametrize("page", CHAPTERS)
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_guess_is_made_with_the_keyboard_and_answered_in_words(open_page, page, screen):
    tab = open_page(f"{page}.html", **screen)
    everything_shown(tab)
    for form in tab.locator(GUESS).all():
        guess_by_keyboard(tab, form)
    assert tab.troubles == []


def test_guesses_on_a_line_are_there_to_be_tried(site):
    pages = [(site / f"{page}.html").read_text("utf-8") for page in CHAPTERS]
    assert sum(page.count('class="vaslb-line"') for page in pages) >= 10
