"""Divide and conquer: find the support with no noise, by halving.

Explained in the chapter *Divide and conquer*. The paper's appendix on the deterministic case.
"""

from __future__ import annotations

import math

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array
from vaslb_edu.actions import Repeated
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.report import Report

_ZERO = 1e-10  # a signed sum of entries below this is rounding, not signal


class DivideAndConquer:
    """Split a set that holds a non-zero entry in half, ask both halves, go on in those that answer.

    A half of m coordinates is asked with +-1/sqrt(m) on each. Equal entries of opposite sign would
    cancel under equal signs, so the signs are random; then a half with a non-zero entry answers 0
    with probability at most 1/2. It is asked up to `trials` times before it is put aside.

    A half may still be put aside wrongly. Because theta* is a unit vector, the squares of the
    entries found must sum to 1; while they do not, the coordinates not yet found are searched
    again. So chance decides the number of queries, at most 2 * trials * s * ceil(log2 d) + s +
    trials in one pass, and the support is found for certain unless rounds or passes run out.

    Parameters
    ----------
    trials
        Random-sign queries of a half before it counts as empty.
    signs
        ``"random"``, or ``"equal"``: the simple version, which cancelling entries defeat.
    on_noise
        ``"refuse"``: raise as soon as a query meets noise. ``"ignore"``: go on and fail.
    passes
        Searches of all coordinates before giving up.
    """

    def __init__(
        self,
        trials: int = 3,
        *,
        signs: str = "random",
        on_noise: str = "refuse",
        passes: int = 60,
    ) -> None:
        self.trials = check.integer("trials", trials, 1)
        self.signs = check.choice("signs", signs, ("random", "equal"))
        self.on_noise = check.choice("on_noise", on_noise, ("refuse", "ignore"))
        self.passes = check.integer("passes", passes, 1)

    @property
    def needs_variances(self) -> bool:
        """Whether it looks for noise, to refuse it."""
        return self.on_noise == "refuse"

    def play(self, game: SparseLinearBandit, rng: np.random.Generator) -> Report:
        """Search, then play what was found for the rest of the game."""
        search = _Search(self, game, rng)
        search.run()
        queries = game.round
        game.mark()
        found = search.found
        action = np.zeros(game.dim)
        action[list(found)] = list(found.values())
        estimate = action.copy()
        norm = math.sqrt(float(action @ action))
        action = action / norm if norm > 0 else np.eye(game.dim)[0]
        while game.remaining:
            rounds = min(game.remaining, 1 << 16)
            game.draw(Repeated(action, rounds))
            game.keep(rounds)
        return Report(tuple(sorted(found)), estimate, facts={"queries": float(queries)})


class _Search:
    """The state of one search: what was found, and how to ask."""

    def __init__(
        self, options: DivideAndConquer, game: SparseLinearBandit, rng: np.random.Generator
    ) -> None:
        self.options, self.game, self.rng = options, game, rng
        self.found: dict[int, float] = {}

    def run(self) -> None:
        for _ in range(self.options.passes):
            rest = np.setdiff1d(np.arange(self.game.dim), list(self.found))
            if rest.size and self.answers(rest):
                self.conquer(rest)
            mass = math.fsum(value * value for value in self.found.values())
            if mass > 1.0 - 1e-12 or not self.game.remaining:
                return

    def conquer(self, places: Array) -> None:
        """Find the non-zero entries among `places`, which are known to hold one."""
        if len(places) == 1:
            value = self.ask(places)
            if value is not None and abs(value) > _ZERO:
                self.found[int(places[0])] = value
            return
        left, right = np.array_split(places, 2)
        left_answers = self.answers(left)
        if left_answers:
            self.conquer(left)
        # If the left half is empty, the right one must hold the entry: no need to ask.
        if not left_answers or self.answers(right):
            self.conquer(right)

    def answers(self, places: Array) -> bool:
        """Ask a set of coordinates up to `trials` times; say whether it ever answered."""
        for _ in range(self.options.trials):
            answer = self.ask(places)
            if answer is None or abs(answer) > _ZERO:
                return answer is not None
        return False

    def ask(self, places: Array) -> float | None:
        """Play signs on `places` and return their signed sum of entries (None: no rounds left)."""
        if not self.game.remaining:
            return None
        signs = np.ones(len(places))
        if self.options.signs == "random" and len(places) > 1:
            signs = self.rng.choice([-1.0, 1.0], size=len(places))
        action = np.zeros(self.game.dim)
        action[places] = signs / math.sqrt(len(places))
        feedback = self.game.draw(Repeated(action, 1))
        if self.options.on_noise == "refuse" and feedback.sigmas[0] != 0.0:
            raise ValueError(
                "divide and conquer needs rounds without noise: sigma must be 0 while it asks, "
                f"got sigma = {feedback.sigmas[0]:g} in round {self.game.round + 1}"
            )
        self.game.keep(1)
        return float(feedback.rewards[0]) * math.sqrt(len(places))
