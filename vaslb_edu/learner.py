"""The learner protocol: what a linear bandit algorithm must offer, and nothing else.

Explained in the chapter *From regret to sample complexity*.

VASLB treats its learner as a black box. It hands it a few coordinates, plays what it proposes and
stops it as soon as its own pessimistic estimate of its regret is small enough. A learner therefore

* proposes a unit vector (`act`),
* takes in the rewards of as many repeats of it as it likes, and says after each of them how much
  regret it may have had so far, at worst (`take`).

A learner that changes its action in every round has nothing to repeat; `RoundByRound` asks it for
one round at a time. This one asks every coordinate once and then plays the answer, which is right
when there is no noise::

    class AskOnce(RoundByRound):
        def reset(self, dim, delta, horizon):
            self.dim, self.answers = dim, []

        def act(self):
            n = len(self.answers)
            return np.eye(self.dim)[n] if n < self.dim else unit(self.answers)

        def observe(self, reward, sigma):
            self.answers = [*self.answers, reward][: self.dim]

        def regret_bound(self):
            return 2.0 * self.dim

    run = simulate(VASLB(AskOnce()), theta, sigma=0.0, horizon=30_000)

VASLB needs one thing more: when a phase ends, the mean of the rewards must be accurate to Delta^2.
No learner has to promise it: VASLB raises every bound to the noise of the sum of the rewards
(`patience`).

The sharp version never throws its learner away. It asks it what is certain (`certificate`) and lets
it go on in more coordinates (`embed`). A learner that offers neither is certified by its regret.
If it can also learn from rounds that it did not propose (`absorb`) and say where theta is certainly
not zero (`nonzero`), no quiet round of an exploration is lost.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
import numpy.typing as npt

from vaslb_edu._typing import Array
from vaslb_edu.action_sets import TOLERANCE, ActionSet, Sphere
from vaslb_edu.actions import Repeated
from vaslb_edu.game import Feedback, SparseLinearBandit
from vaslb_edu.report import Report

CHUNK = 1 << 14  # rounds offered at once, at most


@dataclass(frozen=True)
class Certificate:
    """An action x and what its learner knows for certain: low <= <x, theta> <= ||theta|| <= high.

    "For certain" is with the probability 1 - delta with which the learner keeps its promises, in
    all rounds at once.
    """

    action: Array
    low: float
    high: float

    @property
    def estimate(self) -> Array:
        """theta-hat = max(0, low) x: certainly no longer than theta."""
        return max(0.0, self.low) * self.action

    @property
    def missing(self) -> float:
        """R = sqrt(1 - ||theta-hat||^2): all that a unit vector can hold elsewhere."""
        return math.sqrt(1.0 - max(0.0, self.low) ** 2)

    @classmethod
    def within_ball(cls, action: Array, low: float, high: float) -> Certificate:
        """Make one for a theta of the unit ball: no number outside [-1, 1] is needed."""
        return cls(action, max(-1.0, min(low, 1.0)), max(-1.0, min(high, 1.0)))


class Learner:
    """Base class of linear bandit algorithms on the unit sphere.

    An instance is a configuration that can be used again and again; `fresh` makes a running copy.
    """

    delta: float = 0.05

    needs_variances: bool = True
    """Whether the learner reads `Feedback.sigmas`; without them such a game is refused."""

    action_sets: ClassVar[tuple[type[ActionSet], ...]] = (Sphere,)

    parameters: ClassVar[str] = "ball"
    """It learns how long theta is, so a short one will do."""

    def reset(self, dim: int, delta: float, horizon: int) -> None:
        """Start anew on the unit sphere of R^dim, for at most `horizon` rounds.

        What the learner promises must hold with probability at least 1 - delta.
        """
        raise TypeError(f"{type(self).__name__} must define reset(dim, delta, horizon)")

    def act(self) -> Array:
        """Return the unit vector to play now, of shape (dim,)."""
        raise TypeError(f"{type(self).__name__} must define act()")

    def take(self, feedback: Feedback) -> Array:
        """Learn from the current action repeated, for as long as the action would not change.

        `feedback` offers several rounds. The learner takes the first m >= 1 of them and returns its
        regret bound after each of these m rounds: a number that the regret so far exceeds with
        probability at most delta. Whoever plays may stop it at an earlier one and throw it away.
        """
        raise TypeError(f"{type(self).__name__} must define take(feedback)")

    @property
    def estimate(self) -> Array | None:
        """The current estimate of the parameter, if the learner keeps one."""
        return None

    largest_dim: float = math.inf
    """The most coordinates that the learner can play on."""

    embedding_cost: ClassVar[float] = 1.0
    """All that a learner promises, before and after being embedded, fails with probability at most
    so many times the delta that it was given."""

    def certificate(self) -> Certificate:
        """Return what is certain about an action now.

        It changes only at the end of a `take`, in rounds that do not depend on how many were
        offered.
        """
        raise TypeError(f"{type(self).__name__} must define certificate()")

    def embed(self, places: Sequence[int], dim: int) -> None:
        """Go on in R^dim with all that was learnt: coordinate j becomes coordinate places[j].

        All rounds so far had 0 at the new coordinates, where theta may be anything.
        """
        raise TypeError(f"{type(self).__name__} must define embed(places, dim)")

    def absorb(self, actions: Array, feedback: Feedback) -> None:
        """Learn from rounds with other actions, a row each, chosen before their rewards were seen.

        They may have been played at any time: the order of rounds is of no account.
        """
        raise TypeError(f"{type(self).__name__} must define absorb(actions, feedback)")

    def nonzero(self) -> npt.NDArray[np.intp]:
        """Return the coordinates at which theta is certainly not zero."""
        raise TypeError(f"{type(self).__name__} must define nonzero()")

    def fresh(self, dim: int, delta: float, horizon: int) -> Self:
        """Return a copy with the same configuration, ready for its first round."""
        running = copy.copy(self)
        running.reset(dim, delta, horizon)
        return running

    def play(
        self, game: SparseLinearBandit, rng: np.random.Generator, chunk: int = CHUNK
    ) -> Report:
        """Play the whole game on the whole sphere, with no use of sparsity."""
        running = self.fresh(game.dim, self.delta, game.horizon)
        for _ in stretches(running, game, range(game.dim), chunk=chunk):
            pass
        return Report(estimate=running.estimate)


class RoundByRound(Learner):
    """A learner that looks at one round at a time: it defines `observe` and `regret_bound`."""

    def observe(self, reward: float, sigma: float | None) -> None:
        """Learn from one round; sigma is its deviation, None if variances are not needed."""
        raise TypeError(f"{type(self).__name__} must define observe(reward, sigma)")

    def regret_bound(self) -> float:
        """Return a number that the regret so far exceeds with probability at most delta."""
        raise TypeError(f"{type(self).__name__} must define regret_bound()")

    def take(self, feedback: Feedback) -> Array:
        """Take one round."""
        sigma = float(feedback.sigmas[0]) if self.needs_variances else None
        self.observe(float(feedback.rewards[0]), sigma)
        return np.array([self.regret_bound()])


@dataclass(frozen=True)
class Stretch:
    """Rounds in which a learner repeated one action.

    =======  ===================================================
    name     what it is
    =======  ===================================================
    action   what was played, on the learner's own coordinates
    rewards  the rewards of the rounds
    bounds   the learner's regret bound after each of them
    =======  ===================================================
    """

    action: Array
    rewards: Array
    bounds: Array


def stretches(
    learner: Learner,
    game: SparseLinearBandit,
    support: Sequence[int],
    *,
    chunk: int = CHUNK,
    stop: Callable[[Array], int | None] = lambda bounds: None,
    rounds: int | None = None,
) -> Iterator[Stretch]:
    """Let a learner play on the coordinates `support`: offer rounds, keep what it takes.

    The learner says how many of the offered rounds it takes. `stop` looks at the bounds after
    these rounds and names the one after which the playing ends, if it does. The rounds kept do not
    depend on how many were offered. With `rounds` no more than so many are offered in all.
    """
    places, offer = list(support), 1
    everywhere = places == list(range(game.dim))
    end = game.horizon if rounds is None else min(game.horizon, game.round + rounds)
    while game.round < end:
        action = played = action_of(learner, len(places))
        if not everywhere:
            played = np.zeros(game.dim)
            played[places] = action
        offer = min(offer, chunk, end - game.round)
        feedback = game.draw(Repeated(played, offer))
        bounds = bounds_of(learner, feedback)
        last = stop(bounds)
        kept = len(bounds) if last is None else last
        game.keep(kept)
        yield Stretch(action, feedback.rewards[:kept], bounds[:kept])
        if last is not None:
            return
        offer = next_batch(offer, kept)


def action_of(learner: Learner, dim: int) -> Array:
    """Ask a learner for its action and check that it is a unit vector of R^dim."""
    action = np.asarray(learner.act(), dtype=float)
    name = type(learner).__name__
    if action.shape != (dim,):
        raise ValueError(f"{name}.act() must return shape ({dim},), got shape {action.shape}")
    norm = math.sqrt(action.dot(action))
    if not abs(norm - 1.0) <= TOLERANCE:
        raise ValueError(f"{name}.act() must return a unit vector, got norm {norm}")
    return action


def bounds_of(learner: Learner, feedback: Feedback) -> Array:
    """Let a learner take what it likes of the offered rounds, and check what it returns."""
    bounds = np.asarray(learner.take(feedback))
    if (
        bounds.dtype.kind in "iuf"
        and bounds.ndim == 1
        and 1 <= len(bounds) <= len(feedback)
        and not math.isnan(bounds[-1])
    ):
        return bounds.astype(float, copy=False)
    raise ValueError(
        f"{type(learner).__name__}.take() must return a real number for each of 1 to "
        f"{len(feedback)} rounds, got {bounds!r}"
    )


def next_batch(offered: int, taken: int) -> int:
    """Offer twice as many rounds after a batch that was taken whole, else as many as were taken."""
    return 2 * offered if taken == offered else max(taken, 1)
