"""Players in one game: the picture that opens the book, and three questions for its reader.

Explained in the chapter *Start*.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from vaslb_edu.algorithm import Algorithm
from vaslb_edu.chapters._log_axes import powers_of_ten
from vaslb_edu.divide_and_conquer import DivideAndConquer
from vaslb_edu.figures import legend, loudness, style
from vaslb_edu.figures.paper import narrow
from vaslb_edu.figures.quiz import Question
from vaslb_edu.oful import OFUL
from vaslb_edu.parameter import sparse_parameter
from vaslb_edu.run import Run, simulate
from vaslb_edu.sharp_vaslb import SharpVASLB
from vaslb_edu.vaslb import VASLB
from vaslb_edu.weighted_oful import WeightedOFUL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENTRIES = [0.9, 0.4, 0.15, 0.1]
HORIZON = 10**6
DIMENSIONS = [16, 64]
LEVELS = [0, 0.003, 0.01, 0.03, 0.1, 0.3, 0.6, 1.0]
PLAYERS: dict[str, tuple[str, Algorithm]] = {
    "divide": ("divide and conquer", DivideAndConquer(on_noise="ignore")),
    "oful": ("OFUL", OFUL()),
    "vaslb": ("sharp VASLB", SharpVASLB(WeightedOFUL())),
    "repaired": ("VASLB, repaired", VASLB(WeightedOFUL(), version="repaired")),
    "weighted": ("Weighted OFUL", WeightedOFUL()),
}
BEHIND = ("repaired", "weighted")
"""Who joins on request: the algorithm of the paper, and the learner inside both versions."""


@cache
def games() -> dict[tuple[int, str, float], Run]:
    """Play one game for every dimension, player and noise level."""
    thetas = {d: sparse_parameter(d, ENTRIES, seed=1) for d in DIMENSIONS}
    return {
        (d, role, sigma): simulate(player, theta, sigma, HORIZON, seed=1)
        for d, theta in thetas.items()
        for role, (_, player) in PLAYERS.items()
        for sigma in LEVELS
    }


def players(sigma: float, d: int, more: bool) -> Figure:
    """Show who pays how much: as rounds pass, and at the end of the game against the noise."""
    shown = [role for role in PLAYERS if more or role not in BEHIND]
    fig, (time, noise) = style.figure(1, 2, height=3.7, steady=True, sharey=True)
    _as_rounds_pass(time, sigma, d, shown)
    _at_the_end(noise, sigma, d, shown)
    legend.below(fig, columns=5, rows=3 if narrow() else 1)
    ends = ", ".join(
        f"{PLAYERS[role][0]} {games()[d, role, sigma].final_regret:,.0f}" for role in shown
    )
    return style.note_alt(fig, f"Regret after a million rounds at noise {sigma}, d = {d}: {ends}.")


def _as_rounds_pass(axes: Axes, sigma: float, d: int, shown: list[str]) -> None:
    axes.set(xscale="log", yscale="log")
    for role in shown:
        run = games()[d, role, sigma]
        regret = np.maximum(run.regret, 0.1)
        axes.plot(run.rounds, regret, **_line(role), label=PLAYERS[role][0])
    axes.plot([1, HORIZON], [1, HORIZON], **style.line("truth") | {"lw": 0.8})
    axes.set(xlim=(1, HORIZON), ylim=(0.5, 3e6), xlabel="round t", ylabel="regret")
    axes.set_title(f"As rounds pass, σ = {sigma:g}")
    powers_of_ten(axes.xaxis, range(0, 7, 2))
    powers_of_ten(axes.yaxis, range(0, 7, 2))


def _line(role: str) -> dict[str, Any]:
    """Return the look of a player's line; the two versions of VASLB differ not by colour alone."""
    return style.line(role) | ({"linestyle": (0, (7, 1.5))} if role == "repaired" else {})


def _at_the_end(axes: Axes, sigma: float, d: int, shown: list[str]) -> None:
    here, places = LEVELS.index(sigma), np.arange(len(LEVELS))
    for role in shown:
        ends = [games()[d, role, level].final_regret for level in LEVELS]
        axes.plot(places, ends, **_line(role) | {"lw": 1.2})
        axes.plot(here, ends[here], "o", ms=8, color=style.color(role))
    axes.axvline(here, color=loudness.color(sigma), lw=2, zorder=0)
    axes.set(xticks=places, xlabel="noise σ", title="At the end, by noise")
    axes.set_xticklabels([f"{level:g}" for level in LEVELS])
    axes.minorticks_off()


QUESTIONS: list[Question] = [
    {
        "question": r"Two unit vectors have inner product $0.5$. How long is their difference?",
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": 1,
                "correct": True,
                "feedback": r"$\lVert x-y\rVert^2 = 1 - 2\cdot0.5 + 1 = 1$.",
            },
            {
                "type": "value",
                "value": 0.5,
                "correct": False,
                "feedback": r"Expand $\lVert x-y\rVert^2 = 2 - 2\langle x,y\rangle$.",
            },
            {
                "type": "default",
                "feedback": r"Expand $\lVert x-y\rVert^2$ and use that both lengths are 1.",
            },
        ],
    },
    {
        "question": r"You average $100$ independent numbers of standard deviation $2$. What is "
        r"the standard deviation of the average?",
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": 0.2,
                "correct": True,
                "feedback": r"$2/\sqrt{100}$.",
            },
            {
                "type": "value",
                "value": 0.02,
                "correct": False,
                "feedback": r"Variances are divided by 100, deviations by $\sqrt{100}$.",
            },
            {"type": "default", "feedback": r"Variances add; then divide by $100^2$."},
        ],
    },
    {
        "question": r"Each of $50$ statements fails with probability at most $0.001$. What can "
        r"you say about the probability that any of them fails?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": r"at most $0.05$",
                "correct": True,
                "feedback": "The union bound: no independence needed.",
            },
            {
                "answer": r"at most $0.001$",
                "correct": False,
                "feedback": "That holds for one statement alone.",
            },
            {
                "answer": "nothing, unless they are independent",
                "correct": False,
                "feedback": "The union bound holds whatever the dependence.",
            },
        ],
    },
]
"""Is the reader ready? Lengths, averages, the union bound."""
