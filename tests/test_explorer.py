"""Exploration is as pluggable as learning."""

import textwrap

import numpy as np
import pytest

from vaslb_edu import (
    VASLB,
    Exploration,
    PaperExplorer,
    RandomProjection,
    Version,
    WeightedOFUL,
    explorer,
    simulate,
    sparse_parameter,
)

FOUR = [0.9, 0.4, 0.15, 0.1]


def explorer_from_the_documentation():
    """Run the example that explains the protocol, word for word."""
    example = explorer.__doc__.split("no noise::")[1].split("    run = simulate")[0]
    names = {"np": np, "Exploration": Exploration}
    exec(textwrap.dedent(example), names)
    return names["AskEach"]


AskEach = explorer_from_the_documentation()


@pytest.mark.statistical
def test_an_explorer_of_ones_own():
    """It asks each coordinate once; the paper's rule needs 18,000 rounds, give or take 0.8 %.

    A game in which that were not ten times as much would be a hundred deviations off: below 1e-100.
    """
    theta = sparse_parameter(32, FOUR, seed=1)
    run = simulate(VASLB(WeightedOFUL(), explorer=AskEach()), theta, 0.0, 30_000)
    assert run.support == tuple(np.flatnonzero(theta))
    explored = [phase for phase in run.phases if phase.kind == "explore"]
    assert explored[0].stop - explored[0].start == 32
    usual = simulate(VASLB(WeightedOFUL()), theta, 0.0, 30_000)
    assert run.final_regret < usual.final_regret / 10


def test_a_horizon_that_ends_inside_cuts_the_phase():
    run = simulate(VASLB(WeightedOFUL(), explorer=AskEach()), sparse_parameter(9, [1]), 0.0, 5)
    assert [phase.complete for phase in run.phases] == [False]
    assert run.support == ()


@pytest.mark.parametrize(
    ("name", "baseline", "wait"),
    [
        ("repaired", "running-mean", True),
        ("printed", "squared-norm", True),
        ("literal", "squared-norm", False),
    ],
)
def test_the_papers_rule_is_one_of_them(name, baseline, wait):
    theta = sparse_parameter(16, [0.9, 0.4])
    printed = Version("mean-play", split="each-event", patient=False)
    versions = {"repaired": Version(), "printed": printed, "literal": printed}
    by_name = simulate(VASLB(WeightedOFUL(), name), theta, 0.1, 20_000)
    given = VASLB(WeightedOFUL(), versions[name], explorer=PaperExplorer(baseline, wait))
    np.testing.assert_array_equal(by_name.regret, simulate(given, theta, 0.1, 20_000).regret)


@pytest.mark.parametrize("wrong", [None, PaperExplorer, "repaired", WeightedOFUL()])
def test_what_cannot_explore_is_refused(wrong):
    if wrong is None:
        assert isinstance(VASLB(WeightedOFUL()).explorer, PaperExplorer)
        return
    with pytest.raises(TypeError, match="explorer must be an Explorer"):
        VASLB(WeightedOFUL(), explorer=wrong)


def test_an_explorer_that_reads_variances_says_so():
    class Reads(AskEach):
        needs_variances = True

    from vaslb_edu import VOFUL2

    assert not VASLB(VOFUL2()).needs_variances
    with pytest.raises(ValueError, match="reveal_variances must be True for VASLB"):
        simulate(
            VASLB(VOFUL2(), explorer=Reads()),
            sparse_parameter(4, [1]),
            0.0,
            9,
            reveal_variances=False,
        )


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"baseline": "typo"}, "baseline must be one of 'running-mean', 'squared-norm'"),
        ({"dim": 0}, "dim must be an integer >= 1"),
        ({"support": (1, 0), "estimate": np.zeros(2)}, "support must hold different coordinates"),
        ({"support": (9,)}, r"support must be an integer in \[0, 3\]"),
        ({"support": (0, 1, 2, 3), "estimate": np.zeros(4)}, "fewer than dim = 4"),
        ({"estimate": np.array([1.0])}, "norm below 1"),
        ({"estimate": np.zeros(2)}, "estimate must have length 1"),
        ({"support": (), "estimate": np.zeros(2)}, "estimate must have 0 entries"),
        ({"gap": 0.0}, "gap must be a real number"),
        ({"delta": 1.0}, "delta must be a real number"),
        ({"earliest": 0}, "earliest must be an integer >= 1"),
    ],
)
def test_random_projection_refuses_bad_arguments(changed, message):
    good = {
        "dim": 4,
        "support": (0,),
        "estimate": np.array([0.5]),
        "gap": 0.1,
        "delta": 0.05,
        "baseline": "running-mean",
        "earliest": 1,
        "rng": np.random.default_rng(0),
    }
    RandomProjection(**good)
    with pytest.raises(ValueError, match=message):
        RandomProjection(**(good | changed))
