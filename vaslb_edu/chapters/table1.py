"""The tables, the figures and the questions of the chapter, in the order in which they appear.

All numbers come from the results that ship with the library: nothing is played here.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from vaslb_edu.bounds.table import Row
from vaslb_edu.chapters._differences import why
from vaslb_edu.chapters._log_axes import powers_of_ten
from vaslb_edu.chapters._rows import name_rows
from vaslb_edu.figures import legend, style
from vaslb_edu.figures.drawing import drawing
from vaslb_edu.figures.paper import narrow
from vaslb_edu.figures.quiz import Question
from vaslb_edu.table1 import measured
from vaslb_edu.table1.cell import total_variance
from vaslb_edu.table1.cost import EVERYWHERE, ONLY, Cost, costs
from vaslb_edu.table1.grid import LOUD, QUIET, RACE_HORIZON, RACE_NOISES, RACE_SIZES, hard_grid
from vaslb_edu.table1.systems import SYSTEMS

CASES = {"worst case, σ = 1": LOUD, "no noise, σ = 0": QUIET}
LOOKS = {  # system: (role, marker)
    "ConfidenceBall2": ("aid", "v"),
    "OFUL": ("oful", "^"),
    "Sparse OFUL": ("oful", "s"),
    "SL-UCB, equal noise": ("aid", "P"),
    "SL-UCB": ("truth", "p"),
    "Selective ETC": ("truth", "h"),
    "Weighted OFUL": ("weighted", "D"),
    "VOFUL2": ("voful2", "*"),
    "VASLB, printed": ("printed", "<"),
    "VASLB, repaired": ("repaired", ">"),
    "VASLB with VOFUL2": ("voful2", "X"),
    "Printed with VOFUL2": ("printed", "d"),
    "Sharp VASLB": ("vaslb", "o"),
    "Sharp with VOFUL2": ("voful2", "d"),
    "Explore then commit": ("truth", "x"),
    "Divide and conquer": ("divide", "1"),
}
GROUPS = {
    "linear bandits": ["ConfidenceBall2", "OFUL", "Weighted OFUL", "VOFUL2"],
    "sparse, before the paper": ["Sparse OFUL", "SL-UCB", "SL-UCB, equal noise", "Selective ETC"],
    "the paper": [
        "VASLB, printed",
        "Printed with VOFUL2",
        "VASLB, repaired",
        "VASLB with VOFUL2",
    ],
    "sharp, and who is told more": [
        "Sharp VASLB",
        "Sharp with VOFUL2",
        "Explore then commit",
        "Divide and conquer",
    ],
}
RACERS = {
    "told nothing": ["OFUL", "Weighted OFUL", "VASLB, repaired", "Sharp VASLB"],
    "without variances": ["ConfidenceBall2", "OFUL", "VASLB with VOFUL2"],
    "told more": [
        "Sharp VASLB",
        "Explore then commit",
        "SL-UCB, equal noise",
        "Divide and conquer",
    ],
}

# -- The two tables -----------------------------------------------------------------------------


class BoundsTable:
    """Rows of the library's table of bounds, shown as a Markdown table."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows

    def _repr_markdown_(self) -> str:
        lines = ["| Result | Worst case | No noise | Remarks |", "|---|---|---|---|"]
        for row in self.rows:
            formulas = (row.worst_case, row.deterministic)
            worst, silent = (f"${text}$" if text else "–" for text in formulas)
            speed = {True: "efficient", False: "not efficient", None: ""}[row.efficient]
            noise = f"{row.variances} variances" if row.variances else ""
            remarks = ", ".join(filter(None, [row.setting.split()[0], speed, noise]))
            result = f"**{row.algorithm}**, {row.source}"
            lines.append(f"| {result} | {worst} | {silent} | {remarks} |")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"Table of {len(self.rows)} bounds"


