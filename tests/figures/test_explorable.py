"""Explorable figures: what is refused before anything is drawn, and the live face."""

import asyncio

import pytest

from tests.figures.lines import draw, fails_at_one
from vaslb_edu.figures import explorable as module
from vaslb_edu.figures import style
from vaslb_edu.figures.explorable import explorable

pytest.importorskip("ipywidgets")


def test_too_many_frames_are_refused():
    with pytest.raises(ValueError, match=r"300 × 2 = 600 frames; at most 160"):
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
        async with asyncio.timeout(600):
            while not drawn:  # a busy machine may take its time
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)

    asyncio.run(hurry())
    assert drawn == [3]


def test_pyplot_figures_are_released():
    from matplotlib import pyplot

    def with_pyplot(sigma):
        fig = pyplot.figure(figsize=(2, 2))
        return style.note_alt(fig, "Empty.")

    explorable(with_pyplot, sigma=[0, 1])
    assert pyplot.get_fignums() == []


def test_as_many_frames_as_the_limit_are_allowed():
    assert explorable(draw, sigma=list(range(module.FRAME_LIMIT))).live
    with pytest.raises(ValueError, match=f"at most {module.FRAME_LIMIT}"):
        explorable(draw, sigma=list(range(module.FRAME_LIMIT + 1)))
