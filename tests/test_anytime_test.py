"""The anytime test: nobody innocent is found, whatever the noise; batches do not matter.

With delta = 0.5 a game may find an innocent coordinate half the time. `holds` errs by chance with
probability at most 1e-6.
"""

import math

import numpy as np
import pytest

from tests.chance import breaks, holds
from tests.sign_rounds import NOISES, fair_signs
from vaslb_edu import AnytimeTest
from vaslb_edu.actions import RandomSigns

statistical = pytest.mark.statistical
DELTA = 0.5


def passed_by_definition(signs, u, w, delta=DELTA, rho=1.0):
    """When each coordinate first passes, round by round; None if never."""
    count = signs.shape[1]
    sums, squares, first = np.zeros(count), 0.0, [None] * count
    for t in range(len(u)):
        sums = sums + w[t] * signs[t] * u[t]
        squares += w[t] ** 2 * u[t] ** 2
        limit = (squares + rho) * (math.log((squares + rho) / rho) + 2 * math.log(count / delta))
        for i in range(count):
            if first[i] is None and sums[i] ** 2 > limit:
                first[i] = t + 1
    return first


def passed_in_batches(signs, u, w, size, delta=DELTA, rho=1.0):
    """The same from the library, in batches of `size` rounds."""
    test = AnytimeTest(signs.shape[1], delta, rho)
    first, done = [None] * signs.shape[1], 0
    while done < len(u):
        rows = slice(done, done + size)
        done += test.take(signs[rows], u[rows], w[rows])
        for i in test.passed:
            first[i] = first[i] or done
    return first


@pytest.mark.parametrize("seed", range(12))
def test_everybody_passes_in_the_very_round_whatever_the_batches(seed):
    rng = np.random.default_rng(seed)
    count, rounds = int(rng.integers(1, 24)), 2500
    theta = np.zeros(count)
    theta[:3] = np.array([0.4, -0.2, 0.1])[: len(theta[:3])]
    signs = rng.choice([-1.0, 1.0], size=(rounds, count))
    u = signs @ theta + rng.uniform(0.0, 1.5) * rng.standard_t(3, size=rounds)
    w = rng.uniform(0.0, 1.0, size=rounds)
    expected = passed_by_definition(signs, u, w)
    assert any(expected)
    for size in (1, 7, 300, rounds):
        assert passed_in_batches(signs, u, w, size) == expected


def test_packed_signs_and_plain_ones_say_the_same():
    rng = np.random.default_rng(1)
    packed = RandomSigns.draw(rng, 500, 70, (3, 9), np.zeros(2), 0.1)
    u, w = packed.signs()[:, 5] + rng.normal(size=500), np.ones(500)
    one, other = AnytimeTest(68, DELTA), AnytimeTest(68, DELTA)
    assert one.take(packed, u, w) == other.take(packed.signs(), u, w) < 500
    np.testing.assert_allclose(one.sums, other.sums, atol=1e-9)
    assert list(one.passed) == list(other.passed) == [5]


def test_it_stops_where_the_weight_is_reached():
    signs, ones = np.ones((50, 2)), np.ones(50)
    test = AnytimeTest(2, 0.01)
    assert test.take(signs, 0 * ones, ones, until=7.0) == 7
    assert test.weight == 7.0
    assert test.take(signs, 0 * ones, ones / 10, until=7.35) == 4
    assert test.take(signs, 0 * ones, ones, until=1.0) == 1  # never less than one round


def test_who_leaves_takes_nothing_from_the_others():
    rng = np.random.default_rng(2)
    signs, u = rng.choice([-1.0, 1.0], size=(400, 5)), rng.normal(size=400)
    whole, part = AnytimeTest(5, 0.01), AnytimeTest(5, 0.01)
    whole.take(signs, u, np.ones(400))
    part.take(signs[:200], u[:200], np.ones(200))
    part.drop(np.array([1, 3]))
    part.take(signs[200:, [0, 2, 4]], u[200:], np.ones(200))
    np.testing.assert_allclose(part.sums, whole.sums[[0, 2, 4]])
    assert part.radius == pytest.approx(whole.radius)  # the share of delta stays delta / 5


def ever_passed(signs, u, w):
    """Say for each game whether anybody passed, all games at once."""
    moves = w * u
    sums = np.cumsum(moves[..., None] * signs, axis=1)
    squares = np.cumsum(moves**2, axis=1) + 1.0
    limit = squares * (np.log(squares) + 2 * math.log(signs.shape[-1] / DELTA))
    return np.any(sums**2 > limit[..., None], axis=(1, 2))


@statistical
@pytest.mark.parametrize("clip", [None, 3.0])
@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES.keys())
def test_nobody_innocent_is_found_whatever_the_noise(noise, clip):
    """Theorem A, with weights and clipping that look at the reward, and 8 innocent coordinates."""
    rng = np.random.default_rng(3)
    u = noise(rng, 400, 500)
    w = 1.0 / (1.0 + np.abs(u))
    if clip is not None:
        u = np.clip(u, -clip / np.sqrt(w), clip / np.sqrt(w))
    assert holds(ever_passed(fair_signs(rng, 400, 500, 8), u, w), DELTA)


