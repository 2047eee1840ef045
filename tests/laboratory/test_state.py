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
const { decode, encode, FIRST, next_seed, problems, shortened, whole_number } = await import(%s);
const { presets } = await import(new URL("presets.js", %s));
const [states, addresses] = JSON.parse(process.argv[1]);
const drawn = [10, 100, 1000, 1000000].flatMap((T) => Object.values(presets(T, 0.5)).map(
  (one) => ({ ...FIRST, ...one, T })));
console.log(JSON.stringify({
  back: states.map((one) => decode(`#${encode({ ...FIRST, ...one })}`)),
  first: FIRST,
  said: addresses.map((one) => decode(one)),
  same: addresses.map((one) => {
    const { state } = decode(one);
    return !state || JSON.stringify(decode(`#${encode(state)}`).state) === JSON.stringify(state);
  }),
  seeds: [next_seed(1), next_seed(2 ** 53 - 1), next_seed(2 ** 53 - 1, 19)],
  whole: ["100,000", " 1,000 ", "10,00", "1,0", ""].map(whole_number),
  presets: drawn.map(problems),
  short: drawn.map((one) => problems({ ...one, points: shortened(one.points, one.T, 10), T: 10 })),
}));
"""
MANGLED = [
    "#lab&p=",
    "#lab&p=1",
    "#lab&p=1:0.5:3_x",
    "#lab&p=1:0.5:3",
    "#lab&p=1:",
    "#lab&p=1:0.5%",
    "#lab&p=%E0%A4:0.5",
    "#lab&" + "x" * 10_000,
    "#lab&n=1e-320",
    "#lab&r=9007199254740992",
    "#lab&d=１６",
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


def random_addresses() -> list[str]:
    """Draw addresses of parts that were never meant for each other, and spoil some letters."""
    rng = np.random.default_rng(6)
    keys = ["p", "k", "d", "e", "T", "n", "r", "x", "v", "", "P", "__proto__", "constructor"]
    values = ["", "NaN", "-1", "1e999", "0x10", "%", "%3A", "true", "log", "sharp", "16", "1:0.3"]
    values += ["1:0.3_2:0.4", "2:1_1:0", "1e21:0.5", "-0", "0.5", "1e308_1e-308", "💥", "_", "::"]
    drawn = []
    for _ in range(2000):
        parts = [f"{rng.choice(keys)}={rng.choice(values)}" for _ in range(rng.integers(1, 4))]
        letters = list("#lab&" + "&".join(parts))
        if rng.random() < 0.3:
            letters[int(rng.integers(5, len(letters)))] = chr(int(rng.integers(32, 0x3000)))
        drawn.append("".join(letters))
    return drawn


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
        [*command, json.dumps([random_states(), [*MANGLED, *random_addresses()]])],
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


def test_any_address_is_read_or_refused_with_a_short_sentence(answers):
    read = [one for one in answers["said"] if "state" in one]
    refused = [one["problem"] for one in answers["said"] if "state" not in one]
    assert len(read) > 20
    assert len(refused) > 1000
    assert max(map(len, refused)) < 200
    assert all(answers["same"])  # what was read is written and read again as it was


def test_seeds_go_round_and_commas_are_read(answers):
    assert answers["seeds"] == [2, 0, 18]
    assert answers["whole"] == [100_000, 1000, None, None, None]  # NaN is null in JSON


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
