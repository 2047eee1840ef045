"""Explorable figures: controls, the live face, the face in the built page."""

import asyncio
import json
import re

import numpy as np
import pytest

from vaslb_edu.figures import explorable as module
from vaslb_edu.figures import frames, style
from vaslb_edu.figures.controls import Control
from vaslb_edu.figures.explorable import explorable

pytest.importorskip("ipywidgets")


def draw(sigma, version="printed", signs=True):
    fig, axes = style.figure(width=3, height=2, steady=True)
    axes.plot([0, 1], [0, sigma if signs else 2 * sigma])
    axes.set(ylim=(0, 3), title=version)
    return style.note_alt(fig, f"A line up to {sigma:g}.")


@pytest.fixture
def static(monkeypatch, tmp_path):
    """The build of the book: frames go to a folder."""
    monkeypatch.setenv(frames.STATIC_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True)
def _live_by_default(monkeypatch):
    monkeypatch.delenv(frames.STATIC_VARIABLE, raising=False)


def page_of(figure):
    return figure._repr_mimebundle_()["text/html"]


def payload_of(figure):
    found = re.search(r'<script type="application/json">(.*?)</script>', page_of(figure), re.S)
    return json.loads(found[1].replace("<\\/", "</"))


# Controls


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([0, 0.5], "slider"),
        (np.array([1, 2]), "slider"),
        (["a", "b"], "choice"),
        ([True, False], "toggle"),
    ],
)
def test_kind_follows_the_values(values, kind):
    assert Control(values).kind == kind


@pytest.mark.parametrize(
    ("values", "error"),
    [("ab", TypeError), ([1], ValueError), ([1, 1], ValueError), ([1, "a"], TypeError)],
)
def test_bad_lists_are_refused(values, error):
    with pytest.raises(error, match=r"sigma: values must be"):
        explorable(draw, sigma=values)


def test_infinite_values_are_refused():
    with pytest.raises(ValueError, match="finite"):
        explorable(draw, sigma=[0, float("inf")])


def test_values_are_shown_as_asked():
    assert Control([0, -0.5], unit="rounds").text(-0.5) == "−0.5 rounds"
    assert Control([10**6, 1]).text(10**6) == "1,000,000"
    assert Control([0.5, 1.0], format=".2f").text(0.5) == "0.50"
    assert Control([1, 2], format=lambda value: "I" * value).text(2) == "II"
    assert Control([False, True]).text(True) == "on"


def test_true_is_not_one():
    with pytest.raises(ValueError, match="must be one of 0, 1, got True"):
        Control([0, 1]).position(True)


def test_default_must_be_a_value():
    with pytest.raises(ValueError, match="got 7"):
        Control([1, 2], default=7)


# What is refused before anything is drawn


def test_too_many_frames_are_refused():
    with pytest.raises(ValueError, match=r"300 × 2 = 600 frames; at most 400"):
        explorable(draw, sigma=list(range(300)), signs=[True, False])


def test_no_control_is_refused():
    with pytest.raises(ValueError, match="at least one control"):
        explorable(draw)


def test_draw_must_take_the_controls():
    with pytest.raises(TypeError, match="does not take the controls"):
        explorable(draw, noise=[0, 1])


def test_draw_must_be_a_function():
    with pytest.raises(TypeError, match="draw must be a function"):
        explorable("draw", sigma=[0, 1])


def test_draw_must_return_a_figure():
    with pytest.raises(TypeError, match="must return a matplotlib figure, got int"):
        explorable(lambda sigma: sigma, sigma=[1, 2])


def test_a_figure_needs_a_text():
    def silent(sigma):
        return style.figure(width=2, height=2)[0]

    with pytest.raises(ValueError, match="no text"):
        explorable(silent, sigma=[1, 2])
    spoken = explorable(silent, alt=lambda sigma: f"Nothing at {sigma}.", sigma=[1, 2])
    assert style.alt_of(spoken.figure(sigma=2)) == "Nothing at 2."


# Live


def test_live_figure_is_widgets_and_a_still():
    bundle = explorable(draw, sigma=[0, 1])._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["image/png"].startswith("iVBOR")
    assert "text/html" not in bundle
    assert bundle["text/plain"] == "Explorable figure “draw” (sigma: 0)"


