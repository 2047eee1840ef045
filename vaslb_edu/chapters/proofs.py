"""The invariants of the main proof in a real game: what each lemma allows, and what happened.

Explained in the appendix *Full proofs of the main statements*.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from vaslb_edu import schedules
from vaslb_edu.chapters._log_axes import powers_of_ten
from vaslb_edu.figures import legend, style
from vaslb_edu.figures.quiz import Question
from vaslb_edu.parameter import sparse_parameter
from vaslb_edu.run import Phase, Run, simulate
from vaslb_edu.schedules import Schedule
from vaslb_edu.vaslb import VASLB
from vaslb_edu.weighted_oful import WeightedOFUL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEVELS = [0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
NOISES: dict[str, Callable[[float], Schedule]] = {
    "constant": schedules.constant,
    "mostly loud": lambda level: schedules.periodic(0.0, level, period=20, duty=0.9),
    "rare bursts": lambda level: schedules.bursts(0.0, level, length=20, every=400),
}
THETA = sparse_parameter(16, [0.8, 0.58, 0.15])
MARKERS = {
    "outside S": ("s", "aid"),
    "means": ("D", "aid"),
    "length of θ̂": ("o", "truth"),
    "value of θ̂": ("^", "truth"),
}

Ledger = Mapping[str, list[tuple[float, float]]]
"""For every quantity of the invariants: levels, and ratios to what its lemma allows."""


def ledgers() -> dict[tuple[str, float, bool], Ledger]:
    """Play a game for every noise and level, with patience and with the paper's constants."""
    versions = {True: "repaired", False: "hasty"}
    return {
        (name, level, waits): _ledger(
            simulate(VASLB(WeightedOFUL(), version), THETA, noise(level), 3 * 10**5, seed=2)
        )
        for name, noise in NOISES.items()
        for level in LEVELS
        for waits, version in versions.items()
    }


def _ledger(run: Run) -> Ledger:
    """Return, for every quantity, the levels and the ratios to what is allowed."""
    rows: dict[str, list[tuple[float, float]]] = {name: [] for name in MARKERS}
    for phase, following in zip(run.phases, [*run.phases[1:], None], strict=True):
        if not phase.complete:
            continue
        ratios = _commit_ratios(phase) if phase.kind == "commit" else _explore_ratios(phase)
        if following is None or following.gap < phase.gap:  # the end of the level
            left = np.delete(THETA, [*phase.support, *phase.added])
            ratios["outside S"] = np.abs(left).max() / (2 * phase.gap)
        for name, ratio in ratios.items():
            rows[name].append((-math.log2(phase.gap), ratio))
    return rows


def _commit_ratios(phase: Phase) -> dict[str, float]:
    truth = THETA[list(phase.support)]
    rho2, inner = float(np.sum(truth**2)), float(phase.estimate @ truth)
    excess = float(phase.estimate @ phase.estimate) - rho2
    allowed = (2.1 if excess > 0 else 6.1) * phase.gap**2
    return {
        "length of θ̂": abs(excess) / allowed,
        "value of θ̂": max(rho2 - inner, 0.0) / (3 * phase.gap**2),
    }


def _explore_ratios(phase: Phase) -> dict[str, float]:
    off = phase.estimate - np.delete(THETA, list(phase.support))
    return {"means": np.abs(off).max() / (phase.gap / 4)}


def invariants(
    games: Mapping[tuple[str, float, bool], Ledger], level: float, noise: str, patient: bool
) -> Figure:
    """Show whether the invariants hold level by level, and what they lean on.

    `games` is what `ledgers` returns.
    """
    fig, axes = style.figure(steady=True, height=3.6)
    broken, count, last = [], 0, 2
    for name, (marker, role) in MARKERS.items():
        levels, ratios = np.array(games[noise, level, patient][name]).reshape(-1, 2).T
        seen = np.clip(ratios, 1.2e-3, None)
        axes.plot(levels, seen, marker, ms=7, color=style.color(role), label=name)
        broken += [name] * int(np.sum(ratios > 1))
        count += len(ratios)
        last = max([last, *levels.astype(int)])
    if last < 7:  # room to say why there is nothing
        axes.axvspan(last + 0.5, 8.4, color=style.color("aid"), alpha=0.12, lw=0)
        axes.text((last + 8.9) / 2, 0.03, "not reached\nin this game", ha="center", va="center")
    axes.axhline(1.0, **style.line("bound"), label="what the lemma allows")
    axes.set(yscale="log", ylim=(1e-3, 30), xlim=(1.6, 8.4), xticks=range(2, 9))
    axes.set(xlabel="level k, Δ = 2⁻ᵏ", ylabel="quantity / bound")
    axes.set(title=f"{len(broken)} of {count} quantities outside their bound")
    powers_of_ten(axes.yaxis, range(-3, 2))
    legend.below(fig, columns=5)
    return style.note_alt(
        fig,
        f"Noise {noise} at σ = {level:g}, patience {'on' if patient else 'off'}:"
        f" {len(broken)} of {count} quantities exceed what their lemma allows"
        f" ({', '.join(sorted(set(broken))) or 'none'}).",
    )


QUESTIONS: list[Question] = [
    {
        "question": "Why does the fixed-n bound not cover a running mean?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "A summand's size depends on earlier signs of its coordinate.",
                "correct": True,
                "feedback": "Yes: symmetric given the past, but not independent.",
            },
            {
                "answer": "The running mean makes the estimate biased.",
                "correct": False,
                "feedback": "No: any baseline fixed by the past leaves the mean alone.",
            },
            {
                "answer": "The noise is not Gaussian any more.",
                "correct": False,
                "feedback": "The rule needs only symmetry, which is still there.",
            },
        ],
    },
    {
        "question": r"Where does the proof use $\bar R_n\ge1$?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "To bound the number of levels, hence of events in the union.",
                "correct": True,
                "feedback": r"Yes: a complete commit phase outlasts $1/\Delta^2$ rounds.",
            },
            {
                "answer": "To make the report pessimistic.",
                "correct": False,
                "feedback": "Pessimism is a separate assumption.",
            },
            {
                "answer": "To keep the ellipsoid bounded.",
                "correct": False,
                "feedback": "The regulariser does that.",
            },
        ],
    },
    {
        "question": "The estimate is the mean play, as printed. Which steps break?",
        "type": "many_choice",
        "answers": [
            {
                "answer": r"The lower bound $-6.1\Delta^2\le\lVert\hat\theta\rVert^2-\omega^2$.",
                "correct": False,
                "feedback": "The mean play is too long, not too short: this side holds.",
            },
            {
                "answer": r"The upper bound $\lVert\hat\theta\rVert^2-\omega^2\le2.1\Delta^2$.",
                "correct": True,
                "feedback": r"Yes: its length tends to 1 whatever $\omega$ is.",
            },
            {
                "answer": "The invariant for entries outside S when exploration is skipped.",
                "correct": True,
                "feedback": "Yes: a skipped level would say nothing about what is left.",
            },
        ],
    },
]
