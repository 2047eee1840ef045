"""The figures and the questions of the chapter, in the order in which they appear.

A search is known here by its log: every action that was played while it asked, with its answer.

Explained in the chapter *Divide and conquer*.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from vaslb_edu import schedules
from vaslb_edu._typing import Array
from vaslb_edu.chapters._log_axes import powers_of_ten
from vaslb_edu.divide_and_conquer import DivideAndConquer
from vaslb_edu.figures import legend, loudness, style
from vaslb_edu.figures.drawing import drawing
from vaslb_edu.figures.numerals import number
from vaslb_edu.figures.paper import narrow
from vaslb_edu.figures.quiz import Question
from vaslb_edu.report import Report
from vaslb_edu.run import Run, simulate
from vaslb_edu.schedules import Schedule

Log = Sequence[tuple[Array, float]]
Places = npt.NDArray[np.intp]
_ZERO = 1e-10  # what the search calls zero, too

# -- The tree search, query by query ------------------------------------------------------------

LOOK: Mapping[str, Mapping[str, Any]] = {
    "answered": {"facecolor": style.color("divide"), "alpha": 1.0},
    "must hold one": {"facecolor": style.color("divide"), "alpha": 0.45},
    "silent so far": {"facecolor": style.color("aid"), "alpha": 0.3, "hatch": "///"},
    "put aside": {"facecolor": style.color("aid"), "alpha": 0.75},
    "not asked": {"facecolor": "none"},
}
"""How a set of coordinates is filled, by what is known about it."""
OUTLINE: Mapping[str, Any] = {"lw": 0.6, "edgecolor": style.INK}


def tree(
    parameters: Mapping[str, Array],
    searches: Mapping[tuple[str, bool], tuple[Log, Report]],
    queries: int,
    theta: str,
    signs: bool,
) -> Figure:
    """Show how the search spends its queries, level by level of the tree.

    `parameters` has the hidden vectors by name, `searches` the log and the report of each search
    by name and by whether its signs were random.
    """
    log, _ = searches[theta, signs]
    shown, hidden = log[:queries], parameters[theta]
    known, places = what_is_known(shown), np.flatnonzero(hidden)
    asked = {int(np.flatnonzero(x)[0]) for x, _ in shown if np.count_nonzero(x) == 1}
    found = [place for place in places.tolist() if place in asked]
    fig, (top, middle, bottom) = style.figure(
        3,
        1,
        height=5.2,
        steady=True,
        sharex=True,
        gridspec_kw={"height_ratios": [1, 3.2, 1.1], "hspace": 0.32},
    )
    kind = "random" if signs else "equal"
    _draw_latest_action(top, shown, len(hidden), kind)
    _draw_levels(middle, known, len(hidden))
    _draw_entries(bottom, hidden, places, found)
    legend.below(
        fig, [Patch(label=name, **OUTLINE, **look) for name, look in LOOK.items()], columns=5
    )
    count = Counter(known.values())
    return style.note_alt(
        fig,
        f"After {len(shown)} queries of the parameter with {theta} and "
        f"{kind} signs, {count['answered']} "
        f"sets have answered, {count['put aside']} are put aside, "
        f"and {len(found)} of {len(places)} entries are found.",
    )


def what_is_known(log: Log, trials: int = 3) -> dict[tuple[int, int], str]:
    """Say of every set (first coordinate, size) what the queries so far have shown."""
    silences: Counter[tuple[int, int]] = Counter()
    state: dict[tuple[int, int], str] = {}
    for action, answer in log:
        places = np.flatnonzero(action)
        first, size = int(places[0]), len(places)
        if abs(answer) > _ZERO:
            state[first, size] = "answered"
            continue
        silences[first, size] += 1
        full = silences[first, size] >= trials
        state[first, size] = "put aside" if full else "silent so far"
        if full and first % (2 * size) == 0:  # a left half: its right sibling is not asked
            state.setdefault((first + size, size), "must hold one")
    return state


def _draw_latest_action(axes: Any, shown: Log, dim: int, signs: str) -> None:
    """Draw the action of the latest query; the title has its answer, or which signs will come."""
    action = shown[-1][0] if shown else np.zeros(dim)
    axes.vlines(np.arange(dim) + 0.5, 0, action, lw=11, color=style.color("divide"))
    axes.set(ylim=(-1.1, 1.1), yticks=[-1, 0, 1], ylabel="played")
    axes.set_title(f"No query yet; its signs will be {signs}")
    if shown:
        size = int(np.count_nonzero(action))
        answer = f"{size} of {dim} coordinates answer {shown[-1][1]:+.3f}"
        axes.set_title(f"Query {len(shown)}: {answer}")


def _draw_levels(axes: Any, known: Mapping[tuple[int, int], str], dim: int) -> None:
    """Draw every set of every level as a box, all coordinates at the top."""
    sizes = [dim >> level for level in range(dim.bit_length())]
    for level, size in enumerate(sizes):
        for name, look in LOOK.items():
            boxes = [
                (place, size)
                for place in range(0, dim, size)
                if known.get((place, size), "not asked") == name
            ]
            if boxes:
                axes.broken_barh(boxes, (-level, 0.82), **OUTLINE, **look)
    axes.set(ylim=(0.9 - len(sizes), 0.9), ylabel="size of set", xlim=(0, dim))
    axes.set_yticks([0.41 - level for level in range(len(sizes))], sizes)
    axes.grid(False)


def _draw_entries(axes: Any, hidden: Array, places: Places, found: Sequence[int]) -> None:
    """Draw the hidden entries as rings and those found as dots."""
    ring = {"mfc": "none", "ms": 9, "color": style.color("truth")}
    axes.axhline(0, color=style.color("aid"), lw=0.8)
    axes.plot(places + 0.5, hidden[places], "o", **ring)
    axes.plot(np.array(found) + 0.5, hidden[found], "o", ms=5, color=style.color("divide"))
    axes.set(ylim=(-1.1, 1.1), yticks=[-1, 0, 1], ylabel="entry", xlabel="coordinate")


# -- How often a set is silent ------------------------------------------------------------------


@drawing
def silence(sizes: Sequence[int], equal: Sequence[float], ladder: Sequence[float]) -> Figure:
    """Show how often a set with k entries is silent, against the bounds.

    `equal` and `ladder` are measured shares for each k in `sizes`: of k equal entries, and of
    entries 1, 2, …, k.
    """
    erdos = [math.comb(k, k // 2) / 2**k for k in sizes]
    fig, axes = style.figure()
    axes.axhline(0.5, **style.line("bound"), label="bound 1/2")
    square = {"mfc": "none", "ms": 9, "color": style.color("bound")}
    axes.plot(sizes, erdos, "s", **square, label="Erdős' bound")
    axes.plot(sizes, equal, "o", color=style.color("truth"), label="equal entries, measured")
    rungs = "entries 1, 2, …, k, measured"
    axes.plot(sizes, ladder, "^", color=style.color("aid"), label=rungs)
    axes.set(xlabel="non-zero entries k in the set", ylabel="share of silent queries")
    axes.set(ylim=(-0.02, 1.05), title="A set with an entry answers at least every other time")
    axes.legend(loc="upper right")
    return style.note_alt(
        fig,
        f"Silent share of 20,000 queries. Equal entries: {equal[1]:.2f} for two, {equal[3]:.2f} "
        f"for four, 0 for odd numbers. Entries 1 to k: at most {max(ladder[2:]):.2f} for k of 3 "
        "or more. One entry is never silent in either; all lie below the bound of one half.",
    )


# -- Queries by dimension -----------------------------------------------------------------------


@drawing
def queries_by_dimension(
    measured: Mapping[tuple[int, int], float], bound: Callable[[int, int], int]
) -> Figure:
    """Show how close the number of queries comes to its bound, and how it grows with d.

    `measured[d, s]` are queries until the certificate holds; `bound(d, s)` is that of one pass.
    """
    dimensions = sorted({d for d, _ in measured})
    sparsities = sorted({s for _, s in measured})
    fig, axes = style.figure(height=4)
    for s, marker in zip(sparsities, "o^s", strict=True):
        counts = [measured[d, s] for d in dimensions]
        limits = [bound(d, s) for d in dimensions]
        solid = style.line("divide") | {"linestyle": "-", "marker": marker}
        dotted = style.line("bound") | {"marker": marker, "mfc": "none"}
        axes.plot(dimensions, counts, **solid, label=f"s = {s}, measured")
        axes.plot(dimensions, limits, **dotted, label=f"s = {s}, bound")
    axes.plot(dimensions, dimensions, **style.line("aid") | {"lw": 1.2}, label="d, one by one")
    axes.set(xscale="log", yscale="log", ylim=(10, 2e4), xlabel="dimension d", ylabel="queries")
    axes.set(title="Queries grow with log d, not with d")
    axes.set_xticks(dimensions, [f"{d:,}" for d in dimensions])
    axes.xaxis.minorticks_off()
    powers_of_ten(axes.yaxis, range(1, 5))
    legend.below(fig, columns=4)
    largest = dimensions[-1]
    return style.note_alt(
        fig,
        f"At d = {largest:,} the search asks "
        + ", ".join(
            f"{measured[largest, s]:.0f} queries for s = {s} (bound {bound(largest, s)})"
            for s in sparsities
        )
        + f"; asking one by one takes {largest:,}.",
    )


# -- One grain of noise -------------------------------------------------------------------------

NOISY_HORIZON = 10_000
NOT_ASKED, SILENT, ANSWERED = 0, 1, 2

Lit = npt.NDArray[np.int64]
"""A row for each level of the tree, a column for each coordinate: what its set has said."""


def lit_tree(log: Log, d: int) -> Lit:
    """Say of every set of every level whether it was asked, and whether it ever answered."""
    lit = np.full((int(math.log2(d)) + 1, d), NOT_ASKED)
    for action, answer in log:
        places = np.flatnonzero(action)
        level = round(math.log2(d / len(places)))
        if len(places) == d >> level:
            said = ANSWERED if abs(answer) > _ZERO else SILENT
            lit[level, places] = np.maximum(lit[level, places], said)
    return lit


def one_grain(games: Mapping[tuple[int, float], tuple[Run, Lit]], sigma: float, d: int) -> Figure:
    """Show what noise does to the tree and to the regret, beside the search without noise.

    `games[d, sigma]` has the run of one search and its tree.
    """
    (run, lit), (quiet, _) = games[d, sigma], games[d, 0.0]
    queries = run.facts["queries"]
    fig, (left, right) = style.figure(1, 2, height=3.5, steady=True)
    _draw_lit_tree(left, lit)
    left.set_title(f"{len(run.support or ())} of {d} found")
    right.plot(quiet.rounds, quiet.regret, color=loudness.color(0), ls="--", label="σ = 0")
    if sigma:
        right.plot(
            run.rounds, run.regret, color=loudness.color(sigma), label=f"σ = {number(sigma)}"
        )
    right.axvline(queries, **style.line("aid") | {"lw": 1.2}, label="end of search")
    _log_log(right, ylim=(0.5, 2e4))
    right.set(xlabel="round t")
    right.set_title(f"{queries:,.0f} queries")
    legend.below(fig, rows=2 if narrow() else 1)
    late = run.final_regret - np.interp(NOISY_HORIZON / 2, run.rounds, run.regret)
    return style.note_alt(
        fig,
        f"With noise {number(sigma)} in dimension {d} the search asks {queries:,.0f} "
        f"queries, takes {len(run.support or ())} coordinates for entries (there are 4), and ends "
        f"with regret {run.final_regret:,.0f}; the second half of the game costs {late:,.1f}.",
    )


def _draw_lit_tree(axes: Any, lit: Lit) -> None:
    """Draw the sets that answered in green and those that were silent in grey."""
    for level, row in enumerate(lit):
        for said, role, alpha in ((SILENT, "aid", 0.45), (ANSWERED, "divide", 1.0)):
            look = {"facecolor": style.color(role), "alpha": alpha}
            axes.broken_barh(_stretches(row == said), (-level - 0.85, 0.85), lw=0, **look)
    axes.set(xlim=(0, lit.shape[1]), ylim=(-len(lit), 0), yticks=[])
    axes.set(xlabel="coordinate", ylabel="from all to single")
    axes.grid(False)


def _stretches(mask: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return (first, length) of each stretch of neighbours that are True."""
    ends = np.flatnonzero(np.diff(mask, prepend=False, append=False))
    return [(first, stop - first) for first, stop in ends.reshape(-1, 2).tolist()]


