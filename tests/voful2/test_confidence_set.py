"""The confidence set of VOFUL2 against its definition and brute force."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.voful2.by_definition import in_set
from tests.voful2.pasts import FEW, Rounds, random_ball, random_units, seeds
from vaslb_edu.voful2.clipped_sums import ClippedSums
from vaslb_edu.voful2.cones import Cones
from vaslb_edu.voful2.confidence_set import ConfidenceSet, EmptyConfidenceSet
from vaslb_edu.voful2.directions import direction_net


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
            assert worst <= 1.25 * np.nanmax(costs) + 0.05 * len(plays)


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


@FEW
@given(seed=seeds, dim=st.integers(1, 3), sigma=st.sampled_from([0.0, 0.1, 0.5]))
def test_the_least_value_by_brute_force(seed, dim, sigma):
    """No point of the set is worth less; and with fine cones the bound is nearly met."""
    past, net, iota = (
        Rounds(seed, dim, sigma=sigma, epochs=6, longest=80),
        direction_net(dim, 8),
        5.0,
    )
    sums = past.feed(ClippedSums(net, 3, iota))
    rng = np.random.default_rng(seed)
    rays = np.concatenate([np.eye(dim), -np.eye(dim), random_units(rng, 4000, dim)])
    ones, zeros = np.ones(len(rays)), np.zeros(len(rays))
    reach, near = sums.walk(rays, zeros, ones, zeros), sums.walk(rays, zeros, zeros, ones)
    left = ~np.isnan(reach) & ~np.isnan(near)
    if not left.any():
        return
    action = past.theta / np.linalg.norm(past.theta)
    along = rays[left] @ action
    least = np.min(np.where(along > 0.0, near[left], reach[left]) * along)
    bound = ConfidenceSet(sums, 0.01).least_value(action, slack_share=0.02)
    assert bound <= least + 1e-9
    assert bound >= least - {1: 1e-6, 2: 0.05, 3: 0.15}[dim]
