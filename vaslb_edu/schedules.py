"""Noise schedules: how loud round t is.

A schedule is a function from round numbers (1, 2, ..., T) to standard deviations sigma_t in [0, 1].
It is evaluated on the rounds that are being played, so no array of length T is ever made.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array

Rounds = npt.NDArray[np.integer[Any]]
LAST_ROUND = 2**63 - 1  # round numbers are 64-bit integers
MOST_SUMMED = 10**10  # rounds that are added up one by one: a minute or two
_CHUNK = 1 << 18


@dataclass(frozen=True)
class Schedule:
    """A noise schedule with a short `name` for legends and a sentence for captions.

    Call it on an array of round numbers, counted from 1, to get sigma_t for each of them. `checked`
    says that its values are known to lie in [0, 1], as those of all schedules made here; those of a
    function of your own, which may also give one number for all rounds, are looked at as they come.
    """

    name: str
    sentence: str
    sigma: Callable[[Rounds], Array] = field(repr=False, compare=False)
    length: int | None = None
    checked: bool = False

    def __post_init__(self) -> None:
        if not callable(self.sigma):
            raise TypeError(f"sigma must be a function of round numbers, got {self.sigma!r}")
        if self.checked and not isinstance(self.sigma, _Known):
            raise ValueError(
                f"checked must be False for a function of your own, got {self.checked!r}"
            )

    def __call__(self, rounds: npt.ArrayLike) -> Array:
        """Return sigma_t for every round number in `rounds`."""
        numbers = np.asarray(rounds)
        if numbers.dtype.kind not in "iu" and numbers.size:
            raise TypeError(f"rounds must be whole numbers, got {rounds!r:.80}")
        return self.sigma(numbers) if self.checked else self._looked_at(numbers)

    def _looked_at(self, rounds: Rounds) -> Array:
        """Return what a function of somebody's own gives, as one real number a round."""
        try:
            values = np.asarray(self.sigma(rounds))
        except Exception as problem:
            raise ValueError(
                f"sigma must take an array of round numbers, but {self.name} raises "
                f"{type(problem).__name__}: {problem}"
            ) from problem
        if values.dtype.kind not in "biuf":
            raise TypeError(f"sigma must give real numbers, got {values.dtype} from {self.name}")
        if values.ndim == 0:
            return np.full(rounds.shape, float(values))
        return values.astype(float)

    def describe(self) -> str:
        """Return one sentence that says what the schedule does."""
        return self.sentence

    def total_variance(self, horizon: int) -> float:
        """Return the sum of sigma_t^2 over rounds 1..horizon, the one number the bounds see."""
        horizon = check.integer("horizon", horizon, 1, MOST_SUMMED)
        starts = range(1, horizon + 1, _CHUNK)
        chunks = (np.arange(a, min(a + _CHUNK, horizon + 1)) for a in starts)
        return float(sum(np.square(self(chunk)).sum() for chunk in chunks))


class _Known:
    """A function of round numbers whose values are known to lie in [0, 1]."""


def _known(
    name: str, sentence: str, sigma: Callable[[Rounds], Array], length: int | None = None
) -> Schedule:
    """Return a schedule whose values are known to lie in [0, 1]."""
    return Schedule(name, sentence, sigma, length, checked=True)


def _level(name: str, value: Any) -> float:
    return check.number(name, value, 0.0, 1.0)


@dataclass(frozen=True)
class _Constant(_Known):
    level: float

    def __call__(self, rounds: Rounds) -> Array:
        return np.full(rounds.shape, self.level)


@dataclass(frozen=True)
class _Step(_Known):
    before: float
    after: float
    at: int

    def __call__(self, rounds: Rounds) -> Array:
        return np.where(rounds <= self.at, self.before, self.after)


@dataclass(frozen=True)
class _Decay(_Known):
    start: float
    power: float

    def __call__(self, rounds: Rounds) -> Array:
        return np.asarray(self.start * rounds.astype(float) ** -self.power)


