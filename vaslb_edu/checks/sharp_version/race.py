"""Check of this set, item 8: a race of the student's choice, and how far the lead will be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from vaslb_edu.algorithm import Algorithm
from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, WrongAnswer, expect
from vaslb_edu.run import simulate
from vaslb_edu.sharp_vaslb import SharpVASLB
from vaslb_edu.vaslb import VASLB
from vaslb_edu.weighted_oful import WeightedOFUL

LEAST, SLACK = 50.0, 2.0  # the factor asked for, and how far a prediction may be off
RUNS = 2
SHARP, REPAIRED = SharpVASLB(WeightedOFUL()), VASLB(WeightedOFUL())


@dataclass(frozen=True)
class Race:
    """One game of the student's, and what came of it."""

    theta: Array
    sigmas: Array
    predicted: float
    sharp: float = 0.0
    repaired: float = 0.0

    @property
    def factor(self) -> float:
        """By which factor the sharp version has less regret."""
        return self.repaired / self.sharp

    def played(self, seed: int) -> Race:
        """Return the race with the mean regrets of a few games."""
        return replace(self, sharp=self._regret(SHARP, seed), repaired=self._regret(REPAIRED, seed))

    def _regret(self, algorithm: Algorithm, seed: int) -> float:
        horizon, seeds = len(self.sigmas), range(seed, seed + RUNS)
        runs = (
            simulate(algorithm, self.theta, self.sigmas, horizon, one, checkpoints=1)
            for one in seeds
        )
        return sum(run.final_regret for run in runs) / RUNS

    def is_near(self, value: float) -> bool:
        """Say whether the prediction is near a value."""
        return value / SLACK <= self.predicted <= value * SLACK


@repeatable
def race_game(answer: Any, rng: Any = None) -> Right:
    """Check by playing it, short and long, that the sharp version leads by the factor foretold."""
    rng = np.random.default_rng(rng)
    d, seed = int(rng.integers(32, 97)), int(rng.integers(2**31))
    horizons = 2000 * int(rng.integers(10, 16)), 2000 * int(rng.integers(30, 41))
    races = [_described(answer, d, horizon) for horizon in horizons]
    races = [race.played(seed) for race in races]
    for race in races:
        expect(race.factor >= LEAST, _why_so_little(race))
    if not all(race.is_near(race.factor) for race in races):
        raise WrongAnswer(_what_was_foretold(races))
    short, long = (f"{race.factor:,.0f}" for race in races)
    return Right(f"It wins by the factors {short} and {long}, and you knew beforehand.")


def _described(answer: Any, d: int, horizon: int) -> Race:
    """Return what the student's function describes after a look at all that can be wrong."""
    given = answers.call("race_game", answer, d, horizon)
    expect(
        type(given) in (tuple, list) and len(given) == 3,
        "Return three things: θ*, the deviations, and the factor that you predict.",
    )
    expect(
        type(given[1]) not in (int, float, np.float64),
        "The deviations are one number: give one for each round, `np.full(horizon, …)`.",
    )
    theta, sigmas = (
        answers.vector(name, part)
        for name, part in zip(("θ*", "the array of deviations"), given[:2], strict=True)
    )
    predicted = answers.number("the factor you predict", given[2])
    expect(
        (len(theta), len(sigmas)) != (horizon, d),
        "The deviations come first in yours: θ*, then the deviations, then the factor.",
    )
    expect(
        theta.shape == (d,), f"For d = {d} your θ* has {len(theta)} entries. It should follow d."
    )
    norm = float(np.linalg.norm(theta))
    expect(abs(norm - 1.0) < 1e-6, f"θ* should be a unit vector; yours has length {norm:.4g}.")
    expect(
        sigmas.shape == (horizon,),
        f"For T = {horizon:,} you give {len(sigmas):,} deviations. They should follow T.",
    )
    low, high = float(sigmas.min()), float(sigmas.max())
    expect(low >= 0.0, f"A deviation is never negative; your smallest is {low:.3g}.")
    expect(high <= 1.0, f"Deviations are at most 1 here; your largest is {high:.3g}.")
    expect(predicted > 0.0, f"A factor is positive; you predict {predicted:g}.")
    return Race(theta / norm, sigmas, predicted)


def _why_so_little(race: Race) -> str:
    d, horizon = len(race.theta), len(race.sigmas)
    told = (
        f"With d = {d} and T = {horizon:,} the sharp version has {race.sharp:,.0f}, the repaired "
        f"one {race.repaired:,.0f}: a factor {race.factor:.1f}, and {LEAST:g} is asked for."
    )
    entries = np.count_nonzero(np.abs(race.theta) > 1e-9)
    if entries > d / 8:
        return f"{told} Your θ* has {entries} entries: what is there to gain without sparsity?"
    if float(np.quantile(race.sigmas, 0.05)) >= 0.1:
        return (
            f"{told} In your noise hardly a round is quiet, and 1/(1 + dσ²) is small in all of "
            "them. Where are the rounds that count fully?"
        )
    return (
        f"{told} Small entries take about 20/θ² of weight each to be found. Try fewer, larger ones."
    )


def _what_was_foretold(races: list[Race]) -> str:
    """Return what the predictions seem to be, if not the factor."""
    guesses = {
        "Your factor is upside down: regret of the repaired version over that of the sharp one.": [
            1 / race.factor for race in races
        ],
        "You predict the difference of the two regrets, or that of the repaired version alone; a "
        "*factor* is asked for: divide by the regret of the sharp one.": [
            race.repaired for race in races
        ],
        "You predict the regret of the sharp version. Divide that of the repaired version by it.": [
            race.sharp for race in races
        ],
    }
    measured = " and ".join(
        f"{race.factor:,.0f} (T = {len(race.sigmas):,}; you said {race.predicted:,.4g})"
        for race in races
    )
    for hint, values in guesses.items():
        if all(race.is_near(value) for race, value in zip(races, values, strict=True)):
            return f"{hint} Measured: {measured}."
    short, long = races
    if short.is_near(short.factor) or long.is_near(long.factor):
        return (
            f"At one horizon you are right, at the other not. Measured: {measured}. Which of the "
            "two regrets grows with T in your game?"
        )
    side = "less" if short.predicted > short.factor else "more"
    return (
        f"The lead is {side} than you say, by more than a factor {SLACK:g}. Measured: {measured}; "
        f"the regrets are {long.sharp:,.0f} and {long.repaired:,.0f} in the long game. Which of "
        "the two did you get wrong?"
    )