@functools.cache
def growth(system: str, axis: str, noise: str) -> measured.Growth | None:
    """Return the growth of a system in the results that come with the library."""
    return measured.growth(measured.shipped(), system, axis, noise)


class MeasuredTable:
    """Exponents along one axis, promised and measured, and why they differ, as a Markdown table."""

    def __init__(self, axis: str) -> None:
        self.axis = axis
        cases = {"At one T": LOUD} if axis == "V" else {"Worst case": LOUD, "No noise": QUIET}
        self.cases = cases  # heading: noise
        self.rows = {
            system: [growth(system, axis, noise) for noise in cases.values()] for system in SYSTEMS
        }

    def _repr_markdown_(self) -> str:
        head = ["System", *self.cases, "If they differ, why"]
        lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
        for system, found in self.rows.items():
            cells = [_promised_and_measured(one) for one in found]
            if any(one is not None for one in found):
                reasons = "; ".join(self.reasons(system))
                lines.append(f"| **{system}** | " + " | ".join([*cells, reasons]) + " |")
        return "\n".join(lines)

    def reasons(self, system: str) -> list[str]:
        """Return why the promise lies outside of the interval, in words; empty if it does not."""
        both = zip(self.cases.values(), self.rows[system], strict=True)
        reasons = [why(system, self.axis, noise) for noise, one in both if one and not one.agrees]
        return list(dict.fromkeys(reasons))

    def __repr__(self) -> str:
        return f"Exponents of {self.axis}, promised and measured"


def _promised_and_measured(both: measured.Growth | None) -> str:
    return "–" if both is None else f"{_two(both.promised)} → {in_words(both)}"


def _two(value: float) -> str:
    """Return a number with two digits, with a true minus sign and no minus before 0."""
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "\N{MINUS SIGN}")


def in_words(both: measured.Growth) -> str:
    """Return a measured exponent with its interval."""
    one = both.measured
    return f"{_two(one.value)} ({_two(one.low)} to {_two(one.high)})"


VIEWS = {  # what a reader chooses: (axis, noise)
    "T, worst case": ("T", LOUD),
    "T, no noise": ("T", QUIET),
    "d, worst case": ("d", LOUD),
    "d, no noise": ("d", QUIET),
    "s, worst case": ("s", LOUD),
    "s, no noise": ("s", QUIET),
    "V, at one T": ("V", LOUD),
}


def exponents(view: str) -> Figure:
    """Show the measured exponents with their intervals beside the promised ones."""
    axis, noise = VIEWS[view]
    found = {system: both for system in SYSTEMS if (both := growth(system, axis, noise))}
    fig, axes = style.figure(height=4.8, narrow_height=6.4)
    for row, both in enumerate(found.values()):
        one, blue, brown = both.measured, style.color("vaslb"), style.color("bound")
        axes.plot([one.low, one.high], [row, row], color=blue, lw=4, alpha=0.4)
        axes.plot(one.value, row, "o", color=blue, label=None if row else "measured")
        tall = 8 if narrow() else 14  # on narrow paper the name of the row stands above
        named = None if row else "promised"
        axes.plot(both.promised, row, "|", ms=tall, mew=2.5, color=brown, label=named)
    name_rows(axes, list(found))
    ends = [
        end for one in found.values() for end in (one.measured.low, one.measured.high, one.promised)
    ]
    axes.set(ylim=(len(found) - 0.5, -0.7), xlabel=f"exponent of {axis}")
    axes.set_xlim(min(0.0, *ends) - 0.12, max(0.6, *ends) + 0.12)
    legend.below(fig)
    told = "; ".join(
        f"{system}: promised {both.promised:.2f}, measured {both.measured.value:.2f} "
        f"({both.measured.low:.2f} to {both.measured.high:.2f})"
        for system, both in found.items()
    )
    return style.note_alt(fig, f"Exponents of {view}. {told}.")


# -- Regret against T ---------------------------------------------------------------------------


