"""The figures and the questions of the chapter, in the order in which they appear.

The chapter builds its own commit phase; the drawings read the phases that it has left.

Explained in the chapter *From regret to sample complexity*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from matplotlib.figure import Figure

from vaslb_edu._typing import Array
from vaslb_edu.chapters._log_axes import evenly_spaced, powers_of_ten
from vaslb_edu.chapters._planes import equal_units
from vaslb_edu.figures import legend, loudness, style
from vaslb_edu.figures.drawing import drawing
from vaslb_edu.figures.quiz import Question


class CommitPhase(Protocol):
    """What a commit phase leaves: its actions, how often each was played, and its reports.

    =========  ==================================
    name       symbol
    =========  ==================================
    bounds     R̄_1, …, R̄_n, the reports
    rounds     n
    mean_play  x̄
    rescaled   r̄ x̄
    =========  ==================================
    """

    @property
    def actions(self) -> Array: ...
    @property
    def repeats(self) -> npt.NDArray[np.int64]: ...
    @property
    def bounds(self) -> Array: ...
    @property
    def rounds(self) -> int: ...
    @property
    def mean_play(self) -> Array: ...
    @property
    def rescaled(self) -> Array: ...

    def regret(self, theta_s: Array) -> Array:
        """Return R_1, …, R_n on the learner's own sphere."""


# -- Report, regret and the stopping line -------------------------------------------------------


def where_the_curves_meet(
    phases: Mapping[tuple[str, str], CommitPhase],
    theta_s: Array,
    noise: str,
    report: str,
    gap: float,
) -> Figure:
    """Show where a report falls below n Δ², and whether the regret is below the line then.

    `phases` has one that was never stopped for each report and each kind of noise.
    """
    phase = phases[report, noise]
    rounds = np.arange(1, phase.rounds + 1)
    regret, line = phase.regret(theta_s), gap**2 * rounds
    shown = evenly_spaced(phase.rounds, 150)
    fig, axes = style.figure(steady=True, height=3.9)
    axes.loglog(rounds[shown], regret[shown] + 1e-3, **style.line("truth"), label="regret")
    axes.loglog(rounds[shown], phase.bounds[shown], **style.line("weighted"), label="report")
    axes.loglog(rounds[shown], line[shown], **style.line("bound"), label="n Δ²")
    below = phase.bounds < line
    if below.any():
        stop = int(np.argmax(below))
        axes.axvline(stop + 1, **style.line("aid"), label="stop")
        verdict = "kept" if regret[stop] < line[stop] else "broken"
        ending = f"stop at n = {stop + 1:,}: promise {verdict}"
        numbers = f"regret {regret[stop]:,.1f}, report {phase.bounds[stop]:,.1f}"
    else:
        ending, numbers = f"no stop in {phase.rounds:,} rounds", f"regret {regret[-1]:,.1f}"
    legend.below(fig, columns=4)
    axes.set(xlabel="round n", ylabel="regret", title=f"{report}: {ending}")
    axes.set(xlim=(1, phase.rounds), ylim=(0.1, 1e6))
    powers_of_ten(axes.xaxis, range(6))
    powers_of_ten(axes.yaxis, range(-1, 7))
    return style.note_alt(
        fig, f"Report {report}, {noise}, Δ = {gap:g}. {ending}; there: {numbers}."
    )


# -- Plays on the circle ------------------------------------------------------------------------

CIRCLE_GAP = 1 / 4


def plays_on_the_circle(
    phases: Mapping[tuple[float, float], CommitPhase],
    hidden: Callable[[float], Array],
    length: float,
    sigma: float,
    rescaling: bool,
) -> Figure:
    """Show which vector to keep as the estimate: the mean play, or mean reward times mean play.

    `phases[length, sigma]` was played on the first two coordinates of `hidden(length)`.
    """
    phase, goal = phases[length, sigma], hidden(length)[:2]
    estimate = phase.rescaled if rescaling else phase.mean_play
    role = "repaired" if rescaling else "printed"
    fig, (plane, lengths) = style.figure(1, 2, steady=True, height=3.7, width_ratios=[1.25, 1])
    _draw_plays(plane, phase)
    _arrow(plane, goal, "truth", 2.6)
    _arrow(plane, estimate, role, 1.6)
    plane.plot(*goal, "o", color=style.color("truth"), ms=5, label="θ on S")
    diamond = {"color": style.color(role), "ms": 6, "mfc": "none", "mew": 1.6}
    plane.plot(*estimate, "D", **diamond, label="r̄ x̄ (repaired)" if rescaling else "x̄ (printed)")
    limit = 1 - CIRCLE_GAP**2
    true, estimated = float(goal @ goal), float(estimate @ estimate)
    _draw_squared_lengths(lengths, {"‖θ on S‖²": true, "‖estimate‖²": estimated}, role, limit)
    decision = "explore on" if estimated <= limit else "stop exploring"
    right = (true <= limit) == (estimated <= limit)
    lengths.set(title=decision + ("" if right else " (wrong)"))
    legend.below(fig)
    return style.note_alt(
        fig,
        f"ω = {length:g}, σ = {sigma:g}: θ_S has squared length {true:.2f}, the estimate"
        f" {estimated:.2f}; the line is at {limit:.2f}, so the decision is to {decision}.",
    )


