"""Schedules: values by hand, totals, names, and no array of length T."""

import pickle
import tracemalloc

import numpy as np
import pytest

from vaslb_edu import OFUL, schedules, simulate

ZOO = {
    "constant": schedules.constant(0.3),
    "step": schedules.step(0.0, 1.0, at=50),
    "decay": schedules.decay(0.9, power=0.5),
    "periodic": schedules.periodic(0.1, 0.8, period=10, duty=0.3),
    "bursts": schedules.bursts(0.0, 1.0, length=4, every=20, seed=3),
    "ramp": schedules.ramp(0.2, 0.6, until=100),
    "curve": schedules.curve([(1, 0.2), (30, 0.9), (31, 0.1), (90, 0.5)]),
    "values": schedules.from_values(np.linspace(0, 1, 100)),
}


def test_values_by_hand():
    t = np.arange(1, 11)
    np.testing.assert_array_equal(schedules.constant(0.3)(t), np.full(10, 0.3))
    np.testing.assert_array_equal(schedules.step(0, 1, at=4)(t), [0] * 4 + [1] * 6)
    np.testing.assert_allclose(schedules.decay(0.8, 1.0)(t), 0.8 / t)
    np.testing.assert_array_equal(
        schedules.periodic(0, 1, period=5, duty=0.4)(t), [0, 0, 0, 1, 1] * 2
    )
    np.testing.assert_array_equal(
        schedules.periodic(0, 1, period=5, duty=0.4, quiet_first=False)(t), [1, 1, 0, 0, 0] * 2
    )
    np.testing.assert_allclose(schedules.ramp(0, 1, until=6)(t), [0, 0.2, 0.4, 0.6, 0.8] + [1] * 5)
    np.testing.assert_array_equal(schedules.from_values([0.1, 0.9])([2, 1, 2]), [0.9, 0.1, 0.9])


def test_every_window_has_one_burst():
    loud = schedules.bursts(0.0, 1.0, length=4, every=20, seed=3)(np.arange(1, 2001))
    np.testing.assert_array_equal(loud.reshape(100, 20).sum(axis=1), 4)
    starts = loud.reshape(100, 20).argmax(axis=1)
    assert len(set(starts.tolist())) > 5  # the places differ


@pytest.mark.parametrize("schedule", ZOO.values(), ids=ZOO.keys())
def test_every_schedule_keeps_the_contract(schedule):
    t = np.arange(1, 101)
    whole = schedule(t)
    assert whole.shape == (100,)
    assert ((whole >= 0) & (whole <= 1)).all()
    np.testing.assert_array_equal(np.concatenate([schedule(t[:37]), schedule(t[37:])]), whole)
    assert schedule.total_variance(100) == pytest.approx(np.sum(whole**2))
    assert schedule.name in ZOO
    assert len(schedule.describe()) > 10
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(schedule))(t), whole)


def memory(work):
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


@pytest.mark.parametrize("name", sorted(ZOO.keys() - {"values"}))
def test_late_rounds_cost_no_more_than_early_ones(name):
    early, late = np.arange(1, 2001), np.arange(10**15, 10**15 + 2000)
    assert ZOO[name](late).shape == (2000,)
    assert memory(lambda: ZOO[name](late)) <= 2 * memory(lambda: ZOO[name](early))


def test_total_variance_makes_no_array_of_length_t():
    peak = memory(lambda: schedules.step(0.1, 0.2, at=5).total_variance(3 * 10**6))
    assert peak < 3 * 10**6 * 8 / 2


@pytest.mark.parametrize(
    "make",
    [
        lambda: schedules.constant(-0.1),
        lambda: schedules.constant(1.1),
        lambda: schedules.constant(float("nan")),
        lambda: schedules.constant("loud"),
        lambda: schedules.step(0, 2, at=3),
        lambda: schedules.step(0, 1, at=-1),
        lambda: schedules.step(0, 1, at=2.5),
        lambda: schedules.decay(1.0, power=-1),
        lambda: schedules.periodic(0, 1, period=0),
        lambda: schedules.periodic(0, 1, period=5, duty=1.5),
        lambda: schedules.bursts(0, 1, length=9, every=5),
        lambda: schedules.ramp(0, 1, until=0),
        lambda: schedules.from_values([]),
        lambda: schedules.from_values([0.1, np.nan]),
        lambda: schedules.from_values([0.1, 1.2]),
        lambda: schedules.from_values([[0.1]]),
        lambda: schedules.constant(0.1).total_variance(0),
        lambda: schedules.constant(0.1).total_variance(2**63 - 1),
        lambda: schedules.decay(1.0, power=float("inf")),
        lambda: schedules.decay(1.0, power=10**400),
        lambda: schedules.periodic(0, 1, period=10**400),
        lambda: schedules.periodic(0, 1, period=5, quiet_first="yes"),
        lambda: schedules.ramp(0, 1, until=2**63),
        lambda: schedules.step(0, 1, at=2**63),
        lambda: schedules.curve([(1, 0.5)], steps=np.zeros(2)),
        lambda: schedules.from_values([0.1, 0.2])(1.5),
        lambda: schedules.constant(0.1)([True]),
        lambda: schedules.Schedule("mine", "not a function", 0.3),
        lambda: schedules.Schedule("mine", "too loud", lambda t: 7.0 + t, checked=True),
        lambda: schedules.as_schedule(0.1, 2.5),
    ],
)
def test_bad_schedules_are_refused(make):
    with pytest.raises((ValueError, TypeError), match=r"must"):
        make()


