"""The run by hand: what the page computes with a pencil is what the library computes."""

import math

import nbformat
import numpy as np
import pytest

from tools.project import BOOK
from vaslb_edu import VASLB, Version, WeightedOFUL, bounds, simulate, sparse_parameter

PAGE = "\n".join(cell.source for cell in nbformat.read(BOOK / "by_hand.ipynb", 4).cells)
THETA = sparse_parameter(4, [0.9, 0.4, 0.15, 0.1])


def stated(value, digits):
    return f"{value:.{digits}f}" in PAGE


def length(variance, gap):
    return float(bounds.exploration_rounds(gap, variance, 0.05))


@pytest.fixture(scope="module")
def run():
    return simulate(VASLB(WeightedOFUL(), "hasty"), THETA, 0.0, 100_000, seed=1)


def test_the_secret_and_its_sums():
    assert np.linalg.norm([0.9, 0.4, 0.15, 0.1]) == pytest.approx(1.00125, abs=1e-5)
    assert all(stated(entry, 4) for entry in THETA)
    two, three = THETA[:2] @ THETA[:2], 1 - THETA[3] ** 2
    for value in (two, math.sqrt(two), 1 - math.sqrt(two), three, math.sqrt(three), THETA[2] ** 2):
        assert stated(value, 4)
    assert stated(math.log(4 / 0.05), 3)


def test_the_phases_are_those_of_the_table(run):
    found = [len(phase.support) for phase in run.phases]
    kinds = [phase.kind for phase in run.phases[:6]]
    assert kinds == ["explore", "commit"] * 3
    assert found[:6] == [0, 2, 2, 3, 3, 4]
    assert [1 / phase.gap for phase in run.phases[:6]] == [4, 8, 8, 16, 16, 32]


def test_the_lengths_by_hand_are_near_those_of_the_run(run):
    assert run.phases[0].rounds == pytest.approx(length(1 - THETA[3] ** 2, 1 / 4), rel=0.03)
    assert run.phases[2].rounds == pytest.approx(length(THETA[2] ** 2, 1 / 8), rel=0.03)
    assert run.phases[4].rounds > length(0.0, 1 / 16)
    assert run.phases[0].regret > 0.99 * run.final_regret


def test_the_questions_are_answered_as_in_the_run(run):
    for place, resumes in ((1, True), (3, True), (5, False)):
        phase = run.phases[place]
        assert (phase.estimate @ phase.estimate <= 1 - phase.gap**2) == resumes


def test_the_answers_of_now_you():
    pair = np.array([0.8, 0.6, 0.0, 0.0])
    run = simulate(VASLB(WeightedOFUL(), "hasty"), pair, 0.0, 50_000, seed=1)
    assert run.phases[0].rounds == pytest.approx(8975, rel=0.03)
    assert {phase.kind for phase in run.phases[1:]} == {"commit"}
    stalled = VASLB(
        WeightedOFUL(), Version(estimate="mean-play", split="each-event", patient=False)
    )
    assert len(simulate(stalled, THETA, 0.0, 100_000, seed=1).support) == 2
    assert 1 / 32 > 0.03 > 1 / 64
