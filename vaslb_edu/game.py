"""The game: it keeps theta*, draws the rewards and keeps the regret account.

Explained in the chapter *The game*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array
from vaslb_edu.account import RegretAccount, checkpoint_rounds
from vaslb_edu.action_sets import ActionSet, Sphere
from vaslb_edu.actions import Actions, Repeated, as_action
from vaslb_edu.noise import Noise, NormalStream, RewardNoise
from vaslb_edu.parameter import short_vector, unit_vector
from vaslb_edu.schedules import LAST_ROUND, Schedule, as_schedule


class Feedback:
    """What a player sees after a batch of rounds: rewards and, if asked for, deviations.

    `sigmas` is read only by algorithms that know the variances. In a game with
    `reveal_variances=False` reading it is an error.
    """

    __slots__ = ("_revealed", "_sigmas", "rewards")

    def __init__(self, rewards: Array, sigmas: Array, revealed: bool = True) -> None:
        self.rewards = rewards
        self._sigmas = sigmas
        self._revealed = revealed

    def __len__(self) -> int:
        return len(self.rewards)

    def first(self, count: int) -> Feedback:
        """Return the feedback of the first `count` rounds only."""
        return self[:count]

    def __getitem__(self, rounds: slice | npt.NDArray[np.intp]) -> Feedback:
        """Return the feedback of some of the rounds."""
        return Feedback(self.rewards[rounds], self._sigmas[rounds], self._revealed)

    @classmethod
    def joined(cls, parts: Sequence[Feedback]) -> Feedback:
        """Return the feedback of all rounds of several batches of one game."""
        rewards = np.concatenate([part.rewards for part in parts])
        sigmas = np.concatenate([part._sigmas for part in parts])
        return cls(rewards, sigmas, parts[0]._revealed)

    @property
    def sigmas(self) -> Array:
        """The deviations sigma_t of the rounds, revealed after the play."""
        if not self._revealed:
            raise PermissionError("this game does not reveal its variances")
        return self._sigmas


class SparseLinearBandit:
    """The sparse linear bandit on the unit sphere with noise of changing size.

    A player calls `play`, or, to simulate many rounds at once, `draw` and then `keep`. `draw` shows
    the feedback of the next rounds without playing them; `keep(m)` plays the first m. The noise of
    a round depends on (seed, round) only, so what is not kept comes again unchanged.

    =================  =============================================
    name               symbol
    =================  =============================================
    theta (hidden)     theta*, a unit vector
    schedule (hidden)  sigma_t
    horizon            T
    round              t, the number of rounds played
    regret             R_t = sum of (best value - <x, theta*>), from means
    =================  =============================================

    With `unit=False` theta may also be shorter than 1. A `watcher` is told how many rounds were
    played, each time some were.
    """

    def __init__(
        self,
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
        watcher: Callable[[int], object] | None = None,
    ) -> None:
        self.horizon = check.integer("horizon", horizon, 1, LAST_ROUND)
        whole = check.flag("unit", unit)
        self._theta = unit_vector("theta", theta) if whole else short_vector("theta", theta)
        self._schedule: Schedule = as_schedule(sigma, self.horizon)
        self.dim = len(self._theta)
        self.round = 0
        self.reveals_variances = check.flag("reveal_variances", reveal_variances)
        self._seed = check.integer("seed", seed, 0)
        self._stream = NormalStream(self._seed)
        self.action_set = Sphere(self.dim) if action_set is None else action_set
        self.noise = RewardNoise() if noise is None else noise
        check.made("action_set", self.action_set, Sphere, "best_value", "check")
        check.made("noise", self.noise, RewardNoise, "draw")
        self._best = self.action_set.best_value(self._theta)
        self._account = RegretAccount(checkpoint_rounds(checkpoints, self.horizon))
        if watcher is not None and not callable(watcher):
            raise TypeError(f"watcher must be a function of a number of rounds, got {watcher!r}")
        self._watcher = watcher
        self._means: Array | float = 0.0
        self._drawn = 0

    @property
    def remaining(self) -> int:
        """Rounds left to play."""
        return self.horizon - self.round

    @property
    def account(self) -> RegretAccount:
        """The regret so far, for whoever watches the game (not for its player)."""
        return self._account

    def parameter_norm(self, order: int) -> float:
        """Return the norm of theta*, for whoever referees the game (not for its player)."""
        return float(np.linalg.norm(self._theta, order))

    def draw(self, actions: Actions) -> Feedback:
        """Show what the next rounds would give under `actions`; nothing is played yet."""
        count = len(actions)
        if not 1 <= count <= self.remaining:
            raise ValueError(
                f"a batch must have 1 to {self.remaining} rounds (what is left of the horizon "
                f"{self.horizon}), got {count}"
            )
        self.action_set.check(actions)
        sigmas = self._sigmas(count)
        self._means = actions.inner(self._theta)
        self._drawn = count
        noise = np.asarray(self.noise.draw(self._stream, self.round, actions, sigmas))
        if noise.shape != (count,) or noise.dtype.kind not in "fiu":
            raise ValueError(
                f"noise must give {count} real numbers, got shape {noise.shape} of {noise.dtype}"
            )
        return Feedback(self._means + noise, sigmas, self.reveals_variances)

    def keep(self, count: int) -> None:
        """Play the first `count` rounds of what was drawn last."""
        if not 1 <= count <= self._drawn:
            raise ValueError(f"count must be between 1 and {self._drawn} drawn rounds, got {count}")
        gaps: Array | float = self._best - self._means
        self._account.charge(self.round, gaps, count)
        self.round += count
        self._drawn = 0
        if self._watcher is not None:
            self._watcher(count)

    def play(self, action: npt.ArrayLike) -> Feedback:
        """Play one action for one round."""
        feedback = self.draw(Repeated(as_action(action, self.dim), 1))
        self.keep(1)
        return feedback

    def mark(self) -> int:
        """Note the regret at this round (the end of a phase) and return the round."""
        self._account.marks[self.round] = self._account.total
        return self.round

    def _sigmas(self, count: int) -> Array:
        sigmas = self._schedule(np.arange(self.round + 1, self.round + count + 1))
        if self._schedule.checked:
            return sigmas
        if sigmas.shape != (count,):
            raise ValueError(f"sigma must give one value a round, got shape {sigmas.shape}")
        if not (sigmas.min() >= 0.0 and sigmas.max() <= 1.0):  # NaN fails, too
            bad = int(np.flatnonzero(~((sigmas >= 0.0) & (sigmas <= 1.0)))[0])
            raise ValueError(
                f"sigma must lie in [0, 1], got {sigmas[bad]} in round {self.round + bad + 1}"
            )
        return sigmas
