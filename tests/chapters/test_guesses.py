"""What readers are told after a guess is true, and every chapter asks for two guesses at least."""

import math
import re

import nbformat
import numpy as np
import pytest
from scipy.stats import cauchy

from tests import chance
from tools.project import BOOK
from vaslb_edu import (
    VASLB,
    DivideAndConquer,
    Ellipsoid,
    SparseLinearBandit,
    WeightedOFUL,
    bounds,
    concentration,
    simulate,
    sparse_parameter,
)
from vaslb_edu.chapters import errata, guesses, voful2
from vaslb_edu.chapters.map import HERE
from vaslb_edu.figures.quiz import quiz
from vaslb_edu.learner import stretches

REPAIRED = VASLB(WeightedOFUL())
HASTY = VASLB(WeightedOFUL(), "hasty")  # delta for one exploration, as in the chapter
CHAPTERS = [*(chapter for chapter in HERE if chapter != "start"), "concentration"]
ALL = {
    name: value
    for name, value in vars(guesses).items()
    if name.isupper() and isinstance(value, list)
}


def cells(chapter):
    return nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4).cells


def guess_cells(chapter):
    """Return the places of the cells that ask for a guess."""
    asked = re.compile(r"quiz\((guesses\.[A-Z_0-9]+|chapter\.GUESS_[A-Z]+)\)")
    return [place for place, cell in enumerate(cells(chapter)) if asked.search(cell.source)]


def is_figure(cell):
    return cell.cell_type == "code" and "figure" in cell.metadata.get("mystnb", {})


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_asks_twice_and_a_figure_answers(chapter):
    places = guess_cells(chapter)
    assert len(places) >= 2
    for place in places:
        following = (cell for cell in cells(chapter)[place + 1 :])
        assert is_figure(next(cell for cell in following if cell.cell_type == "code"))


def test_every_guess_is_asked_once():
    used = [
        name
        for chapter in CHAPTERS
        for cell in cells(chapter)
        for name in re.findall(r"guesses\.([A-Z_0-9]+)", cell.source)
    ]
    assert sorted(used) == sorted(ALL)


@pytest.mark.parametrize("name", ALL)
def test_a_guess_begins_where_it_is_not_right_already(name):
    page = quiz(ALL[name])._repr_html_()
    if start := re.search(r'type="range".* value="([^"]+)"', page):
        low, high = map(float, re.search(r'data-low="([^"]+)" data-high="([^"]+)"', page).groups())
        assert not low <= float(start[1]) <= high
    assert not re.search(r"\*\w+\*", ALL[name][0]["answers"][0]["feedback"])


def counted_right(name):
    return ALL[name][0]["answers"][0]["range"]


def told(name):
    return ALL[name][0]["answers"][0]["feedback"]


def test_the_cost_of_an_angle():
    assert 1 - math.cos(math.radians(20)) == pytest.approx(0.06, abs=0.001)
    assert counted_right("ANGLE")[0] < guesses.COST_AT_40 < counted_right("ANGLE")[1]
    assert "0.23" in told("ANGLE")


def test_noise_that_fades():
    total = np.sum(1 / np.arange(1, 10**6 + 1))
    assert round(total) == 14
    assert counted_right("FADING")[0] < total < counted_right("FADING")[1]


def test_a_pair_of_equal_entries():
    """Of the four patterns of two signs, two cancel."""
    silent = [first + second == 0 for first in (-1, 1) for second in (-1, 1)]
    assert counted_right("SILENT_PAIR")[0] < 100 * np.mean(silent) < counted_right("SILENT_PAIR")[1]


def test_two_radii():
    """The determinant of a learner that has played for so long is at most that of even play."""
    rounds, log_det = 10_000, concentration.log_det_bound(10_000, 2, 1.0, 1 / 0.1)
    own = 1 + concentration.vector_self_normalised(log_det, 0.05)
    printed = 1 + concentration.weighted_oful_radius(rounds, 2, 0.05, 1 / math.sqrt(2))
    assert counted_right("TWO_RADII")[0] < printed / own < counted_right("TWO_RADII")[1]


def test_halving_the_gap_and_the_mean_play():
    """A commit phase of Weighted OFUL on two coordinates, at two gaps."""
    theta, stops = np.array([0.48, 0.36, 0.8]), []
    game = SparseLinearBandit(theta, 0.1, 200_000, seed=1)
    learner, rounds, plays = WeightedOFUL().fresh(2, 0.05, 200_000), 0, np.zeros(2)
    for stretch in stretches(learner, game, (0, 1)):
        n = rounds + np.arange(1, len(stretch.bounds) + 1)
        for gap in (1 / 4, 1 / 8)[len(stops) :]:
            below = stretch.bounds < n * gap**2
            if below.any():
                stops.append(int(n[np.argmax(below)]))
        rounds, plays = int(n[-1]), plays + len(n) * stretch.action
        if len(stops) == 2:
            break
    assert stops[1] / stops[0] == pytest.approx(16, rel=0.3)
    assert (
        counted_right("MEAN_PLAY")[0]
        < np.linalg.norm(plays / rounds)
        <= counted_right("MEAN_PLAY")[1]
    )


