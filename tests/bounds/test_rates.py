"""The rates: values computed by hand, how they scale, and how they fit together."""

import math

import numpy as np
import pytest

from tests.bounds.setting import SETTING, value
from vaslb_edu import bounds

HAND = [  # d = 64, s = 4, T = 10^6, sum of variances 10^4, ln(1/delta) = 1
    (bounds.confidence_ball, 64_000.0),
    (bounds.oful, 64_000.0),
    (bounds.sparse_oful, 16_000.0),
    (bounds.sl_ucb, 4_000.0),
    (bounds.selective_explore_then_commit, 4_000.0),
    (bounds.contextual_sparse, 2_000.0),
    (bounds.divide_and_conquer, 28.0),
    (bounds.weighted_oful, 8_000.0 + 6_400.0),
    (bounds.voful2, 51_200.0 + 4_096.0),
    (bounds.save, 6_400.0 + 64.0),
    (bounds.explore_part, 3_200.0 + 4.0),
    (bounds.vaslb_known, 48.0 * 100.0 + 8_000.0),
    (bounds.vaslb_known_conclusion, 48.0 * 100.0 + 2_004.0),
    (bounds.vaslb_unknown, 64.0 * 100.0 + 64.0),
    (bounds.save_in_vaslb, 48.0 * 100.0 + 16.0),
    (bounds.lower_bound_linear, 64_000.0),
    (bounds.lower_bound_sphere, 8_000.0),
    (bounds.lower_bound_sparse, 16_000.0),
    (bounds.deterministic_dong, 10**5.625 * 2**0.125),
]


@pytest.mark.parametrize(
    ("function", "expected"), HAND, ids=lambda item: getattr(item, "__name__", "")
)
def test_values_by_hand(function, expected):
    assert value(function) == pytest.approx(expected)
    assert value(function, C=3.0) == pytest.approx(3.0 * expected)


EXPONENTS = [  # function, argument that is multiplied by 4, other arguments, factor of the bound
    (bounds.confidence_ball, {"T": 4e6}, {}, 2.0),
    (bounds.sparse_oful, {"T": 4e6}, {}, 2.0),
    (bounds.sparse_oful, {"s": 16}, {}, 2.0),
    (bounds.sl_ucb, {"s": 16}, {}, 4.0),
    (bounds.weighted_oful, {"d": 256}, {"total_variance": 0.0}, 2.0),
    (bounds.weighted_oful, {"T": 4e6}, {"total_variance": 0.0}, 2.0),
    (bounds.voful2, {"d": 256}, {"total_variance": 0.0}, 16.0),
    (bounds.explore_part, {"d": 256}, {"total_variance": 0.0}, 1.0),
    (bounds.vaslb_known, {"d": 256}, {"total_variance": 0.0}, 1.0),
    (bounds.vaslb_known, {"s": 16}, {"total_variance": 0.0}, 8.0),
    (bounds.vaslb_unknown, {"d": 256, "T": 4e6}, {"total_variance": 0.0}, 1.0),
    (bounds.vaslb_unknown, {"s": 16}, {"total_variance": 0.0}, 64.0),
    (bounds.save_in_vaslb, {"s": 16}, {"total_variance": 0.0}, 16.0),
]


@pytest.mark.parametrize(("function", "change", "fixed", "factor"), EXPONENTS)
def test_scaling(function, change, fixed, factor):
    before, after = value(function, **fixed), value(function, **fixed, **change)
    assert after == pytest.approx(factor * before)


def test_the_part_with_noise_grows_with_the_root_of_the_variance():
    for function in (bounds.weighted_oful, bounds.voful2, bounds.save, bounds.explore_part,
                     bounds.vaslb_known, bounds.vaslb_unknown, bounds.save_in_vaslb):  # fmt: skip
        quiet, some, more = (value(function, total_variance=v) for v in (0.0, 100.0, 400.0))
        assert more - quiet == pytest.approx(2.0 * (some - quiet))


def test_dependence_on_delta():
    log = math.log(1.0 / 0.01)
    assert value(bounds.weighted_oful, delta=0.01) == pytest.approx(math.sqrt(log) * 14_400.0)
    assert value(bounds.vaslb_known, delta=0.01) == pytest.approx(log * 12_800.0)


def test_the_composition_gives_each_theorem_plus_s():
    """The "+1" of the framework is exploration's own s, which the theorems leave out."""
    composed = {
        bounds.vaslb_known: bounds.vaslb_from(lambda d: d, lambda d: np.sqrt(d * SETTING["T"])),
        bounds.vaslb_unknown: bounds.vaslb_from(lambda d: d**1.5, lambda d: d**2),
        bounds.save_in_vaslb: bounds.vaslb_from(lambda d: d, lambda d: d),
    }
    for theorem, composition in composed.items():
        for variance in (0.0, 10.0, 10.0**6):
            ours = value(theorem, total_variance=variance)
            assert value(composition, total_variance=variance) == pytest.approx(ours + SETTING["s"])


def test_the_composition_is_exploration_plus_s_times_the_learner():
    composition = bounds.vaslb_from(lambda d: d**1.5, lambda d: d**2)
    learner = float(bounds.voful2(d=SETTING["s"], total_variance=SETTING["total_variance"]))
    assert value(composition) == pytest.approx(value(bounds.explore_part) + SETTING["s"] * learner)


def test_an_idle_learner_leaves_only_exploration():
    idle = bounds.vaslb_from(lambda d: 0.0 * d, lambda d: 0.0 * d)
    assert value(idle) == pytest.approx(value(bounds.explore_part))


def test_the_conclusion_differs_from_the_theorem():
    """s^{1.5} sqrt(T) against sqrt(sT) + s: equal at s = 1 up to the s, a factor s apart beyond."""
    one = {"s": 1, "total_variance": 0.0}
    assert value(bounds.vaslb_known_conclusion, **one) == pytest.approx(
        value(bounds.vaslb_known, **one) + 1.0
    )
    four = {"s": 4, "total_variance": 0.0}
    assert value(bounds.vaslb_known, **four) == pytest.approx(8_000.0)
    assert value(bounds.vaslb_known_conclusion, **four) == pytest.approx(2_004.0)


def test_vaslb_is_within_root_s_of_the_lower_bound_for_large_d():
    at = {"d": 10**8, "s": 4, "total_variance": SETTING["T"]}
    ratio = value(bounds.vaslb_unknown, **at) / value(bounds.lower_bound_sparse, **at)
    assert ratio == pytest.approx(math.sqrt(4), rel=0.01)
