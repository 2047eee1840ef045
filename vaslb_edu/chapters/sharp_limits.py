"""Where the sharp version loses: when theta is full, the game is short, or a rival is told all.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from vaslb_edu import schedules
from vaslb_edu._typing import Array
from vaslb_edu.chapters._log_axes import powers_of_ten
from vaslb_edu.figures import loudness, style
from vaslb_edu.figures.drawing import drawing
from vaslb_edu.parameter import sparse_parameter
from vaslb_edu.rivals.explore_then_commit import ExploreThenCommit
from vaslb_edu.run import simulate
from vaslb_edu.sharp_vaslb import SharpVASLB
from vaslb_edu.weighted_oful import WeightedOFUL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DIM = 32
COUNTS = [1, 2, 4, 8, 16, 32]
FILLED = [0.0, 0.3]
ENDS = np.unique(np.geomspace(30, 10**5, 60).astype(int))
LEVELS = [0.0, 0.1, 0.3, 1.0]
TWO = (1.0, -1.0)
FULL = (1.0, *(0.3,) * (DIM - 1))  # one entry is larger: a search finds it, and goes on
FALLING = tuple(0.7**place for place in range(16))
TURNS = schedules.periodic(0.0, 1.0, 2)


def silence(rounds: int, sigma: float = 0.0) -> schedules.Schedule:
    """Return noise that is 0, or little, for some rounds and 1 ever after."""
    return schedules.step(sigma, 1.0, rounds)


BRIEF = silence(200)


@cache
def by_end(sigma: Any, entries: tuple[float, ...] = TWO, dim: int = DIM, seeds: int = 4) -> Array:
    """Return regret of the sharp version over its learner's if the game ended at each of `ENDS`.

    Means over games. Neither player looks at the horizon, so one long game is all shorter ones as
    well.
    """
    theta = sparse_parameter(dim, entries)
    mine, alone = (
        sum(
            simulate(player, theta, sigma, int(ENDS[-1]), seed, checkpoints=ENDS).regret
            for seed in range(1, seeds + 1)
        )
        for player in (SharpVASLB(WeightedOFUL()), WeightedOFUL())
    )
    return np.asarray(mine / alone)


def overtaken(ratios: Array) -> int:
    """Return the first of `ENDS` from which on the sharp version has less regret."""
    behind = np.flatnonzero(ratios >= 1.0)
    if behind.size and behind[-1] == len(ENDS) - 1:
        raise ValueError(f"the sharp version is behind at the end, by {ratios[-1]:.2f}")
    return int(ENDS[behind[-1] + 1]) if behind.size else int(ENDS[0])


def against_the_told(factor: float = 10.0, dim: int = 16) -> tuple[float, float]:
    """Return regret over that of explore-then-commit, and over sqrt(s d V) + s.

    A million rounds, sigma = 1, one large entry and one of eps^2 = factor sqrt(d / (s T)): at
    factors near 1, finding it costs about what leaving it out does.
    """
    rounds, share = 10**6, factor * math.sqrt(dim / (2 * 10**6))
    theta = sparse_parameter(dim, [math.sqrt(1.0 - share), math.sqrt(share)])
    mine, told = (
        simulate(player, theta, 1.0, rounds, seed=1).final_regret
        for player in (SharpVASLB(WeightedOFUL()), ExploreThenCommit(2, 1.0))
    )
    return mine / told, mine / (math.sqrt(2 * dim * rounds) + 2)


@drawing
def short_games() -> Figure:
    """Show how long a game must be: two equal entries of 32."""
    fig, axes = style.figure()
    for sigma, look in zip(LEVELS, ("-", "--", "-.", ":"), strict=True):
        color = loudness.color(sigma)
        axes.plot(ENDS, by_end(sigma), look, color=color, lw=1.8, label=f"σ = {sigma:g}")
    axes.axhline(1.0, **style.line("truth") | {"lw": 0.8})
    axes.set(xscale="log", yscale="log", xlabel="rounds T of the game", ylim=(0.03, 2.5))
    axes.set_ylabel("sharp / learner alone")
    powers_of_ten(axes.xaxis, range(2, 6))
    axes.set_yticks([0.1, 1], ["0.1", "1"])
    axes.minorticks_off()
    axes.set_title("A search must pay before the game ends")
    axes.legend()
    told = "; ".join(
        f"σ = {sigma:g}: at most {by_end(sigma).max():.2f}, at the end {by_end(sigma)[-1]:.2f}"
        for sigma in LEVELS
    )
    return style.note_alt(fig, f"Regret over that of the learner alone by rounds. {told}.")


@cache
def filled(sigma: float, rounds: int = 30_000) -> list[float]:
    """Return regret of the sharp version over that of its learner alone, by number of entries."""
    ratios = []
    for count in COUNTS:
        theta = sparse_parameter(DIM, [(-1.0) ** place for place in range(count)])
        mine = simulate(SharpVASLB(WeightedOFUL()), theta, sigma, rounds, seed=1).final_regret
        alone = simulate(WeightedOFUL(), theta, sigma, rounds, seed=1).final_regret
        ratios.append(mine / alone)
    return ratios


@drawing
def fills_up() -> Figure:
    """Show from how many entries on sparsity is no help: equal entries, 32 coordinates."""
    fig, axes = style.figure()
    for sigma, look in zip(FILLED, ("o-", "s--"), strict=True):
        color = loudness.color(sigma)
        axes.plot(COUNTS, filled(sigma), look, color=color, label=f"σ = {sigma:g}")
    axes.axhline(1.0, **style.line("truth") | {"lw": 0.8})
    axes.set(xscale="log", yscale="log", xlabel="non-zero entries s of 32", ylim=(0.02, 5))
    axes.set_ylabel("sharp / learner alone")
    axes.set_xticks(COUNTS, [str(count) for count in COUNTS])
    axes.set_yticks([0.1, 1], ["0.1", "1"])
    axes.minorticks_off()
    axes.set_title("Sparsity is an assumption")
    axes.legend()
    told = "; ".join(
        f"σ = {sigma:g}: " + ", ".join(f"{ratio:.2f}" for ratio in filled(sigma))
        for sigma in FILLED
    )
    return style.note_alt(fig, f"Regret over that of the learner alone at s = {COUNTS}. {told}.")
