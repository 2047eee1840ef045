"""Conditions, intervals and sets of VOFUL2, on the line and in the plane, and what the set costs.

Explained in the chapter *VOFUL2*.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.patches import Rectangle

from vaslb_edu import bounds, schedules
from vaslb_edu._typing import Array
from vaslb_edu.chapters._planes import equal_units
from vaslb_edu.chapters._rows import name_rows
from vaslb_edu.figures import legend, loudness, style
from vaslb_edu.figures.drawing import drawing
from vaslb_edu.figures.paper import narrow
from vaslb_edu.figures.quiz import Question
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.learner import Learner, stretches
from vaslb_edu.oful import OFUL
from vaslb_edu.ridge import Ridge
from vaslb_edu.run import Run
from vaslb_edu.schedules import Rounds, Schedule
from vaslb_edu.voful2.clipped_sums import ClippedSums
from vaslb_edu.voful2.directions import direction_net
from vaslb_edu.voful2.iota import net_iota
from vaslb_edu.voful2.learner import VOFUL2
from vaslb_edu.voful2.set_over_time import PlanarSet, confidence_sets_over_time
from vaslb_edu.weighted_oful import WeightedOFUL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DELTA = 0.05


# -- One condition on the line --------------------------------------------------------------------

LINE_THETA = 0.6
LINE_NOISE = {
    "σ = 0.1": 0.1,
    "σ = 1": 1.0,
    "first half loud (σ = 1), then quiet (0.05)": None,
}
GRID = np.linspace(-1, 1, 401)


def one_condition(rounds: int, noise: str, iota: float) -> Figure:
    """Show for which candidates θ the V is below the hyperbola: both sides of one condition."""
    rewards = _line_rewards(noise, rounds)
    left = np.abs(rewards.sum() - rounds * GRID)
    squares = (rewards**2).sum() - 2 * rewards.sum() * GRID + rounds * GRID**2
    right = np.sqrt(iota * squares)
    inside = left <= right
    fig, axes = style.figure(steady=True, height=3.8)
    axes.fill_between(GRID, 0, 2.2, where=inside, color=style.color("voful2"), alpha=0.18, lw=0)
    axes.plot(GRID, left / rounds, **style.line("truth"), label="|Σ residuals| / n")
    axes.plot(GRID, right / rounds, **style.line("bound"), label="√(ι Σ residuals²) / n")
    axes.axvline(LINE_THETA, color=style.color("truth"), lw=1)
    axes.text(LINE_THETA + 0.02, 2.05, "θ*", fontsize=10)
    axes.set(xlabel="candidate θ", xlim=(-1, 1), ylim=(0, 2.2))
    axes.set(title=f"{rounds} rounds, ι = {iota}: {inside.mean():.0%} of [−1, 1] left")
    axes.legend(loc="upper left")
    said = f"{rounds} rounds, {noise}, iota {iota}: {_what_is_left(inside)}"
    return style.note_alt(fig, f"{said}; the truth is {LINE_THETA}.")


def _line_rewards(noise: str, rounds: int) -> Array:
    level = LINE_NOISE[noise]
    first_half = np.arange(rounds) < rounds / 2
    sigmas = np.where(first_half, 1.0, 0.05) if level is None else level
    return LINE_THETA + sigmas * np.random.default_rng(4).normal(size=rounds)


def _what_is_left(inside: Any) -> str:
    if inside.all():
        return "nothing is excluded"
    if not inside.any():
        return "nothing is left"
    return f"left are {GRID[inside].min():.2f} to {GRID[inside].max():.2f}"


# -- The interval over time -----------------------------------------------------------------------

BAND_ROUNDS = 2000
BAND_SCHEDULES = {
    "loud 1000, then quiet": schedules.step(1.0, 0.05, at=1000),
    "quiet 200, then loud": schedules.step(0.05, 1.0, at=200),
    "loud and quiet in turn": schedules.periodic(0.05, 1.0, 500, quiet_first=False),
    "constant 0.5": schedules.constant(0.5),
}
BAND_AT = np.unique(np.geomspace(2, BAND_ROUNDS, 300).astype(int))


def intervals(schedule: str, iota: float, intersect: bool) -> tuple[Array, Array]:
    """Return both ends of the interval after the rounds BAND_AT."""
    rounds = np.arange(1, BAND_ROUNDS + 1)
    noise = np.random.default_rng(3).normal(size=BAND_ROUNDS)
    rewards = LINE_THETA + BAND_SCHEDULES[schedule](rounds) * noise
    mean = rewards.cumsum() / rounds
    spread = (rewards**2).cumsum() / rounds - mean**2
    with np.errstate(divide="ignore", invalid="ignore"):
        half = np.sqrt(iota * spread / (rounds - iota))
    half = np.where(rounds > iota, half, np.inf)
    low, high = np.maximum(mean - half, -1), np.minimum(mean + half, 1)
    if intersect:
        low, high = np.maximum.accumulate(low), np.minimum.accumulate(high)
    return low[BAND_AT - 1], high[BAND_AT - 1]


def interval_over_time(schedule: str, iota: float, intersect: bool) -> Figure:
    """Show when the interval shrinks, when it swells, and when it loses the truth."""
    low, high = intervals(schedule, iota, intersect)
    alive = low <= high
    fig, axes = style.figure(steady=True, height=3.8)
    _shade_loud(axes, BAND_SCHEDULES[schedule](BAND_AT), BAND_AT, (-1, 1))
    color = style.color("voful2")
    axes.fill_between(BAND_AT, low, high, where=alive, color=color, alpha=0.5, lw=0)
    axes.axhline(LINE_THETA, color=style.color("truth"), lw=1)
    axes.set(xscale="log", xlim=(2, BAND_ROUNDS), ylim=(-0.2, 1.0))
    axes.set_xticks([10, 100, 1000], ["10", "100", "1,000"])
    axes.set_xticks([], minor=True)
    axes.set(xlabel="round n", ylabel="interval for θ")
    what = "intersection so far" if intersect else "interval of this round"
    lost = np.any((low > LINE_THETA) | (high < LINE_THETA))
    state = "the truth is lost" if lost else f"final width {high[-1] - low[-1]:.3f}"
    axes.set(title=f"{what}, ι = {iota:.3g}: {state}")
    return style.note_alt(
        fig, f"Schedule {schedule}, iota {iota:.3g}, {what}: {state} after 2,000 rounds."
    )


def _shade_loud(axes: Axes, sigmas: Array, rounds: Rounds, limits: tuple[float, float]) -> None:
    """Shade the rounds with a large deviation."""
    for level in np.unique(sigmas[sigmas > 0.3]).tolist():
        here = (sigmas == level).tolist()
        axes.fill_between(
            rounds, *limits, where=here, color=loudness.color(level), alpha=0.15, lw=0
        )


# -- What clipping gains --------------------------------------------------------------------------

LEVELS = np.arange(7)


def largest_deviation(late: int, early_sigma: float, late_sigma: float, iota: float = 20) -> Array:
    """Return the largest deviation left by each level, infinite if all pass."""
    shift = np.repeat([1.0, 0.1], [50, late])
    variance = np.repeat([early_sigma**2, late_sigma**2], [50, late])
    widths = []
    for level in LEVELS:
        weight = np.minimum(shift, 2.0**-level)
        noise = np.sum(weight**2 * variance)
        pull = np.sum(weight * shift) ** 2 - iota * np.sum(weight**2 * shift**2)
        widths.append(np.sqrt(iota * noise / pull) if pull > 0 else np.inf)
    return np.array(widths)


def levels_compared(late: int, early_sigma: float, late_sigma: float) -> Figure:
    """Show which clipping level wins: the largest deviation that each of them lets pass."""
    widths = largest_deviation(late, early_sigma, late_sigma)
    shown, vacuous = np.minimum(widths, 3.0), widths >= 3.0
    best = int(np.argmin(widths))
    fig, axes = style.figure(steady=True)
    colors = [style.color("voful2" if level == best else "aid") for level in LEVELS]
    bars = axes.bar(LEVELS, shown, color=colors, width=0.7)
    for bar, empty in zip(bars, vacuous, strict=True):
        if empty:
            bar.set(hatch="//", facecolor="none", edgecolor=style.color("aid"))
    labels = ["none"] + [f"1/{2**level}" for level in LEVELS[1:]]
    axes.set(yscale="log", ylim=(1e-2, 3), ylabel="largest deviation a")
    axes.set_yticks([0.01, 0.1, 1], ["0.01", "0.1", "1"])
    axes.set_yticks([], minor=True)
    axes.set_xticks(LEVELS, labels)
    axes.set(xlabel="weights clipped at", title=f"{late:,} late rounds, ι = 20")
    return style.note_alt(
        fig,
        f"{late:,} late rounds, noise {early_sigma} early and {late_sigma} late: without"
        f" clipping {shown[0]:.3f} is left, with the best level, clipped at"
        f" {labels[best]}, {widths[best]:.3f}.",
    )


# -- Directions and cones -------------------------------------------------------------------------

TRUTH = np.array([0.8, 0.6])
NET_IOTA = net_iota(32 * 9, DELTA, 400)
TURN = np.linspace(0, 2 * np.pi, 121)


@cache
def left_of_disc(sigma: float, directions: int, cones: int) -> PlanarSet:
    """Return what 400 rounds leave of the disc: eight actions around the truth, 50 rewards each."""
    rng = np.random.default_rng(5)
    turns = np.arctan2(0.6, 0.8) + np.linspace(-1.2, 1.2, 8)
    actions = np.column_stack([np.cos(turns), np.sin(turns)])
    sums = ClippedSums(direction_net(2, directions), 8, NET_IOTA)
    for action in actions:
        rewards = action @ TRUTH + sigma * rng.normal(size=50)
        sums.add(action, 50, rewards.sum(), (rewards**2).sum())
    return PlanarSet.disc(cones, TRUTH, "net").cut(sums)


def net_and_cones(directions: int, cones: int, sigma: float) -> Figure:
    """Show how many directions and cones are enough: what one data set leaves of the disc."""
    planar, finest = left_of_disc(sigma, directions, cones), left_of_disc(sigma, 32, 360)
    fig, (disc, close) = style.figure(1, 2, steady=True, height=4.3)
    across, along = _square_around(planar)
    for axes in (disc, close):
        for corners in finest.polygons():
            axes.fill(*corners.T, facecolor=style.color("voful2"), edgecolor="none")
        _draw_set(axes, planar)
    sides = (across[0], along[0]), across[1] - across[0], along[1] - along[0]
    disc.add_patch(Rectangle(*sides, fill=False, edgecolor=style.INK, lw=1))
    _cone_sides(close, planar)
    equal_units(disc, (-1.05, 1.22), (-1.05, 1.22))  # the largest square has room as well
    disc.set(xticks=[-1, 0, 1], yticks=[-1, 0, 1], title=f"{directions} directions, {cones} cones")
    equal_units(close, across, along)
    close.locator_params(nbins=4)
    close.set(title=f"area {planar.area:.3f} of 3.14, ι = {NET_IOTA:.0f}")
    return style.note_alt(
        fig,
        f"{directions} directions, {cones} cones, sigma {sigma}: an area of"
        f" {planar.area:.3f} is left around the truth, shown in the disc and in a close-up;"
        f" 32 directions and 360 cones leave {finest.area:.3f}.",
    )


def _square_around(planar: PlanarSet) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the sides of a square that is a little larger than the set."""
    corners = np.vstack(planar.polygons())
    low, high = corners.min(axis=0), corners.max(axis=0)
    (x, y), half = (low + high) / 2, 0.58 * float(np.max(high - low))
    return (x - half, x + half), (y - half, y + half)


