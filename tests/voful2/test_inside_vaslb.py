"""VASLB with VOFUL2 inside: no variance is ever read, and no noise means no growth.

Chance decides in the explorations only. Where one stops, a mean has the standard error gap / 23.7,
and an entry of 1.25 gap is passed over if it is 5.9 of them off: below 1e-8 an entry, 1e-7 a game.
"""

import numpy as np
import pytest

from vaslb_edu import VASLB, WeightedOFUL, simulate, sparse_parameter
from vaslb_edu.voful2.learner import VOFUL2


@pytest.mark.slow
@pytest.mark.statistical
@pytest.mark.parametrize("values", [[0.9, 0.4], [0.8, -0.5, 0.2]])
def test_noiseless_regret_is_flat_in_t(values):
    """d = 64: the support is found, and four times the rounds cost next to nothing more."""
    theta = sparse_parameter(64, values, seed=3)
    runs = [
        simulate(VASLB(VOFUL2()), theta, 0.0, horizon, seed=1, reveal_variances=False)
        for horizon in (10**6, 4 * 10**6)
    ]
    for run in runs:
        assert run.support == tuple(np.flatnonzero(theta))
        assert run.estimate == pytest.approx(theta, abs=5e-3)
    assert runs[1].final_regret < 1.02 * runs[0].final_regret
    # After the first exploration almost nothing is lost.
    explored = runs[1].phases[0].regret
    assert runs[1].final_regret - explored < 0.15 * explored


@pytest.mark.statistical
def test_it_finds_the_support_in_noise_without_reading_a_variance():
    theta = sparse_parameter(16, [0.9, 0.45])
    with pytest.raises(ValueError, match="reveal_variances must be True for VASLB"):
        simulate(VASLB(WeightedOFUL()), theta, 0.1, 10**5, reveal_variances=False)
    for bound in ("optimism", "printed"):
        learner = VOFUL2(regret_bound=bound)
        run = simulate(VASLB(learner), theta, 0.1, 10**5, seed=0, reveal_variances=False)
        assert run.support == (0, 1)
        assert any(phase.kind == "commit" and phase.complete for phase in run.phases)


def test_chunks_do_not_matter():
    theta = sparse_parameter(8, [0.9, 0.45])
    short = {"delta": 0.5, "first_gap": 0.5}  # short phases
    runs = [
        simulate(VASLB(VOFUL2(), chunk=c, **short), theta, 0.05, 4000, seed=4) for c in (3, 4096)
    ]
    assert len(runs[0].phases) >= 3
    assert runs[0].final_regret == pytest.approx(runs[1].final_regret, abs=1e-9)
    assert [p.stop for p in runs[0].phases] == [p.stop for p in runs[1].phases]
    assert runs[0].support == runs[1].support


def test_a_support_that_is_too_large_is_an_error_that_names_the_way_out():
    theta = sparse_parameter(5, [1.0] * 5)
    with pytest.raises(ValueError, match=r"dim must be at most 4 for VOFUL2, got 5.*Weighted"):
        simulate(VASLB(VOFUL2()), theta, 0.0, 10**5)


@pytest.mark.parametrize("version", ["hasty", "printed"])
def test_a_gap_below_rounding_does_not_send_it_exploring_where_no_room_is_left(version):
    """On one coordinate, without noise, the gap halves round by round; 1 - gap^2 is soon 1."""
    run = simulate(VASLB(VOFUL2(), version), [1.0, *[0.0] * 7], 0.0, 30_000, seed=1)
    assert run.phases[-1].gap < 1e-9
    assert [phase.kind for phase in run.phases].count("explore") == 1
