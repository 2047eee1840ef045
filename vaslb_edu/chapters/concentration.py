"""Promises of concentration inequalities against what samples do, at one n and at stopping times.

Explained in the appendix *Concentration inequalities*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from vaslb_edu import concentration as con
from vaslb_edu._typing import Array
from vaslb_edu.chapters._log_axes import powers_of_ten
from vaslb_edu.chapters._walks import outside_so_far, walk_radii
from vaslb_edu.figures import legend, style
from vaslb_edu.figures.drawing import drawing
from vaslb_edu.figures.paper import narrow
from vaslb_edu.figures.quiz import Question
from vaslb_edu.schedules import Rounds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CONFIDENCES = [0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3]


# -- All promises at a glance ---------------------------------------------------------------------

ZERO = 2.5e-5  # where a rate of zero is drawn on the logarithmic axis
SHARES = {ZERO: "0", 1e-4: "0.01 %", 1e-3: "0.1 %", 1e-2: "1 %", 0.1: "10 %", 1: "100 %"}

FINE = (1e-4, 1e-2)
"""Shares that have no room on narrow paper."""


def rates(
    names: Iterable[str], failure_rate: Callable[..., float], n: int, delta: float, pattern: str
) -> Figure:
    """Show which promises are kept: how often each inequality fails, valid and printed, against δ.

    `failure_rate` takes name, pattern, n and δ; ``"printed"`` behind them asks for that form.
    """
    shown = list(names)
    valid = [failure_rate(name, pattern, n, delta) for name in shown]
    printed = [failure_rate(name, pattern, n, delta, "printed") for name in shown]
    broken = [
        f"{name} ({rate:.1%})"
        for name, rate in zip(shown, printed, strict=True)
        if rate > 1.2 * delta
    ]
    fig, axes = style.figure(steady=True, height=4.2)
    style.margins(fig, left=1.45 if narrow() else 1.9, right=0.3)
    _rate_marks(axes, printed, valid)
    axes.axvline(delta, **style.line("bound"), label=f"promise δ = {delta:g}")
    axes.set(xscale="log", xlim=(ZERO / 1.6, 1.6), ylim=(len(shown) - 0.5, -0.5))
    axes.set(xlabel="share of samples that fail")
    axes.set(title=f"n = {n}, noise {pattern}: {len(broken)} printed promises broken")
    ticks = {share: name for share, name in SHARES.items() if not narrow() or share not in FINE}
    axes.set_xticks(list(ticks), labels=list(ticks.values()))
    axes.set_yticks(range(len(shown)), labels=shown)
    axes.set_xticks([], minor=True)
    legend.below(fig)
    return style.note_alt(
        fig,
        f"With n = {n}, δ = {delta:g} and {pattern} noise the valid forms fail"
        f" in at most {max(valid):.1%} of the samples. Printed forms that break δ:"
        f" {', '.join(broken) or 'none'}.",
    )


def _rate_marks(axes: Axes, printed: list[float], valid: list[float]) -> None:
    """Draw a square and a circle in every row; the first row speaks in the legend."""
    square: dict[str, Any] = {"ms": 10, "mfc": "none", "mew": 1.6, "color": style.color("printed")}
    circle: dict[str, Any] = {"ms": 6, "color": style.color("repaired")}
    for row, (wrong, right) in enumerate(zip(printed, valid, strict=True)):
        named = row == 0
        axes.plot(max(wrong, ZERO), row, "s", **square, label="printed" if named else None)
        axes.plot(max(right, ZERO), row, "o", **circle, label="valid" if named else None)


# -- Squares --------------------------------------------------------------------------------------


@drawing
def square_moments() -> Figure:
    """Show how fast the bound for squares breaks when the mean is not zero."""
    rate = np.linspace(-0.25, 0.25, 201)
    fig, axes = style.figure()
    axes.plot(rate, con.square_log_mgf(rate, 1.0), **style.line("bound"), label="bound 16λ²")
    exact = {}
    for mean, dashes in ((0.0, "-"), (2.0, "--"), (4.0, "-.")):
        shift = 2 * rate**2 * mean**2 / (1 - 2 * rate)
        exact[mean] = -0.5 * np.log1p(-2 * rate) - rate + shift
        axes.plot(
            rate, exact[mean], color=style.color("truth"), ls=dashes, label=f"exact, mean {mean:g}"
        )
    axes.set(xlabel="λ", ylabel="log of the mean of exp", ylim=(0, 2.4))
    axes.set_title("The bound holds for centred variables only")
    axes.legend(loc="upper center")
    return style.note_alt(
        fig,
        f"At λ = 1/4 the bound is 1; the exact value is {exact[0.0][-1]:.2f} for mean 0,"
        f" {exact[2.0][-1]:.2f} for mean 2 and {exact[4.0][-1]:.1f} for mean 4.",
    )


# -- Vectors: ellipsoids --------------------------------------------------------------------------

ROUNDS, GAMES, FLOOR = 300, 150, 0.05
DIMENSIONS = [2, 5, 12]

Vectors = Mapping[tuple[int, str, bool], tuple[Array, Array]]


def vectors(schedules: Mapping[str, Array]) -> Vectors:
    """Play 150 games for every dimension and schedule, with and without weights."""
    return {
        (dim, name, weighted): _noise_norms(dim, sigma, weighted)
        for dim in DIMENSIONS
        for name, sigma in schedules.items()
        for weighted in (True, False)
    }


def _noise_norms(dim: int, sigma: Array, weighted: bool) -> tuple[Array, Array]:
    """Return the norm of the sum of x η in the inverse of Z, and ln det, by round."""
    rng = np.random.default_rng(5)
    inverse = np.tile(np.eye(dim), (GAMES, 1, 1))
    total, log_det = np.zeros((GAMES, dim)), np.zeros(GAMES)
    norms, log_dets = np.empty((ROUNDS, GAMES)), np.empty((ROUNDS, GAMES))
    for t in range(ROUNDS):
        scale = max(FLOOR, sigma[t]) if weighted else 1.0
        lean = total / (1.0 + np.linalg.norm(total, axis=1, keepdims=True))
        x = lean + 0.5 * rng.normal(size=(GAMES, dim))
        x /= scale * np.linalg.norm(x, axis=1, keepdims=True)
        noise = rng.normal(size=GAMES) * sigma[t] / scale
        image = np.einsum("gij,gj->gi", inverse, x)
        width = np.sum(x * image, axis=1)
        inverse -= image[:, :, None] * (image / (1.0 + width)[:, None])[:, None, :]
        log_det += np.log1p(width)
        total += x * noise[:, None]
        norms[t] = np.sqrt(np.einsum("gi,gij,gj->g", total, inverse, total))
        log_dets[t] = log_det
    return norms, log_dets


def radius(
    schedules: Mapping[str, Array], played: Vectors, dim: int, schedule: str, weights: bool
) -> Figure:
    """Show how far two radii are from the noise that an ellipsoid must cover."""
    norms, log_dets = played[dim, schedule, weights]
    t = np.arange(1, ROUNDS + 1)
    smallest = np.minimum.accumulate(np.maximum(FLOOR, schedules[schedule]))
    tight = con.vector_self_normalised(log_dets, 0.05)
    printed = con.weighted_oful_radius(t, dim, 0.05, smallest if weights else 1.0)
    fig, axes = style.figure(steady=True, height=3.6)
    _noise_band(axes, t, norms)
    axes.plot(t, tight.mean(axis=1), **style.line("repaired"), label="self-normalised")
    axes.plot(t, printed, **style.line("printed"), label="printed")
    axes.set(yscale="log", ylim=(0.03, 600), xlim=(0, ROUNDS), xlabel="round t", ylabel="norm")
    axes.set(title=f"d = {dim}, {schedule} noise, {'weighted' if weights else 'no weights'}")
    powers_of_ten(axes.yaxis, range(-1, 3))
    legend.below(fig, columns=4)
    missed = np.mean(np.any(norms > tight, axis=0))
    return style.note_alt(
        fig,
        f"With d = {dim}, {schedule} noise and weights {'on' if weights else 'off'}"
        f" the noise ends at {np.quantile(norms[-1], 0.95):.2f} (95 % quantile), the"
        f" self-normalised radius at {tight[-1].mean():.1f}, the printed one at {printed[-1]:.0f};"
        f" {missed:.0%} of the games leave the self-normalised ellipsoid.",
    )


def _noise_band(axes: Axes, t: Rounds, norms: Array) -> None:
    low, high, color = norms.min(axis=1), norms.max(axis=1), style.color("aid")
    axes.fill_between(t, low, high, color=color, alpha=0.35, lw=0, label="noise, all games")
    usual = np.quantile(norms, 0.95, axis=1)
    axes.plot(t, usual, **style.line("aid"), label="95 % quantile")


# -- Stopping times -------------------------------------------------------------------------------

STEPS, PATHS = 1500, 1000
MARKS = np.unique(np.geomspace(1, STEPS, 70).round().astype(int))
KINDS = ["Gaussian", "fair signs"]

Curves = Mapping[tuple[float, str], tuple[Array, Array]]


def crossings(patterns: Mapping[str, Callable[[int], Array]]) -> dict[tuple[str, str], Curves]:
    """Follow many sums for every noise pattern and law of a sample."""
    return {
        (pattern, kind): _crossing_curves(sigma(STEPS), kind)
        for pattern, sigma in patterns.items()
        for kind in KINDS
    }


def _crossing_curves(sigma: Array, kind: str) -> Curves:
    """Return, by δ and bound, the share of failures at marked rounds and up to them."""
    x = np.random.default_rng(7).normal(size=(PATHS, STEPS))
    x = (x if kind == "Gaussian" else np.sign(x)) * sigma
    total, squares = np.abs(x.cumsum(axis=1)), np.square(x).cumsum(axis=1)
    curves = {}
    for delta in CONFIDENCES:
        for name, limit in walk_radii(squares, delta, scale=np.sum(sigma**2)).items():
            failed = total > limit
            at_mark = failed[:, MARKS - 1].mean(axis=0)
            curves[delta, name] = at_mark, outside_so_far(failed, MARKS)
    return curves


def stopping(
    crossed: Mapping[tuple[str, str], Curves], delta: float, pattern: str, kind: str
) -> Figure:
    """Show what choosing the round is worth, and which bounds hold at a stopping time."""
    curves = crossed[pattern, kind]
    single, adversary = curves[delta, "each n"]
    union, mixture = (curves[delta, name][1] for name in ("union over n", "mixture"))
    fig, axes = style.figure(steady=True)
    for share, role, label in (
        (adversary, "printed", "printed, each n: worst stop up to n"),
        (single, "aid", "fixed-n bound, at n alone"),
        (union, "repaired", "repaired, union over n: worst stop"),
        (mixture, "truth", "mixture, worst stop"),
    ):
        axes.plot(MARKS, share, **style.line(role), label=label)
    axes.axhline(delta, **style.line("bound"), label=f"promise δ = {delta:g}")
    axes.set(xscale="log", yscale="log", xlim=(1, STEPS), ylim=(8e-4, 1.3))
    axes.set(xlabel="round n", ylabel="share of games failed")
    axes.set(title=f"Who may choose the round wins {adversary[-1]:.0%} of the games")
    axes.set_yticks([1e-3, 1e-2, 0.1, 1.0], labels=["0.1 %", "1 %", "10 %", "100 %"])
    axes.set_yticks([], minor=True)
    powers_of_ten(axes.xaxis, range(4))
    legend.below(fig, narrow_columns=1)
    return style.note_alt(
        fig,
        f"With δ = {delta:g}, {pattern} noise and {kind} samples: the fixed-n bound"
        f" fails in {single[-1]:.1%} of the games at the last round, in"
        f" {adversary[-1]:.1%} at the worst round; the union over n in"
        f" {union[-1]:.1%}, the mixture in {mixture[-1]:.1%}.",
    )


QUESTIONS: list[Question] = [
    {
        "question": r"Why does the proof for self-normalised sums fix the sizes $|\xi_i|$?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": r"Then $Q$ is a number and only fair signs are random.",
                "correct": True,
                "feedback": r"Yes. That is why $\lambda = x/\sqrt Q$ may depend on $Q$.",
            },
            {
                "answer": "Because the sizes are bounded.",
                "correct": False,
                "feedback": "They need not be: Cauchy variables are allowed.",
            },
            {
                "answer": "Because the sizes are known to the algorithm.",
                "correct": False,
                "feedback": r"They are not: $\xi_i = X_i-\mu$ holds the unknown mean.",
            },
        ],
    },
    {
        "question": r"From which $n$ on may the explore radius be used, at $\delta=0.05$?",
        "type": "numeric",
        "answers": [
            {
                "type": "range",
                "range": [35, 36],
                "correct": True,
                "feedback": r"$8\ln 80 = 35.06$, so from 36 on.",
            },
            {
                "type": "value",
                "value": 1,
                "correct": False,
                "feedback": r"At $n=1$ we have $\hat Q=0$ and the radius is zero.",
            },
            {"type": "default", "feedback": r"Compute $8\ln(4/\delta)$."},
        ],
    },
    {
        "question": "Which bounds hold at a stopping time chosen by an adversary?",
        "type": "many_choice",
        "answers": [
            {
                "answer": "The mixture bound.",
                "correct": True,
                "feedback": "Yes: Ville's inequality speaks of all times at once.",
            },
            {
                "answer": r"The self-normalised bound at confidence $\delta/(n(n+1))$.",
                "correct": True,
                "feedback": "Yes, for independent symmetric samples: a union over n.",
            },
            {
                "answer": r"The self-normalised bound at confidence $\delta$.",
                "correct": False,
                "feedback": "No: it holds at each n, and some n will fail.",
            },
            {
                "answer": "The self-normalised bound for vectors.",
                "correct": True,
                "feedback": "Yes: it is a mixture bound.",
            },
        ],
    },
    {
        "question": r"Printed self-normalised bound, bursts, $n=16$: hardly a failure. Why?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "Two samples carry the noise, and two samples cannot stray far.",
                "correct": True,
                "feedback": r"Yes: with $k$ samples that matter, $W^2\le kQ$.",
            },
            {
                "answer": "Because the noise is quiet.",
                "correct": False,
                "feedback": r"Scaling all $\sigma_t$ changes nothing: the bound scales, too.",
            },
            {
                "answer": "Because bursts are not symmetric.",
                "correct": False,
                "feedback": "Each sample is a centred Gaussian, hence symmetric.",
            },
        ],
    },
]