def _cone_sides(axes: Axes, planar: PlanarSet) -> None:
    """Draw the sides of the cones that keep something, from the middle of the disc to its rim."""
    sides = np.unique(np.round([planar.angles - planar.widths, planar.angles + planar.widths], 9))
    rim = np.column_stack([np.cos(sides), np.sin(sides)])
    for x, y in rim:
        axes.plot([0, x], [0, y], **style.line("aid") | {"lw": 0.6})


def _draw_set(axes: Axes, planar: PlanarSet) -> None:
    """Draw a planar set in the unit disc, with the truth."""
    axes.plot(np.cos(TURN), np.sin(TURN), **style.line("aid") | {"lw": 1})
    color = style.color("voful2")
    for corners in planar.polygons():
        axes.fill(*corners.T, facecolor=(color, 0.35), edgecolor=color, lw=1)
    axes.plot(*TRUTH, "o", color=style.color("truth"), ms=5)


# -- The set over time ----------------------------------------------------------------------------

SET_ROUNDS = 3000
SET_SCHEDULES = {
    "loud and quiet in turn": schedules.periodic(0.05, 1.0, 1000, quiet_first=False),
    "loud 1500, then quiet": schedules.step(1.0, 0.05, at=1500),
    "quiet 100, then loud": schedules.step(0.05, 1.0, at=100),
    "constant 0.3": schedules.constant(0.3),
}
IOTAS: dict[str, str | float] = {
    "valid for the net": "net",
    "0.02 × printed": 0.02,
    "printed": "printed",
}


