"""Noise to draw: sliders in a notebook, the laboratory's strip in a built page."""

import html
import json
import re

import pytest

from vaslb_edu import OFUL, schedules, simulate, sparse_parameter
from vaslb_edu.chapters.drawn_noise import PLAYERS, drawn_noise
from vaslb_edu.figures import frames, style


def test_a_slider_changes_the_game():
    made = drawn_noise(["oful", "sharp"], d=4, entries=[1.0], horizon=500)
    assert "application/vnd.jupyter.widget-view+json" in made._repr_mimebundle_()
    assert len(made.controls) == 6
    before = made.live.image.value
    made.set(level_6=1.0)
    assert made.live.image.value != before
    sigma = schedules.curve([(place, 0.3) for place in made.places[:-1]] + [(500, 1.0)])
    run = simulate(OFUL(), sparse_parameter(4, [1.0]), sigma, 500, seed=1)
    alt = style.alt_of(made.figure(level_6=1.0))
    assert f"OFUL {run.final_regret:,.0f}" in alt
    assert f"total variance {sigma.total_variance(500):,.1f}" in alt


def test_a_built_page_gets_the_strip_with_the_same_game(monkeypatch, tmp_path):
    monkeypatch.setenv(frames.STATIC_VARIABLE, str(tmp_path))
    made = drawn_noise(list(PLAYERS), d=4, entries=[0.9, 0.4], horizon=500, level=0.5)
    bundle = made._repr_mimebundle_()
    text = bundle["text/html"]
    game = json.loads(html.unescape(re.search("data-state='([^']*)'", text)[1]))
    assert game["d"] == 4
    assert game["T"] == 500
    assert game["entries"] == [0.9, 0.4]
    assert game["points"] == [[place, 0.5] for place in made.places]
    assert f'data-players="{" ".join(PLAYERS)}"' in text
    assert "image/png" in bundle
    assert "widget" not in "".join(bundle)


@pytest.mark.parametrize("players", [[], ["voful2"]])
def test_unknown_players_are_refused(players):
    with pytest.raises(ValueError, match="players must be some of divide, oful"):
        drawn_noise(players)


@pytest.mark.parametrize("horizon", [0, 1, 1.5])
def test_a_game_without_rounds_is_refused(horizon):
    with pytest.raises((TypeError, ValueError), match="horizon must be an integer"):
        drawn_noise(["oful"], horizon=horizon)
