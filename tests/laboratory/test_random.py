"""The page draws the library's random numbers: NumPy's own, from the same seed."""

import json
import subprocess

import numpy as np
import pytest
from laboratory.shared_games import ENGINE

from tools.site import vendor
from vaslb_edu.noise import NormalStream
from vaslb_edu.run import algorithm_rng

PROGRAM = """
const { algorithm_rng, normals } = await import(%s);
const answer = JSON.parse(process.argv[1]).map((seed) => {
  const rng = algorithm_rng(seed);
  const first = rng.spawn();
  const row = new Uint8Array(16);
  const signs = [];
  const draw = (one) => {
    for (let n = 0; n < 5; n++) signs.push(...one.bits(row));
    return one;
  };
  for (const one of [first, rng.spawn()]) draw(draw(draw(one).spawn()).spawn());
  const choices = [rng.choice(7), rng.choice(4)];
  return { normals: Array.from(normals(seed, 40000)), signs, choices };
});
console.log(JSON.stringify(answer));
"""
SEEDS = [0, 1, 7, 20261116, 2**32 - 1, 2**32, 2**40 + 3, 2**53 - 1]


@pytest.fixture(scope="module")
def drawn():
    program = PROGRAM % json.dumps((ENGINE / "random.js").as_uri())
    command = [vendor.node(), "--input-type=module", "--eval", program, json.dumps(SEEDS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(zip(SEEDS, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_noise_is_that_of_the_library(drawn, seed):
    """40,000 normals: over the end of a block, and about ten in the tail of the ziggurat."""
    expected = NormalStream(seed).read(0, 40_000)
    assert (np.abs(expected) > 3.6541528853610088).sum() >= 1
    np.testing.assert_allclose(drawn[seed]["normals"], expected, rtol=1e-13)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_signs_are_those_of_the_library(drawn, seed):
    rng = algorithm_rng(seed)
    words = []
    for child in (rng.spawn(1)[0], rng.spawn(1)[0]):
        for one in (child, grandchild := child.spawn(1)[0], grandchild.spawn(1)[0]):
            words.append(one.integers(0, 2**64, size=(5, 2), dtype=np.uint64))
    assert drawn[seed]["signs"] == [byte for one in words for byte in one.tobytes()]
    choices = [rng.choice([-1.0, 1.0], size=7).tolist(), rng.choice([-1.0, 1.0], size=4).tolist()]
    assert drawn[seed]["choices"] == choices