@statistical
@pytest.mark.parametrize("honest", [True, False])
def test_an_adversary_may_use_the_past_but_not_the_signs_of_the_round(honest):
    """He pushes every sum on in the direction it has; a round late that does nothing."""
    rng = np.random.default_rng(4)
    games, rounds, count = 400, 400, 8
    signs = fair_signs(rng, games, rounds, count)
    sums, u = np.zeros((games, count)), np.zeros((games, rounds))
    for t in range(rounds):
        largest = np.abs(sums).argmax(axis=1)
        way = np.sign(sums[np.arange(games), largest] + 0.5)
        seen = signs[:, t - honest][np.arange(games), largest]  # his own round's, if he cheats
        u[:, t] = way * seen * (1.0 + rng.exponential(size=games))
        sums += u[:, t, None] * signs[:, t]
    verdict = holds if honest else breaks
    assert verdict(ever_passed(signs, u, np.ones_like(u)), DELTA)


@statistical
def test_the_class_itself_finds_nobody_innocent():
    """Cauchy noise, 200 games of the library's own test."""
    found = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        u = rng.standard_cauchy(size=300)
        test = AnytimeTest(6, DELTA)
        signs = rng.choice([-1.0, 1.0], size=(300, 6))
        found.append(test.take(signs, u, np.ones(300)) < 300 or test.passed.size > 0)
    assert holds(found, DELTA)


@pytest.mark.slow
@statistical
def test_the_intervals_hold_every_coefficient_at_all_times():
    """Theorem B, looked at after each of 25 batches; 120 games, delta = 0.5 for all together."""
    theta = np.array([0.7, -0.3, 0.1, 0.0, 0.0])
    missed = []
    for seed in range(120):
        rng = np.random.default_rng(seed)
        test, miss = AnytimeTest(5, DELTA, keep_intervals=True), False
        for _ in range(25):
            signs = rng.choice([-1.0, 1.0], size=(20, 5))
            u = signs @ theta + rng.standard_t(1.5, size=20)
            w = rng.uniform(0.1, 1.0, size=20)
            done = 0
            while done < 20:
                done += test.take(signs[done:], u[done:], w[done:])
            low, high = test.intervals()
            miss |= bool(np.any((low > theta) | (theta > high)))
        missed.append(miss)
    assert holds(missed, DELTA)


def test_intervals_close_in_on_the_coefficients():
    rng = np.random.default_rng(6)
    theta = np.array([0.5, -0.2, 0.0])
    signs = rng.choice([-1.0, 1.0], size=(20_000, 3))
    test = AnytimeTest(3, 0.05, keep_intervals=True)
    done = 0
    while done < 20_000:
        done += test.take(signs[done:], (signs @ theta)[done:], np.ones(20_000 - done))
    low, high = test.intervals()
    assert np.all(high - low < 0.08)
    assert np.all((low < theta) & (theta < high))
    np.testing.assert_allclose(test.estimates, theta, atol=0.02)


def test_the_first_round_counts():
    """One coordinate, u = e: S = Q = n, so the test holds when n^2 > (n+1)(ln(n+1) + 2 ln 20)."""
    first = next(n for n in range(1, 99) if n**2 > (n + 1) * (math.log(n + 1) + 2 * math.log(20)))
    test = AnytimeTest(1, 0.05)
    assert test.take(np.ones((99, 1)), np.ones(99), np.ones(99)) == first == 10


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: AnytimeTest(0, 0.1), "count"),
        (lambda: AnytimeTest(3, 0.0), "delta"),
        (lambda: AnytimeTest(3, 0.1, 0.0), "rho"),
        (lambda: AnytimeTest(3, 0.1).intervals(), "keep_intervals=True"),
        (lambda: AnytimeTest(3, 0.1).take(np.ones((2, 4)), np.ones(2), np.ones(2)), "3 columns"),
        (lambda: AnytimeTest(3, 0.1).take(np.ones((2, 3)), np.ones(1), np.ones(2)), "1 residuals"),
        (lambda: AnytimeTest(3, 0.1).take(np.zeros((2, 3)), np.ones(2), np.ones(2)), "1 and -1"),
        (lambda: AnytimeTest(3, 0.1).take(np.ones(3), np.ones(1), np.ones(1)), "matrix"),
        (lambda: AnytimeTest(2, 0.1, keep_intervals="no"), "keep_intervals must be True or False"),
        (lambda: AnytimeTest(1, 0.1).take([[1]], ["a"], [1.0]), "residuals must be a 1-D array"),
        (lambda: AnytimeTest(1, 0.1).take([[1]], [np.nan], [1.0]), "residuals must be finite"),
        (lambda: AnytimeTest(1, 0.1).take([[1]], [1.0], None), "weights must be"),
        (lambda: AnytimeTest(1, 0.1).take([[1]], [1.0], [-2.0]), "weights must be at least 0"),
        (lambda: AnytimeTest(2**63, 0.1), "count"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises((ValueError, TypeError), match=message):
        make()


def test_lists_will_do():
    test, same = AnytimeTest(2, 0.1), AnytimeTest(2, 0.1)
    assert test.take([[1, -1], [1, 1]], [0.5, 2], [1, 0.5]) == 2
    same.take(np.array([[1, -1], [1, 1]]), np.array([0.5, 2.0]), np.array([1.0, 0.5]))
    np.testing.assert_array_equal(test.sums, same.sums)