def against_horizon(group: str, case: str) -> Figure:
    """Show mean regret against T, with all seeds as small dots, and the line of playing blindly."""
    fig, axes = style.figure(height=4.2, narrow_height=3.0, steady=True)
    told = []
    for system in GROUPS[group]:
        found = measured.regrets(measured.shipped(), system, "T", CASES[case])
        if found:
            means = _draw_line(axes, system, found)
            told.append(f"{system} from {means[0]:,.0f} to {means[-1]:,.0f}")
    horizons = np.array([1e3, 1e7])
    axes.plot(horizons, horizons, color=style.color("aid"), lw=1, label="regret = T")
    axes.set(xscale="log", yscale="log", xlim=(7e2, 1.4e7), ylim=(3, 1.4e7), xlabel="horizon T")
    axes.set(ylabel="regret")
    powers_of_ten(axes.xaxis, range(3, 8))
    powers_of_ten(axes.yaxis, range(1, 8))
    legend.below(fig, rows=3 if narrow() else 2)
    return style.note_alt(fig, f"Regret against T, {case}: {'; '.join(told)}.")


def _line(system: str) -> dict[str, Any]:
    """Return the look of a system's line; systems of one colour differ in dashes, too."""
    role, marker = LOOKS[system]
    same = [one for one, (other, _) in LOOKS.items() if other == role]
    look = style.line(role)
    dashes = (look["linestyle"], (0, (3, 1.5)), (0, (1, 1)))[same.index(system)]
    return {**look, "linestyle": dashes, "marker": marker, "label": system}


def _draw_line(axes: Any, system: str, found: dict[int, list[float]]) -> list[float]:
    """Draw the means of one system and its seeds; return the means."""
    role, _ = LOOKS[system]
    sizes, means = list(found), [float(np.mean(values)) for values in found.values()]
    for size, values in found.items():
        axes.plot([size] * len(values), values, ".", ms=3, color=style.color(role), alpha=0.5)
    axes.plot(sizes, means, **_line(system))
    return means


@drawing
def hard_games() -> Figure:
    """Show regret in the game of the lower bound, divided by sqrt((d - 1) T)."""
    hard = set(hard_grid())
    fig, axes = style.figure(height=4.2, narrow_height=3.0)
    told = []
    for system in SYSTEMS:
        found: dict[int, list[float]] = {}
        for result in measured.shipped():
            if result.cell in hard and result.cell.system == system and result.regret is not None:
                rate = np.sqrt((result.cell.d - 1) * result.cell.horizon)
                found.setdefault(result.cell.horizon, []).append(result.regret / rate)
        if found:
            means = [float(np.mean(values)) for values in found.values()]
            axes.plot(list(found), means, **_line(system))
            told.append(f"{system} {means[-1]:.2g}")
    axes.set(xscale="log", yscale="log", xlabel="horizon T", ylabel="regret / √((d − 1) T)")
    powers_of_ten(axes.xaxis, range(3, 7))
    legend.below(fig)
    return style.note_alt(
        fig, f"Regret in the hard game over its rate, at the end: {', '.join(told)}."
    )


# -- The race -------------------------------------------------------------------------------------

SIZES = [  # a lone entry is left to the map: it adds nothing here but frames
    f"d = {d}, s = {s}" for d, every in RACE_SIZES.items() for s in every if s > 1
]
NOISES = {
    noise if " " in noise or noise == "bursts" else f"σ = {noise}": noise for noise in RACE_NOISES
}