def _set_learner(iota: str) -> VOFUL2:
    return VOFUL2(IOTAS[iota], directions=32, test_growth=1.15)


@cache
def iota_used(iota: str) -> float:
    """Return the number behind the name of an iota."""
    learner = _set_learner(iota)
    return learner.fresh(2, learner.delta, SET_ROUNDS).confidence_set.sums.iota


@cache
def sets() -> dict[tuple[str, str], list[PlanarSet]]:
    """Return the sets after every test, for every iota and schedule."""
    return {
        (iota, name): confidence_sets_over_time(
            TRUTH, sigma, SET_ROUNDS, seed=1, learner=_set_learner(iota)
        )
        for iota in IOTAS
        for name, sigma in SET_SCHEDULES.items()
    }


def set_at(iota: str, schedule: str, round: int) -> PlanarSet:
    """Return the set in force in a round."""
    return [planar for planar in sets()[iota, schedule] if planar.rounds <= round][-1]


def set_over_time(round: int, schedule: str, iota: str) -> Figure:
    """Show when the set shrinks, when it stalls, and what ι does: the set of a round, its area."""
    planar = set_at(iota, schedule, round)
    fig, axes = style.figure(2, 2, steady=True, height=5.8, height_ratios=[2.1, 1])
    (disc, close), (area, strip) = axes
    _draw_set(disc, planar)
    disc.annotate("", planar.action, (0, 0), arrowprops={"arrowstyle": "->", "color": style.INK})
    equal_units(disc, (-1.08, 1.08), (-1.08, 1.08), title=f"round {round:,}")
    disc.set(xticks=[-1, 0, 1], yticks=[-1, 0, 1])
    _draw_set(close, planar)
    equal_units(close, (0.6, 1.0), (0.4, 0.8), title=f"ι = {iota_used(iota):,.0f}")
    close.set(xticks=[0.6, 0.8, 1.0], yticks=[0.4, 0.6, 0.8])
    rounds = np.arange(1, SET_ROUNDS + 1, 10)
    sigmas = SET_SCHEDULES[schedule](rounds)
    _shade_loud(area, sigmas, rounds, (3e-3, 6))
    _area_over_time(area, sets()[iota, schedule])
    area.plot(round, planar.area, "o", color=style.color("voful2"))
    loudness.strip(strip, rounds, sigmas)
    strip.axvline(round, color=style.color("voful2"), lw=2)
    strip.set(xlabel="round t", ylim=(-0.05, 1.1), xlim=(0, SET_ROUNDS + 60))
    strip.set(xticks=range(0, SET_ROUNDS + 1, 1000), yticks=[0, 1])
    strip.set_title("noise σ (hidden)")
    return style.note_alt(
        fig,
        f"Schedule {schedule}, iota {iota} ({iota_used(iota):,.0f}), round {round:,}:"
        f" the set has an area of {planar.area:.2g} around the truth.",
    )


