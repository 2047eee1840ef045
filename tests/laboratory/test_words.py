"""What the laboratory says of a game: who pays least, together where several pay the same."""

import json
import subprocess

import pytest
from laboratory.shared_games import ENGINE

from tools.site import vendor

PROGRAM = """
const { story } = await import(%s);
const [regrets, sigmas] = JSON.parse(process.argv[1]);
const phases = [{ kind: "explore", start: 0, stop: 30, added: [0] }];
const runs = Object.fromEntries(Object.entries(regrets).map(([name, regret]) =>
  [name, { regret: [0, regret], phases, support: [0], queries: 7 }]));
console.log(story({ d: 16, entries: [1], T: 1000 }, Float64Array.from(sigmas), runs, 9));
"""


def story(**regrets):
    source = PROGRAM % json.dumps((ENGINE.parent / "words.js").as_uri())
    command = [vendor.node(), "--input-type=module", "--eval", source]
    done = subprocess.run(
        [*command, json.dumps([regrets, [0.5] * 10])], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("regrets", "said", "most"),
    [
        ({"sharp": 12}, "sharp VASLB pays least: 12. ", False),
        ({"sharp": 12, "oful": 30}, "sharp VASLB pays least: 12, before OFUL with 30. ", False),
        (
            {"oful": 30.2, "weighted": 30.2, "repaired": 99},
            "OFUL and Weighted OFUL pay least, 30.2 each, before VASLB repaired with 99. ",
            False,
        ),
        (
            {"sharp": 500.1, "oful": 499.9, "weighted": 500, "repaired": 600, "printed": 700},
            "OFUL, Weighted OFUL and sharp VASLB pay least, 500 each, before VASLB repaired",
            True,
        ),
        ({"oful": 1000, "weighted": 1000}, "OFUL and Weighted OFUL pay least, 1,000 each. ", False),
    ],
)
def test_who_pays_the_same_is_named_together(regrets, said, most):
    text = story(**regrets)
    assert text.startswith(f"With V = 9 in 1,000 rounds {said}")
    assert (" Most is paid by VASLB as printed: 700." in text) is most
    assert ("Most is paid" in text) is most


def test_the_reason_is_that_of_the_cheapest():
    assert "After 30 rounds of search it plays on 1 of 16 coordinates" in story(sharp=1, oful=2)
    assert "It does not search at all" in story(sharp=2, oful=1)
    assert story() == ""