def _log_log(axes: Any, ylim: tuple[float, float]) -> None:
    """Make the axes those of regret over the rounds of a noisy game."""
    axes.set(xscale="log", yscale="log", xlim=(1, NOISY_HORIZON), ylim=ylim, ylabel="regret")
    powers_of_ten(axes.xaxis, range(5))
    powers_of_ten(axes.yaxis, range(5))


# -- When the noise comes late ------------------------------------------------------------------

SWITCHES = [0, 10, 20, 30, 40, 50, 60, 100, 1000]
LOUD_LEVELS = [0.1, 1.0]
CHANGES: Mapping[str, Callable[[float, int], Schedule]] = {
    "quiet first, then loud": lambda level, at: schedules.step(0.0, level, at=at),
    "loud first, then quiet": lambda level, at: schedules.step(level, 0.0, at=at),
}


def late_games(theta: Array) -> dict[tuple[str, float, int], Run]:
    """Search under every schedule that changes once: by its kind, its loud level and its round."""
    return {
        (kind, level, at): simulate(
            DivideAndConquer(on_noise="ignore"),
            theta,
            make(level, at),
            NOISY_HORIZON,
            seed=1,
            checkpoints=60,
        )
        for kind, make in CHANGES.items()
        for level in LOUD_LEVELS
        for at in SWITCHES
    }