def _area_over_time(axes: Axes, planars: list[PlanarSet]) -> None:
    tests = [max(planar.rounds, 1) for planar in planars] + [SET_ROUNDS]
    areas = [planar.area for planar in planars]
    axes.step(tests, [*areas, areas[-1]], where="post", color=style.color("voful2"))
    axes.set(yscale="log", xlim=(0, SET_ROUNDS + 60), ylim=(3e-3, 6))
    axes.set_yticks([1e-2, 0.1, 1], ["0.01", "0.1", "1"])
    axes.set_yticks([], minor=True)
    axes.set(xlabel="round t", ylabel="area", xticks=range(0, SET_ROUNDS + 1, 1000))


# -- Regret and reports in the plane --------------------------------------------------------------

PLANE_ROUNDS = 20_000
PLANE_SCHEDULES: dict[str, float | Schedule] = {
    "silent": 0.0,
    "constant 0.3": 0.3,
    "quiet 5,000, then loud": schedules.step(0.05, 1.0, at=5000),
    "loud 5,000, then quiet": schedules.step(1.0, 0.05, at=5000),
}
ROLES = {"OFUL": "oful", "Weighted OFUL": "weighted", "VOFUL2": "voful2"}
LEARNERS: dict[str, Learner] = {
    "OFUL": OFUL(),
    "Weighted OFUL": WeightedOFUL(),
    "VOFUL2": VOFUL2(),
}


