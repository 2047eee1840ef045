"""Formulas that few games depend on, compared number by number: shares of delta, and patience."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from laboratory.shared_games import ENGINE

from tools.site import vendor
from vaslb_edu import failure_budget
from vaslb_edu.game import Feedback
from vaslb_edu.patience import KnownNoise
from vaslb_edu.random_projection import first_check

PROGRAM = """
const at = (name) => import(new URL(name, %s));
const { event_delta, levels, rule_failure } = await at("failure_budget.js");
const { KnownNoise } = await at("patience.js");
const { first_check } = await at("random_projection.js");
const [games, sigmas] = JSON.parse(process.argv[1]);
const noise = games.map(([delta]) => new KnownNoise(delta));
console.log(JSON.stringify(games.map(([delta, dim, horizon, gap], n) => [
  event_delta(delta, dim, horizon, gap), event_delta(delta, dim, horizon), levels(horizon, gap),
  levels(horizon), rule_failure(delta, horizon), first_check(delta),
  ...sigmas.map((sigma) => noise[n].take(sigma)),
])));
"""
GAMES = [
    (delta, dim, horizon, gap)
    for delta in (1e-12, 0.01, 0.05, 0.5)
    for dim in (1, 16, 64, 4096)
    for horizon in (1, 10, 1024, 100_000)
    for gap in (0.25, 0.6)
]
SIGMAS = [0.0, 0.3, 1.0, 0.1]


def library() -> list[list[float]]:
    answers = []
    for delta, dim, horizon, gap in GAMES:
        noise = KnownNoise(delta).take(np.zeros(1), Feedback(np.zeros(4), np.array(SIGMAS)))
        budget = failure_budget
        shares = [budget.event_delta(delta, dim, horizon, gap)]
        shares += [budget.event_delta(delta, dim, horizon), budget.levels(horizon, gap)]
        shares += [budget.levels(horizon), budget.rule_failure(delta, horizon)]
        answers.append([*shares, first_check(delta), *noise.tolist()])
    return answers


def page(engine: Path) -> list[list[float]]:
    program = PROGRAM % json.dumps((engine / "run.js").as_uri())
    command = [vendor.node(), "--input-type=module", "--eval", program]
    done = subprocess.run(
        [*command, json.dumps([GAMES, SIGMAS])], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def agree(engine: Path) -> bool:
    return bool(np.allclose(library(), page(engine), rtol=1e-9, atol=0.0))


def test_the_page_computes_what_the_library_does():
    assert agree(ENGINE)


CHANGED = [
    ("failure_budget.js", "0.9 * Math.log(0.9)", "0.91 * Math.log(0.9)"),
    ("failure_budget.js", "Math.log(2) +", "Math.log(2.01) +"),
    ("failure_budget.js", "first_gap = 0.25) {\n  let", "first_gap = 0.26) {\n  let"),
    ("failure_budget.js", "let power = 0", "let power = 1"),
    ("failure_budget.js", "Math.ceil(8 *", "Math.ceil(9 *"),
    ("failure_budget.js", "Math.log2((longest", "1.5 * Math.log2((longest"),
    ("failure_budget.js", "(delta / 4)", "(delta / 4.1)"),
    ("failure_budget.js", "(4 / (2 +", "(4.1 / (2 +"),
    ("failure_budget.js", "(2 * Math.exp", "(2.1 * Math.exp"),
    ("failure_budget.js", "Math.sqrt(45)", "Math.sqrt(46)"),
    ("failure_budget.js", "n < 60", "n < 20"),
    ("failure_budget.js", "(3 * levels", "(3.1 * levels"),
    ("failure_budget.js", "share / 2", "share / 2.1"),
    ("patience.js", "Math.sqrt(2 *", "Math.sqrt(2.1 *"),
    ("patience.js", "(n + 1)", "(n + 2)"),
    ("patience.js", "Math.log((2 *", "Math.log((3 *"),
    ("random_projection.js", "Math.ceil(8 *", "Math.ceil(8.1 *"),
]


@pytest.mark.parametrize(("name", "before", "after"), CHANGED)
def test_one_constant_changed_is_noticed(tmp_path, name, before, after):
    engine = Path(shutil.copytree(ENGINE, tmp_path / "engine"))
    text = (engine / name).read_text("utf-8")
    assert text.count(before) == 1
    (engine / name).write_text(text.replace(before, after), encoding="utf-8")
    assert not agree(engine)