def late_noise(
    games: Mapping[tuple[str, float, int], Run],
    quiet_queries: float,
    at: int,
    level: float,
    kind: str,
) -> Figure:
    """Show when the search is hurt by noise that changes once.

    `quiet_queries` is where the search of the same parameter ends without noise.
    """
    run = games[kind, level, at]
    found, queries = len(run.support or ()), f"{run.facts['queries']:.0f} queries"
    fig, (axes, strip) = style.figure(
        2,
        1,
        height=4.2,
        steady=True,
        sharex=True,
        gridspec_kw={"height_ratios": [4, 1], "hspace": 0.12},
    )
    axes.plot(run.rounds, run.regret, **style.line("divide") | {"linestyle": "-"})
    axes.axvline(quiet_queries, **style.line("bound"), label="a quiet search ends here")
    _log_log(axes, ylim=(0.5, 3e4))
    regret = f"{run.final_regret:,.0f}"
    axes.set_title(f"{found} coordinates found, {queries}, final regret {regret}")
    legend.below(fig)
    rounds = np.unique(np.round(np.geomspace(1, NOISY_HORIZON, 400)).astype(int))
    sigmas = CHANGES[kind](level, at)(rounds)
    loudness.strip(strip, rounds, sigmas)
    strip.set(ylim=(0, 1.05), yticks=[0, 1], xlabel="round t", ylabel="σ")
    return style.note_alt(
        fig,
        f"{kind} with level {level} and the change after round {at}: the search takes "
        f"{queries}, finds {found} coordinates (there are 4) "
        f"and ends with regret {regret} after {NOISY_HORIZON:,} rounds.",
    )


