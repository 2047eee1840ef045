"""A figure shows itself with a text that says what is in it."""

import pytest

from tests.figures.lines import drawing
from vaslb_edu.figures import frames, style


def test_a_figure_shows_itself_with_its_text():
    fig = style.note_alt(drawing(), "  A curve \n that bends. ")
    assert style.alt_of(fig) == "A curve that bends."
    bundle = fig._repr_mimebundle_()
    assert bundle["text/plain"] == "A curve that bends."
    assert "text/html" not in bundle


def test_a_figure_in_the_book_has_text_and_size(monkeypatch, tmp_path):
    monkeypatch.setenv(frames.STATIC_VARIABLE, str(tmp_path))
    page = style.note_alt(drawing(), 'Twice "as" high.')._repr_mimebundle_()["text/html"]
    assert 'alt="Twice &quot;as&quot; high."' in page
    assert 'width="614" height="346"' in page
    assert len(list(tmp_path.iterdir())) == 1


def test_a_figure_without_text_is_refused():
    with pytest.raises(ValueError, match="no text"):
        drawing()._repr_mimebundle_()
    with pytest.raises(ValueError, match="what the figure shows"):
        style.note_alt(drawing(), " ")
