"""Iota: the printed one, the one of the net, and what each of them promises."""

import math

import numpy as np
import pytest

from tests.chance import holds
from tests.voful2.watched import Played
from vaslb_edu.voful2.clipped_sums import ClippedSums
from vaslb_edu.voful2.directions import direction_net
from vaslb_edu.voful2.iota import net_iota, number_of_levels, printed_iota
from vaslb_edu.voful2.learner import VOFUL2

statistical = pytest.mark.statistical


def test_levels_and_printed_iota_by_hand():
    assert number_of_levels(2, 20_000) == 13
    assert number_of_levels(3, 2) == 1
    expected = 128 * math.log((12 * 20_000 * 2**13) ** 4 / 0.05)
    assert printed_iota(2, 0.05, 20_000) == pytest.approx(expected)
    assert expected == pytest.approx(1.1e4, rel=0.05)
    assert VOFUL2("printed").fresh(2, 0.05, 20_000).confidence_set.sums.iota == expected


def test_a_number_scales_the_printed_iota_and_says_so():
    sums = VOFUL2(0.002).fresh(2, 0.05, 20_000).confidence_set.sums
    assert sums.iota == pytest.approx(0.002 * printed_iota(2, 0.05, 20_000))
    assert "0.002 × printed" in VOFUL2(0.002).describe()
    assert "as printed" in VOFUL2("printed").describe()
    assert "tested directions" in VOFUL2().describe()


def test_net_iota_counts_the_conditions_that_are_tested():
    learner = VOFUL2(directions=20).fresh(2, 0.1, 1000)
    sums = learner.confidence_set.sums
    assert sums.iota == pytest.approx(net_iota(20 * 9, 0.1, 1000))  # levels 0..8
    assert len(sums.w_r) == 20 * 9
    scales = math.ceil(math.log2(math.sqrt(2 * 1000 + 3 * math.log(20)) / 1e-6))
    assert net_iota(180, 0.1, 1000) == pytest.approx(2.25 * math.log(4 * 180 * scales / 0.1))
    assert 100 < printed_iota(2, 0.05, 10**6) / net_iota(64 * 20, 0.05, 10**6) < 600


@statistical
def test_net_iota_holds_at_all_times():
    """Sums with weights that follow the noise: a fraction delta of the paths may fail.

    Also with noise near the rounding floor and with noise that changes by orders of magnitude. In
    truth fewer than 1 % fail, so a tenth of delta is asked for; `holds` errs at 1e-6 three times.
    """
    rng, paths, rounds, delta = np.random.default_rng(1), 4000, 400, 0.5
    iota = net_iota(1, delta, rounds)
    for spread in (1.0, 1e-5, 10.0 ** -rng.integers(0, 7, size=(rounds, 1)).astype(float)):
        total, squares = np.zeros(paths), np.zeros(paths)
        failed = np.zeros(paths, dtype=bool)
        eta = spread * rng.normal(size=(rounds, paths))
        for t in range(rounds):
            weight = np.where(total > 0, 1.0, 0.3)  # a greedy player
            total += weight * eta[t]
            squares += (weight * eta[t]) ** 2
            failed |= total**2 > iota * (squares + 1e-12 * (t + 1))
        assert holds(failed, delta / 10)


def test_printed_iota_is_vacuous_until_t_exceeds_it():
    """At d = 2, T = 20,000 nothing at all is learnt in the first 11,000 rounds.

    That is so under any noise: until t exceeds iota no condition can fail. The run that shows it is
    without noise, so nothing of it is left to chance.
    """
    run = Played(VOFUL2("printed"), [0.6, 0.5], 0.0, 20_000, seed=0)
    iota = run.learner.confidence_set.sums.iota
    counts = np.cumsum([len(rewards) for _, rewards in run.epochs])
    first = run.epochs[0][0]
    early = [x for (x, _), end in zip(run.epochs, counts, strict=True) if end <= iota]
    late = [x for (x, _), end in zip(run.epochs, counts, strict=True) if end > 1.5 * iota]
    assert sum(len(r) for x, r in run.epochs if np.array_equal(x, first)) > iota > 10_000
    assert early
    assert all(np.array_equal(x, first) for x in early)
    assert not any(np.array_equal(x, first) for x in late)
    # No test was merely put off: on the rounds up to iota the conditions exclude nothing.
    sums = ClippedSums(direction_net(2, 512), 13, iota)
    rewards = np.concatenate([r for x, r in run.epochs])[: int(iota)]
    sums.add(first, len(rewards), float(rewards.sum()), float((rewards**2).sum()))
    angles = np.linspace(0, 2 * math.pi, 200)
    rays, ones = np.column_stack([np.cos(angles), np.sin(angles)]), np.ones(200)
    assert np.all(sums.walk(rays, 0 * ones, ones, 0 * ones) == 1.0)
