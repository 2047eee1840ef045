"""What stands in the address of the laboratory, and how heavy it is."""

import gzip
import json
import subprocess

import numpy as np
import pytest
from laboratory.shared_games import ENGINE

from tools.site import vendor

LABORATORY = ENGINE.parent
PROGRAM = """
const { decode, encode, FIRST, problems, shortened } = await import(%s);
const { presets } = await import(new URL("presets.js", %s));
const [states, addresses] = JSON.parse(process.argv[1]);
const drawn = [10, 100, 1000, 1000000].flatMap((T) => Object.values(presets(T, 0.5)).map(
  (one) => ({ ...FIRST, ...one, T })));
console.log(JSON.stringify({
  back: states.map((one) => decode(`#${encode({ ...FIRST, ...one })}`)),
  first: FIRST,
  said: addresses.map((one) => decode(one)),
  presets: drawn.map(problems),
  short: drawn.map((one) => problems({ ...one, points: shortened(one.points, one.T, 10), T: 10 })),
}));
"""
MANGLED = [
    "#lab&p=",
    "#lab&p=1",
    "#lab&p=1:0.5:3_x",
    "#lab&p=1:NaN",
    "#lab&p=5:0.1_2:0.2",
    "#lab&p=0:0.5",
    "#lab&p=1:1.01",
    "#lab&p=1.5:0.1",
    "#lab&d=0",
    "#lab&d=3",
    "#lab&d=65",
    "#lab&d=",
    "#lab&e=0",
    "#lab&e=one",
    "#lab&T=1000001",
    "#lab&T=9",
    "#lab&n=0",
    "#lab&n=1",
    "#lab&r=-1",
    "#lab&r=1.5",
    "#lab&k=maybe",
    "#lab&x=cubic",
    "#lab&v=best",
    "#lab&hello=1",
    "#lab&__proto__=1",
]


def random_states() -> list[dict]:
    rng = np.random.default_rng(5)
    return [
        {
            "points": [
                [int(round_), float(level)]
                for round_, level in zip(
                    np.sort(rng.choice(1000, 1 + n % 12, replace=False)) + 1,
                    np.round(rng.random(1 + n % 12), 3),
                    strict=True,
                )
            ],
            "steps": bool(n % 2),
            "d": 8 + n,
            "entries": np.round(rng.normal(size=1 + n % 8), 2).tolist(),
            "T": 1000 + n,
            "delta": 0.01 + n / 100,
            "seed": int(rng.integers(2**53 - 1)),
            "axis": ["log", "linear"][n % 2],
            "version": ["sharp", "repaired", "printed"][n % 3],
        }
        for n in range(30)
    ]


@pytest.fixture(scope="module")
def answers():
    module = json.dumps((LABORATORY / "state.js").as_uri())
    program = PROGRAM % (module, module)
    command = [vendor.node(), "--input-type=module", "--eval", program]
    done = subprocess.run(
        [*command, json.dumps([random_states(), MANGLED])],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_a_game_comes_back_from_its_address(answers):
    for state, back in zip(random_states(), answers["back"], strict=True):
        assert back == {"state": {**answers["first"], **state}}


@pytest.mark.parametrize("n", range(len(MANGLED)), ids=MANGLED)
def test_a_mangled_address_is_told(answers, n):
    assert "The address" in answers["said"][n]["problem"]


def test_every_schedule_of_the_zoo_is_allowed_in_short_and_long_games(answers):
    assert len(answers["presets"]) == 28
    assert not any(answers["presets"])
    assert not any(answers["short"])


def test_the_laboratory_is_light_and_asks_nobody_else():
    files = [*LABORATORY.rglob("*.*"), LABORATORY.parent / "laboratory.js"]
    assert len(files) > 20
    texts = [path.read_bytes() for path in files if path.is_file()]
    assert sum(len(gzip.compress(text, 9)) for text in texts) <= 60_000
    for text in texts:
        assert b"https://" not in text
        assert b"http://" not in text.replace(b"http://www.w3.org/2000/svg", b"")
