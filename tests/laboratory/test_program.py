"""The program that the page copies gives the page's numbers: same seed, same random numbers."""

import json
import subprocess

import numpy as np
import pytest
from laboratory.shared_games import DENSE, ENGINE

from tools.site import vendor

PROGRAM = """
const at = (name) => import(new URL(name, %s));
const { python } = await at("../python.js");
const { FIRST } = await at("../state.js");
const { presets } = await at("../presets.js");
const { checkpoint_rounds } = await at("account.js");
const { sparse_parameter } = await at("game.js");
const { algorithm_rng, normals } = await at("random.js");
const { PLAYERS, simulate } = await at("run.js");
const { curve } = await at("schedules.js");
const answer = JSON.parse(process.argv[1]).map(({ preset, level, ...game }) => {
  const state = { ...FIRST, ...game, ...presets(game.T, level)[preset] };
  const { d, entries, points, steps, T, delta, seed } = state;
  const regret = {};
  for (const [name, made] of Object.entries(PLAYERS)) {
    const place = [sparse_parameter(d, entries), curve(points, T, steps), normals(seed, T)];
    const run = simulate(made(delta), ...place, algorithm_rng(seed), checkpoint_rounds(9, T));
    regret[name] = run.regret.at(-1);
  }
  return { code: python(state), regret };
});
console.log(JSON.stringify(answer));
"""
ZOO = ["constant", "quiet, then loud", "loud, then quiet", "decay", "periodic", "bursts", "ramp"]


def games() -> list[dict]:
    """Draw games over all of the zoo, with entries, deltas and seeds that are awkward to write."""
    rng = np.random.default_rng(18)
    return [
        {
            "preset": ZOO[n % len(ZOO)],
            "level": float(rng.choice([0.0, 0.001, 0.3, 1.0])),
            "d": int(rng.choice([1, 2, 5, 16, 64], p=[0.1, 0.1, 0.2, 0.4, 0.2])),
            "entries": [1, *rng.choice([0, -1, 1e-7, -2.5, 1e21], n % 2).tolist()][: 1 + n % 2],
            "T": int(rng.choice([10, 1000, 5000])),
            "delta": float(rng.choice([0.05, 0.999, 1e-7, 1e-100])),
            "seed": int(rng.integers(2**53 - 1)),
        }
        for n in range(28)
    ]


@pytest.fixture(scope="module")
def answers():
    wanted = [game for game in games() if len(game["entries"]) <= game["d"]]
    program = PROGRAM % json.dumps((ENGINE / "run.js").as_uri())
    command = [vendor.node(), "--input-type=module", "--eval", program, json.dumps(wanted)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return list(zip(wanted, json.loads(done.stdout), strict=True))


@pytest.mark.slow
def test_the_copied_program_pays_what_the_page_shows(answers, capsys):
    assert len(answers) > 20
    for game, there in answers:
        known: dict = {}
        exec(there["code"], known)
        assert known["runs"].keys() == there["regret"].keys()
        for name, run in known["runs"].items():
            # With 64 coordinates dense learners magnify the last digit, as the page says.
            close = 0.1 if name in DENSE and game["d"] > 16 else 1e-9
            expected = pytest.approx(run.final_regret, rel=close, abs=1e-9)
            assert there["regret"][name] == expected, (name, game)
    assert capsys.readouterr().out.count("sharp") == len(answers)