def _draw_plays(plane: Any, phase: CommitPhase) -> None:
    """Draw every play as a point of the unit circle, larger when it was repeated more often."""
    angle = np.linspace(0, 2 * np.pi, 120)
    plane.plot(np.cos(angle), np.sin(angle), **style.line("aid") | {"lw": 1})
    sizes = 12 + 300 * (phase.repeats / phase.rounds)
    dots = {"color": style.color("weighted"), "alpha": 0.35, "linewidths": 0}
    plane.scatter(*phase.actions.T, s=sizes, **dots)
    equal_units(plane, (-1.15, 1.15), (-1.15, 1.15))
    plane.set(title=f"{phase.rounds:,} plays")


def _arrow(axes: Any, vector: Array, role: str, width: float) -> None:
    """Draw an arrow from the origin."""
    look = {"arrowstyle": "-|>", "color": style.color(role), "lw": width}
    axes.annotate("", xy=tuple(vector), xytext=(0, 0), arrowprops=look)


def _draw_squared_lengths(axes: Any, squares: Mapping[str, float], role: str, limit: float) -> None:
    """Draw the true and the estimated squared length, and the line that decides."""
    colors = [style.color("truth"), style.color(role)]
    axes.bar(list(squares), list(squares.values()), width=0.55, color=colors)
    axes.axhline(limit, **style.line("bound"))
    axes.text(0.5, limit + 0.02, "1 − Δ²", fontsize=9, ha="center")
    axes.set(ylim=(0, 1.15))


# -- How the errors shrink ----------------------------------------------------------------------


@drawing
def error_rates(gaps: Array, length: Array, vector: Array, plain: Array) -> Figure:
    """Show how the errors shrink as Δ is halved.

    The errors at each gap are those of the mean reward as a length, of r̄x̄ as a vector, and of the
    mean play as a vector.
    """
    fig, axes = style.figure()
    axes.loglog(gaps, 2 * gaps, **style.line("bound"), label="2Δ, bound on ‖r̄x̄ − θ‖")
    axes.loglog(gaps, plain, "s", **style.line("printed"), label="‖x̄ − θ‖, printed")
    axes.loglog(gaps, vector, "o", **style.line("repaired"), label="‖r̄x̄ − θ‖, repaired")
    axes.loglog(gaps, 2 * gaps**2, **style.line("aid"), label="2Δ², bound on |r̄ − ω|")
    axes.loglog(gaps, length, "^", **style.line("truth"), label="|r̄ − ω|")
    axes.set(xlabel="gap Δ", ylabel="error")
    axes.set(title="The error of the mean play tends to 1 − ω")
    axes.set_xticks(gaps, [f"1/{round(1 / gap)}" for gap in gaps])
    axes.set_xticks([], minor=True)
    powers_of_ten(axes.yaxis, range(-4, 1))
    legend.below(fig, narrow_columns=1)
    return style.note_alt(
        fig,
        f"From Δ = 1/4 to 1/64 the error of r̄x̄ falls from {vector[0]:.3f} to"
        f" {vector[-1]:.4f}; the error of the mean play tends to 1 − ω = {plain[-1]:.2f}.",
    )


# -- The noise of the mean reward ---------------------------------------------------------------

NOISE_GAP = 1 / 16


def noise_of_the_mean(
    phases: Mapping[tuple[int, float, bool], CommitPhase],
    quiet: int,
    loud: float,
    patient: bool,
) -> Figure:
    """Show whether the noise of the mean is below Δ² when the phase stops.

    `phases` has one that was never stopped for each number of quiet rounds, each level of noise
    after them, and for a patient learner and one that is not.
    """
    phase = phases[quiet, loud, patient]
    places = evenly_spaced(phase.rounds, 160)
    rounds = places + 1
    fig, axes = style.figure(steady=True, height=3.8)
    reports = phase.bounds[places] / rounds
    axes.loglog(rounds, reports, **style.line("weighted"), label="report R̄ₙ/n")
    heard = typical_noise(rounds, quiet, loud) + 1e-9
    axes.loglog(rounds, heard, color=loudness.color(loud), label="noise of the mean √Vₙ/n")
    axes.axhline(NOISE_GAP**2, **style.line("bound"), label="Δ²")
    stop = round_of_stop(phase)
    if stop is None:
        ending = f"no stop in {phase.rounds:,} rounds"
    else:
        noise = float(typical_noise(stop, quiet, loud))
        axes.axvline(stop, **style.line("truth") | {"lw": 1})
        axes.plot(stop, max(noise, 1.2e-4), "o", color=style.color("truth"))
        ending = f"stop at n = {stop:,}, noise of the mean {noise / NOISE_GAP**2:.2g} Δ²"
    axes.set(xlabel="round n", ylabel="per round", title=ending)
    axes.set(xlim=(10, phase.rounds), ylim=(1e-4, 3))
    powers_of_ten(axes.xaxis, range(1, 6))
    powers_of_ten(axes.yaxis, range(-4, 1))
    legend.below(fig, narrow_columns=1)
    return style.note_alt(
        fig, f"{quiet} silent rounds, then σ = {loud:g}, patient: {patient}. {ending}."
    )