@cache
def plane() -> dict[tuple[str, str], Array]:
    """Return rounds, regret, report and the printed report, for every learner and schedule."""
    return {
        (name, schedule): _play_plane(learner, sigma, revealed=name == "Weighted OFUL")
        for name, learner in LEARNERS.items()
        for schedule, sigma in PLANE_SCHEDULES.items()
    }


def _play_plane(learner: Learner, sigma: float | Schedule, revealed: bool) -> Array:
    """Play one game; return rounds, regret, report and the printed report after each stretch."""
    game = SparseLinearBandit(TRUTH, sigma, PLANE_ROUNDS, 1, reveal_variances=revealed)
    running, ridge = learner.fresh(2, DELTA, PLANE_ROUNDS), Ridge(2)
    rounds, regret, rows = 0, 0.0, []
    for stretch in stretches(running, game, range(2), chunk=1024):
        action, rewards, taken = stretch.action, stretch.rewards, len(stretch.rewards)
        totals = rewards.sum(), (rewards**2).sum()
        unexplained = ridge.residuals(action, np.array(float(taken)), *totals)
        ridge.add(action, taken, *totals)
        rounds, regret = rounds + taken, regret + taken * (1 - action @ TRUTH)
        printed = bounds.unknown_variance_estimate(2, rounds, unexplained, DELTA)
        rows.append((rounds, regret, stretch.bounds[-1], float(printed)))
    return np.array(rows).T


def three_learners(schedule: str, reporter: str) -> Figure:
    """Show which report is close to the regret, and which is not even above it."""
    fig, (left, right) = style.figure(1, 2, steady=True, height=3.9)
    for name, role in ROLES.items():
        rounds, regret, *_ = plane()[name, schedule]
        left.loglog(rounds, np.maximum(regret, 0.1), **style.line(role), label=name)
    rounds, regret, report, printed = plane()[reporter, schedule]
    role = ROLES[reporter]
    right.loglog(rounds, np.maximum(regret, 0.1), **style.line(role), label="regret")
    right.loglog(rounds, report, **style.line("bound"), label="its report")
    right.loglog(rounds, printed, **style.line("printed"), label="printed, C = 1")
    for axes, title in ((left, "regret"), (right, f"reports of {reporter}")):
        axes.set(xlim=(1, PLANE_ROUNDS), ylim=(0.1, 3e4), xlabel="round t", title=title)
        axes.set_xticks([1, 100, 10_000], ["1", "100", "10,000"])
        axes.set_yticks([0.1, 10, 1000], ["0.1", "10", "1,000"])
        axes.set_xticks([], minor=True)
        axes.set_yticks([], minor=True)
        axes.legend(loc="upper left", fontsize=9)
    ends = ", ".join(f"{name} {plane()[name, schedule][1][-1]:,.0f}" for name in ROLES)
    return style.note_alt(
        fig,
        f"Schedule {schedule}. Regret after 20,000 rounds: {ends}. {reporter} reports"
        f" {report[-1]:,.0f}; the printed estimate is {printed[-1]:,.0f}.",
    )


# -- Two learners inside VASLB --------------------------------------------------------------------


def spent(run: Run, kind: str, first: bool = False) -> float:
    """Return the regret of all phases of a kind, or of the first one."""
    phases = [phase.regret for phase in run.phases if phase.kind == kind]
    return sum(phases[:1] if first else phases)


@drawing
def inside(runs: Mapping[tuple[str, str], Run]) -> Figure:
    """Show how large the learner's own share is in the regret of VASLB.

    `runs` has a run for every learner and schedule.
    """
    fig, axes = style.figure(height=4.2)
    names, framed = (list(dict.fromkeys(part)) for part in zip(*runs, strict=True))
    rows = [(schedule, name) for schedule in framed for name in names]
    for place, (schedule, name) in enumerate(rows):
        _stacked_bar(axes, place, name, runs[name, schedule])
    name_rows(axes, [f"{schedule}: {name}" for schedule, name in rows], above=0.45)
    axes.set_ylim(len(rows) - 0.4, -0.8 if narrow() else -0.6)
    longest = max(run.final_regret for run in runs.values())
    axes.set(xlabel="regret", xlim=(0, 1.04 * longest))
    axes.set(title="The learner's own share is small")
    legend.below(fig, columns=2, narrow_columns=1)
    summary = "; ".join(
        f"{schedule}, {name}: {runs[name, schedule].final_regret:,.0f}" for schedule, name in rows
    )
    return style.note_alt(fig, f"Regret of VASLB. {summary}.")


