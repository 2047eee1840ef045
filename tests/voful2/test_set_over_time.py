"""The confidence set as polygons over time: right and shrinking.

Where a test needs theta* inside, the learner promises it with probability 1 - 1e-6.
"""

import numpy as np
import pytest
from matplotlib.path import Path

from vaslb_edu import schedules
from vaslb_edu.voful2.confidence_set import EmptyConfidenceSet
from vaslb_edu.voful2.learner import VOFUL2
from vaslb_edu.voful2.set_over_time import confidence_sets_over_time

THETA = np.array([0.7, 0.5])
CAUTIOUS = VOFUL2(delta=1e-6)
statistical = pytest.mark.statistical


def inside(frame, point):
    return any(
        Path(p).contains_point(point, radius=s) for p in frame.polygons() for s in (1e-9, -1e-9)
    )


@statistical
@pytest.mark.parametrize("sigma", [0.3, 1.0, schedules.step(1.0, 0.05, at=1000)])
@pytest.mark.parametrize("theta", [THETA, [-0.6, 0.1], [0.6, -0.02]])
def test_the_set_shrinks_around_theta(sigma, theta):
    frames = confidence_sets_over_time(theta, sigma, learner=CAUTIOUS)
    areas, rounds = [f.area for f in frames], [f.rounds for f in frames]
    assert areas[0] == pytest.approx(np.pi)
    assert np.all(np.diff(areas) <= 1e-12)
    assert areas[-1] < 0.5
    assert rounds[0] == 0
    assert np.all(np.diff(rounds) > 0)
    for frame in frames:
        assert inside(frame, theta)
        assert np.linalg.norm(frame.action) == pytest.approx(1.0)
        assert "tested directions" in frame.iota


def test_polygons_have_the_area_of_the_set():
    frames = confidence_sets_over_time(THETA, 0.3, sectors=400)
    for frame in frames[::5]:
        shoelace = 0.0
        for x, y in (p.T for p in frame.polygons()):
            shoelace += abs(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) / 2
        assert shoelace == pytest.approx(frame.area, rel=0.05)


@statistical
def test_a_quiet_moment_shrinks_the_set_and_a_loud_one_stalls_it():
    """The area falls by exp(4.7 +- 0.13), then not at all (ten games).

    A factor of 40 = exp(3.7) is seven deviations less: below 1e-11.
    """
    sigma = schedules.step(0.02, 1.0, at=600)
    frames = confidence_sets_over_time(THETA, sigma, horizon=2400)
    area = {n: next(f.area for f in frames if f.rounds >= n) for n in (60, 590, 700, 2000)}
    assert area[590] < area[60] / 40
    assert area[2000] > 0.9 * area[700]


def test_without_noise_a_point_is_left():
    frames = confidence_sets_over_time(THETA, 0.0)
    last = frames[-1]
    assert last.area < 1e-6
    corners = np.concatenate(last.polygons())
    assert np.linalg.norm(corners - THETA, axis=1).max() < 0.01


@statistical
def test_a_set_across_angle_zero_is_one_piece():
    frames = confidence_sets_over_time([0.6, -0.01], 0.3, learner=CAUTIOUS)
    (polygon,) = frames[-1].polygons()
    assert polygon[:, 1].min() < 0 < polygon[:, 1].max()  # it lies on both sides of angle 0


def test_bad_input():
    with pytest.raises(ValueError, match=r"norm at most 1, got norm 1\.41"):
        confidence_sets_over_time([1.0, 1.0], 0.1)
    with pytest.raises(ValueError, match="theta must have length 2"):
        confidence_sets_over_time([1.0, 0.0, 0.0], 0.1)
    with pytest.raises(ValueError, match="sectors"):
        confidence_sets_over_time(THETA, 0.1, sectors=2)
    with pytest.raises(ValueError, match="sigma"):
        confidence_sets_over_time(THETA, 2.0)
    with pytest.raises(EmptyConfidenceSet, match="use a larger iota"):
        confidence_sets_over_time(THETA, 1.0, learner=VOFUL2(1e-5))