def round_of_stop(phase: CommitPhase) -> int | None:
    """Return the first round n with R̄_n < n Δ², None if there is none."""
    below = phase.bounds < NOISE_GAP**2 * np.arange(1, phase.rounds + 1)
    return int(np.argmax(below)) + 1 if below.any() else None


def typical_noise(rounds: npt.ArrayLike, quiet: int, loud: float) -> Array:
    """Return √V_n / n after these rounds n, for noise that begins after the quiet ones."""
    n = np.asarray(rounds)
    return np.asarray(loud * np.sqrt(np.maximum(n - quiet, 0)) / n)


# -- A learner of your own ----------------------------------------------------------------------


@drawing
def missing_value(
    levels: Sequence[float], asked: Sequence[float], weighed: Sequence[float], gap: float
) -> Figure:
    """Show how fast a report that ignores the noise goes wrong.

    The values missing at each noise level are those of `AskOnce` and of Weighted OFUL.
    """
    fig, axes = style.figure()
    axes.plot(levels, asked, "o", **style.line("truth"), label="AskOnce")
    axes.plot(levels, weighed, "s", **style.line("weighted"), label="Weighted OFUL")
    axes.axhline(gap**2, **style.line("bound"), label="Δ²")
    axes.set(xlabel="noise σ", ylabel="missing value")
    axes.set(title="A report that ignores the noise breaks its promise")
    axes.legend()
    return style.note_alt(
        fig,
        f"At σ = 0.4 AskOnce misses {asked[-1]:.3f} on average, Weighted OFUL"
        f" {weighed[-1]:.4f}; the promise is {gap**2:.4f}.",
    )


# -- Check yourself -----------------------------------------------------------------------------

QUESTIONS: list[Question] = [
    {
        "question": r"A learner played $n = 400$ rounds on $S$ with regret $R_n = 8$. "
        r"What is $\omega - \langle\bar x, \theta_S\rangle$?",
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": 0.02,
                "correct": True,
                "feedback": r"$8/400$: regret per round, exactly.",
            },
            {
                "type": "value",
                "value": 50,
                "correct": False,
                "feedback": "That is $n/R_n$. Turn the fraction round.",
            },
            {"type": "default", "feedback": "Divide the regret by the rounds."},
        ],
    },
    {
        "question": r"$\omega = 0.5$ and the learner has converged. How long is $\bar x$?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "about 0.5",
                "correct": False,
                "feedback": r"That is the length of $\theta_S$, not of the mean play.",
            },
            {
                "answer": "about 1",
                "correct": True,
                "feedback": "Nearly equal unit vectors have a mean of length nearly 1.",
            },
            {
                "answer": "about 0.25",
                "correct": False,
                "feedback": r"That is $\omega^2$, which $\bar r\,\bar x$ has as squared length.",
            },
        ],
    },
    {
        "question": "Which reports may a learner give without breaking the estimate?",
        "type": "many_choice",
        "answers": [
            {
                "answer": "twice its own regret bound",
                "correct": True,
                "feedback": "Too large is slow and still pessimistic.",
            },
            {
                "answer": "its expected regret",
                "correct": False,
                "feedback": "Regret may be above its expectation with a fair probability.",
            },
            {
                "answer": "a bound valid with probability $1-\\delta$ at each fixed $n$",
                "correct": False,
                "feedback": "The stop picks its round by looking at the data: all $n$ at once.",
            },
            {
                "answer": "$2n$",
                "correct": True,
                "feedback": r"Always true, and useless: $2n < n\Delta^2$ never holds.",
            },
        ],
    },
    {
        "question": r"The report is $\bar R_n = 3\sqrt n$ and $\Delta = 1/4$. "
        "After how many rounds does the rule first allow a stop (smallest $n$)?",
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": 2305,
                "correct": True,
                "feedback": r"$\sqrt n > 3\cdot 16 = 48$, so $n > 2304$.",
            },
            {
                "type": "value",
                "value": 2304,
                "correct": False,
                "feedback": "There the two are equal; the rule asks for less.",
            },
            {"type": "default", "feedback": r"Solve $3\sqrt n < n/16$ for $n$."},
        ],
    },
    {
        "question": r"Why is $\lVert\hat\theta-\theta_S\rVert$ of order $\Delta$ "
        r"and not $\Delta^2$?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "the noise of the mean is that large",
                "correct": False,
                "feedback": "The bound holds without noise, too.",
            },
            {
                "answer": r"a direction off by $\Delta$ loses only about $\Delta^2$ of value",
                "correct": True,
                "feedback": "Small regret controls the height; the hill is flat at the top.",
            },
            {
                "answer": "the proof is loose",
                "correct": False,
                "feedback": "The worst ratio in the random test is close to 1.",
            },
        ],
    },
]
