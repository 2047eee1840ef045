"""What one event of VASLB may take of delta: the union over all of them is delta at most."""

import math

import pytest

from vaslb_edu import VASLB, SparseLinearBandit, Version, WeightedOFUL, sparse_parameter
from vaslb_edu.failure_budget import KAPPA, event_delta, levels, rule_failure
from vaslb_edu.run import algorithm_rng


@pytest.mark.parametrize(
    ("horizon", "expected"), [(1, 2), (3, 2), (4, 3), (10**6, 11), (4**12, 14), (4**12 - 1, 13)]
)
def test_levels_by_hand(horizon, expected):
    assert levels(horizon) == expected
    assert levels(horizon, 0.5) == expected + 1
    assert levels(horizon, 1.0) == expected + 2
    assert levels(horizon, 0.1) == expected


def test_rule_failure_term_by_term():
    """delta_0 = 0.5: the first check is at 17 rounds, and 1000 rounds are six epochs."""
    assert math.ceil(8 * math.log(4 / 0.5)) == 17
    moderate = sum(0.125 ** (4 / (2 + 0.5**j)) for j in range(6))
    enormous = 2 * sum(math.exp(-KAPPA * n) for n in range(17, 2000))
    expected = math.sqrt(45) * moderate + enormous
    assert rule_failure(0.5, 1000) == pytest.approx(expected, rel=1e-12)
    assert pytest.approx(0.3681, abs=1e-4) == KAPPA


@pytest.mark.parametrize("delta", [1e-6, 0.05, 0.9])
@pytest.mark.parametrize("dim", [1, 2, 64, 4096])
@pytest.mark.parametrize("horizon", [1, 50, 10**6, 10**12])
@pytest.mark.parametrize("first_gap", [0.1, 0.25, 1.0])
def test_the_union_over_the_whole_game_is_delta_at_most(delta, dim, horizon, first_gap):
    """Two events of a commit phase, d of an explore phase, and a third for the analysis."""
    share = event_delta(delta, dim, horizon, first_gap)
    count = levels(horizon, first_gap)
    total = count * (2 * share + dim * rule_failure(share, horizon)) + delta / 3
    assert 0 < total <= delta * (1 + 1e-9)
    # and no more is given away than the rule asks for
    twice = count * dim * rule_failure(2 * share, horizon)
    assert twice > delta / 3 or 2 * count * 2 * share > delta / 3


def test_the_share_of_an_event_in_the_books_game():
    assert event_delta(0.05, 64, 10**6) == pytest.approx(3.0e-4, rel=0.01)


class Watched(WeightedOFUL):
    """Weighted OFUL that notes what it is given."""

    given: list

    def reset(self, dim, delta, horizon):
        self.given.append((delta, horizon))
        super().reset(dim, delta, horizon)


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("repaired", event_delta(0.05, 8, 30_000)),
        (Version("mean-play"), event_delta(0.05, 8, 30_000)),
        ("hasty", 0.05),
        ("printed", 0.05),
        ("literal", 0.05),
    ],
    ids=str,
)
def test_learner_and_explorer_are_given_the_share(version, expected):
    learner, asked = Watched(), []
    learner.given = []

    class Asked:
        def explore(self, game, support, estimate, gap, delta, rng):
            asked.append(delta)
            return usual.explore(game, support, estimate, gap, delta, rng)

    usual = VASLB(WeightedOFUL(), version).explorer
    game = SparseLinearBandit(sparse_parameter(8, [1, 0.5]), 0.0, 30_000)
    VASLB(learner, version, explorer=Asked()).play(game, algorithm_rng(0))
    assert asked
    assert set(asked) == {expected}
    assert set(learner.given) == {(expected, 30_000)}
