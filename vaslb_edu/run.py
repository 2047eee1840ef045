"""Run an algorithm against a game, once or many times, and keep what happened.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import os
import pickle
import warnings
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from tqdm.auto import tqdm

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array
from vaslb_edu.action_sets import ActionSet
from vaslb_edu.algorithm import Algorithm, refuse_unsuitable
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.noise import Noise
from vaslb_edu.provenance import provenance
from vaslb_edu.report import PhaseReport


@dataclass(frozen=True)
class Phase(PhaseReport):
    """One phase of a run with the regret it cost."""

    regret: float

    @property
    def rounds(self) -> int:
        """Length of the phase."""
        return self.stop - self.start


@dataclass(frozen=True)
class Run:
    """What happened in one game.

    `rounds` are the checkpoints (the last is the horizon) and `regret` the cumulative regret there.
    `provenance` is the record of the run: `replay` plays it again.
    """

    rounds: npt.NDArray[np.int64]
    regret: Array
    support: tuple[int, ...] | None
    estimate: Array | None
    phases: tuple[Phase, ...]
    facts: Mapping[str, float]
    provenance: Mapping[str, Any] = field(repr=False)

    @property
    def horizon(self) -> int:
        """T, the number of rounds played."""
        return int(self.rounds[-1])

    @property
    def final_regret(self) -> float:
        """The regret of the whole game."""
        return float(self.regret[-1])


def simulate(
    algorithm: Algorithm,
    theta: npt.ArrayLike,
    sigma: Any,
    horizon: int,
    seed: int = 0,
    *,
    action_set: ActionSet | None = None,
    noise: Noise | None = None,
    reveal_variances: bool = True,
    checkpoints: npt.ArrayLike | int = 200,
    unit: bool = True,
    progress: bool = False,
) -> Run:
    """Play one game of `horizon` rounds and return what happened.

    Parameters
    ----------
    algorithm
        VASLB, a learner (it then plays on the whole sphere), or divide and conquer.
    theta
        The hidden parameter, a unit vector.
    sigma
        A number, an array of length `horizon`, or a schedule: the deviation of each round.
    seed
        The noise is a function of (seed, round); the algorithm's own randomness, too, comes from
        the seed. The same seed gives the same run.
    checkpoints
        How many (log-spaced) rounds to remember the regret at, or the rounds themselves.
    unit
        Whether theta must be a unit vector; if not, it may be shorter.
    """
    if not callable(getattr(algorithm, "play", None)) or isinstance(algorithm, type):
        raise TypeError(f"algorithm must be an instance with a play method, got {algorithm!r}")
    game = SparseLinearBandit(
        theta,
        sigma,
        horizon,
        seed,
        action_set=action_set,
        noise=noise,
        reveal_variances=reveal_variances,
        checkpoints=checkpoints,
        unit=unit,
        watcher=(lambda rounds: bar.update(rounds)) if progress else None,
    )
    refuse_unsuitable(algorithm, game)
    with tqdm(total=game.horizon, unit="round", unit_scale=True, disable=not progress) as bar:
        report = algorithm.play(game, algorithm_rng(seed))
    if game.remaining:
        raise RuntimeError(f"{algorithm!r} stopped with {game.remaining} rounds left to play")
    marks = game.account.marks
    phases = tuple(
        Phase(**vars(phase), regret=marks[phase.stop] - marks[phase.start])
        for phase in report.phases
    )
    return Run(
        game.account.checkpoints,
        game.account.at_checkpoints,
        report.support,
        report.estimate,
        phases,
        dict(report.facts),
        provenance(
            algorithm,
            {
                "theta": np.asarray(theta, dtype=float),
                "sigma": sigma if callable(sigma) or np.ndim(sigma) == 0 else np.asarray(sigma),
                "horizon": game.horizon,
                "seed": seed,
                "action_set": game.action_set,
                "noise": game.noise,
                "reveal_variances": game.reveals_variances,
                "checkpoints": checkpoints
                if np.ndim(checkpoints) == 0
                else np.asarray(checkpoints),
                "unit": bool(unit),
            },
        ),
    )


def algorithm_rng(seed: int) -> np.random.Generator:
    """Return the generator for an algorithm's own randomness, independent of the noise."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(0, 1))))


def simulate_many(
    algorithm: Algorithm,
    theta: npt.ArrayLike,
    sigma: Any,
    horizon: int,
    seeds: Iterable[int],
    executor: Executor | None = None,
    *,
    progress: bool = True,
    **options: Any,
) -> list[Run]:
    """Play one game for each seed, on all cores, and return the runs in the order of the seeds.

    `executor` is any `concurrent.futures` executor; by default one process a core. Interrupting
    ends the games at once; with an executor of your own it cancels those that have not begun.
    """
    todo = [check.integer("seeds", seed, 0) for seed in check.several("seeds", seeds)]
    if executor is not None:
        check.made("executor", executor, ProcessPoolExecutor, "submit")
    if not todo:
        raise ValueError("seeds must hold at least one seed, got none")
    arguments = (algorithm, theta, sigma, horizon)
    if executor is None and (len(todo) == 1 or not _can_travel((arguments, options))):
        bar = tqdm(todo, disable=not progress, unit="run")
        return [simulate(*arguments, seed, **options) for seed in bar]
    workers = min(len(todo), os.cpu_count() or 1)
    pool = ProcessPoolExecutor(workers) if executor is None else executor
    try:
        futures = [pool.submit(simulate, *arguments, seed, **options) for seed in todo]
        try:
            for future in tqdm(
                as_completed(futures), total=len(todo), disable=not progress, unit="run"
            ):
                future.result()
        except BaseException:
            for future in futures:
                future.cancel()
            if executor is None:
                stop_processes(pool)
            raise
        return [future.result() for future in futures]
    finally:
        if executor is None:
            pool.shutdown(cancel_futures=True)


def stop_processes(pool: Executor) -> None:
    """End the processes of a pool in the middle of their work."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.terminate()


def _can_travel(work: object) -> bool:
    """Say whether the work can be sent to another process (a lambda cannot)."""
    try:
        pickle.dumps(work)
    except Exception as error:
        warnings.warn(
            f"runs go one after another: the work cannot be sent to other processes ({error})",
            stacklevel=3,
        )
        return False
    return True
