"""Who is raced: every system of Table 1 and its rivals, with the game that each of them plays.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from vaslb_edu.action_sets import Ball, Hypercube, Sphere
from vaslb_edu.algorithm import Algorithm
from vaslb_edu.divide_and_conquer import DivideAndConquer
from vaslb_edu.noise import ParameterNoise
from vaslb_edu.oful import OFUL
from vaslb_edu.rivals.confidence_ball import ConfidenceBall2
from vaslb_edu.rivals.explore_then_commit import ExploreThenCommit
from vaslb_edu.rivals.selective_explore_then_commit import SelectiveExploreThenCommit
from vaslb_edu.rivals.sl_ucb import SLUCB
from vaslb_edu.rivals.sparse_oful import SparseOFUL
from vaslb_edu.sharp_vaslb import SharpVASLB
from vaslb_edu.table1.cell import Cell
from vaslb_edu.vaslb import VASLB
from vaslb_edu.voful2 import VOFUL2
from vaslb_edu.weighted_oful import WeightedOFUL

CHECKPOINTS = 13  # rounds at which a run remembers its regret
SETTINGS = {
    "common": "unit sphere, noise on the reward",
    "parameter noise": "unit ball, noise on the parameter, of length σ in all",
    "cube": "cube, 1-norm of θ* at most 1",
}


@dataclass(frozen=True)
class System:
    """A system: how it is built for a game, what it must be told, and what it plays.

    `setting` is a key of `SETTINGS`. The parameter of the cube is theta* divided by its 1-norm.
    """

    name: str
    build: Callable[[Cell], Algorithm]
    told: str = "nothing"
    setting: str = "common"
    row: str | None = None  # its row in Table 1


def _same_noise(cell: Cell) -> Algorithm:
    """SL-UCB against noise that every unit action hears with deviation sigma."""
    return SLUCB(cell.rms * math.sqrt(cell.d))


SYSTEMS = {
    system.name: system
    for system in (
        System("ConfidenceBall2", lambda cell: ConfidenceBall2(), row="ConfidenceBall2"),
        System("OFUL", lambda cell: OFUL(), row="OFUL"),
        System("Sparse OFUL", lambda cell: SparseOFUL(cell.s), told="s", row="OFUL, sparse"),
        System("SL-UCB, equal noise", _same_noise, told="σ"),
        System("SL-UCB", lambda cell: SLUCB(cell.rms), "σ", "parameter noise", row="SL-UCB"),
        System(
            "Selective ETC",
            lambda cell: SelectiveExploreThenCommit(),
            setting="cube",
            row="Selective explore-then-commit",
        ),
        System("Weighted OFUL", lambda cell: WeightedOFUL(), row="Weighted OFUL"),
        System("VOFUL2", lambda cell: VOFUL2(), row="VOFUL2"),
        System("VASLB, printed", lambda cell: VASLB(WeightedOFUL(), "printed")),
        System(
            "VASLB, repaired", lambda cell: VASLB(WeightedOFUL()), row="VASLB with Weighted OFUL"
        ),
        System("VASLB with VOFUL2", lambda cell: VASLB(VOFUL2()), row="VASLB with VOFUL2"),
        System("Printed with VOFUL2", lambda cell: VASLB(VOFUL2(), "printed")),
        System("Sharp VASLB", lambda cell: SharpVASLB(WeightedOFUL())),
        System("Sharp with VOFUL2", lambda cell: SharpVASLB(VOFUL2())),
        System(
            "Explore then commit",
            lambda cell: ExploreThenCommit(cell.s, cell.rms),
            told="s, σ",
        ),
        System(
            "Divide and conquer",
            lambda cell: DivideAndConquer(),
            told="no noise",
            row="Divide and conquer",
        ),
    )
}


def game_of(cell: Cell) -> tuple[Algorithm, dict[str, Any]]:
    """Return who plays a cell, and the arguments that `simulate` takes beside."""
    system = SYSTEMS[cell.system]
    algorithm = system.build(cell)
    theta, sigma = cell.theta, cell.sigma
    game: dict[str, Any] = {"action_set": Sphere(cell.d)}
    if system.setting == "cube":
        theta = theta / np.abs(theta).sum()
        game = {"action_set": Hypercube(cell.d), "unit": False}
    elif system.setting == "parameter noise":
        if not isinstance(sigma, float):
            raise ValueError(f"noise must be one number for {cell.system}, got {cell.noise!r}")
        sigma /= math.sqrt(cell.d)
        game = {"action_set": Ball(cell.d), "noise": ParameterNoise()}
    elif isinstance(algorithm, SLUCB):
        # Every unit action hears this noise as normal with deviation sigma, as the others do.
        game["noise"] = ParameterNoise()
    return algorithm, {
        "theta": theta,
        "sigma": sigma,
        "horizon": cell.horizon,
        "seed": cell.seed,
        "reveal_variances": bool(getattr(algorithm, "needs_variances", False)),
        "checkpoints": CHECKPOINTS,
        **game,
    }
