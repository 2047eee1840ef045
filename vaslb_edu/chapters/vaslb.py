"""VASLB phase by phase: timelines under any noise, its stall, its repairs, and regret by variance.

Explained in the chapter *VASLB*.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from vaslb_edu import bounds, schedules
from vaslb_edu._typing import Array
from vaslb_edu.chapters._after_first_phase import plot_after_first_phase, regret_after_first_phase
from vaslb_edu.chapters._log_axes import powers_of_ten
from vaslb_edu.failure_budget import event_delta
from vaslb_edu.figures import legend, loudness, style
from vaslb_edu.figures.drawing import drawing
from vaslb_edu.figures.paper import narrow
from vaslb_edu.figures.quiz import Question
from vaslb_edu.interpolation import Measurement
from vaslb_edu.parameter import sparse_parameter
from vaslb_edu.run import Run, simulate
from vaslb_edu.schedules import Schedule
from vaslb_edu.vaslb import VASLB, Version
from vaslb_edu.weighted_oful import WeightedOFUL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENTRIES = [0.9, 0.4, 0.15, 0.1]
THETA = sparse_parameter(64, ENTRIES)


# -- The story of one run -------------------------------------------------------------------------

START = 2_000
TICKS = [2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000]
COSTS = {1e-5: "10⁻⁵", 1e-3: "0.001", 0.1: "0.1"}


def story(run: Run, schedule: Schedule | None, title: str) -> Figure:
    """Show how long each phase lasts and what a round of it costs, below a noise that changes."""
    strips = [0.8, 2.2, 2] if schedule else [2.2, 2]
    fig, (*noise, middle, low) = style.figure(
        len(strips), 1, height=1.04 * sum(strips), steady=True, sharex=True, height_ratios=strips
    )
    fig.subplots_adjust(hspace=0.14)
    style.margins(fig, left=0.78 if narrow() else 0.9, right=0.35)
    if schedule:
        _show_noise(noise[0], schedule, run.horizon)
    _show_phases(middle, run)
    _show_key(middle)
    _show_costs(low, run)
    _log_time(low, run.horizon)
    fig.axes[0].set_title(title)
    return fig


def _show_noise(axes: Axes, schedule: Schedule, horizon: int) -> None:
    """Draw the largest deviation between each two of 300 rounds: thin enough to draw."""
    edges = np.unique(np.geomspace(START, horizon, 300).astype(int))
    sigma = schedule(np.arange(1, horizon + 1))
    loudest = np.maximum.reduceat(sigma, edges[:-1] - 1)
    loudness.strip(axes, edges[:-1], loudest)
    axes.set(ylabel="σ", ylim=(-0.02, 0.33), yticks=[0, 0.3])


def _show_phases(axes: Axes, run: Run) -> None:
    """Draw one bar a phase, at the height of its gap."""
    for phase in run.phases:
        height, left = math.log2(phase.gap), max(phase.start, START / 2)
        look = _look(phase.kind) | {"linewidth": 0.5}
        axes.barh(height, phase.stop - left, left=left, height=0.8, **look)
        if phase.added:
            axes.annotate(
                f"+{len(phase.added)}",
                (phase.stop, height),
                (4, 0),
                textcoords="offset points",
                va="center",
                fontsize=9,
            )
    levels = range(-8, -1)
    axes.set(ylabel="gap Δ", ylim=(-8.6, -1.4))
    axes.set_yticks(list(levels), [f"1/{2**-level}" for level in levels])


def _show_key(axes: Axes) -> None:
    """Say which bar is which, with bars out of sight."""
    for kind in ("explore", "commit"):
        axes.barh([-20], [1], **_look(kind), label=kind)
    axes.legend(loc="lower left")


def _look(kind: str) -> dict[str, Any]:
    """Return the look of a bar: explore phases are plain, commit phases are hatched."""
    role, hatch = ("vaslb", "") if kind == "explore" else ("weighted", "///")
    return {"color": style.color(role), "hatch": hatch, "edgecolor": style.BACKGROUND}


def _show_costs(axes: Axes, run: Run) -> None:
    """Draw what a round costs, on average, in each phase."""
    starts = [max(phase.start, 1) for phase in run.phases] + [run.horizon]
    costs = [max(phase.regret / phase.rounds, 1e-6) for phase in run.phases]
    axes.step(starts, [*costs, costs[-1]], where="post", **style.line("truth"))
    axes.set(xlabel="round t", ylabel="cost of a round", yscale="log", ylim=(3e-6, 3))
    axes.set_yticks(list(COSTS), list(COSTS.values()))
    axes.minorticks_off()


def _log_time(axes: Axes, horizon: int) -> None:
    """Make the time axis logarithmic, with ticks in plain numbers."""
    axes.set(xscale="log", xlim=(START, horizon))
    shown = [tick for tick in TICKS if tick <= horizon][:: 2 if narrow() else 1]
    axes.set_xticks(shown, [f"{tick:,}" for tick in shown])
    axes.minorticks_off()


def told(run: Run) -> str:
    """Return the run in words."""
    kinds, last = [phase.kind for phase in run.phases], run.phases[-1]
    return (
        f"{kinds.count('explore')} explore and {kinds.count('commit')} commit phases; "
        f"{len(run.support or ())} coordinates found; the last phase costs "
        f"{last.regret / last.rounds:.1g} a round; "
        f"total regret {run.final_regret:,.0f}."
    )


@drawing
def quiet_game(run: Run) -> Figure:
    """Show how long each phase of a game without noise lasts, and what a round of it costs."""
    fig = story(run, None, "From level to level a round costs less")
    return style.note_alt(fig, f"Without noise: {told(run)}")


# -- The length of one level ----------------------------------------------------------------------


ONE_EVENT = event_delta(0.05, 64, 10**6)
"""What one event may take of delta = 0.05 in a game of a million rounds."""


@drawing
def level_lengths() -> Figure:
    """Show how long one exploration is at each gap, for four noise levels."""
    fig, axes = style.figure()
    exponents, longer = range(2, 10), {}
    gaps = np.array([2.0**-k for k in exponents])
    for sigma, look in ((0.0, "o-"), (0.01, "s--"), (0.1, "^-."), (1.0, "D:")):
        variance = gaps**2 + 64 / gaps**2 * sigma**2
        rounds = bounds.exploration_rounds(gaps, variance, ONE_EVENT)
        longer[sigma] = 2 ** exponents[np.argmax(rounds > 10**6)]
        axes.plot(exponents, rounds, look, color=loudness.color(sigma), label=f"σ = {sigma:g}")
    axes.axhline(10**6, **style.line("bound") | {"lw": 1}, label="a million rounds")
    axes.set(xlabel="gap Δ", ylabel="rounds of one exploration", yscale="log")
    powers_of_ten(axes.yaxis, range(2, 13, 2))
    axes.set_title("Quiet levels are cheap, loud ones outlast the game")
    axes.set_xticks(exponents, [f"1/{2**k}" for k in exponents])
    legend.below(fig, columns=5)
    quiet_rounds = float(bounds.exploration_rounds(2.0**-9, 2.0**-18, ONE_EVENT))
    return style.note_alt(
        fig,
        f"Without noise an exploration takes {quiet_rounds:,.0f} rounds at every gap; with noise "
        f"it grows like one over the fourth power of the gap and passes a million rounds at a gap "
        f"of 1/{longer[0.01]} for σ = 0.01 and of 1/{longer[1.0]} for σ = 1.",
    )


# -- Any noise: a timeline to play with -----------------------------------------------------------

LEVELS = [0.1, 0.3]
SWITCHES = [4_000, 8_000, 12_000, 20_000, 30_000, 50_000, 70_000, 100_000]
FAMILIES: dict[str, Callable[[float, int], Schedule]] = {
    "quiet first": lambda level, at: schedules.step(0.0, level, at),
    "loud first": lambda level, at: schedules.step(level, 0.0, at),
    "periodic": lambda level, at: schedules.periodic(0.0, level, 2 * at),
    "bursts": lambda level, at: schedules.bursts(0.0, level, at // 10, at),
    "constant": lambda level, at: schedules.constant(level),
}


@cache
def timelines() -> dict[tuple[str, float, int, str], Run]:
    """Play a game for every schedule, level, switching time and version."""
    return {
        (family, level, at, version): simulate(
            VASLB(WeightedOFUL(), version), THETA, make(level, at), 200_000, seed=1, checkpoints=1
        )
        for family, make in FAMILIES.items()
        for level in LEVELS
        for at in (SWITCHES[:1] if family == "constant" else SWITCHES)
        for version in ("repaired", "printed")
    }


def timeline(family: str, level: float, at: int, version: str) -> Figure:
    """Show how the phases move when the noise changes during the game."""
    run = timelines()[family, level, SWITCHES[0] if family == "constant" else at, version]
    title = f"{version}: regret {run.final_regret:,.0f}, found {len(run.support or ())} of 4"
    fig = story(run, FAMILIES[family](level, at), title)
    return style.note_alt(fig, f"Noise {family}, version {version}: {told(run)}")


# -- As printed it stalls -------------------------------------------------------------------------


@drawing
def stalled(runs: Mapping[str, Run]) -> Figure:
    """Show what the stall costs: `runs` has one game for each version."""
    fig, axes = style.figure()
    for version, run in runs.items():
        plot_after_first_phase(axes, run, version)
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.set(xlabel="round t, in thousands", ylabel="regret after the first exploration")
    axes.set_title("The printed version pays 0.02 a round for ever")
    axes.legend()
    after = {version: regret_after_first_phase(run) for version, run in runs.items()}
    return style.note_alt(
        fig,
        f"As printed, regret after the first exploration grows along a straight line to "
        f"{after['printed']:,.0f} in a million rounds; repaired it is {after['repaired']:,.0f}.",
    )


# -- Three switches -------------------------------------------------------------------------------


@cache
def undone() -> dict[tuple[bool, bool, bool, float, int], Run]:
    """Play a game for every choice of repairs (estimate, baseline, wait), noise and dimension.

    All have the constants of the paper: nothing but the three choices differs.
    """
    choices, hidden = (True, False), {d: sparse_parameter(d, ENTRIES) for d in (16, 64)}
    return {
        (rescaled, running, wait, sigma, d): simulate(
            VASLB(WeightedOFUL(), _version(rescaled, running, wait)),
            theta,
            sigma,
            50_000,
            seed=1,
            checkpoints=1,
        )
        for d, theta in hidden.items()
        for sigma in (0.0, 0.03)
        for rescaled in choices
        for running in choices
        for wait in choices
    }


def _version(rescaled: bool, running: bool, wait: bool) -> Version:
    return Version(
        estimate="rescaled" if rescaled else "mean-play",
        baseline="running-mean" if running else "squared-norm",
        wait=wait,
        split="each-event",
        patient=False,
    )


def explored(run: Run) -> list[int]:
    """Return the lengths of the explore phases."""
    return [phase.rounds for phase in run.phases if phase.kind == "explore"]


def broken(rescaled: bool, running: bool, wait: bool, sigma: float, d: int) -> Figure:
    """Show what each of the three repairs is good for: undo them one by one."""
    run = undone()[rescaled, running, wait, sigma, d]
    lengths = ", ".join(f"{length:,}" for length in explored(run))
    found = len(run.support or ())
    title = f"regret {run.final_regret:,.0f}, |S| = {found}; explored {lengths}"
    fig = story(run, None, title)
    return style.note_alt(fig, f"Explorations of {lengths} rounds. {told(run)}")


# -- Interpolation, measured ----------------------------------------------------------------------

LOOKS = {
    "constant": ("truth", "o-"),
    "loud first": ("truth", "^--"),
    "periodic": ("aid", "s-"),
    "bursts": ("aid", "D--"),
    "quiet first": ("aid", "v:"),
}


@drawing
def interpolated(
    rows: Sequence[Measurement], totals: Array, floor: float, constant: float, above: float
) -> Figure:
    """Show how regret follows the total variance, for five schedules and two curves.

    `floor` is the regret without noise, `constant` and `above` are c and c′ of the two curves.
    """
    fig, axes = style.figure()
    for name, (role, look) in LOOKS.items():
        points = [(row.variance, row.regret) for row in rows if row.schedule == name]
        axes.plot(*zip(*points, strict=True), look, color=style.color(role), label=name)
    bound = bounds.explore_part(64, 4, totals, C=constant)
    axes.plot(totals, bound, **style.line("bound"), label="C (s√(dV) + s)")
    along = floor + above * 4 * np.sqrt(64 * totals)
    axes.plot(totals, along, **style.line("truth") | {"lw": 1}, label="floor + C′ s√(dV)")
    axes.set(xlabel="total variance V", ylabel="regret", xscale="log", yscale="log")
    axes.set_title("Regret rises with V, unless it is quiet first")
    powers_of_ten(axes.xaxis, range(2, 5))
    powers_of_ten(axes.yaxis, range(4, 6))
    legend.below(fig, columns=4)
    highest = max(row.regret for row in rows)
    return style.note_alt(
        fig,
        f"Regret starts near {floor:,.0f} for small total variance and rises to {highest:,.0f}, "
        f"fastest for the schedule that is loud first; the schedule that is quiet first stays "
        f"flat. The bound with C = {constant:.0f} touches the points at the smallest V; the "
        f"regret without noise plus {above:.1f} s√(dV) runs along the points.",
    )


# -- When the noise comes -------------------------------------------------------------------------

PULSE = 3_000
STARTS = [0, 3_000, 6_000, 9_000, 12_000, 16_000, 21_000, 30_000, 60_000]
VARIANCES = [30, 300, 3_000]


@cache
def pulsed() -> dict[tuple[int, int], Run]:
    """Play a game for every place of the pulse and every total variance."""
    vaslb = VASLB(WeightedOFUL())
    return {
        (start, variance): simulate(
            vaslb, THETA, _pulse(start, variance), 100_000, seed=1, checkpoints=1
        )
        for start in STARTS
        for variance in VARIANCES
    }


def _pulse(start: int, variance: float) -> Schedule:
    """Return a schedule with all noise of the game in PULSE rounds, silence before and after."""
    values = np.zeros(100_000)
    values[start : start + PULSE] = math.sqrt(variance / PULSE)
    return schedules.from_values(values)


def moved(start: int, variance: int) -> Figure:
    """Show which moments are unlucky: one pulse of noise, moved through the game."""
    run = pulsed()[start, variance]
    fig, (top, low) = style.figure(2, 1, height=4.6, steady=True)
    style.margins(fig, left=0.8 if narrow() else 0.95, right=0.35)
    _show_phases(top, run)
    _show_key(top)
    loud = loudness.color(math.sqrt(variance / PULSE))
    top.axvspan(max(start, START), start + PULSE, color=loud, alpha=0.3, lw=0)
    _log_time(top, 100_000)
    top.set_xlabel("round t")
    top.set_title(f"V = {variance:,}: regret {run.final_regret:,.0f}")
    _regret_by_start(low)
    legend.below(fig, low.lines)
    low.plot(STARTS.index(start), run.final_regret, "o", ms=9, color=style.INK)
    words = f"A pulse of total variance {variance:,} from round {start + 1:,} on: {told(run)}"
    return style.note_alt(fig, words)


def _regret_by_start(axes: Axes) -> None:
    for variance, dashes in zip(VARIANCES, ("-", "--", ":"), strict=True):
        regrets = [pulsed()[start, variance].final_regret for start in STARTS]
        look: Any = {"ls": dashes, "color": loudness.color(math.sqrt(variance / PULSE))}
        axes.plot(range(len(STARTS)), regrets, **look, label=f"V = {variance:,}")
    highest = max(run.final_regret for run in pulsed().values())
    axes.set(xlabel="first round of the pulse", ylabel="regret", ylim=(0, 1.1 * highest))
    axes.yaxis.set_major_formatter("{x:,.0f}")
    shown = slice(None, None, 2 if narrow() else 1)
    names = [f"{start + 1:,}" for start in STARTS]
    axes.set_xticks(range(len(STARTS))[shown], names[shown])


QUESTIONS: list[Question] = [
    {
        "question": r"An exploration at $\Delta = 1/8$ is running and the noise never stops. "
        "What does VASLB do?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "It gives up after a fixed number of rounds and commits.",
                "correct": False,
                "feedback": "There is no time limit: only the stopping rule ends the phase.",
            },
            {
                "answer": r"It stays in this phase to the end, at about $s\Delta^2$ a round.",
                "correct": True,
                "feedback": "And ignoring the small entries would have cost the same, "
                "up to a constant.",
            },
            {
                "answer": r"It raises $\Delta$ again.",
                "correct": False,
                "feedback": r"$\Delta$ only ever falls.",
            },
        ],
    },
    {
        "question": r"In the game of the stall, why is $\lVert\hat\theta\rVert = 1$ "
        "with the printed estimate?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "Because the noise makes it longer.",
                "correct": False,
                "feedback": "The game has no noise at all.",
            },
            {
                "answer": "Because the learner has not converged yet.",
                "correct": False,
                "feedback": "The better it has converged, the closer the length is to 1.",
            },
            {
                "answer": "Because it is a mean of unit vectors that hardly differ.",
                "correct": True,
                "feedback": r"Plays are unit vectors on $S$, whatever the length of "
                r"$\theta^*$ on $S$.",
            },
        ],
    },
    {
        "question": "Which of these can change the regret of VASLB by a factor of two or "
        r"more although $V = \sum\sigma_t^2$ stays the same?",
        "type": "many_choice",
        "answers": [
            {
                "answer": "moving all noise to the second half",
                "correct": True,
                "feedback": "By then the support is known.",
            },
            {
                "answer": "moving all noise into the first exploration",
                "correct": True,
                "feedback": "A longer first exploration costs 1 a round.",
            },
            {
                "answer": r"doubling $T$ with silent rounds at the end",
                "correct": False,
                "feedback": "Silent rounds at the end are played almost perfectly.",
            },
        ],
    },
    {
        "question": r"A quiet exploration at $\Delta = 1/4$ with variance 1 takes about 19,000 "
        r"rounds. How many thousand rounds would one at $\Delta = 1/16$ with variance 1 take?",
        "type": "numeric",
        "answers": [
            {
                "type": "range",
                "range": [300, 312],
                "correct": True,
                "feedback": r"Sixteen times as many: $n$ goes like $1/\Delta^2$.",
            },
            {
                "type": "range",
                "range": [74, 78],
                "correct": False,
                "feedback": r"That is a factor of 4; $\Delta$ enters squared.",
            },
            {
                "type": "default",
                "feedback": r"The number of rounds goes like $1/\Delta^2$.",
            },
        ],
    },
    {
        "question": r"If $x \le 3 + 2\sqrt{x}$, what is the largest $x$ can be?",
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": 9,
                "correct": True,
                "feedback": r"$9 = 3 + 2\cdot 3$. The simple bound $2a + b^2$ gives 10.",
            },
            {
                "type": "value",
                "value": 10,
                "correct": False,
                "feedback": r"That is the simple bound $2a + b^2$; is it attained?",
            },
            {"type": "default", "feedback": r"Put $u = \sqrt x$ and solve $u^2 = 3 + 2u$."},
        ],
    },
]
