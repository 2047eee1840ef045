"""The ramp from quiet to loud."""

import numpy as np
import pytest

from tests.figures.test_colours import PAGES, SIGHT, contrast, oklab, rgb
from vaslb_edu.figures import loudness, style


def test_the_ramp_goes_from_quiet_to_loud_and_stays_there():
    assert loudness.color(0) == loudness.QUIET
    assert loudness.color(1) == loudness.color(7.5) == loudness.LOUD
    reds = [rgb(loudness.color(sigma))[0] for sigma in (0, 0.001, 0.01, 0.1, 0.3, 1)]
    assert np.all(np.diff(reds) > 0)


def test_a_total_has_the_colour_of_the_even_noise_with_as_much():
    assert loudness.of_total(250, 1000) == loudness.color(0.5)


@pytest.mark.parametrize("bad", [-0.1, float("nan"), "loud"])
def test_what_is_no_level_is_refused(bad):
    with pytest.raises((ValueError, TypeError), match="sigma"):
        loudness.color(bad)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("sight", SIGHT)
def test_quiet_and_loud_can_be_told_apart(sight, page):
    ends = [oklab(PAGES[page](rgb(code)), sight) for code in (loudness.QUIET, loudness.LOUD)]
    assert np.linalg.norm(ends[0] - ends[1]) >= 0.15


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("sigma", [0, 0.01, 0.1, 0.3, 1])
def test_every_level_stands_out_from_the_paper(sigma, page):
    shown = PAGES[page]
    assert contrast(shown(rgb(loudness.color(sigma))), shown(rgb(style.BACKGROUND))) >= 3.0


def test_no_role_has_a_colour_of_the_ramp():
    ends = [oklab(rgb(code), "full") for code in (loudness.QUIET, loudness.LOUD)]
    for role, code in style.PALETTE.items():
        far = min(np.linalg.norm(oklab(rgb(code), "full") - end) for end in ends)
        assert far >= 0.1, role


def test_a_strip_has_a_colour_for_each_level_and_its_height():
    _, axes = style.figure()
    loudness.strip(axes, range(1, 7), [0, 0, 1, 1, 0, 0])
    areas, tops = axes.collections
    assert len(areas.get_paths()) == len(tops.get_paths()) == 3
    heights = [path.vertices[:, 1].max() for path in tops.get_paths()]
    assert heights == [0, 1, 0]
    assert tops.get_paths()[1].vertices[:, 0].tolist() == [3, 4, 4, 5]


def test_a_smooth_strip_is_no_more_than_the_shades_there_are():
    _, axes = style.figure()
    loudness.strip(axes, range(1000), np.linspace(0, 1, 1000))
    assert len(axes.collections[0].get_paths()) <= loudness.STEPS + 1
