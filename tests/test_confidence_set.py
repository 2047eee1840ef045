"""The conditions of VOFUL2 and the cones that hold its set, against definitions and brute force."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from voful2_by_definition import Rounds, clip, in_set, random_ball

from vaslb_edu.voful2.clipped_sums import ClippedSums, clipped_weights
from vaslb_edu.voful2.cones import Cones
from vaslb_edu.voful2.confidence_set import ConfidenceSet, EmptyConfidenceSet
from vaslb_edu.voful2.directions import direction_net, unit_rows, wobble

FEW = settings(max_examples=30)
dims = st.integers(1, 4)
seeds = st.integers(0, 10**6)


def random_units(rng, count, dim):
    return unit_rows(rng.normal(size=(count, dim)))


# -- directions ---------------------------------------------------------------------------------


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


# -- conditions ---------------------------------------------------------------------------------


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


@FEW
@given(seed=seeds, dim=st.integers(1, 3), sigma=st.sampled_from([0.0, 0.01, 0.3, 1.0]))
def test_nothing_that_satisfies_all_conditions_is_lost(seed, dim, sigma):
    """Test the set after every epoch, ask both questions, and look for points cut by mistake."""
    past, net, levels, iota = Rounds(seed, dim, sigma=sigma), direction_net(dim, 8), 4, 15.0
    held = ConfidenceSet(ClippedSums(net, levels, iota), 0.02)
    rng = np.random.default_rng(seed)
    kept = np.concatenate([random_ball(rng, 60, dim), past.theta[None]])
    actions, rewards = np.zeros((0, dim)), np.zeros(0)
    for x, new in past.epochs:
        held.sums.add(x, len(new), float(new.sum()), float((new**2).sum()))
        actions = np.concatenate([actions, np.tile(x, (len(new), 1))])
        rewards = np.append(rewards, new)
        kept = np.array([p for p in kept if in_set(p, actions, rewards, net, levels, iota)])
        if not len(kept):
            break
        _, length = held.longest(0.05)
        worst = held.worst_regret(len(rewards), actions.sum(axis=0))
        assert all(held.contains(p) for p in kept)
        sizes = np.linalg.norm(kept, axis=1)
        assert sizes.max() <= length + 1e-9
        assert np.max(len(rewards) * sizes - kept @ actions.sum(axis=0)) <= worst + 1e-9


@FEW
@given(seed=seeds, dim=st.integers(1, 3))
def test_both_questions_by_brute_force(seed, dim):
    """Cones of angle 0.01 against rays in 4,000 random directions (all of them when dim = 1)."""
    past, net, iota = Rounds(seed, dim, sigma=0.5, epochs=6, longest=60), direction_net(dim, 8), 5.0
    sums = past.feed(ClippedSums(net, 3, iota))
    rng = np.random.default_rng(seed)
    rays = np.concatenate([np.eye(dim), -np.eye(dim), random_units(rng, 4000, dim)])
    reach = sums.walk(rays, np.zeros(len(rays)), np.ones(len(rays)), np.zeros(len(rays)))
    if np.isnan(reach).all():
        return
    _, length = ConfidenceSet(sums, 0.01).longest(0.01)
    assert np.nanmax(reach) - 1e-9 <= length <= np.nanmax(reach) + {1: 1e-6, 2: 0.03, 3: 0.1}[dim]
    for plays in (past.actions, past.actions[:1]):
        costs = reach * (len(plays) - rays @ plays.sum(axis=0))
        for slack_share in (0.5, 0.1, 0.003)[: 3 if dim < 3 else 2]:
            worst = ConfidenceSet(sums, 1e-4).worst_regret(
                len(plays), plays.sum(axis=0), slack_share
            )
            assert worst >= np.nanmax(costs) - 1e-9
        if dim < 3:  # the finer the cones, the sharper the bound
            assert worst <= 1.1 * np.nanmax(costs) + 0.02 * len(plays)


@FEW
@given(seed=seeds, dim=st.integers(1, 3), rounds=st.integers(1, 40))
def test_no_condition_can_fail_in_the_first_iota_rounds(seed, dim, rounds):
    """Cauchy and Schwarz: (sum of z)^2 <= t (sum of z^2), whatever the rewards are."""
    rng = np.random.default_rng(seed)
    held = ConfidenceSet(ClippedSums(direction_net(dim, 16), 6, float(rounds)), 0.01)
    for _ in range(rounds):
        reward = float(rng.normal() * 10.0 ** rng.integers(-3, 4))
        held.sums.add(random_units(rng, 1, dim)[0], 1, reward, reward**2)
    assert held.longest(0.2)[1] == 1.0
    assert np.all(held.cones.reach == 1.0)
    fresh = Cones.unit_ball(dim)
    for cones in (fresh, held.cones):
        ones = np.ones(len(cones))
        assert np.all(held.sums.walk(cones.directions, 0.0 * ones, ones, 0.0 * ones) == 1.0)


def test_one_round_more_than_iota_can_exclude():
    sums = ClippedSums(direction_net(2, 16), 4, 40.0)
    x = np.array([1.0, 0.0])
    sums.add(x, 40, 40 * 0.5, 40 * 0.25)
    assert sums.walk(x[None], np.zeros(1), np.ones(1), np.zeros(1)) == pytest.approx([1.0])
    sums.add(x, 1, 0.5, 0.25)
    assert sums.walk(x[None], np.zeros(1), np.ones(1), np.zeros(1)) == pytest.approx(
        [0.5], abs=1e-4
    )


@pytest.mark.parametrize("dim", [1, 2, 3, 4])
def test_without_noise_the_set_collapses_and_is_still_held(dim):
    """Two thousand rounds in each of d + 1 directions leave theta* and next to nothing else."""
    rng = np.random.default_rng(dim)
    theta = 0.8 * random_units(rng, 1, dim)[0]
    held = ConfidenceSet(ClippedSums(direction_net(dim, 100), 12, 30.0), 1e-3)
    for x in random_units(rng, dim + 1, dim):
        reward = float(x @ theta)
        held.sums.add(x, 2000, 2000 * reward, 2000 * reward**2)
    direction, length = held.longest(1e-3)
    assert held.contains(theta)
    assert 0.8 <= length < 0.81
    assert 0.8 - direction @ theta < 1e-4
    assert held.worst_regret(1, direction) < 1e-3


def test_an_empty_set_is_an_error():
    """Two rewards of one action that contradict each other, and an iota that takes them at word."""
    held = ConfidenceSet(ClippedSums(direction_net(2, 16), 4, 1.5), 0.01)
    held.sums.add(np.array([1.0, 0.0]), 200, 200 * 3.0, 200 * 9.01)
    with pytest.raises(EmptyConfidenceSet, match=r"after 200 rounds .* iota = 1.5 is too small"):
        held.longest(0.01)
