"""Colours that can be told apart, by every kind of sight and on a dark page."""

import numpy as np
import pytest

from vaslb_edu.figures import frames, style

# Machado, Oliveira, Fernandes (2009), full severity, for linear RGB.
SIGHT = {
    "full": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}
# CSS hue-rotate(180deg), after invert(0.92): what a dark page does to every picture.
HUE_ROTATE = np.array([[-0.574, 1.430, 0.144], [0.426, 0.430, 0.144], [0.426, 1.430, -0.856]])
INVERT = 0.92


def rgb(code):
    return np.array([int(code[place : place + 2], 16) / 255 for place in (1, 3, 5)])


def linear(color):
    return np.where(color <= 0.04045, color / 12.92, ((color + 0.055) / 1.055) ** 2.4)


def on_dark_page(color):
    inverted = np.clip(color * (1 - 2 * INVERT) + INVERT, 0, 1)
    return np.clip(HUE_ROTATE @ inverted, 0, 1)


def contrast(first, second):
    """WCAG contrast ratio."""
    light = sorted(linear(color) @ [0.2126, 0.7152, 0.0722] for color in (first, second))
    return (light[1] + 0.05) / (light[0] + 0.05)


def oklab(color, sight):
    """Perceptual coordinates (Ottosson 2020) of a colour as seen with a kind of sight."""
    seen = np.clip(SIGHT[sight] @ linear(color), 0, 1)
    cones = np.cbrt(
        np.array(
            [
                [0.4122214708, 0.5363325363, 0.0514459929],
                [0.2119034982, 0.6806995451, 0.1073969566],
                [0.0883024619, 0.2817188376, 0.6299787005],
            ]
        )
        @ seen
    )
    return (
        np.array(
            [
                [0.2104542553, 0.7936177850, -0.0040720468],
                [1.9779984951, -2.4285922050, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.8086757660],
            ]
        )
        @ cones
    )


PAGES = {"light": lambda color: color, "dark": on_dark_page}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("role", style.PALETTE)
def test_every_colour_stands_out_from_the_background(role, page):
    shown = PAGES[page]
    assert contrast(shown(rgb(style.color(role))), shown(rgb(style.BACKGROUND))) >= 3.0


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("sight", SIGHT)
def test_colours_can_be_told_apart(sight, page):
    # 0.02 is a just noticeable step in Oklab; four times that is a clear difference.
    seen = {role: oklab(PAGES[page](rgb(code)), sight) for role, code in style.PALETTE.items()}
    roles = list(seen)
    for place, first in enumerate(roles):
        for second in roles[place + 1 :]:
            assert np.linalg.norm(seen[first] - seen[second]) >= 0.08, (first, second)


def test_the_check_of_colours_can_fail():
    red, green = rgb("#c02020"), rgb("#7a6a00")
    assert np.linalg.norm(oklab(red, "full") - oklab(green, "full")) > 0.15
    assert np.linalg.norm(oklab(red, "deuteranopia") - oklab(green, "deuteranopia")) < 0.08


def test_dark_background_does_not_glare():
    assert linear(on_dark_page(rgb(style.BACKGROUND))).max() < 0.02


def test_the_page_uses_the_filter_that_was_tested():
    css = (frames.Path(style.__file__).parent / "player" / "player.css").read_text()
    assert "invert(.92) hue-rotate(180deg)" in css
