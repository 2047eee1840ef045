"""The figures and the questions of the chapter, in the order in which they appear.

Explained in the chapter *Random projection*.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.figure import Figure

from vaslb_edu import bounds, concentration, schedules
from vaslb_edu._typing import Array
from vaslb_edu.chapters._log_axes import powers_of_ten
from vaslb_edu.figures import legend, loudness, style
from vaslb_edu.figures.drawing import drawing
from vaslb_edu.figures.paper import narrow
from vaslb_edu.figures.quiz import Question
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.parameter import sparse_parameter
from vaslb_edu.random_projection import RandomProjection, first_check
from vaslb_edu.schedules import Schedule

GAP, DELTA = 0.25, 0.05


def _draw_truth(axes: Any, theta: Array, size: float) -> None:
    """Draw the hidden entries as rings."""
    places = np.flatnonzero(theta)
    ring = {"ms": size, "mfc": "none", "color": style.color("truth")}
    axes.plot(places, theta[places], "o", **ring)


# -- Averages of the first rounds ---------------------------------------------------------------


@drawing
def averages(estimates: Array, theta: Array) -> Figure:
    """Show what happens when the estimates of single rounds, a row each, are averaged."""
    fig, panels = style.figure(2, 2, height=4.4, sharex=True, sharey=True)
    counts = (1, 10, 100, 3000)
    for axes, n in zip(panels.flat, counts, strict=True):
        axes.plot(estimates[:n].mean(axis=0), "o", ms=3, color=style.color("aid"))
        _draw_truth(axes, theta, size=9)
        axes.set_title(f"n = {n:,}")
        axes.set_ylim(-1.5, 1.5)
    for axes in panels.flat[-1:] if narrow() else panels[1]:
        axes.set_xlabel("coordinate")
    errors = {n: largest_error(estimates[:n], theta) for n in counts}
    return style.note_alt(
        fig,
        "Four panels of estimated entries. After one round all 64 estimates have the same size. "
        "The largest error is "
        + ", ".join(f"{error:.2f} after {n:,} rounds" for n, error in errors.items())
        + "; in the last panel the two largest entries stand clear of the rest.",
    )


def largest_error(estimates: Array, theta: Array) -> float:
    """Return by how much the average of the rows is off where it is worst."""
    return float(np.abs(estimates.mean(axis=0) - theta).max())


# -- Why the rule must wait ---------------------------------------------------------------------

EARLY_ROUNDS = np.arange(1, 61)


def failures(errors: Array) -> Array:
    """Return how often the radius fails after each number of rounds; a row is one sample."""
    sums, squares = np.cumsum(errors, axis=1), np.cumsum(errors**2, axis=1)
    counts = np.arange(1, errors.shape[1] + 1)
    scatter = np.maximum(squares - sums**2 / counts, 0.0)
    radius = concentration.explore_radius(scatter, counts, DELTA, "printed")
    return np.asarray(np.mean(np.abs(sums) > radius + 1e-9, axis=0))


def promised_failures() -> Array:
    """Return the bound of the proof on the share of failures, for each of the early rounds."""
    return concentration.empirical_bernstein_failure(4 * math.log(4 / DELTA), EARLY_ROUNDS)


@drawing
def waiting(signs: Array, normal: Array) -> Figure:
    """Show from which round on the stopping rule can be trusted.

    `signs` and `normal` are the measured `failures` of fair signs and of normal errors.
    """
    promised, wait = promised_failures(), first_check(DELTA)
    fig, axes = style.figure()
    axes.plot(EARLY_ROUNDS, promised, **style.line("bound"), label="bound of the proof")
    for shares, marker, role, label in (
        (signs, "o-", "truth", "fair signs (no noise, two entries)"),
        (normal, "^-", "aid", "normal errors"),
    ):
        look = {"ms": 4, "lw": 1, "color": style.color(role), "label": label}
        axes.plot(EARLY_ROUNDS, np.maximum(shares, 1e-9), marker, **look)
    axes.axhline(DELTA, color=style.INK, lw=0.8)
    axes.text(59, DELTA * 0.88, "δ = 0.05", ha="right", va="top", fontsize=10)
    axes.axvline(wait, **style.line("repaired"), label="repaired: wait until here")
    axes.set(yscale="log", ylim=(4e-5, 1.6), xlim=(0.5, 60))
    axes.set(xlabel="rounds n", ylabel="share of failures")
    axes.set(title="The first rounds cannot be trusted")
    powers_of_ten(axes.yaxis, range(-4, 1))
    legend.below(fig, columns=2, narrow_columns=1)
    return style.note_alt(
        fig,
        f"At n = 1 the radius fails always. With fair signs it fails {signs[2]:.0%} of the time at "
        f"n = 3 and {signs[5]:.1%} at n = 6; with normal errors {normal[1]:.0%} at n = 2. The "
        f"bound of the proof falls below 0.05 at n = {int(EARLY_ROUNDS[promised < DELTA][0])} and "
        f"is {promised[wait - 1]:.5f} at n = {wait}.",
    )


# -- An exploration, watched --------------------------------------------------------------------


@dataclass(frozen=True)
class Note:
    """What an exploration knew at some moment: n, the means, and the largest scatter."""

    count: int
    means: Array
    spread: float


class _NotingGame(SparseLinearBandit):
    """A game that calls `note` after each batch of rounds."""

    note: Callable[[], None] = staticmethod(lambda: None)

    def keep(self, count: int) -> None:
        super().keep(count)
        self.note()


def history(
    theta: Array,
    sigma: float | Schedule,
    checkpoints: Iterable[int],
    *,
    support: Sequence[int] = (),
    estimate: npt.ArrayLike = (),
    gap: float = GAP,
    baseline: str = "running-mean",
    chunk: int = 100,
    horizon: int = 10**6,
) -> tuple[list[Note], bool]:
    """Explore; return notes at the checkpoints and at the end, and whether the rule stopped it.

    A note is taken after the batch of rounds in which a checkpoint is reached.
    """
    projection = RandomProjection(
        dim=len(theta),
        support=support,
        estimate=np.asarray(estimate, dtype=float),
        gap=gap,
        delta=DELTA,
        baseline=baseline,
        earliest=first_check(DELTA),
        rng=np.random.default_rng(1),
    )
    game = _NotingGame(theta, sigma, horizon, seed=1)
    notes: list[Note] = []
    due = list(checkpoints)

    def note_if_due() -> None:
        if due and game.round >= due[0] and projection.count:
            due.pop(0)
            notes.append(_note(projection))

    game.note = note_if_due
    stopped = projection.run(game, chunk)
    return [*notes, _note(projection)], stopped


def _note(projection: RandomProjection) -> Note:
    """Return what an exploration knows now."""
    smallest = float(np.square(projection.sums).min())
    spread = (projection.squares - smallest / projection.count) / projection.scale**2
    return Note(projection.count, projection.means(), spread)


# -- Coordinates rise out of the noise ----------------------------------------------------------

ROUNDS = [100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000]
LEVELS = [0.0, 0.1, 0.5]
SCHEDULES: Mapping[str, Callable[[float], Schedule]] = {
    "constant": lambda level: schedules.constant(level),
    "loud for 3,000 rounds, then quiet": lambda level: schedules.step(level, 0.0, at=3000),
    "quiet for 3,000 rounds, then loud": lambda level: schedules.step(0.0, level, at=3000),
}

Rises = Mapping[tuple[str, float], tuple[list[Note], bool]]
"""The history of an exploration by the name of its schedule and its noise level."""


def rises(theta: Array) -> Rises:
    """Explore from nothing under every schedule and level, with notes for smooth curves."""
    fine = np.round(np.geomspace(100, 10**6, 60), -2).astype(int)
    moments = sorted({*ROUNDS, *fine.tolist()})
    return {
        (name, level): history(theta, make(level), moments)
        for name, make in SCHEDULES.items()
        for level in LEVELS
    }


def rise(theta: Array, explored: Rises, rounds: int, sigma: float, schedule: str) -> Figure:
    """Show how entries rise out of the noise, and when exploration may stop."""
    notes, _ = explored[schedule, sigma]
    seen = [note for note in notes if note.count <= rounds]
    stopped = rounds >= notes[-1].count
    count, means = seen[-1].count, seen[-1].means
    widths = [
        float(concentration.explore_radius(note.spread, note.count, DELTA, "printed")) / note.count
        for note in seen
    ]
    fig, (left, right) = style.figure(
        1, 2, height=3.7, steady=True, gridspec_kw={"width_ratios": [1.7, 1]}
    )
    _draw_means(left, means, widths[-1], joined=(np.abs(means) > GAP) & stopped)
    _draw_truth(left, theta, size=10)
    left.set_title(f"stopped after {count:,} rounds" if stopped else f"{count:,} rounds")
    _draw_widths(right, [note.count for note in seen], widths, loudness.color(sigma))
    error = np.abs(means - theta).max()
    return style.note_alt(
        fig,
        f"Noise {sigma:g}, {schedule}: after {count:,} rounds the band is ±{widths[-1]:.3f}, the "
        f"largest error {error:.3f}, and {np.count_nonzero(np.abs(means) > GAP)} means exceed Δ. "
        + ("Exploration has stopped." if stopped else "Exploration goes on."),
    )


def _draw_means(axes: Any, means: Array, width: float, joined: npt.NDArray[np.bool_]) -> None:
    """Draw the mean of each coordinate, the band of doubt and the threshold; `joined` in colour."""
    axes.axhspan(-width, width, color=style.color("aid"), alpha=0.25, lw=0)
    for edge in (-GAP, GAP):
        axes.axhline(edge, color=style.color("bound"), lw=1, linestyle="--")
    for chosen, size, role in ((~joined, 3.5, "aid"), (joined, 7, "vaslb")):
        axes.plot(np.flatnonzero(chosen), means[chosen], "o", ms=size, color=style.color(role))
    axes.set(ylim=(-1.5, 1.5), xlim=(-2, 65), xlabel="coordinate", ylabel="mean")


def _draw_widths(axes: Any, counts: Sequence[int], widths: Sequence[float], loud: str) -> None:
    """Draw the half-width of the band over time, and where exploration may stop."""
    axes.plot(counts, widths, color=loud)
    axes.plot(counts[-1], widths[-1], "o", color=loud, clip_on=False)
    axes.axhline(GAP / 4, **style.line("bound"))
    axes.text(120, GAP / 4 * 0.93, "Δ/4", va="top", fontsize=10)
    axes.set(xscale="log", yscale="log", xlim=(100, 1e6), ylim=(0.03, 4), xlabel="round")
    axes.set(yticks=[0.1, 1], yticklabels=["0.1", "1"])
    axes.set_title("half-width of the band")
    powers_of_ten(axes.xaxis, range(2, 7))
    axes.yaxis.minorticks_off()


# -- How many rounds ----------------------------------------------------------------------------


@drawing
def predicted_rounds(noises: Array, lengths: Mapping[int, Sequence[int]]) -> Figure:
    """Show whether the formula predicts the length of an exploration.

    `lengths[d]` are the measured rounds in dimension d at each of the noise levels.
    """
    grid = np.linspace(0, 0.3, 60)
    fig, axes = style.figure()
    for (d, measured), marker in zip(lengths.items(), "o^s", strict=True):
        predicted = bounds.exploration_rounds(GAP, 1 + d * grid**2, DELTA)
        axes.plot(grid, predicted, **style.line("bound"))
        axes.plot(noises, measured, marker, color=style.color("truth"), label=f"d = {d}")
    axes.set(yscale="log", xlabel="noise σ", ylabel="rounds", ylim=(5e3, 5e5))
    powers_of_ten(axes.yaxis, range(4, 6))
    axes.set(title="128 ln(4/δ)/Δ² · variance predicts the length")
    axes.legend(loc="upper left")
    return style.note_alt(
        fig,
        f"Without noise all three dimensions need about {lengths[64][0]:,} rounds. At σ = 0.3 they "
        f"need {lengths[16][-1]:,}, {lengths[64][-1]:,} and {lengths[256][-1]:,} rounds for "
        "d = 16, 64 and 256, on the predicted curves.",
    )


# -- What a wrong baseline costs ----------------------------------------------------------------

FINE_GAP = 0.125
DIMENSIONS = [16, 64, 256, 1024]
SHORTFALLS = [0.0, 0.001, 0.002, 0.0035, 0.005, 0.0075, 0.01, 0.015]
FAINT_LEVELS = [0.0, 0.005]
PRINTED, REPAIRED = "squared norm (printed)", "running mean (repaired)"
BASELINES = {PRINTED: "squared-norm", REPAIRED: "running-mean"}
ROLES = {PRINTED: "printed", REPAIRED: "repaired"}

Curves = Mapping[tuple[int, float, float, str], list[Note]]
"""Notes of an exploration by dimension, shortfall of the estimate, noise and baseline."""


def baseline_curves() -> Curves:
    """Explore with the two largest entries known, for every setting of the figure."""
    moments = np.unique(np.round(np.geomspace(2, 2e5, 90)).astype(int)).tolist()

    def notes(d: int, shortfall: float, sigma: float, baseline: str) -> list[Note]:
        theta = sparse_parameter(d, [0.9, 0.4, 0.15, 0.1])
        seen, _ = history(
            theta,
            sigma,
            moments,
            support=(0, 1),
            estimate=(1 - shortfall) * theta[:2],
            gap=FINE_GAP,
            baseline=BASELINES[baseline],
            chunk=32,
            horizon=2 * 10**5,
        )
        return seen

    return {
        (d, shortfall, sigma, name): notes(d, shortfall, sigma, name)
        for d in DIMENSIONS
        for shortfall in SHORTFALLS
        for sigma in FAINT_LEVELS
        for name in BASELINES
    }


def wrong_baseline(curves: Curves, d: int, shortfall: float, sigma: float, baseline: str) -> Figure:
    """Show where the scatter crosses what the rule allows, with either baseline."""
    fig, axes = style.figure(height=4, steady=True)
    rounds = np.geomspace(30, 1e5, 100)
    limit = (rounds * FINE_GAP / 4) ** 2 / (8 * math.log(4 / DELTA))
    axes.plot(rounds, limit, **style.line("bound"), label="the rule allows")
    for name, role in ROLES.items():
        notes = curves[d, shortfall, sigma, name]
        chosen = name == baseline
        late = [note for note in notes if note.count >= 10]
        line = style.line(role) | {"lw": 2.4 if chosen else 0.9}
        axes.plot([n.count for n in late], [n.spread for n in late], **line, label=name)
        if chosen:
            last = notes[-1]
            axes.plot([last.count], [last.spread], "o", ms=9, color=style.color(role))
    ends = {name: f"{curves[d, shortfall, sigma, name][-1].count:,}" for name in ROLES}
    axes.set(xscale="log", yscale="log", xlim=(30, 1e5), ylim=(0.1, 1e6))
    axes.set(xlabel="rounds n", ylabel="largest scatter Q̂")
    axes.set(title=f"d = {d:,}: exploration ends after {ends[baseline]} rounds")
    powers_of_ten(axes.xaxis, range(2, 6))
    powers_of_ten(axes.yaxis, range(-1, 7))
    axes.legend(loc="upper left")
    other = next(name for name in ROLES if name != baseline)
    return style.note_alt(
        fig,
        f"In dimension {d}, with an estimate {shortfall:.2%} too short and noise {sigma:g}, the "
        f"baseline {baseline} stops after {ends[baseline]} rounds and the {other} after "
        f"{ends[other]}.",
    )


# -- Check yourself -----------------------------------------------------------------------------

QUESTIONS: list[Question] = [
    {
        "question": (
            r"Noiseless game, $S$ empty, $\theta^* = (0.6, 0.8, 0, \dots, 0)$. "
            "What is the "
            r"variance of the estimate $\hat r_1$ of the entry $0.6$?"
        ),
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": 0.64,
                "correct": True,
                "feedback": r"Only the crosstalk of the other entry is left: $0.8^2$.",
            },
            {
                "type": "value",
                "value": 1,
                "correct": False,
                "feedback": (
                    "That would count the entry itself. Its own part, "
                    r"$d\,y_1^2\theta_1^*$, "
                    "is not random."
                ),
            },
            {
                "type": "value",
                "value": 0.36,
                "correct": False,
                "feedback": ("That is the square of the entry itself. The others make the noise."),
            },
            {
                "type": "default",
                "feedback": r"Use the variance formula with $b = \sigma = 0$.",
            },
        ],
    },
    {
        "question": r"The baseline is off by $b = 0.1$, always. What happens to the mean "
        r"$\bar r_i$ after very many rounds?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": r"It converges to $\theta_i^* + 0.1$.",
                "correct": False,
                "feedback": ("The error $b$ is multiplied by $y_i$, whose sign is fair: mean $0$."),
            },
            {
                "answer": r"It converges to $\theta_i^*$, only more slowly.",
                "correct": True,
                "feedback": r"Unbiased, with $\frac{K}{R^2}b^2$ added to the variance.",
            },
            {
                "answer": "It does not converge.",
                "correct": False,
                "feedback": "The variance is finite, so the mean converges.",
            },
        ],
    },
    {
        "question": "Why may the stopping rule not be used in the first round?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "A single number has no scatter, so the rule always holds.",
                "correct": True,
                "feedback": r"$\hat Q_i(1) = 0$: the rule reads $0 < \Delta/4$.",
            },
            {
                "answer": r"Because $\sigma_1$ is not known yet.",
                "correct": False,
                "feedback": r"The rule never uses $\sigma_t$.",
            },
            {
                "answer": "The first round is a pilot.",
                "correct": False,
                "feedback": ("Only with a running mean, and this does not cure the second round."),
            },
        ],
    },
    {
        "question": (
            r"$\Delta$ is halved and the variance stays the same. By which "
            "factor does the "
            "length of an exploration grow?"
        ),
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": 4,
                "correct": True,
                "feedback": r"It grows like $1/\Delta^2$.",
            },
            {
                "type": "value",
                "value": 2,
                "correct": False,
                "feedback": r"A mean improves like $1/\sqrt n$, so twice the precision "
                "needs more than twice the rounds.",
            },
            {
                "type": "default",
                "feedback": r"Look at $128\ln(4/\delta)\,v/\Delta^2$.",
            },
        ],
    },
    {
        "question": r"Which of these make the variance of an estimate grow with the dimension?",
        "type": "many_choice",
        "answers": [
            {
                "answer": "crosstalk",
                "correct": False,
                "feedback": r"It is $\sum_{j\ne i}\theta_j^{*2} \le 1$ in any dimension.",
            },
            {
                "answer": r"noise $\sigma$",
                "correct": True,
                "feedback": r"Multiplied by $K/R^2$.",
            },
            {
                "answer": "an error of the baseline",
                "correct": True,
                "feedback": r"Multiplied by $K/R^2$, like noise.",
            },
        ],
    },
]
