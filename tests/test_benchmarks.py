"""The scripts that compare and measure run, and print what they promise."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def test_the_comparison_prints_its_table_and_names_its_iota():
    root = Path(__file__).parents[1]
    command = [
        sys.executable,
        "benchmarks/compare_learners.py",
        "--horizon",
        "3000",
        "--seeds",
        "1",
    ]
    ran = subprocess.run(command, cwd=root, env={"PYTHONPATH": str(root)}, capture_output=True)
    assert ran.returncode == 0, ran.stderr.decode()
    lines = ran.stdout.decode().splitlines()
    assert sum(line.startswith("| ") for line in lines) == 1 + 2 * 4 * 2
    assert "× printed" in lines[-1]


@pytest.fixture
def race(monkeypatch):
    """The race with short games."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import race
    import race_grid

    monkeypatch.setitem(race_grid.HORIZONS, 16, 1500)
    return race


def test_the_race_prints_a_row_a_game_and_goes_on_where_it_was(race, tmp_path, capsys, monkeypatch):
    games = [race.Game("lone", 16, (1.0,), 0.1), race.Game("dense", 16, (1.0,) * 16, 0.3)]
    kept = tmp_path / "kept" / "race.json"
    assert race.race(race.Kept(kept, fresh=False), games) == []
    first = capsys.readouterr().out
    head, lone, dense, *_ = first.splitlines()
    players = ["sharp", "repaired", "weighted", "oful", "divide", "etc"]
    assert head.split() == ["game", "d", "s", "T", *players, "alone/sharp"]
    assert lone.split()[:4] == ["lone", "16", "1", "1500"]
    assert "*" in dense.split()
    monkeypatch.setattr(race, "simulate", None)  # nothing is played again
    race.race(race.Kept(kept, fresh=False), games)
    assert capsys.readouterr().out == first
    with pytest.raises(TypeError):
        race.race(race.Kept(kept, fresh=True), games)


def test_a_long_game_is_left_to_those_who_can_finish_it(race, tmp_path, capsys, monkeypatch):
    import race_grid

    monkeypatch.setattr(race_grid, "LONG", 1500)
    games = [race.Game("long", 64, (1.0,), 0.1, whole=False)]
    assert race.race(race.Kept(tmp_path / "race.json", fresh=False), games) == []
    head, row, *_ = capsys.readouterr().out.splitlines()
    assert "weighted" not in head.split()
    assert row.split()[:4] == ["long", "64", "1", "1500"]
    assert row.split()[-1] == "-"


def test_the_race_says_where_the_sharp_version_does_not_win(race, tmp_path, monkeypatch):
    slow = {name: value for name, value in race.players(race.GAMES[0]).items() if name != "sharp"}
    monkeypatch.setattr(race, "players", lambda game: {"sharp": slow["repaired"], **slow})
    complaints = race.race(race.Kept(tmp_path / "race.json", False), [race.GAMES[0]])
    assert "lone, 0.0, d = 16: weighted has less" in complaints
    assert any(complaint.endswith("x weighted") for complaint in complaints)
    assert complaints[-1] == "the medians miss their targets"


def test_the_grid_is_as_wide_as_it_is_said_to_be(race):
    sparse = [game for game in race.GAMES if game.sparse]
    assert len(sparse) >= 30
    assert {game.dim for game in sparse} == {16, 32, 64, 128, 256, 1024}
    assert {game.sparsity for game in sparse} >= {1, 2, 3, 4, 8}
    kinds = {game.schedule.name for game in sparse}
    assert kinds == {"constant", "step", "decay", "periodic", "bursts", "ramp"}
    assert min(game.horizon for game in sparse if game.dim > 16) >= 4_000
    names = [(game.name, game.dim, game.sparsity) for game in race.GAMES]
    assert len(set(names)) == len(names)
    for game in race.HARD:
        assert game.theta @ game.theta == pytest.approx(1.0)


def test_small_games_say_which_are_lost(monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import small_games

    monkeypatch.setattr(small_games, "ENDS", (100, 1_000))
    monkeypatch.setattr("sys.argv", ["small_games.py", "--largest", "16"])
    small_games.main()
    first, second, *lost = capsys.readouterr().out.splitlines()
    assert "of 10 lost" in first
    assert f"{len(lost)} of 10 lost" in second
    assert any(line.endswith("d = 16, s = 1, one, noise 0") for line in lost)


def test_the_search_for_the_worst_game_prints_what_it_found(monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import worst_games

    monkeypatch.setattr(worst_games, "ENDS", np.array([100, 1_000]))
    monkeypatch.setattr(worst_games, "DIMENSIONS", (3, 8))
    monkeypatch.setattr("sys.argv", ["worst_games.py", "--games", "4"])
    assert worst_games.main() == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [line for line in lines if not line.startswith("  x ")]
    assert [head.split(" games")[0] for head in heads] == ["any noise: 2", "quiet first: 2"]
    ratios = [float(line.split()[1].rstrip(":")) for line in lines if line.startswith("  x ")]
    assert len(ratios) == 4
    assert ratios[0] >= ratios[1]
    assert ratios[2] >= ratios[3]
    monkeypatch.setitem(worst_games.TARGETS, "quiet first", 0.1)
    assert worst_games.main() == 1
