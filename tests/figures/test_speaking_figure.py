"""A figure shows itself with a text that says what is in it, on both papers."""

import re

import numpy as np
import pytest

from tests.figures.lines import drawing
from vaslb_edu.figures import frames, style
from vaslb_edu.figures.drawing import drawing as marked


@marked
def bends():
    return style.note_alt(drawing(), 'Twice "as" high.')


def test_a_figure_shows_itself_with_its_text():
    fig = style.note_alt(drawing(), "  A curve \n that bends. ")
    assert style.alt_of(fig) == "A curve that bends."
    bundle = fig._repr_mimebundle_()
    assert bundle["text/plain"] == "A curve that bends."
    assert "text/html" not in bundle


def test_a_figure_in_the_book_has_text_size_and_two_drawings(static):
    page = bends()._repr_mimebundle_()["text/html"]
    assert 'alt="Twice &quot;as&quot; high."' in page
    assert 'width="787" height="346"' in page
    small = re.search(r'<source media="[^"]*" srcset="[^"]*" width="(\d+)"', page)
    assert int(small[1]) == round(3.6 * frames.PIXELS_PER_INCH)
    assert len(list(static.iterdir())) == 2


def test_a_figure_that_cannot_be_drawn_again_is_no_figure_of_the_book(static):
    with pytest.raises(ValueError, match="mark the function that draws it with @drawing"):
        style.note_alt(drawing(), "A curve.")._repr_mimebundle_()


def test_the_smaller_format_is_chosen(static):
    @marked
    def cloud():
        fig, axes = style.figure(height=2)
        axes.scatter(*np.random.default_rng(0).normal(size=(2, 5000)), s=1)
        return style.note_alt(fig, "A cloud.")

    cloud()._repr_mimebundle_()
    assert {path.suffix for path in static.iterdir()} == {".webp"}


def test_a_figure_without_text_is_refused():
    with pytest.raises(ValueError, match="no text"):
        drawing()._repr_mimebundle_()
    with pytest.raises(ValueError, match="what the figure shows"):
        style.note_alt(drawing(), " ")