def test_the_longest_vector_of_a_circle():
    angle = math.radians(60)
    center = np.array([math.cos(angle), math.sin(angle)])
    longest = Ellipsoid(center, np.eye(2), 0.5).longest()
    assert math.degrees(math.atan2(*longest[::-1])) == pytest.approx(60)
    assert "60" in told("BALL")


@pytest.mark.statistical
def test_two_samples_and_a_sum_that_is_watched():
    """A share of 2,000 games is off by 0.06 with probability below 1e-6; two are asked."""
    assert chance.standard_errors() * 0.5 / math.sqrt(2_000) < 0.06
    drawn = np.random.default_rng(1).normal(size=(2_000, 600))
    pair = drawn[:, :2]
    centred = np.sum((pair - pair.mean(axis=1, keepdims=True)) ** 2, axis=1)
    false = 100 * np.mean(centred < np.sum(pair**2, axis=1) / 2)
    assert false == pytest.approx(50, abs=6)
    assert counted_right("HALF_OF_Q")[0] < 50 < counted_right("HALF_OF_Q")[1]
    rising = 1.02 ** np.arange(-599.0, 1.0) * drawn
    squares = np.cumsum(rising**2, axis=1)
    outside = np.abs(np.cumsum(rising, axis=1)) > concentration.self_normalised(squares, 0.05)
    assert outside.any(axis=1).mean() == pytest.approx(0.3, abs=0.06)
    assert "About 30" in told("RISING")


def test_a_grain_of_noise():
    player = DivideAndConquer(on_noise="ignore")
    theta = sparse_parameter(64, [0.9, 0.4, 0.15, 0.1])
    assert len(simulate(player, theta, 1e-6, 2_000, seed=1).support) == 64


def test_the_first_exploration_in_any_dimension():
    lengths = []
    for d in (16, 256):
        theta = sparse_parameter(d, [0.9, 0.4, 0.15, 0.1])
        lengths.append(simulate(HASTY, theta, 0.0, 20_000, seed=1).phases[0].rounds)
    assert lengths == pytest.approx([bounds.exploration_rounds(0.25, 1.0, 0.05)] * 2, rel=0.03)
    low, high = counted_right("FIRST_EXPLORATION")
    assert low < min(lengths) <= max(lengths) < high
    assert "About 9,000" in told("FIRST_EXPLORATION")


def test_an_interval_swells_in_noise():
    low, high = voful2.intervals("quiet 200, then loud", 9, False)
    width = high - low
    assert width[-1] > 3 * width.min()


def test_directions_in_the_plane():
    areas = [voful2.left_of_disc(0.4, count, 360).area for count in (2, 8, 32)]
    assert [round(area, 3) for area in areas] == [0.051, 0.042, 0.041]
    assert counted_right("EIGHT_DIRECTIONS")[0] < areas[-1] < counted_right("EIGHT_DIRECTIONS")[1]


def test_two_samples_and_the_printed_bound():
    """|X + Y| > √(2·ln(1/δ)·2·…): (X+Y)/(X-Y) is Cauchy, and the bound is a multiple of |X-Y|."""
    rng = np.random.default_rng(1)
    samples = rng.normal(size=(200_000, 2))
    squares = np.sum((samples - samples.mean(axis=1, keepdims=True)) ** 2, axis=1)
    radius = concentration.empirical_bernstein(squares, 2, 0.05, "printed")
    multiple = float(radius[0] / abs(samples[0, 0] - samples[0, 1]))
    exact = 200 * cauchy.sf(multiple)
    assert f"{exact:.1f}" in told("TWO_SAMPLES")
    assert counted_right("TWO_SAMPLES")[0] < exact < counted_right("TWO_SAMPLES")[1]


@pytest.mark.slow
def test_walks_that_leave_a_bound():
    share = 100 * errata.crossed()["equal", 0.05]["each n"][-1]
    assert counted_right("LEAVING")[0] < share < counted_right("LEAVING")[1]
    assert round(share) == 11


def test_the_first_exploration_pays_nearly_everything():
    theta = sparse_parameter(64, [0.9, 0.4, 0.15, 0.1])
    run = simulate(REPAIRED, theta, 0.0, 200_000, seed=1)
    assert round(100 * run.phases[0].regret / run.final_regret) == 99


def test_a_late_pulse_costs_nothing_that_one_could_see():
    theta, sigmas = sparse_parameter(64, [0.9, 0.4, 0.15, 0.1]), np.zeros(60_000)
    sigmas[30_000:33_000] = 1.0
    quiet, pulsed = (simulate(REPAIRED, theta, one, 60_000, seed=1) for one in (0.0, sigmas))
    assert quiet.phases[0].rounds == pytest.approx(20_000, rel=0.05)
    assert pulsed.final_regret == pytest.approx(quiet.final_regret, rel=0.01)