def test_moving_a_control_redraws_and_speaks():
    figure = explorable(draw, sigma=[0, 1, 2], version=["printed", "repaired"])
    before = figure.live.image.value
    figure.live.controls["sigma"].value = 2
    assert figure.live.image.value != before
    assert "sigma: 2, version: printed. A line up to 2." in figure.live.text.value


def test_a_value_off_the_grid_shows_a_message():
    figure = explorable(draw, sigma=[0, 1])
    figure.set(sigma=0.3)
    assert "sigma must be one of 0, 1, got 0.3" in figure.live.alarm.value
    assert figure.live.image.layout.display == "none"
    figure.set(sigma=1)
    assert figure.live.alarm.value == ""
    assert figure.live.image.layout.display is None
    figure.set(speed=1)
    assert "no control named" in figure.live.alarm.value


def fails_at_one(sigma):
    if sigma == 1:
        raise ArithmeticError("σ < 1 is needed")
    return draw(sigma)


def test_a_drawing_that_fails_shows_a_message():
    figure = explorable(fails_at_one, sigma=[0, 1])
    figure.set(sigma=1)
    assert "ArithmeticError: σ &lt; 1 is needed" in figure.live.alarm.value
    assert figure.live.image.layout.display == "none"


def test_a_figure_broken_from_the_start_fails_the_cell():
    with pytest.raises(ArithmeticError):
        explorable(fails_at_one, sigma=[1, 0])
    figure = explorable(fails_at_one, allow_errors=True, sigma=[1, 0])
    assert "ArithmeticError" in figure.live.alarm.value


def test_the_newest_request_wins():
    drawn = []

    def counted(sigma):
        drawn.append(sigma)
        return draw(sigma)

    async def hurry():
        figure = explorable(counted, sigma=[0, 1, 2, 3])
        drawn.clear()
        for sigma in (1, 2, 3):
            figure.live.controls["sigma"].value = sigma
        await asyncio.sleep(0.2)

    asyncio.run(hurry())
    assert drawn == [3]


def test_pyplot_figures_are_released():
    from matplotlib import pyplot

    def with_pyplot(sigma):
        fig = pyplot.figure(figsize=(2, 2))
        return style.note_alt(fig, "Empty.")

    explorable(with_pyplot, sigma=[0, 1])
    assert pyplot.get_fignums() == []


# The built page


def test_every_frame_is_in_the_page_and_equal_frames_are_stored_once(static):
    def by_sigma_only(sigma, signs):
        return draw(sigma)

    figure = explorable(by_sigma_only, sigma=[0, 1, 2], signs=[True, False])
    data = payload_of(figure)
    assert data["frames"] == [0, 0, 1, 1, 2, 2]
    assert sorted(data["files"]) == sorted(path.name for path in static.iterdir())
    assert data["alts"][2] == "A line up to 1."
    assert data["controls"][0] == {"label": "sigma", "texts": ["0", "1", "2"]}


def test_the_default_frame_is_shown_without_scripts(static):
    control = Control([0, 1, 2], default=1, label="noise σ")
    figure = explorable(draw, title="A <line>", sigma=control)
    page = page_of(figure)
    shown = re.search(r'<img[^>]*src="vaslb-frame:([^"]*)"[^>]*>', page)
    assert shown[1] == payload_of(figure)["files"][1]
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
    assert "<select><option selected>printed</option><option>repaired</option></select>" in page
    assert '<input type="checkbox" data-on="0" checked>' in page
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


def test_the_smaller_format_is_chosen(static):
    def cloud(sigma):
        fig, axes = style.figure(width=3, height=2, steady=True)
        axes.scatter(*np.random.default_rng(0).normal(size=(2, 5000)), s=1 + sigma)
        return style.note_alt(fig, "A cloud.")

    assert all(
        name.endswith(".svg") for name in payload_of(explorable(draw, sigma=[0, 1]))["files"]
    )
    assert all(
        name.endswith(".png") for name in payload_of(explorable(cloud, sigma=[0, 1]))["files"]
    )


def test_limit_is_stated():
    assert module.FRAME_LIMIT == 400