def race(racers: str, noise: str, size: str) -> Figure:
    """Show regret as the rounds go by, in one game of the committed results."""
    d, s = (int(part.split(" = ")[1]) for part in size.split(", "))
    fig, axes = style.figure(height=4.0, narrow_height=3.0, steady=True)
    told = []
    for system in RACERS[racers]:
        curves = [
            result.curve
            for result in measured.shipped()
            if result.curve
            and (result.cell.system, result.cell.d, result.cell.s) == (system, d, s)
            and result.cell.noise == NOISES[noise]
        ]
        if curves:
            rounds = [n for n, _ in curves[0]]
            means = np.mean([[regret for _, regret in curve] for curve in curves], axis=0)
            axes.plot(rounds, means, **_line(system))
            told.append(f"{system} {means[-1]:,.0f}")
    axes.set(xscale="log", yscale="log", xlim=(80, 1.3e5), ylim=(2, 1.5e5))
    axes.set(xlabel="round t", ylabel="regret so far")
    powers_of_ten(axes.xaxis, range(2, 6))
    powers_of_ten(axes.yaxis, range(1, 6))
    legend.below(fig, columns=4, rows=2 if narrow() else 1)
    return style.note_alt(fig, f"{size}, {noise}. Regret after 100,000 rounds: {', '.join(told)}.")


def winners(noise: str, told: bool) -> Figure:
    """Show who has the least regret for each d and s, and by how much."""
    fig, axes = style.figure(height=4.5, narrow_height=4.4, steady=True)
    sizes, words = list(RACE_SIZES), []
    below = {"ha": "center", "va": "top", "fontsize": 9 if narrow() else 10.5}
    sparsities = sorted({s for every in RACE_SIZES.values() for s in every})
    for column, d in enumerate(sizes):
        for row, s in enumerate(sparsities):
            if s not in RACE_SIZES[d]:
                continue
            means = measured.mean_regrets(measured.shipped(), d, s, NOISES[noise])
            name, ahead = measured.best(means, told)
            role, marker = LOOKS[name]
            title = name.replace(" ", "\n") if narrow() else name
            axes.plot(column, row + 0.26, marker, ms=11, color=style.color(role))
            axes.text(column, row + 0.1, f"{title}\nnext: {ahead:.1f} ×", **below)
            words.append(f"d = {d}, s = {s}: {name}, {ahead:.1f} times less than the next")
    axes.set_xticks(range(len(sizes)), [str(d) for d in sizes])
    axes.set_yticks(range(len(sparsities)), [str(s) for s in sparsities])
    axes.set(xlim=(-0.65, len(sizes) - 0.4), ylim=(-0.5, len(sparsities) - 0.5))
    axes.set(xlabel="dimension d", ylabel="non-zero entries s")
    variance = total_variance(NOISES[noise], RACE_HORIZON)
    axes.set_title(f"{noise}: V = {variance:,.0f}", loc="left")
    axes.grid(False)
    return style.note_alt(fig, f"Least regret with {noise}. {'; '.join(words)}.")


# -- What it costs --------------------------------------------------------------------------------

FULL = {"d": 10**4, "s": 10, "horizon": 10**9}
FULL_SEEDS = 100
CANNOT = {  # systems that refuse the full size, and why
    "Sparse OFUL": "too many supports",
    "VOFUL2": "d > 4",
    "VASLB with VOFUL2": "s > 4",
    "Printed with VOFUL2": "s > 4",
    "Sharp with VOFUL2": "s > 4",
}


class CostTable:
    """The cost model of each system, and what the full-size study would take."""

    def __init__(self) -> None:
        self.costs: dict[str, Cost] = costs(measured.shipped())

    def _repr_markdown_(self) -> str:
        head = ["System", "Core-seconds of a game", "within", "Full size, core-hours"]
        lines = ["| " + " | ".join(head) + " |", "|---|---|---|---|"]
        for system, cost in self.costs.items():
            full = f"no: {CANNOT[system]}" if system in CANNOT else _two_digits(self._hours(system))
            lines.append(f"| **{system}** | ${_sum(cost)}$ | × {cost.off:.1f} | {full} |")
        return "\n".join(lines)

    def full_size(self, everywhere: bool = True) -> str:
        """Return the core-hours of all that can be played; or without those in all coordinates."""
        skipped = {*CANNOT, *(() if everywhere else ONLY[EVERYWHERE])}
        return _two_digits(sum(self._hours(name) for name in self.costs if name not in skipped))

    def _hours(self, system: str) -> float:
        return FULL_SEEDS * self.costs[system].seconds(**FULL) / 3600.0

    def __repr__(self) -> str:
        return f"Cost of {len(self.costs)} systems"


