"""The engine of the page plays as the library does: same phases, same support, same regret.

Every game is played twice on the same random numbers, in Python and in Node. Dense learners go up
to 16 coordinates: with many more, two nearly equal axes of their ellipsoid make the last digits of
a sum grow from switch to switch, and Python itself would play another game on another machine.
"""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from laboratory.shared_games import (
    DENSE,
    ENGINE,
    PAPERS,
    PLAYERS,
    Setting,
    difference,
    played,
    played_in_node,
)

from vaslb_edu import concentration, paper_explorer, sharp_vaslb
from vaslb_edu.sharp import memory

GAMES = 240


def random_setting(player: str, rng: np.random.Generator) -> Setting:
    """Draw a game: size, sparsity, entries, curve, horizon, delta and seed."""
    # Few coordinates in every other game, and more rounds for the paper's explorations: they end.
    largest = rng.choice([3, 8]) if rng.random() < 0.5 else 16 if player in DENSE else 64
    dim = int(rng.integers(1, largest + 1))
    sparsity = int(rng.integers(1, min(dim, 6) + 1))
    sizes = rng.uniform(0.05, 1.0, sparsity) if rng.random() < 0.8 else np.ones(sparsity)
    entries = tuple((rng.choice([-1, 1], sparsity) * sizes).tolist())
    horizon = int(rng.integers(500, 20_001 if player in PAPERS else 6001))
    places = np.sort(rng.choice(horizon, int(rng.integers(1, 9)), replace=False)) + 1
    loud = [0.0, float(rng.uniform(0.0, 0.1)), float(rng.uniform(0.1, 1.0)), 1.0]
    levels = rng.choice(loud, len(places)) if rng.random() < 0.9 else np.zeros(len(places))
    if dim <= 3:  # quiet first: a learner that is sure of itself must wait for noisy rewards
        jump = int(rng.uniform(0.05, 0.6) * horizon)
        places, levels = np.array([1, jump, jump + 1]), np.array([0.0, 0.0, loud[2]])
    return Setting(
        player=player,
        dim=dim,
        entries=entries,
        points=tuple(zip(places.tolist(), levels.tolist(), strict=True)),
        steps=bool(rng.integers(2)),
        horizon=horizon,
        delta=float(rng.choice([0.01, 0.05, 0.2])),
        seed=int(rng.integers(2**40)),
    )


def odd_setting(player: str, rng: np.random.Generator) -> Setting:
    """Draw a game at the edge: hardly a round, one coordinate, all entries, delta near 0 or 1."""
    dim = int(rng.choice([1, 2, 4, 5, 16] if player in DENSE else [1, 2, 4, 5, 16, 64]))
    sparsity = dim if rng.random() < 0.5 else 1
    entries = 10.0 ** rng.uniform(-12, 3, sparsity) if rng.random() < 0.5 else np.ones(sparsity)
    horizon = int(rng.choice([1, 2, 10, 100, 3000]))
    places = np.sort(rng.choice(horizon, int(rng.integers(1, min(horizon, 12) + 1)), replace=False))
    quiet, sudden = np.zeros(len(places)), rng.integers(2, size=len(places)).astype(float)
    faint = 10.0 ** rng.uniform(-8, 0, len(places))
    levels = [quiet, sudden, faint][rng.integers(3)]
    return Setting(
        player=player,
        dim=dim,
        entries=tuple(entries.tolist()),
        points=tuple(zip((places + 1).tolist(), levels.tolist(), strict=True)),
        steps=bool(rng.integers(2)),
        horizon=horizon,
        delta=float(rng.choice([1e-100, 1e-12, 0.5, 1 - 1e-12])),
        seed=int(rng.integers(2**53)),
    )


def long_setting(player: str, rng: np.random.Generator) -> Setting:
    """Draw a game in which an exploration ends, its find is played, and another one begins."""
    horizon = int(rng.integers(50_000, 80_001))
    level = float(rng.choice([0.0, 0.02, 0.05]))
    return Setting(
        player=player,
        dim=int(rng.integers(5, 13)),
        entries=tuple((rng.choice([-1, 1], 3) * [0.9, 0.4, rng.uniform(0.1, 0.2)]).tolist()),
        points=((1, level), (horizon, float(rng.choice([level, 0.2])))),
        steps=False,
        horizon=horizon,
        delta=float(rng.choice([0.05, 0.2])),
        seed=int(rng.integers(2**40)),
    )


