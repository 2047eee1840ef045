"""The face of an explorable figure in the built page."""

import re

import pytest

from tests.figures.lines import draw, fails_at_one, page_of, payload_of
from vaslb_edu.figures import frames, style
from vaslb_edu.figures import paper as papers
from vaslb_edu.figures.controls import Control
from vaslb_edu.figures.explorable import explorable

pytest.importorskip("ipywidgets")


def test_every_frame_is_in_the_page_and_equal_frames_are_stored_once(static):
    def by_sigma_only(sigma, signs):
        return draw(sigma)

    figure = explorable(by_sigma_only, sigma=[0, 1, 2], signs=[True, False])
    data = payload_of(figure)
    assert data["frames"] == [0, 0, 1, 1, 2, 2]
    kept = [name for pair in data["files"] for name in pair]
    assert sorted(kept) == sorted(path.name for path in static.iterdir())
    assert data["alts"][2] == "A line up to 1."
    assert data["controls"][0] == {"label": "sigma", "texts": ["0", "1", "2"]}


def test_the_default_frame_is_shown_without_scripts(static):
    control = Control([0, 1, 2], default=1, label="noise σ")
    figure = explorable(draw, title="A <line>", sigma=control)
    page = page_of(figure)
    shown = re.search(r'<img[^>]*src="vaslb-frame:([^"]*)"[^>]*>', page)
    small = re.search(r'<source media="([^"]*)" srcset="vaslb-frame:([^"]*)"', page)
    assert [shown[1], small[2]] == payload_of(figure)["files"][1]
    assert small[1] == payload_of(figure)["phone"] == papers.PHONE
    assert 'alt="A line up to 1."' in shown[0]
    assert 'width="288" height="192"' in shown[0]
    assert 'aria-label="A &lt;line&gt;"' in page
    assert 'value="1" aria-valuetext="1"' in page
    assert "<noscript>" in page


def test_controls_are_native_elements(static):
    figure = explorable(draw, sigma=[0, 1], version=["printed", "repaired"], signs=[True, False])
    page = page_of(figure)
    assert page.count("<label") == 3
    assert '<input type="range" min="0" max="1"' in page
    options = "<option selected>printed</option><option>repaired</option></select>"
    assert f'<select autocomplete="off">{options}' in page
    assert '<input type="checkbox" data-on="0" checked autocomplete="off">' in page
    assert 'aria-live="polite"' in page


def test_nothing_comes_from_elsewhere(static):
    assert "http" not in page_of(explorable(draw, sigma=[0, 1]))


def test_the_page_has_a_still_for_print(static):
    bundle = explorable(draw, sigma=[0, 1])._repr_mimebundle_()
    assert bundle["image/png"].startswith("iVBOR")
    assert "application/vnd.jupyter.widget-view+json" not in bundle


def test_the_same_figure_gives_the_same_page(static):
    assert page_of(explorable(draw, sigma=[0, 1])) == page_of(explorable(draw, sigma=[0, 1]))


def test_a_page_can_hold_everything_itself(monkeypatch):
    monkeypatch.setenv(frames.STATIC_VARIABLE, frames.INLINE)
    page = page_of(explorable(draw, sigma=[0, 1]))
    assert 'src="data:image/' in page
    assert "addEventListener" in page
    assert "vaslb-frame:" not in page


def test_a_frame_that_fails_fails_the_build_unless_allowed(static):
    with pytest.raises(ArithmeticError) as caught:
        explorable(fails_at_one, sigma=[0, 1])
    assert "while drawing the frame {'sigma': 1}" in caught.value.__notes__
    data = payload_of(explorable(fails_at_one, allow_errors=True, sigma=[0, 1]))
    assert "ArithmeticError: σ < 1 is needed" in data["alts"][1]
    assert data["frames"] == [0, 1]


def test_a_figure_without_one_good_frame_fails_the_build(static):
    def never(sigma):
        raise ArithmeticError("never")

    with pytest.raises(Exception, match="never"):
        explorable(never, allow_errors=True, sigma=[0, 1])


def test_frames_have_one_size(static):
    def growing(sigma):
        return style.note_alt(style.figure(width=2 + sigma, height=2)[0], "Empty.")

    with pytest.raises(ValueError, match="figures of one size"):
        explorable(growing, sigma=[0, 1])


def test_text_cannot_end_the_script(static):
    tricky = explorable(draw, alt=lambda sigma: "</script><b>", sigma=[0, 1])
    assert "</script><b>" not in page_of(tricky)
    assert payload_of(tricky)["alts"][0] == "</script><b>"


def test_a_prerendered_figure_cannot_be_moved(static):
    with pytest.raises(RuntimeError, match="pre-rendered"):
        explorable(draw, sigma=[0, 1]).set(sigma=1)


def test_a_slider_through_time_can_be_played(static):
    page = page_of(explorable(draw, sigma=Control([0, 1], time=True)))
    assert page.count('class="vaslb-play"') == page.count("Play") == 1
    assert 'class="vaslb-play"' not in page_of(explorable(draw, sigma=[0, 1]))


def test_the_name_in_the_address_comes_from_the_title(static):
    page = page_of(explorable(draw, title="Regret, by noise σ = 0.1", sigma=[0, 1]))
    assert 'data-name="regret-by-noise-0-1"' in page


def test_words_that_leave_the_paper_fail_the_build(static):
    def long(sigma):
        fig, axes = style.figure(steady=True)
        axes.set_title("Unbreakable" * 12)
        return style.note_alt(fig, "A title without end.")

    with pytest.raises(ValueError, match=r"leaves wide paper.*'right'"):
        explorable(long, sigma=[0, 1])
