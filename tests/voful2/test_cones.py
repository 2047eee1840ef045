"""Cones cover the ball, however they are split."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.voful2.pasts import dims, random_ball, seeds
from vaslb_edu.voful2.cones import Cones


@given(seed=seeds, dim=dims, splits=st.integers(0, 12))
def test_cones_cover_the_ball_however_they_are_split(seed, dim, splits):
    rng = np.random.default_rng(seed)
    cones = Cones.unit_ball(dim)
    if dim > 1:
        for _ in range(splits):
            cones = cones.split(rng.choice(len(cones), size=1))
    for theta in random_ball(rng, 20, dim):
        holding = cones.holding(theta)
        assert holding.any()
        off = np.linalg.norm(cones.directions[holding] - theta / np.linalg.norm(theta), axis=1)
        assert np.all(off <= cones.angles[holding] + 1e-9)