def sudden_setting(player: str, rng: np.random.Generator) -> Setting:
    """Draw a game that is quiet for about as many rounds as there are coordinates, then loud."""
    dim = int(rng.integers(5, 17))
    sparsity = int(rng.choice([1, 3, dim]))
    places = np.unique(np.r_[0, dim * rng.uniform(0.0, 3.0, 3)].astype(int)) + 1
    levels = np.sort(rng.choice([0.0, 0.0015, 0.02, 0.045, 1.0], len(places)))
    return Setting(
        player=player,
        dim=dim,
        entries=tuple((rng.choice([-1, 1], sparsity) * rng.uniform(0.2, 1.0, sparsity)).tolist()),
        points=tuple(zip(places.tolist(), levels.tolist(), strict=True)),
        steps=True,
        horizon=int(rng.integers(100, 1001)),
        delta=0.05,
        seed=int(rng.integers(2**40)),
    )


def settings(count: int, draw: Callable[..., Setting] = random_setting) -> list[Setting]:
    rng = np.random.default_rng(20261116)
    players = list({long_setting: PAPERS, sudden_setting: ("sharp",)}.get(draw, PLAYERS))
    return [draw(players[n % len(players)], rng) for n in range(count)]


@pytest.fixture(scope="module")
def games() -> list[dict[str, Any]]:
    return [played(setting) for setting in settings(GAMES)]


@pytest.fixture(scope="module")
def long_games() -> list[dict[str, Any]]:
    return [played(setting) for setting in settings(12, long_setting)]


@pytest.fixture(scope="module")
def sudden_games() -> list[dict[str, Any]]:
    return [played(setting) for setting in settings(120, sudden_setting)]


def differences(
    games: list[dict[str, Any]], folder: Path, engine: Path = ENGINE
) -> list[tuple[str, str]]:
    there = played_in_node(games, folder, engine)
    found = zip(games, there, strict=True)
    told = [(one["setting"]["player"], difference(one, other)) for one, other in found]
    return [(player, text) for player, text in told if text]


def changed(folder: Path, name: str, before: str, after: str) -> Path:
    """Return a copy of the engine in which one piece of text stands for another."""
    engine = Path(shutil.copytree(ENGINE, folder / "engine"))
    text = (engine / name).read_text("utf-8")
    assert text.count(before) == 1
    (engine / name).write_text(text.replace(before, after), encoding="utf-8")
    return engine


def test_the_games_are_of_all_kinds(games):
    """Parity says little if nothing happens in the games."""
    phases = [phase for one in games for phase in one["phases"]]
    assert sum(len(phase[4]) for phase in phases) > 100  # discoveries
    assert {phase[0] for phase in phases} == {"explore", "commit"}
    assert {phase[5] for phase in phases} == {True, False}
    quiet = [one for one in games if not any(level for _, level in one["setting"]["points"])]
    assert len(quiet) > 10


def test_the_page_plays_as_the_library(games, tmp_path):
    assert differences(games, tmp_path) == []


def test_the_page_plays_odd_games_as_the_library(tmp_path):
    odd = [played(setting) for setting in settings(180, odd_setting)]
    assert differences(odd, tmp_path) == []


def test_the_page_plays_long_games_as_the_library(long_games, tmp_path):
    kinds = {player: [] for player in PAPERS}
    for one in long_games:
        explored = [phase for phase in one["phases"] if phase[0] == "explore"]
        kinds[one["setting"]["player"]].append(len(explored))
    assert sum(count > 1 for count in kinds["repaired"]) >= 3  # then the baseline is a mean
    assert differences(long_games, tmp_path) == []


IN_LONG_GAMES = [
    ("random_projection.js", "seen += 1;", "seen += 2;"),
    ("random_projection.js", "seen === 1)", "seen === 2)"),
    ("random_projection.js", "> 0;\n    const norm2", "> 9;\n    const norm2"),
    ("vaslb.js", "gap /= 2", "gap /= 2.1"),
    ("vaslb.js", "1 - inner(estimate, estimate)", "0.5 - inner(estimate, estimate)"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "before", "after"), IN_LONG_GAMES)
def test_a_constant_of_later_phases_is_noticed(long_games, tmp_path, name, before, after):
    assert differences(long_games, tmp_path, changed(tmp_path, name, before, after))


def test_the_page_plays_sudden_games_as_the_library(sudden_games, tmp_path):
    phases = [phase for one in sudden_games for phase in one["phases"]]
    assert sum(kind == "commit" and bool(added) for kind, *_, added, _ in phases) >= 3  # were told
    assert differences(sudden_games, tmp_path) == []


