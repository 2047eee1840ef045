"""The results that come with the library: fresh, whole, and the same when played again."""

import json
import math
from dataclasses import replace

import pytest

from tests.table1.small_cells import CELLS
from vaslb_edu.chapters.table1 import MeasuredTable
from vaslb_edu.table1 import measured, results
from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.cost import costs, expected_seconds
from vaslb_edu.table1.grid import HORIZONS, SEEDS, hard_grid, race_grid, whole_grid
from vaslb_edu.table1.journal import Journal
from vaslb_edu.table1.sweep import play, sweep
from vaslb_edu.table1.systems import SYSTEMS
from vaslb_edu.table1.theory import rate

RESULTS = measured.shipped()
# Plain arithmetic: the same on every machine. The others take eigenvectors, which differ in their
# last digit from processor to processor, and one digit may send a game another way.
EXACT = ("Explore then commit", "Selective ETC", "Divide and conquer")
MINIATURE = [
    result
    for result in RESULTS
    if (result.cell.seed, result.cell.horizon) == (1, HORIZONS[0]) and result.cell.game == "flat"
]


def test_the_results_are_not_stale():
    old = results.stale()
    assert not old, f"the results of {', '.join(old)} are of other code or games: run make table1"


def test_all_cells_of_the_grid_are_there_and_nothing_else():
    assert [result.cell for result in RESULTS] == whole_grid()


def test_every_system_is_played_in_both_cases():
    played = {(cell.system, cell.noise) for cell in whole_grid()}
    assert {system for system, _ in played} == set(SYSTEMS)
    quiet_only = {"Divide and conquer"}
    assert {(system, "0") for system in SYSTEMS} <= played
    assert {(system, "1") for system in SYSTEMS.keys() - quiet_only} <= played
    assert all(len(SEEDS[kind]) >= 2 for kind in SEEDS)


def test_they_say_where_they_come_from():
    origin = results.origin()
    assert all(len(commit) == 40 for commit in origin["commits"])  # no + for changed files
    assert origin["from"] <= origin["to"]
    assert origin["digests"].keys() == {cell.system for cell in whole_grid()}


def test_a_miniature_sweep_gives_the_same_results(tmp_path):
    """One game of every system and case; to the last digit where the machine does not matter.

    A game that went another way has still regret like that of other seeds: between 2/3 of the least
    of the committed seeds and 3/2 of the largest.
    """
    journal = Journal(tmp_path / "rows.arrows")
    sweep([result.cell for result in MINIATURE], journal, progress=False)
    again = {row.cell: row.regret for row in journal.rows()}
    assert {cell.system for cell in again} == set(SYSTEMS)
    for result in MINIATURE:
        regret = again[result.cell]
        if result.cell.system in EXACT:
            assert regret == pytest.approx(result.regret, rel=1e-6)
        seeds = [one.regret for one in RESULTS if replace(one.cell, seed=1) == result.cell]
        assert min(seeds) / 1.5 <= regret <= 1.5 * max(seeds), result.cell


def test_what_is_written_is_read(tmp_path):
    rows = [play(cell) for cell in CELLS[:3]]
    rows[1] = replace(rows[1], regret=None, rounds=[], curve=[], error="ValueError: a, “b”\nc")
    missing = results.write(rows, CELLS[:4], tmp_path)
    assert missing == [CELLS[3]]
    found = results.read(tmp_path)
    assert [one.cell for one in found] == CELLS[:3]
    assert found[0].regret == pytest.approx(rows[0].regret, rel=1e-7)
    assert found[1].regret is None
    assert found[1].error == rows[1].error
    assert results.stale(tmp_path) == []


def test_other_code_makes_the_results_of_its_system_stale(tmp_path):
    results.write([play(cell) for cell in CELLS], CELLS, tmp_path)
    origin = results.origin(tmp_path)
    origin["digests"]["Sharp VASLB"] = "of another time"
    (tmp_path / "results.json").write_text(json.dumps(origin))
    assert results.stale(tmp_path) == ["Sharp VASLB"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_theory_speaks_of_every_system_and_regret_grows_with_the_horizon_as_it_says(system):
    quiet, loud = rate(system, 16, 2, 1e6, 0.0), rate(system, 16, 2, 1e6, 1e6)
    assert 0 < quiet <= loud
    if system != "Divide and conquer":
        growth = math.log(rate(system, 16, 2, 1e12, 1e12) / rate(system, 16, 2, 1e10, 1e10), 100)
        assert growth == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("axis", measured.AXES)
def test_every_exponent_that_is_not_as_promised_has_its_reason(axis):
    table = MeasuredTable(axis)
    for system, found in table.rows.items():
        differs = any(one is not None and not one.agrees for one in found)
        assert bool(table.reasons(system)) == differs
    assert any(one for found in table.rows.values() for one in found)


def test_nobody_is_far_below_the_rate_of_the_lower_bound():
    """The theorem, which is for d >= 17, forbids a mean below sqrt((d - 1) T) / 256."""
    hard = set(hard_grid())
    shares = [
        result.regret / math.sqrt((result.cell.d - 1) * result.cell.horizon)
        for result in RESULTS
        if result.cell in hard
    ]
    assert len(shares) == len(hard)
    assert min(shares) > 1 / 256


def test_the_cost_model_is_near_what_was_measured():
    known = costs(RESULTS)
    assert known.keys() == set(SYSTEMS)
    model = sum(expected_seconds(known, result.cell) for result in RESULTS)
    assert 0.3 < model / sum(result.seconds for result in RESULTS) < 3.0
    assert expected_seconds({}, CELLS[0]) == 1.0
    longer = replace(CELLS[0], horizon=10**7)
    assert expected_seconds(known, longer) > expected_seconds(known, CELLS[0])


def test_the_best_of_a_game():
    regrets = {"OFUL": 30.0, "Sharp VASLB": 10.0, "Explore then commit": 5.0}
    assert measured.best(regrets, told=False) == ("Sharp VASLB", 3.0)
    assert measured.best(regrets, told=True) == ("Explore then commit", 2.0)
    with pytest.raises(ValueError, match="told nothing"):
        measured.best({"Explore then commit": 1.0}, told=False)


def test_every_game_of_the_map_has_its_racers():
    for cell in {(c.d, c.s, c.noise) for c in race_grid()}:
        assert {"OFUL", "Weighted OFUL", "VASLB, repaired", "Sharp VASLB"} <= set(
            measured.mean_regrets(RESULTS, *cell)
        )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"noise": "loud"}, "noise must be a number"),
        ({"noise": "1.5"}, "noise must be"),
        ({"s": 9}, "s must be an integer in"),
        ({"game": "poker"}, "game must be one of"),
    ],
)
def test_a_cell_that_is_no_game_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        Cell(**{**vars(CELLS[0]), **change})
