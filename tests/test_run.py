"""Runs: the same everywhere, with their provenance, and bad input refused by name."""

import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import psutil
import pytest

from vaslb_edu import (
    OFUL,
    VASLB,
    WeightedOFUL,
    schedules,
    simulate,
    simulate_many,
    sparse_parameter,
)

THETA = sparse_parameter(16, [0.9, 0.4])
ALGORITHM = VASLB(WeightedOFUL())


def test_the_same_seed_gives_the_same_run():
    one, two = (simulate(ALGORITHM, THETA, 0.1, 20_000, seed=7) for _ in range(2))
    np.testing.assert_array_equal(one.regret, two.regret)
    other = simulate(ALGORITHM, THETA, 0.1, 20_000, seed=8)
    assert not np.array_equal(one.regret, other.regret)


def test_results_do_not_depend_on_the_executor_or_the_order():
    seeds = [3, 1, 2]
    alone = [simulate(ALGORITHM, THETA, 0.1, 15_000, seed=s).regret for s in seeds]
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2) as processes:
        for executor in (None, threads, processes):
            runs = simulate_many(
                ALGORITHM, THETA, 0.1, 15_000, seeds, executor=executor, progress=False
            )
            for run, expected, seed in zip(runs, alone, seeds, strict=True):
                assert run.provenance["game"]["seed"] == seed
                np.testing.assert_array_equal(run.regret, expected)


def test_progress_is_shown(capsys):
    simulate_many(OFUL(), THETA, 0.1, 100, seeds=range(3))
    assert "3/3" in capsys.readouterr().err
    simulate(OFUL(), THETA, 0.1, 1000, progress=True)
    assert "100%" in capsys.readouterr().err


def test_work_that_cannot_travel_runs_here_with_a_warning():
    silent = lambda rounds: np.zeros(len(rounds))  # noqa: E731
    with pytest.warns(UserWarning, match="one after another"):
        runs = simulate_many(OFUL(), THETA, silent, 50, seeds=range(2), progress=False)
    assert len(runs) == 2


def test_an_error_in_one_run_is_raised_and_cancels_the_rest():
    started, cancelled = [], threading.Event()

    class Failing:
        def play(self, game, rng):
            started.append(game)
            if len(started) > 1:  # hold the only thread until the caller has heard of the error
                cancelled.wait(timeout=600)
            raise RuntimeError("broken on purpose")

    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(RuntimeError, match="broken on purpose"):
            simulate_many(Failing(), THETA, 0.1, 10, range(50), executor=pool, progress=False)
        cancelled.set()
    assert 1 <= len(started) <= 2  # the first, and perhaps the one that had begun by then


def test_checkpoints_are_log_spaced_and_end_at_the_horizon():
    run = simulate(OFUL(), THETA, 0.1, 10_000)
    assert run.rounds[0] == 1
    assert run.rounds[-1] == 10_000
    assert len(run.rounds) <= 200
    steps = np.diff(np.log(run.rounds[run.rounds > 1000]))
    assert steps == pytest.approx(np.log(10_000) / 199, rel=0.05)
    chosen = simulate(OFUL(), THETA, 0.1, 100, checkpoints=[5, 50])
    assert chosen.rounds.tolist() == [5, 50, 100]
    every = simulate(OFUL(), THETA, 0.1, 100, checkpoints=np.arange(1, 101))
    assert every.regret[[4, 49, 99]] == pytest.approx(chosen.regret)


def test_sigma_may_be_a_number_an_array_or_a_schedule():
    runs = [
        simulate(ALGORITHM, THETA, sigma, 300, seed=1).regret
        for sigma in (0.25, np.full(300, 0.25), [0.25] * 300, schedules.constant(0.25))
    ]
    for other in runs[1:]:
        np.testing.assert_array_equal(runs[0], other)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_does_not_grow_with_the_horizon():
    """A hundred million rounds in under 300 MB, interpreter and libraries included."""
    code = (
        "from vaslb_edu import *\n"
        "theta = sparse_parameter(64, [0.9, 0.4, 0.15, 0.1])\n"
        "run = simulate(VASLB(WeightedOFUL()), theta, 0.1, 10**8, seed=1)\n"
        # Not ru_maxrss: a child inherits it from a large parent.
        "peak = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        "print(run.horizon, peak.split()[1])"
    )
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    horizon, kilobytes = map(int, out.stdout.split())
    assert horizon == 10**8
    assert kilobytes < 300_000


GOOD = {"algorithm": ALGORITHM, "theta": THETA, "sigma": 0.1, "horizon": 50, "seed": 0}