def _stacked_bar(axes: Axes, place: int, name: str, run: Run) -> None:
    """Draw the parts of one run side by side; only the first rows speak in the legend."""
    first = spent(run, "explore", first=True)
    parts = (
        ("first exploration", first, "aid", place == 0),
        ("later exploration", spent(run, "explore") - first, "vaslb", place == 0),
        (f"commit phases, {name}", spent(run, "commit"), ROLES[name], place <= 1),
    )
    start = 0.0
    for label, amount, role, named in parts:
        color = style.color(role)
        thick = 0.45 if narrow() else 0.8
        said = label if named else None
        axes.barh(place, amount, thick, left=start, color=color, label=said)
        start += amount


QUESTIONS: list[Question] = [
    {
        "question": r"Why does VOFUL2 not weigh each round by $1/\text{residual}^2$?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "because dividing by small numbers is numerically unstable",
                "correct": False,
                "feedback": "A floor would cure that. The trouble is statistical.",
            },
            {
                "answer": "because a weight must not depend on the noise of its own round",
                "correct": True,
                "feedback": "Else loud rounds that happen to agree with the estimate "
                "count most, and the estimate confirms itself.",
            },
            {
                "answer": "because the residuals are not known to the learner",
                "correct": False,
                "feedback": "For any candidate they are known: reward minus prediction.",
            },
        ],
    },
    {
        "question": r"On the line, 100 rounds were loud ($\sigma = 1$). Then 900 silent "
        r"rounds follow. With $\iota = 25$, what is $\sqrt{\iota\sum\sigma_k^2}/n$, the "
        "approximate half width?",
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": 0.05,
                "correct": True,
                "feedback": r"$\sqrt{25\cdot100}/1000 = 50/1000$.",
            },
            {
                "type": "range",
                "range": [0.15, 0.17],
                "correct": False,
                "feedback": r"That is $\sqrt{\iota/n}$, as if all rounds were loud.",
            },
            {"type": "default", "feedback": "Total noise under the root, rounds below."},
        ],
    },
    {
        "question": "Which of these keep the guarantee that the truth stays in the set?",
        "type": "many_choice",
        "answers": [
            {
                "answer": "testing the set only in some rounds",
                "correct": True,
                "feedback": "A test that is skipped leaves the set larger.",
            },
            {
                "answer": r"dropping half of the directions $\mu$",
                "correct": True,
                "feedback": "Fewer conditions, larger set.",
            },
            {
                "answer": "cutting a cone as soon as a condition fails on its axis",
                "correct": False,
                "feedback": "The truth may lie off the axis. It must fail for all "
                "directions of the cone.",
            },
            {
                "answer": r"a tenth of the valid $\iota$",
                "correct": False,
                "feedback": "That makes the set smaller, with no proof left.",
            },
        ],
    },
    {
        "question": r"With $\iota = 31$, from which round on can a condition exclude "
        "anything at all?",
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": 32,
                "correct": True,
                "feedback": r"By Cauchy and Schwarz nothing can fail while $t\le\iota$.",
            },
            {
                "type": "value",
                "value": 31,
                "correct": False,
                "feedback": r"At $t = \iota$ the condition still holds always.",
            },
            {"type": "default", "feedback": "Look at the lemma on vacuous conditions."},
        ],
    },
    {
        "question": "The hindsight report fell from 90 to 60 at a test. How can that be?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "the regret became smaller",
                "correct": False,
                "feedback": "Regret never falls: each round adds at least 0.",
            },
            {
                "answer": "worlds in which the past plays were worst have been excluded",
                "correct": True,
                "feedback": "The same plays are judged over a smaller set.",
            },
            {
                "answer": "the report was wrong before",
                "correct": False,
                "feedback": "Both are valid bounds; the later one is sharper.",
            },
        ],
    },
]
