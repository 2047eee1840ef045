"""Which actions a game allows: the unit sphere of the paper, and room for others.

Explained in the chapter *The game*.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array
from vaslb_edu.actions import Actions

TOLERANCE = 1e-9  # how far off the sphere (or the cube) rounding may put an action


class ActionSet(Protocol):
    """Which actions a game allows, and the reward of the best of them."""

    def check(self, actions: Actions) -> None:
        """Raise if an action of the batch is not allowed."""

    def best_value(self, theta: Array) -> float:
        """Return the largest inner product of an allowed action with `theta`."""


def _check(actions: Actions, dim: int, excess: Array | float, rule: str) -> None:
    """Raise if the batch has the wrong dimension or a row that exceeds what is allowed."""
    if actions.dim != dim:
        raise ValueError(f"an action must be a 1-D array of length {dim}, got dim {actions.dim}")
    worst = excess if isinstance(excess, float) else float(excess.max())
    if not worst <= TOLERANCE:  # written so that NaN fails, too
        raise ValueError(f"an action must have {rule}, got one that is off by {worst:.3g}")


@dataclass(frozen=True)
class Sphere:
    """The unit sphere of R^dim: the paper's action set."""

    dim: int

    def __post_init__(self) -> None:
        check.integer("dim", self.dim, 1)

    def check(self, actions: Actions) -> None:
        """Raise if a row does not have Euclidean norm 1."""
        norms = actions.norms()
        off = abs(norms - 1.0) if isinstance(norms, float) else np.abs(norms - 1.0)
        _check(actions, self.dim, off, "Euclidean norm 1")

    def best_value(self, theta: Array) -> float:
        """Return the norm of theta: the best action is theta normalised."""
        return float(np.linalg.norm(theta))


@dataclass(frozen=True)
class Ball:
    """The unit ball of R^dim: shorter actions are allowed, too, and never better."""

    dim: int

    def __post_init__(self) -> None:
        check.integer("dim", self.dim, 1)

    def check(self, actions: Actions) -> None:
        """Raise if a row has a Euclidean norm above 1."""
        _check(actions, self.dim, actions.norms() - 1.0, "Euclidean norm at most 1")

    def best_value(self, theta: Array) -> float:
        """Return the norm of theta: the best action is theta normalised."""
        return float(np.linalg.norm(theta))


@dataclass(frozen=True)
class Hypercube:
    """The cube [-1, 1]^dim: the action set of some baselines."""

    dim: int

    def __post_init__(self) -> None:
        check.integer("dim", self.dim, 1)

    def check(self, actions: Actions) -> None:
        """Raise if a row has an entry larger than 1 in size."""
        _check(actions, self.dim, actions.largest() - 1.0, "entries between -1 and 1")

    def best_value(self, theta: Array) -> float:
        """Return the 1-norm of theta: the best action is the sign vector of theta."""
        return float(np.abs(theta).sum())