def test_a_function_may_give_one_number_for_all_rounds():
    run = simulate(OFUL(), [1.0, 0.0], lambda t: 0.1, 50)
    assert run.final_regret == simulate(OFUL(), [1.0, 0.0], 0.1, 50).final_regret


@pytest.mark.parametrize(
    ("sigma", "message"),
    [
        (
            lambda t: 0.1 if t < 5 else 0.2,
            "sigma must take an array of round numbers, but <lambda>",
        ),
        (lambda t: 2.0, "sigma must lie in \\[0, 1\\], got 2.0 in round 1"),
        (lambda t: np.array([0.1, 0.2]), "sigma must give one value a round, got shape"),
        (schedules.Schedule("mine", "too loud", lambda t: t + 0.0), "got 2.0 in round 2"),
        (schedules.Schedule("mine", "unknown", lambda t: np.nan), "got nan in round 1"),
    ],
)
def test_what_a_function_gives_is_looked_at(sigma, message):
    with pytest.raises(ValueError, match=message):
        simulate(OFUL(), [1.0, 0.0], sigma, 50)


@pytest.mark.parametrize("value", [1j, "loud", None])
def test_a_function_must_give_real_numbers(value):
    with pytest.raises(TypeError, match="sigma must give real numbers"):
        simulate(OFUL(), [1.0, 0.0], lambda t: value, 50)


@pytest.mark.parametrize("rounds", [[0], [1, -3], [3]])
def test_values_are_for_the_rounds_they_were_given_for(rounds):
    with pytest.raises(ValueError, match=r"rounds must lie in \[1, 2\], got"):
        schedules.from_values([0.1, 0.2])(rounds)


def test_rounds_far_apart_cost_no_more_than_neighbours():
    schedule = schedules.bursts(0.0, 1.0, length=4, every=20, seed=3)
    far = schedule([1, 10**15, 2**62])
    assert far.shape == (3,)
    assert far[1] == schedule([10**15])[0]


def test_a_horizon_that_no_round_number_can_reach_is_refused():
    with pytest.raises(ValueError, match="horizon must be an integer in"):
        schedules.constant(0.1).total_variance(2**63)
    with pytest.raises(ValueError, match="horizon must be an integer in"):
        simulate(OFUL(), [1.0, 0.0], 0.1, 2**63)


def test_a_curve_is_drawn_through_its_points():
    t = np.arange(1, 9)
    drawn = schedules.curve([(2, 0.0), (4, 1.0), (5, 0.2), (7, 0.6)])
    np.testing.assert_allclose(drawn(t), [0, 0, 0.5, 1, 0.2, 0.4, 0.6, 0.6])
    stairs = schedules.curve([(2, 0.0), (4, 1.0), (5, 0.2), (7, 0.6)], steps=True)
    np.testing.assert_array_equal(stairs(t), [0, 0, 0, 1, 0.2, 0.2, 0.6, 0.6])
    np.testing.assert_array_equal(schedules.curve([(5, 0.3)])([1, 5, 10**9]), [0.3] * 3)
    np.testing.assert_array_equal(
        schedules.curve([(51, 1.0), (52, 1.0)], steps=True)(np.arange(51, 101)),
        schedules.step(0.0, 1.0, at=50)(np.arange(51, 101)),
    )
    far = schedules.curve([(1, 0.0), (10**15, 1.0)])
    np.testing.assert_allclose(far([10**15 // 2]), [0.5])


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([], "points must hold at least one"),
        (0.5, "points must be a list of pairs"),
        ("12", "points must be a list of pairs"),
        ([1, 2], r"points\[0\] must be a pair"),
        ([(1, 0.1, 3)], r"points\[0\] must be a pair"),
        ([(1, 0.1), (1.5, 0.2)], r"round of points\[1\] must be an integer"),
        ([(0, 0.1)], r"round of points\[0\] must be an integer"),
        ([(1, 1.1)], r"sigma of points\[0\] must be a real number in \[0, 1\], got 1.1"),
        ([(1, float("nan"))], r"sigma of points\[0\] must be .*got nan"),
        ([(1, "loud")], r"sigma of points\[0\] must be .*got 'loud'"),
        ([(5, 0.1), (5, 0.2)], "points must have rounds that ascend, got 5 after 5"),
        ([(5, 0.1), (4, 0.2)], "points must have rounds that ascend, got 4 after 5"),
    ],
)
def test_a_wrong_curve_is_refused(points, message):
    with pytest.raises((TypeError, ValueError), match=message):
        schedules.curve(points)
