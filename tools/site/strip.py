"""The strip under the title of a chapter: its noise, round by round, from quiet to loud.

Every line is one round, as long as the noise that was drawn in it. The colour says how loud the
round was allowed to be: the level σ of the schedule, on the book's ramp from quiet to loud.
"""

from __future__ import annotations

import hashlib
import html
from typing import Any

import numpy as np
import numpy.typing as npt

from vaslb_edu.schedules import Schedule

ROUNDS = 240
HEIGHT = 40
SHADES = 6
"""Steps of the ramp; `site.css` has a colour for each, light and dark."""


def strip(name: str, noise: Schedule) -> str:
    """Return the strip of a chapter as SVG."""
    said = html.escape(f"Noise of {ROUNDS} rounds: {noise.describe()}")
    return (
        f'<svg class="vaslb-strip" role="img" aria-label="{said}" preserveAspectRatio="none" '
        f'viewBox="0 0 {ROUNDS} {HEIGHT}">{paths(name, noise)}</svg>'
    )


def paths(name: str, noise: Schedule, every: int = 1) -> str:
    """Return the lines of a strip, one path a shade; the seed is made from the chapter's name.

    A small strip has room for every third round, say.
    """
    sigma = noise(np.arange(1, ROUNDS + 1))
    seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big")
    drawn = sigma * np.random.default_rng(seed).normal(size=ROUNDS)
    # Most of a Gaussian lies within two deviations; what is longer is cut at the edge.
    heights = np.clip(np.abs(drawn) / 2.0, 0.02, 1.0) * HEIGHT / 2
    shades = np.minimum((sigma * SHADES).astype(int), SHADES - 1)
    heights, shades = heights[::every], shades[::every]
    return "".join(
        f'<path class="noise-{shade}" d="{_lines(np.flatnonzero(shades == shade), heights)}"/>'
        for shade in np.unique(shades)
    )


def _lines(rounds: npt.NDArray[Any], heights: npt.NDArray[Any]) -> str:
    """Return upright lines around the middle, one for each of these rounds."""
    middle = HEIGHT / 2
    return "".join(
        f"M{place}.5 {middle - heights[place]:.1f}v{2 * heights[place]:.1f}" for place in rounds
    )
