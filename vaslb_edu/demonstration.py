"""A few short games, a table and a picture: what ``python -m vaslb_edu`` shows.

Explained in the chapter *Start*.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vaslb_edu import schedules
from vaslb_edu._typing import Array
from vaslb_edu.algorithm import Algorithm
from vaslb_edu.divide_and_conquer import DivideAndConquer
from vaslb_edu.figures import style
from vaslb_edu.run import Run, simulate
from vaslb_edu.schedules import Schedule
from vaslb_edu.sharp_vaslb import SharpVASLB
from vaslb_edu.vaslb import VASLB
from vaslb_edu.weighted_oful import WeightedOFUL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENTRIES = (0.9, 0.4, 0.15, 0.1)
WHEN = ("always", "first", "second")
"""When the noise comes: in every round, in the first half, in the second half."""

PLAYERS: dict[str, tuple[str, Algorithm]] = {
    "divide": ("divide and conquer", DivideAndConquer(on_noise="ignore")),
    "weighted": ("Weighted OFUL", WeightedOFUL()),
    "repaired": ("VASLB, repaired", VASLB(WeightedOFUL(), version="repaired")),
    "vaslb": ("sharp VASLB", SharpVASLB(WeightedOFUL())),
}


@dataclass(frozen=True)
class Game:
    """One game of the demonstration: who plays, and how loud it is."""

    role: str
    sigma: float

    @property
    def player(self) -> str:
        """The player's name."""
        return PLAYERS[self.role][0]


def noise(sigma: float, when: str, horizon: int) -> Schedule:
    """Return noise of size `sigma` in every round or in one half of the game."""
    if when == "always":
        return schedules.constant(sigma)
    first, second = (sigma, 0.0) if when == "first" else (0.0, sigma)
    return schedules.step(first, second, at=horizon // 2)


def games(levels: Iterable[float]) -> list[Game]:
    """Return every player at every level of noise."""
    return [Game(role, sigma) for sigma in levels for role in PLAYERS]


def play(game: Game, theta: Array, when: str, horizon: int, seed: int) -> Run:
    """Play one of the games."""
    algorithm = PLAYERS[game.role][1]
    return simulate(algorithm, theta, noise(game.sigma, when, horizon), horizon, seed)


def table(played: Sequence[tuple[Game, Run]], support: set[int]) -> str:
    """Return the games as lines of text: noise, player, regret, coordinates found."""
    lines = [f"{'noise':>6}  {'player':<18}  {'regret':>11}  found  wrongly"]
    for game, run in played:
        chosen = set(run.support or ())
        found = f"{len(chosen & support)} of {len(support)}" if run.support is not None else "–"
        lines.append(
            f"{game.sigma:6g}  {game.player:<18}  {run.final_regret:11,.0f}  {found:>6}"
            f"  {len(chosen - support):6}"
        )
    return "\n".join(lines)


def picture(played: Sequence[tuple[Game, Run]]) -> Figure:
    """Draw the regret of every game over the rounds, one panel for each level of noise."""
    levels = list(dict.fromkeys(game.sigma for game, _ in played))
    fig, panels = style.figure(
        1, len(levels), width=min(1.2 + 2.4 * len(levels), 20), sharey=True, squeeze=False
    )
    for panel, level in zip(panels[0], levels, strict=True):
        for game, run in played:
            if game.sigma == level:
                regret = run.regret.clip(min=1e-2)  # a logarithmic axis has no zero
                panel.plot(run.rounds, regret, label=game.player, **style.line(game.role))
        panel.set(xscale="log", yscale="log", xlabel="round", title=f"noise {level:g}")
    panels[0, 0].set_ylabel("regret")
    panels[0, 0].legend()
    ends = "; ".join(
        f"{game.player} at noise {game.sigma:g}: {run.final_regret:,.0f}" for game, run in played
    )
    return style.note_alt(fig, f"Regret over the rounds, one panel a level. At the end {ends}.")


def free_name(path: Path) -> Path:
    """Return the path, or the first of name-2, name-3, ... that is not taken."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free
