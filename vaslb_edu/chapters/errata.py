"""What goes wrong as printed: the stall, a baseline that costs d, and inequalities that fail.

Explained in the chapter *Errata and repairs*.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from vaslb_edu import concentration
from vaslb_edu._typing import Array
from vaslb_edu.chapters._after_first_phase import plot_after_first_phase, regret_after_first_phase
from vaslb_edu.chapters._walks import outside_so_far, walk_radii
from vaslb_edu.figures import style
from vaslb_edu.figures.drawing import drawing
from vaslb_edu.figures.quiz import Question
from vaslb_edu.run import Run, simulate
from vaslb_edu.vaslb import VASLB
from vaslb_edu.weighted_oful import WeightedOFUL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DELTAS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3]


# -- The commit estimate has the wrong length -----------------------------------------------------

SIZES = [0.05, 0.075, 0.1, 0.125, 0.15, 0.175, 0.2, 0.225]
LEVELS = [0.0, 0.01, 0.03]


def pair(size: float) -> Array:
    """Return two entries: a large one, and one that the first exploration cannot see."""
    theta = np.zeros(64)
    theta[:2] = math.sqrt(1 - size**2), size
    return theta


@cache
def stalls() -> dict[tuple[float, float, str], Run]:
    """Play a game for every hidden entry, noise level and version."""
    return {
        (size, level, version): simulate(
            VASLB(WeightedOFUL(), version), pair(size), level, 200_000, seed=1
        )
        for size in SIZES
        for level in LEVELS
        for version in ("printed", "repaired")
    }


def stall(size: float, level: float) -> Figure:
    """Show which games stall: regret, and the length of the estimate after each commit phase."""
    fig, (left, right) = style.figure(1, 2, height=3.6, steady=True)
    words = []
    for version, marker in (("printed", "s"), ("repaired", "o")):
        run = stalls()[size, level, version]
        plot_after_first_phase(left, run, version)
        _squared_lengths(right, run, version, marker)
        more, found = regret_after_first_phase(run), len(run.support or ())
        words.append(f"{version}: {more:,.0f} more regret, {found} of 2 entries found")
    exponents = np.arange(3, 8)
    right.plot(exponents, 1 - 0.25**exponents, **style.line("bound"), label="1 − Δ²")
    left.set(xlabel="round t, in thousands")
    left.set(xlim=(0, 205), ylim=(-200, 5_300), title="regret after the first exploration")
    left.yaxis.set_major_formatter("{x:,.0f}")
    left.legend(loc="upper left")
    right.set(xlabel="gap Δ", ylim=(0.9, 1.01), xlim=(2.8, 7.2), title=r"$\|\hat{\theta}\|^2$")
    right.set_xticks(exponents, [f"1/{2**k}" for k in exponents])
    right.legend(loc="lower right")
    return style.note_alt(fig, "; ".join(words) + ".")


def _squared_lengths(axes: Axes, run: Run, version: str, marker: str) -> None:
    commits = [phase for phase in run.phases if phase.kind == "commit" and phase.complete]
    levels = [-math.log2(phase.gap) for phase in commits]
    lengths = [phase.estimate @ phase.estimate for phase in commits]
    axes.plot(levels, lengths, marker=marker, **style.line(version))


# -- The "bias" of random projection is noise -----------------------------------------------------


@drawing
def exploration_lengths(dimensions: Sequence[int], lengths: Mapping[str, Array]) -> Figure:
    """Show that with the printed baseline the search grows with d.

    `lengths` has rounds, measured and predicted, for every dimension: one array a baseline.
    """
    fig, axes = style.figure()
    looks = {"squared-norm": ("printed", "s"), "running-mean": ("repaired", "o")}
    for baseline, (role, marker) in looks.items():
        measured, predicted = lengths[baseline].T
        axes.plot(dimensions, predicted, **style.line(role), label=f"{role}, predicted")
        axes.plot(dimensions, measured, marker, color=style.color(role), label=f"{role}, measured")
    axes.set(xlabel="dimension d", ylabel="rounds of exploration", xscale="log")
    axes.set_title("With the printed baseline the search grows with d")
    axes.set_xticks(dimensions, dimensions)
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.minorticks_off()
    axes.legend()
    printed, repaired = (lengths[baseline][:, 0] for baseline in looks)
    return style.note_alt(
        fig,
        f"From d = 16 to 1024 the exploration grows from {printed[0]:,.0f} to "
        f"{printed[-1]:,.0f} rounds with the printed baseline; with the running mean it stays "
        f"near {repaired.mean():,.0f}.",
    )


# -- Concentration: a factor, and a smallest sample -----------------------------------------------

Form = Literal["printed", "corrected"]
FORMS: dict[Form, tuple[str, str]] = {"printed": ("printed", "s"), "corrected": ("repaired", "o")}
COUNTS = np.array([1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 100])
NOISES = {
    "equal": np.ones(100),
    "rising": 1.05 ** np.arange(100),
    "bursts": np.where(np.arange(100) % 10 == 0, 1.0, 0.1),
}
STATEMENTS = ["self-normalised", "empirical Bernstein", "explore rule", "variance, share of Q"]


@cache
def failures() -> dict[tuple[str, float], dict[tuple[str, str], Array]]:
    """Return how often each statement fails, printed and corrected, by noise and by δ."""
    return {(noise, delta): _failure_rates(noise, delta) for noise in NOISES for delta in DELTAS}


def _failure_rates(noise: str, delta: float) -> dict[tuple[str, str], Array]:
    """Return the share of samples that break each inequality, by n: printed and corrected."""
    x = np.random.default_rng(1).normal(size=(10_000, 100)) * NOISES[noise]
    total = np.abs(x.cumsum(axis=1))[:, COUNTS - 1]
    squares = np.square(x).cumsum(axis=1)[:, COUNTS - 1]
    centred = np.maximum(squares - total**2 / COUNTS, 0.0)
    centred[:, COUNTS == 1] = 0.0  # one sample is its own mean, whatever rounding says
    rates: dict[tuple[str, str], Array] = {}
    for form in FORMS:
        broken = (
            total > concentration.self_normalised(squares, delta, form),
            total > concentration.empirical_bernstein(centred, COUNTS, delta, form),
            total > concentration.explore_radius(centred, COUNTS, delta, form),
            centred < concentration.centred_share(COUNTS, delta, form) * squares,
        )
        for statement, which in zip(STATEMENTS, broken, strict=True):
            rates[statement, form] = which.mean(axis=0)
    return rates


def failing(statement: str, delta: float, noise: str) -> Figure:
    """Show how often each inequality fails, printed and corrected: a valid one stays below δ."""
    rates = failures()[noise, delta]
    fig, axes = style.figure(steady=True)
    for form, (role, marker) in FORMS.items():
        shown = np.maximum(rates[statement, form], 1e-4)
        axes.plot(COUNTS, shown, marker=marker, **style.line(role), label=form)
    axes.axhline(delta, **style.line("bound"), label="δ")
    axes.set(xlabel="number of samples n", ylabel="rate of failure", title=statement)
    axes.set(xscale="log", xlim=(0.9, 110), yscale="log", ylim=(7e-5, 8))
    axes.set_xticks([1, 2, 5, 10, 20, 50, 100], [1, 2, 5, 10, 20, 50, 100])
    axes.set_yticks([1e-4, 1e-3, 1e-2, 0.1, 1], ["0", "0.001", "0.01", "0.1", "1"])
    axes.minorticks_off()
    axes.legend(loc="upper right", ncols=3)
    printed, corrected = (rates[statement, form] for form in FORMS)
    return style.note_alt(
        fig,
        f"{statement}, δ = {delta}, deviations {noise}: as printed it fails in up to "
        f"{printed[1:].max():.1%} of samples with n of 2 or more and in {printed[-1]:.1%} at "
        f"n = 100; as corrected in at most {corrected.max():.1%}.",
    )


# -- From "each n" to "a stopping time" -----------------------------------------------------------

LONGEST = 2_000
WALKS = {
    "equal": np.ones(LONGEST),
    "rising": 1.02 ** np.arange(LONGEST),
    "quiet, then loud": np.where(np.arange(LONGEST) < LONGEST // 2, 0.05, 1.0),
}
SHOWN = np.unique(np.geomspace(1, LONGEST, 120).astype(int))


@cache
def crossed() -> dict[tuple[str, float], dict[str, Array]]:
    """Return the shares of walks that have left three bounds, by noise and by δ."""
    return {(noise, delta): _shares(noise, delta) for noise in WALKS for delta in DELTAS}


def _shares(noise: str, delta: float) -> dict[str, Array]:
    """Return the share of walks that have been outside at least once, by n, for three bounds."""
    x = np.random.default_rng(2).normal(size=(1_000, LONGEST)) * WALKS[noise]
    total, squares = np.abs(x.cumsum(axis=1)), np.square(x).cumsum(axis=1)
    radii = walk_radii(squares, delta, scale=np.sum(WALKS[noise] ** 2))
    return {name: outside_so_far(total > radius, SHOWN) for name, radius in radii.items()}


def stopping(delta: float, noise: str) -> Figure:
    """Show what an adversary achieves who chooses the time to stop: walks outside so far."""
    shares = crossed()[noise, delta]
    fig, axes = style.figure(steady=True)
    for name, role in (("each n", "printed"), ("union over n", "repaired"), ("mixture", "truth")):
        axes.plot(SHOWN, np.maximum(shares[name], 5e-4), **style.line(role), label=name)
    axes.axhline(delta, **style.line("bound"), label="δ")
    axes.set(xlabel="n", ylabel="share of walks outside so far", xscale="log")
    axes.set(xlim=(1, LONGEST), yscale="log", ylim=(4e-4, 1.5))
    axes.set_title("A bound for each n is no bound for all")
    axes.set_xticks([1, 10, 100, 1_000], ["1", "10", "100", "1,000"])
    axes.set_yticks([5e-4, 0.01, 0.1, 1], ["0", "0.01", "0.1", "1"])
    axes.minorticks_off()
    axes.legend(loc="upper left")
    return style.note_alt(
        fig,
        f"With deviations {noise} and δ = {delta}, {shares['each n'][-1]:.0%} of the walks leave "
        f"the bound for each n within {LONGEST:,} steps, {shares['union over n'][-1]:.1%} the "
        f"union and {shares['mixture'][-1]:.1%} the mixture.",
    )


QUESTIONS: list[Question] = [
    {
        "question": "Which of these gaps change what the algorithm does?",
        "type": "many_choice",
        "answers": [
            {
                "answer": "the length of the commit estimate",
                "correct": True,
                "feedback": "It stops exploration for ever.",
            },
            {
                "answer": r"the missing factor 2 in the self-normalised corollary",
                "correct": False,
                "feedback": r"The constant $2\sqrt2$ of Algorithm 1 absorbs it.",
            },
            {
                "answer": "checking the explore rule from the first round on",
                "correct": True,
                "feedback": "All coordinates or none are added after one round.",
            },
            {
                "answer": r"$\min$ for $\max$ in one line of a proof",
                "correct": False,
                "feedback": "The listing has the maximum, and the line that follows is "
                "true of both.",
            },
        ],
    },
    {
        "question": r"A commit phase has converged with $\omega = \lVert\theta^*_S\rVert = 0.6$. "
        r"What is $\omega^2 - \langle\bar x, \theta^*_S\rangle$?",
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": -0.24,
                "correct": True,
                "feedback": r"$\bar x = \theta^*_S/\omega$, so it is $\omega^2-\omega$.",
            },
            {
                "type": "value",
                "value": 0,
                "correct": False,
                "feedback": r"That would need $\bar x = \theta^*_S$, which is too short "
                "to be a play.",
            },
            {
                "type": "value",
                "value": 0.24,
                "correct": False,
                "feedback": "Right size; look at the sign.",
            },
            {"type": "default", "feedback": r"The learner plays $\theta^*_S/\omega$."},
        ],
    },
    {
        "question": "Why is the error of the baseline in a random projection not a bias?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "Because it is small.",
                "correct": False,
                "feedback": "A small bias is still a bias.",
            },
            {
                "answer": "Because it is multiplied by a fair sign.",
                "correct": True,
                "feedback": "Its mean is zero, and it adds to the variance instead.",
            },
            {
                "answer": "Because the learner has estimated it.",
                "correct": False,
                "feedback": "Any baseline fixed before the signs are drawn would do.",
            },
        ],
    },
    {
        "question": r"An inequality fails with probability 0.05 at each fixed $n$. You stop "
        "when you like. How often can it fail at your stopping time?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "at most 5 % of the time",
                "correct": False,
                "feedback": "You may wait until it fails.",
            },
            {
                "answer": "possibly much more often",
                "correct": True,
                "feedback": "With rising deviations most walks leave the bound at some time.",
            },
        ],
    },
]