@dataclass(frozen=True)
class _Periodic(_Known):
    low: float
    high: float
    period: int
    loud: int
    quiet_first: bool

    def __call__(self, rounds: Rounds) -> Array:
        phase = (rounds - 1) % self.period
        is_loud = phase >= self.period - self.loud if self.quiet_first else phase < self.loud
        return np.where(is_loud, self.high, self.low)


@dataclass(frozen=True)
class _Bursts(_Known):
    low: float
    high: float
    length: int
    every: int
    seed: int

    def __call__(self, rounds: Rounds) -> Array:
        windows, offset = np.divmod(rounds - 1, self.every)
        asked, which = np.unique(windows, return_inverse=True)  # rounds may lie far apart
        starts = np.array([self._start(int(w)) for w in asked])[which.reshape(rounds.shape)]
        return np.where((offset >= starts) & (offset < starts + self.length), self.high, self.low)

    def _start(self, window: int) -> int:
        """Place the burst of one window: a function of (seed, window) only."""
        stream = np.random.SeedSequence(self.seed, spawn_key=(window,))
        return int(np.random.default_rng(stream).integers(0, self.every - self.length + 1))


@dataclass(frozen=True)
class _Ramp(_Known):
    start: float
    end: float
    until: int

    def __call__(self, rounds: Rounds) -> Array:
        progress = np.minimum((rounds - 1) / max(self.until - 1, 1), 1.0)
        return np.asarray(self.start + (self.end - self.start) * progress)


@dataclass(frozen=True)
class _Curve(_Known):
    points: tuple[tuple[int, float], ...]
    steps: bool

    def __call__(self, rounds: Rounds) -> Array:
        places, levels = np.array(self.points).T
        if self.steps:
            before = np.maximum(places.searchsorted(rounds, side="right") - 1, 0)
            return np.asarray(levels[before])
        return np.asarray(np.clip(np.interp(rounds, places, levels), 0.0, 1.0))


@dataclass(frozen=True, eq=False)
class _Values(_Known):
    values: Array

    def __call__(self, rounds: Rounds) -> Array:
        if rounds.size and not (rounds.min() >= 1 and rounds.max() <= len(self.values)):
            bad = rounds.min() if rounds.min() < 1 else rounds.max()
            raise ValueError(f"rounds must lie in [1, {len(self.values)}], got {bad}")
        return self.values[rounds - 1]


def constant(level: float) -> Schedule:
    """Return sigma_t = level in every round."""
    level = _level("level", level)
    return _known("constant", f"sigma = {level:g} in every round", _Constant(level))


def step(before: float, after: float, at: int) -> Schedule:
    """Return sigma_t = before in rounds 1..at, and after from then on."""
    before, after = _level("before", before), _level("after", after)
    at = check.integer("at", at, 0, LAST_ROUND)
    sentence = f"sigma = {before:g} up to round {at:,}, {after:g} afterwards"
    return _known("step", sentence, _Step(before, after, at))


def decay(start: float = 1.0, power: float = 0.5) -> Schedule:
    """Return sigma_t = start * t^(-power): noise that dies out."""
    start = _level("start", start)
    power = check.number("power", power, 0.0)
    return _known("decay", f"sigma = {start:g} t^-{power:g}", _Decay(start, power))


def periodic(
    low: float, high: float, period: int, duty: float = 0.5, quiet_first: bool = True
) -> Schedule:
    """Return quiet and loud stretches in turn; `duty` is the loud share of each period."""
    low, high = _level("low", low), _level("high", high)
    period = check.integer("period", period, 1, LAST_ROUND)
    loud = round(check.number("duty", duty, 0.0, 1.0) * period)
    quiet = check.flag("quiet_first", quiet_first)
    sentence = f"sigma = {low:g}, but {high:g} in {loud:,} of every {period:,} rounds"
    return _known("periodic", sentence, _Periodic(low, high, period, loud, quiet))