IN_SUDDEN_GAMES = [
    ("anytime_explorer.js", "plays.rng = plays.rng.spawn();", ""),
    ("memory.js", "((dim - 1) / 2) * quietest", "((dim - 1) / 3) * quietest"),
    ("memory.js", "16 * inner(part, part)", "4 * inner(part, part)"),
    ("memory.js", "this.paid < dim / 4", "this.paid < dim / 2"),
    ("memory.js", "4 * this.worth_of(sigma)", "64 * this.worth_of(sigma)"),
    ("memory.js", "parts) - 1e-9", "parts) - 0.3"),
    ("memory.js", "this.drowned = true", "this.drowned = false"),
    ("sharp_vaslb.js", "Math.min(4 * this.asked", "Math.min(3 * this.asked"),
    ("sharp_vaslb.js", "width(this.certificate()) < told", "false"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "before", "after"), IN_SUDDEN_GAMES)
def test_a_constant_of_asking_is_noticed(sudden_games, tmp_path, name, before, after):
    assert differences(sudden_games, tmp_path, changed(tmp_path, name, before, after))


IN_THE_PAGE = [
    ("account.js", "- this.lost;", "- this.lost + 1e-7;"),
    ("anytime_explorer.js", "2 * Math.log(count / delta)", "2.01 * Math.log(count / delta)"),
    ("anytime_explorer.js", "(1 + this.eta)", "(1.05 + this.eta)"),
    ("divide_and_conquer.js", "trials = 3", "trials = 2"),
    ("ellipsoid.js", "Math.sqrt(spare / eigenvalues[0])", "0.99 * Math.sqrt(spare)"),
    ("failure_budget.js", "share / 2", "share / 2.1"),
    ("failure_budget.js", "3 * levels", "3.1 * levels"),
    ("vaslb.js", "noise.take(game.sigma), 1)", "1)"),
    ("memory.js", "GROWTH = 1.25", "GROWTH = 1.4"),
    ("oful.js", "2 * Math.log(1 / this.share)", "2.01 * Math.log(1 / this.share)"),
    ("oful.js", "growth = 1", "growth = 1.1"),
    ("random_projection.js", "8 * Math.log(4 / delta)", "9 * Math.log(4 / delta)"),
    ("random_projection.js", "(count * gap) / 4", "(count * gap) / 4.01"),
    ("schedules.js", "let t = left;", "let t = left + 1;"),
    ("sharp_vaslb.js", "PATIENCE = 64", "PATIENCE = 16"),
    ("sharp_vaslb.js", "budget: 6", "budget: 5"),
    ("sharp_vaslb.js", "clip: 3", "clip: 2"),
    ("sharp_vaslb.js", "FEW = 4", "FEW = 3"),
    ("sharp_vaslb.js", "kappa: 2", "kappa: 2.5"),
    ("vaslb.js", "first_gap = 0.25", "first_gap = 0.26"),
    ("weighted_oful.js", "Math.min(1e-3", "Math.min(1.1e-3"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "before", "after"), IN_THE_PAGE)
def test_one_constant_changed_in_the_page_is_noticed(games, tmp_path, name, before, after):
    assert differences(games, tmp_path, changed(tmp_path, name, before, after))


IN_THE_LIBRARY = [
    (sharp_vaslb, "_PATIENCE", 16),
    (sharp_vaslb, "_FEW", 3),
    (memory, "_GROWTH", 1.4),
    (paper_explorer, "first_check", lambda delta: int(np.ceil(9.0 * np.log(4.0 / delta)))),
    (
        concentration.kernels,
        "explore_radius",
        lambda v, delta: 2.1 * np.sqrt(2 * v * np.log(4 / delta)),
    ),
    (
        concentration.kernels,
        "vector_self_normalised",
        lambda log_det, delta: np.sqrt(2.01 * np.log(1.0 / delta) + log_det),
    ),
    (
        concentration.kernels,
        "mixture_self_normalised",
        lambda q, delta, rho: np.sqrt((q + rho) * (2.01 * np.log(1 / delta) + np.log1p(q / rho))),
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "name", "other"), IN_THE_LIBRARY, ids=[name for _, name, _ in IN_THE_LIBRARY]
)
def test_one_constant_changed_in_the_library_is_noticed(tmp_path, monkeypatch, module, name, other):
    assert hasattr(module, name)
    monkeypatch.setattr(module, name, other)
    changed = [played(setting) for setting in settings(GAMES)]
    assert differences(changed, tmp_path)