def _two_digits(hours: float) -> str:
    """Return a number of hours with two digits that count, without an exponent."""
    return f"{float(f'{hours:.2g}'):,.0f}" if hours >= 10 else f"{hours:.2g}"


def _sum(cost: Cost) -> str:
    """Return the model as a formula."""
    parts = []
    for term, share in cost.shares.items():
        digits, power = f"{share:.1e}".split("e")
        name = "" if term == "1" else f"\\,{term}"
        parts.append(f"{digits}\\cdot10^{{{int(power)}}}{name}")
    return "+".join(parts)


# -- Questions ------------------------------------------------------------------------------------

GUESS_SLOPE: list[Question] = [
    {
        "question": r"ConfidenceBall2 is promised $\tilde O(d\sqrt T)$. With $d = 16$ and $T$ from "
        "a thousand to ten million: which exponent of $T$ do you expect to measure?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "About 0.5.",
                "correct": False,
                "feedback": "That is the promise for large T. How large is its radius at T = 10⁷?",
            },
            {
                "answer": "About 0.95.",
                "correct": True,
                "feedback": "Its ellipsoid is so wide that it still tries all directions.",
            },
            {
                "answer": "Above 1.",
                "correct": False,
                "feedback": "No regret grows faster than T times 2, the most a round can cost.",
            },
        ],
    }
]

GUESS_BEST: list[Question] = [
    {
        "question": r"$d = 64$, $s = 2$, $\sigma = 0.2$ in all 100,000 rounds. Who has the least "
        "regret of those who are told nothing?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "Weighted OFUL.",
                "correct": False,
                "feedback": "It learns all 64 coordinates; two matter.",
            },
            {
                "answer": "The repaired VASLB.",
                "correct": False,
                "feedback": "It is still exploring when the others have long been done.",
            },
            {
                "answer": "The sharp version.",
                "correct": True,
                "feedback": "The game is sparse, and it finds both entries early.",
            },
        ],
    }
]

QUESTIONS: list[Question] = [
    {
        "question": "An interval for an exponent is wide although all seeds agree. Why?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "The line in the log-log plot bends, so the range of the fit matters.",
                "correct": True,
                "feedback": "Seeds are resampled, and so is the first and the last size.",
            },
            {
                "answer": "There are too few seeds.",
                "correct": False,
                "feedback": "Seeds that agree give a narrow interval, however few they are.",
            },
        ],
    },
    {
        "question": r"SL-UCB is promised $s\sqrt T$, less than the lower bound $\sqrt{dT}$. "
        "What resolves this?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "Its noise is on the parameter: a question about all coordinates at "
                "once hears the noise of each only softly.",
                "correct": True,
                "feedback": "In that game the lower bound does not hold.",
            },
            {
                "answer": "It is told s.",
                "correct": False,
                "feedback": "It is told the size of the noise, and not s.",
            },
        ],
    },
    {
        "question": "A sweep was killed by a power cut while a row was being written. What does "
        "the next run play?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "The games without a whole row, and no other.",
                "correct": True,
                "feedback": "What was half written is cut off, and that game is played again.",
            },
            {
                "answer": "Everything: the file is broken.",
                "correct": False,
                "feedback": "A Parquet file would be: its table of contents comes last.",
            },
        ],
    },
    {
        "question": "Somebody rewrites a docstring of OFUL. Are the results stale?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "No.",
                "correct": True,
                "feedback": "The fingerprint is made of what runs.",
            },
            {
                "answer": "Those of OFUL and of all that are built on it.",
                "correct": False,
                "feedback": "They would be, had a line of code changed.",
            },
        ],
    },
]
