"""Directions: a net without holes, and how much a product changes nearby."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.voful2.pasts import dims, random_units, seeds
from vaslb_edu.voful2.directions import direction_net, unit_rows, wobble


@pytest.mark.parametrize(("dim", "at_least"), [(1, 1), (2, 64), (3, 108), (3, 109), (4, 108)])
def test_a_net_has_unit_rows_and_leaves_no_hole(dim, at_least, rng):
    net = direction_net(dim, at_least)
    assert len(net) >= at_least or dim == 1
    assert np.linalg.norm(net, axis=1) == pytest.approx(np.ones(len(net)))
    nearest = np.abs(random_units(rng, 2000, dim) @ net.T).max(axis=1)
    assert np.arccos(np.minimum(nearest, 1.0)).max() < {1: 1e-6, 2: 0.03, 3: 0.2, 4: 0.5}[dim]


def test_the_net_of_the_plane_is_evenly_spaced():
    angles = np.sort(np.arctan(np.divide(*direction_net(2, 64).T)))
    assert np.diff(angles) == pytest.approx(np.full(63, math.pi / 64))


@given(seed=seeds, dim=dims, angle=st.floats(0.0, 1.0))
def test_wobble_bounds_every_direction_nearby(seed, dim, angle):
    rng = np.random.default_rng(seed)
    u, g = random_units(rng, 1, dim)[0], rng.normal(size=dim)
    v = u + angle * rng.uniform() * random_units(rng, 500, dim)
    v = unit_rows(v[np.linalg.norm(v, axis=1) > 0])
    v = v[np.linalg.norm(v - u, axis=1) <= angle]
    assert np.all(np.abs((v - u) @ g) <= wobble(g @ g, u @ g, angle) + 1e-12)