# -- Check yourself -----------------------------------------------------------------------------

QUESTIONS: list[Question] = [
    {
        "question": r"A set holds two entries, $0.5$ and $-0.5$, and is asked three times with "
        r"fresh random signs. What is the probability that it is put aside by mistake?",
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": 0.125,
                "correct": True,
                "feedback": ("Each query is silent with probability $1/2$; three are independent."),
            },
            {
                "type": "value",
                "value": 0.5,
                "correct": False,
                "feedback": (
                    "That is the probability for a single query. It is asked three times."
                ),
            },
            {
                "type": "value",
                "value": 0,
                "correct": False,
                "feedback": (
                    "Random signs make silence rarer, not impossible: $+0.5$ "
                    "and $-0.5$ "
                    "still cancel when their signs agree."
                ),
            },
            {
                "type": "default",
                "feedback": "How likely is silence in one query? Then take the third power.",
            },
        ],
    },
    {
        "question": r"The search found entries with $\sum \theta_i^{*2} = 0.98$. What follows?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "An entry of size about 0.02 is missing.",
                "correct": False,
                "feedback": (
                    "The missing squares sum to $0.02$, so a single missing "
                    "entry has size "
                    r"$\sqrt{0.02} \approx 0.14$."
                ),
            },
            {
                "answer": "At least one entry was put aside by mistake.",
                "correct": True,
                "feedback": (
                    "The squares of a unit vector sum to one. Something is "
                    "missing, and the "
                    "search knows it without asking."
                ),
            },
            {
                "answer": "Rounding errors have grown too large.",
                "correct": False,
                "feedback": r"Rounding moves the sum by about $10^{-15}$, not by $0.02$.",
            },
        ],
    },
    {
        "question": (
            r"With $s = 1$, $\tau = 3$ trials and $d = 1024$, how many queries "
            "does one "
            r"pass take at most, by the bound of the chapter?"
        ),
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": 64,
                "correct": True,
                "feedback": r"$2 \cdot 3 \cdot 1 \cdot 10 + 1 + 3 = 64$.",
            },
            {
                "type": "value",
                "value": 61,
                "correct": False,
                "feedback": (
                    "You forgot the first question, to all coordinates: up to "
                    r"$\tau$ more."
                ),
            },
            {
                "type": "value",
                "value": 1024,
                "correct": False,
                "feedback": "That is asking one by one. Halving needs ten levels only.",
            },
            {
                "type": "default",
                "feedback": (
                    r"Use $2\tau s\lceil\log_2 d\rceil + s + \tau$ with $\log_2 "
                    "1024 = 10$."
                ),
            },
        ],
    },
    {
        "question": (
            r"Noise of size $\sigma = 10^{-6}$ in every round: which statements "
            "are true?"
        ),
        "type": "many_choice",
        "answers": [
            {
                "answer": r"Every set answers, so about $3d$ queries are made.",
                "correct": True,
                "feedback": "Noise is never exactly zero, and it is far above the tolerance.",
            },
            {
                "answer": "The regret of each later round is large.",
                "correct": False,
                "feedback": (
                    r"It is about $d\sigma^2/2$, which is tiny here. What is "
                    "lost at once is "
                    r"the $\log d$."
                ),
            },
            {
                "answer": "The regret no longer stops growing.",
                "correct": True,
                "feedback": (
                    "The action is slightly wrong for ever: linear regret with a tiny slope."
                ),
            },
            {
                "answer": r"A tolerance of $10^{-4}$ would help for moderate $d$.",
                "correct": True,
                "feedback": (
                    r"Yes: it lies above $\sigma\sqrt d$ as long as $d \ll "
                    "10^4$. But one has "
                    r"to know $\sigma$ beforehand."
                ),
            },
        ],
    },
]