@pytest.mark.parametrize(
    ("argument", "value", "message"),
    [
        ("theta", [], "theta must be a non-empty"),
        ("theta", np.zeros(4), "theta must have Euclidean norm 1, got norm 0"),
        ("theta", [1.0, 1.0], "theta must have Euclidean norm 1, got norm 1.41"),
        ("theta", [np.nan, 1.0], "theta must be finite, got nan at position 0"),
        ("theta", [np.inf, 1.0], "theta must be finite"),
        ("theta", [[1.0]], "theta must be a non-empty 1-D"),
        ("theta", "north", "theta must be"),
        ("sigma", -0.1, r"sigma must be a real number in \[0, 1\], got -0.1"),
        ("sigma", 1.5, "sigma must be a real number"),
        ("sigma", np.nan, "sigma must be a real number"),
        ("sigma", None, "sigma must be a real number"),
        ("sigma", "loud", "sigma must be a real number"),
        ("sigma", [0.1] * 49, "length 50, got length 49"),
        ("sigma", [0.1] * 49 + [2.0], r"sigma must lie in \[0, 1\], got 2.0 in round 50"),
        ("sigma", [0.1] * 49 + [np.nan], "sigma must be finite"),
        ("sigma", lambda t: t * 1.0, r"sigma must lie in \[0, 1\], got .* in round"),
        ("sigma", lambda t: np.full(len(t), np.nan), r"sigma must lie in \[0, 1\], got nan"),
        ("sigma", lambda t: np.zeros(3), "one value a round"),
        ("horizon", 0, r"horizon must be an integer in \[1, \d+\], got 0"),
        ("horizon", -5, r"horizon must be an integer in \[1, "),
        ("horizon", 2.5, r"horizon must be an integer in \[1, \d+\], got 2.5"),
        ("horizon", 2**63, rf"horizon must be an integer in \[1, {2**63 - 1}\]"),
        ("horizon", True, "horizon must be an integer"),
        ("horizon", "many", "horizon must be an integer"),
        ("seed", -1, "seed must be an integer >= 0"),
        ("seed", 0.5, "seed must be an integer >= 0"),
        ("algorithm", "VASLB", "algorithm must be an instance"),
        ("algorithm", VASLB, "algorithm must be an instance"),
        ("checkpoints", 0, "checkpoints must be"),
        ("checkpoints", [0, 4], "checkpoints must be integers"),
        ("checkpoints", [4, 90], "checkpoints must be integers"),
    ],
)
def test_bad_input_is_refused_by_name(argument, value, message):
    with pytest.raises((ValueError, TypeError), match=message):
        simulate(**{**GOOD, argument: value})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seeds": 3}, "seeds must be a list or another collection, got 3"),
        ({"seeds": "12"}, "seeds must be a list or another collection, got '12'"),
        ({"seeds": [1, 1.5]}, "seeds must be an integer >= 0, got 1.5"),
        ({"seeds": [1, 2], "executor": []}, r"executor must be an object with submit, .* got \[\]"),
    ],
)
def test_seeds_and_executors_that_are_none_are_refused(options, message):
    with pytest.raises(TypeError, match=message):
        simulate_many(ALGORITHM, THETA, 0.1, 10, **options)


def test_no_seeds_is_an_error():
    with pytest.raises(ValueError, match="at least one seed"):
        simulate_many(ALGORITHM, THETA, 0.1, 10, seeds=[])


def test_an_algorithm_that_stops_early_is_an_error():
    class Quitter:
        def play(self, game, rng):
            from vaslb_edu.report import Report

            game.play(np.eye(16)[0])
            return Report()

    with pytest.raises(RuntimeError, match="9 rounds left"):
        simulate(Quitter(), THETA, 0.1, 10)


CORNERS = {"d=1": [1.0], "d=1 minus": [-1.0], "s=d": np.full(4, 0.5), "d=2": [0.0, -1.0]}


@pytest.mark.parametrize("sigma", [0.0, 0.3])
@pytest.mark.parametrize("theta", CORNERS.values(), ids=CORNERS.keys())
@pytest.mark.parametrize("horizon", [1, 2, 50, 20_000])
def test_corner_cases_give_correct_results(theta, sigma, horizon):
    for algorithm in (VASLB(WeightedOFUL()), WeightedOFUL(), OFUL()):
        run = simulate(algorithm, theta, sigma, horizon, seed=1)
        assert run.rounds[-1] == run.horizon == horizon
        assert np.all(np.diff(run.regret) >= -1e-9)
        assert 0 <= run.final_regret <= 2 * horizon


@pytest.mark.statistical
@pytest.mark.parametrize("sigma", [0.0, 0.3])
@pytest.mark.parametrize("theta", CORNERS.values(), ids=CORNERS.keys())
def test_corner_cases_are_learnt(theta, sigma):
    """The support is found, and in the last quarter less than 0.05 is lost a round.

    OFUL on four coordinates loses most, 0.032 +- 0.003 (eight games): the limit is six deviations
    away. The support is missed only if a mean is: below 1e-7 in all, with what tests of VASLB say.
    """
    for algorithm in (VASLB(WeightedOFUL()), WeightedOFUL(), OFUL()):
        run = simulate(algorithm, theta, sigma, 60_000, seed=1, checkpoints=[45_000, 60_000])
        assert run.regret[1] - run.regret[0] < 0.05 * 15_000
        assert run.support in (None, tuple(np.flatnonzero(theta)))
        assert (run.support is None) == (not isinstance(algorithm, VASLB))


def test_an_interrupt_ends_all_games_at_once():
    """Games of hours: they end because of the interrupt, or not while anybody waits."""
    program = (
        "import signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from vaslb_edu import OFUL, simulate_many\n"
        "print('ready', flush=True)\n"
        "simulate_many(OFUL(), [0.6, 0.8], 0.5, 10**12, range(4), progress=False)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout.readline() == b"ready\n"
    while not psutil.Process(process.pid).children():
        time.sleep(0.05)
    time.sleep(0.5)
    workers = psutil.Process(process.pid).children(recursive=True)
    assert workers
    process.send_signal(signal.SIGINT)
    process.wait(timeout=600)
    assert not psutil.wait_procs(workers, timeout=600)[1]
