"""The conditions of VOFUL2 against their definition, along rays and in cones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.voful2.by_definition import clip, in_set
from tests.voful2.pasts import FEW, Rounds, dims, random_units, seeds
from vaslb_edu.voful2.clipped_sums import ClippedSums, clipped_weights
from vaslb_edu.voful2.directions import direction_net, unit_rows


@given(seed=seeds, dim=dims)
def test_weights_are_the_clipped_products(seed, dim):
    rng = np.random.default_rng(seed)
    x, net = random_units(rng, 1, dim)[0], random_units(rng, 6, dim)
    weights = clipped_weights(x, net, np.arange(9.0))
    for level in range(1, 9):
        expected = [2.0**level * clip(x @ mu, level) for mu in net]
        assert weights[level] == pytest.approx(expected)
    # Level 0 is in the paper's family: level 1 with directions half as long.
    assert weights[0] == pytest.approx([2.0 * clip(x @ mu / 2, 1) for mu in net])


@FEW
@given(seed=seeds, dim=dims, levels=st.integers(1, 7))
def test_a_ray_ends_where_the_definition_says(seed, dim, levels):
    """Walk without slack: the end satisfies every condition, what was passed over does not."""
    past, net, iota = Rounds(seed, dim), direction_net(dim, 8), 12.0
    sums = past.feed(ClippedSums(net, levels, iota))
    rng = np.random.default_rng(seed)
    rays = np.concatenate([random_units(rng, 4, dim), past.theta[None]])
    rays = unit_rows(rays)
    ends = sums.walk(rays, np.zeros(5), np.ones(5), np.zeros(5), steps=60)
    starts = sums.walk(rays, np.zeros(5), np.zeros(5), np.ones(5), steps=60)
    for ray, start, end in zip(rays, starts, ends, strict=True):
        assert np.isnan(start) == np.isnan(end)
        allowed = [
            length
            for length in np.linspace(0.0, 1.0, 40)
            if in_set(length * ray, past.actions, past.rewards, net, levels, iota)
        ]
        if np.isnan(end):
            assert not allowed
        else:
            assert in_set(
                end * ray, past.actions, past.rewards, net, levels, iota * (1 + 1e-5) + 1e-5
            )
            assert all(start - 1e-6 <= length <= end + 1e-6 for length in allowed)


@FEW
@given(seed=seeds, dim=dims, angle=st.floats(0.0, 0.5))
def test_a_cone_is_cut_only_where_all_its_directions_are(seed, dim, angle):
    past, net, iota = Rounds(seed, dim), direction_net(dim, 8), 6.0
    sums = past.feed(ClippedSums(net, 4, iota))
    rng = np.random.default_rng(seed)
    u = random_units(rng, 1, dim)
    near = unit_rows(u + 0.99 * angle * rng.uniform(0, 1, (10, 1)) * random_units(rng, 10, dim))
    near = near[np.linalg.norm(near - u, axis=1) <= angle]
    reach = sums.walk(u, np.array([angle]), np.ones(1), np.zeros(1))[0]
    for length in rng.uniform(0, 1, 5):
        if np.isnan(reach) or length > reach + 1e-6:
            for v in near:
                assert not in_set(length * v, past.actions, past.rewards, net, 4, iota * (1 - 1e-6))


def test_one_round_more_than_iota_can_exclude():
    sums = ClippedSums(direction_net(2, 16), 4, 40.0)
    x = np.array([1.0, 0.0])
    sums.add(x, 40, 40 * 0.5, 40 * 0.25)
    assert sums.walk(x[None], np.zeros(1), np.ones(1), np.zeros(1)) == pytest.approx([1.0])
    sums.add(x, 1, 0.5, 0.25)
    assert sums.walk(x[None], np.zeros(1), np.ones(1), np.zeros(1)) == pytest.approx(
        [0.5], abs=1e-4
    )
