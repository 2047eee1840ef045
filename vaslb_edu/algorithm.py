"""What `simulate` needs of an algorithm, and which games an algorithm is made for.

Explained in the chapter *The game*.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from vaslb_edu.action_sets import TOLERANCE, ActionSet, Sphere
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.noise import Noise
from vaslb_edu.report import Report

PARAMETERS = {  # name: (order of the norm, least, largest)
    "unit": (2, 1.0, 1.0),
    "ball": (2, 0.0, 1.0),
    "cross-polytope": (1, 0.0, 1.0),
}


class Algorithm(Protocol):
    """Anything that can play a game to its end: a learner, VASLB, divide and conquer.

    It may also say what it is made for; in brackets, what holds if it does not:

    ===============  ======================================================
    name             what it names
    ===============  ======================================================
    action_sets      classes of action sets (the sphere)
    noises           classes of noise models (any noise)
    parameters       where theta* lies: a name of `PARAMETERS` (``"unit"``)
    needs_variances  whether it reads the variances (False)
    ===============  ======================================================

    All other games are refused, with the reason.
    """

    def play(self, game: SparseLinearBandit, rng: np.random.Generator) -> Report:
        """Play until no round remains."""


def refuse_unsuitable(algorithm: Algorithm, game: SparseLinearBandit) -> None:
    """Raise if the algorithm is not made for this game."""
    name = type(algorithm).__name__
    playable: tuple[type[ActionSet], ...] = getattr(algorithm, "action_sets", (Sphere,))
    if not isinstance(game.action_set, playable):
        raise ValueError(
            f"action_set must be one that {name} is made for ({_names(playable)}), "
            f"got {game.action_set!r}"
        )
    noises: tuple[type[Noise], ...] = getattr(algorithm, "noises", ())
    if noises and not isinstance(game.noise, noises):
        raise ValueError(
            f"noise must be one that {name} is made for ({_names(noises)}), "
            f"got {type(game.noise).__name__}"
        )
    order, least, largest = PARAMETERS[getattr(algorithm, "parameters", "unit")]
    norm = game.parameter_norm(order)
    if not least - TOLERANCE <= norm <= largest + TOLERANCE:
        allowed = f"{largest:g}" if least == largest else f"at most {largest:g}"
        raise ValueError(
            f"theta must have {order}-norm {allowed} for {name}, which relies on it, "
            f"got {order}-norm {norm:.6g}"
        )
    if getattr(algorithm, "needs_variances", False) and not game.reveals_variances:
        raise ValueError(
            f"reveal_variances must be True for {name}, which reads the variances, got False"
        )


def _names(classes: tuple[type, ...]) -> str:
    return ", ".join(one.__name__ for one in classes)