def bursts(low: float, high: float, length: int, every: int, seed: int = 0) -> Schedule:
    """Return one loud burst of `length` rounds at a random place in each window of `every`."""
    low, high = _level("low", low), _level("high", high)
    every = check.integer("every", every, 1, LAST_ROUND)
    length = check.integer("length", length, 0, every)
    seed = check.integer("seed", seed, 0)
    sentence = f"sigma = {low:g}, with a burst of {length:,} rounds at {high:g} in every {every:,}"
    return _known("bursts", sentence, _Bursts(low, high, length, every, seed))


def ramp(start: float, end: float, until: int) -> Schedule:
    """Return a straight line from `start` in round 1 to `end` in round `until`, then flat."""
    start, end = _level("start", start), _level("end", end)
    until = check.integer("until", until, 1, LAST_ROUND)
    sentence = f"sigma goes from {start:g} to {end:g} over {until:,} rounds"
    return _known("ramp", sentence, _Ramp(start, end, until))


def curve(points: Sequence[tuple[int, float]], steps: bool = False) -> Schedule:
    """Return the schedule drawn through points (round, sigma): straight lines, flat at both ends.

    With `steps` the level of a point holds until the next one. The rounds must ascend; two points
    in neighbouring rounds make a jump. It is what the laboratory draws.
    """
    drawn = tuple(_point(n, point) for n, point in enumerate(_listed(points)))
    if not drawn:
        raise ValueError(f"points must hold at least one (round, sigma), got {points!r}")
    for (early, _), (late, _) in itertools.pairwise(drawn):
        if late <= early:
            raise ValueError(f"points must have rounds that ascend, got {late} after {early}")
    steps = check.flag("steps", steps)
    first, last = drawn[0], drawn[-1]
    way = "in steps" if steps else "in straight lines"
    sentence = (
        f"sigma drawn through {len(drawn)} points {way}: {first[1]:g} in round {first[0]:,}, "
        f"{last[1]:g} from round {last[0]:,} on"
    )
    return _known("curve", sentence, _Curve(drawn, steps))


def _listed(points: Any) -> list[Any]:
    """Return what is given as a list, or raise."""
    if isinstance(points, (str, bytes)) or not isinstance(points, Iterable):
        raise TypeError(f"points must be a list of pairs (round, sigma), got {points!r}")
    return list(points)


def _point(n: int, point: Any) -> tuple[int, float]:
    """Return one point of a curve as a round and a level, or raise."""
    if np.shape(point) != (2,):
        raise TypeError(f"points[{n}] must be a pair (round, sigma), got {point!r}")
    place = check.integer(f"round of points[{n}]", point[0], 1, LAST_ROUND)
    return place, check.number(f"sigma of points[{n}]", point[1], 0.0, 1.0)


def from_values(values: npt.ArrayLike) -> Schedule:
    """Return the schedule that reads sigma_t off an array, one value a round."""
    array = check.vector("sigma", values).copy()
    outside = np.flatnonzero((array < 0) | (array > 1))
    if outside.size:
        at = int(outside[0])
        raise ValueError(f"sigma must lie in [0, 1], got {array[at]} in round {at + 1}")
    sentence = f"{array.size:,} given values between {array.min():g} and {array.max():g}"
    return _known("values", sentence, _Values(array), array.size)


def as_schedule(sigma: Any, horizon: int) -> Schedule:
    """Turn a number, an array of length `horizon` or a schedule into a schedule."""
    horizon = check.integer("horizon", horizon, 1, LAST_ROUND)
    if isinstance(sigma, Schedule):
        schedule = sigma
    elif callable(sigma):
        label = getattr(sigma, "__name__", type(sigma).__name__)
        schedule = Schedule(label, f"sigma given by {label}", sigma)
    elif np.ndim(sigma) == 0:
        schedule = constant(check.number("sigma", sigma, 0.0, 1.0))
    else:
        schedule = from_values(sigma)
    if schedule.length is not None and schedule.length != horizon:
        raise ValueError(
            f"sigma must have one value a round: length {horizon}, got length {schedule.length}"
        )
    return schedule
