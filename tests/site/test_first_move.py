"""On a slow line the first move of a figure is answered in time."""

import pytest
from contents import EXPLORABLE

from tools.site import first_move

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("page", EXPLORABLE)
def test_the_first_move_of_every_figure_shows_its_picture_in_time(chromium, address, page):
    waited = first_move.first_moves(chromium, f"{address}{page}.html")
    late = {title: wait for title, wait in waited.items() if wait > first_move.TARGET}
    if late:  # a machine that was busy for a moment is asked once more
        again = first_move.first_moves(chromium, f"{address}{page}.html")
        late = {title: again[title] for title in late if again[title] > first_move.TARGET}
    assert late == {}
