"""The sharp version: a bettor's wealth, a certificate on an ellipse, timelines, a race.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from vaslb_edu import concentration, schedules
from vaslb_edu._typing import Array
from vaslb_edu.actions import RandomSigns, Repeated
from vaslb_edu.algorithm import Algorithm
from vaslb_edu.anytime_test import AnytimeTest
from vaslb_edu.chapters._planes import equal_units
from vaslb_edu.chapters._rows import name_rows
from vaslb_edu.figures import legend, loudness, style
from vaslb_edu.figures.drawing import drawing
from vaslb_edu.figures.paper import narrow
from vaslb_edu.figures.quiz import Question
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.learner import Certificate
from vaslb_edu.parameter import sparse_parameter
from vaslb_edu.rivals.explore_then_commit import ExploreThenCommit
from vaslb_edu.run import Phase, Run, simulate
from vaslb_edu.schedules import Schedule
from vaslb_edu.sharp_vaslb import SharpVASLB
from vaslb_edu.vaslb import VASLB
from vaslb_edu.weighted_oful import WeightedOFUL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENTRIES = [0.9, 0.4, 0.15, 0.1]
THETA = sparse_parameter(64, ENTRIES)


def sharp() -> SharpVASLB:
    """Return the sharp version with the book's learner."""
    return SharpVASLB(WeightedOFUL())


def repaired() -> VASLB:
    """Return the repaired version with the same learner."""
    return VASLB(WeightedOFUL(), version="repaired")


# -- Where the rounds go --------------------------------------------------------------------------

LEVELS = [0.0, 0.01, 0.03, 0.1, 0.2, 0.3, 0.6, 1.0]


@cache
def million() -> dict[tuple[str, float], Run]:
    """Play a million rounds at three noise levels: repaired, its learner alone, and sharp."""
    players: dict[str, Algorithm] = {
        "repaired": repaired(),
        "alone": WeightedOFUL(),
        "sharp": sharp(),
    }
    return {
        (name, sigma): simulate(player, THETA, sigma, 10**6, seed=1)
        for name, player in players.items()
        for sigma in LEVELS
    }


def where_rounds_go(sigma: float) -> Figure:
    """Show which phases of the repaired version pay its regret, beside what its learner pays."""
    run, alone = million()["repaired", sigma], million()["alone", sigma].final_regret
    fig, axes = style.figure(height=3.6, steady=True)
    style.margins(fig, left=1.35 if narrow() else 1.6, right=0.45)
    names = [_name(phase) for phase in run.phases][:6]
    costs = [phase.regret for phase in run.phases][:6]
    rows = range(len(names))
    looks = [_look(phase.kind) for phase in run.phases]
    for row, cost, look in zip(rows, costs, looks, strict=False):
        axes.barh(row, cost, height=0.7, **look)
        axes.annotate(f"{cost:,.0f}", (cost, row), (4, 0), textcoords="offset points", va="center")
    axes.axvline(alone, **style.line("truth") | {"lw": 1.2})
    widest = 1.15 * max(*costs, alone)
    side = "right" if alone > widest / 2 else "left"
    foot = max(len(names), 3) - 0.2  # below the last bar
    said = ("its learner", f"alone: {alone:,.0f}")
    axes.annotate(
        "\n".join(said) if narrow() else " ".join(said),
        (alone, foot),
        (4 if side == "left" else -4, 0),
        textcoords="offset points",
        va="center",
        ha=side,
        fontsize=9.5,
    )
    axes.set_yticks(list(rows), names)
    axes.set(ylim=(foot + 0.5, -0.6), xlabel="regret of the phase")
    axes.set_xlim(0, widest)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.xaxis.get_major_locator().set_params(nbins=4)
    share = sum(p.regret for p in run.phases if p.kind == "explore") / run.final_regret
    axes.set_title(f"σ = {sigma:g}: explore phases pay {share:.0%} of {run.final_regret:,.0f}")
    told = "; ".join(f"{name} {cost:,.0f}" for name, cost in zip(names, costs, strict=True))
    return style.note_alt(
        fig,
        f"Regret of the repaired version by phase at noise {sigma:g}: {told}. Its learner playing "
        f"alone on all coordinates pays {alone:,.0f} in the whole game.",
    )


def _name(phase: Phase) -> str:
    return f"{phase.kind}, Δ = 1/{1 / phase.gap:.0f}"


def _look(kind: str) -> dict[str, Any]:
    """Return the look of a bar: explore phases are plain, commit phases are hatched."""
    role, hatch = ("vaslb", "") if kind == "explore" else ("weighted", "///")
    return {"color": style.color(role), "hatch": hatch, "edgecolor": style.BACKGROUND}


# -- The bettor -----------------------------------------------------------------------------------

BETS, GAMES, SHOWN = 1_000, 400, 14
ALPHA = 0.05
LAWS: dict[str, Callable[[np.random.Generator], Array]] = {
    "Gaussian": lambda rng: rng.normal(size=(GAMES, BETS)),
    "Student t, 1.5 degrees": lambda rng: rng.standard_t(1.5, size=(GAMES, BETS)),
    "Cauchy": lambda rng: rng.standard_cauchy(size=(GAMES, BETS)),
    "one-sided": lambda rng: rng.exponential(size=(GAMES, BETS)),
}


@cache
def wealth(law: str, entry: float, clip: bool, peeks: bool) -> Array:
    """Return ln M of many bettors, one a row: noise of this law, an entry, residuals clipped at 3.

    With `peeks` the noise is four times as loud when the sign is +1: it has seen the coin.
    """
    rng = np.random.default_rng(9)
    signs = rng.choice([-1.0, 1.0], size=(GAMES, BETS))
    noise = LAWS[law](rng)
    if peeks:
        noise = np.where(signs > 0.0, noise, noise / 4.0)
    residuals = entry * signs + noise
    if clip:
        residuals = np.clip(residuals, -3.0, 3.0)
    moves = signs * residuals
    return concentration.mixture_log_wealth(moves.cumsum(axis=1), np.square(moves).cumsum(axis=1))


def share_rich(law: str, entry: float, clip: bool, peeks: bool) -> float:
    """Return the share of bettors who ever reach 1/α."""
    rich = wealth(law, entry, clip, peeks) >= math.log(1.0 / ALPHA)
    return float(rich.any(axis=1).mean())


def bettor(law: str, entry: float, clip: bool, peeks: bool) -> Figure:
    """Show whether a bettor gets rich when the coordinate is nothing, and when it is real."""
    paths = wealth(law, entry, clip, peeks)[:SHOWN] / math.log(10.0)
    share = share_rich(law, entry, clip, peeks)
    fig, axes = style.figure(steady=True)
    rounds = np.arange(1, BETS + 1)
    for path in paths:
        rich = bool((path >= -math.log10(ALPHA)).any())
        role = "truth" if rich else "aid"
        axes.plot(rounds, path, color=style.color(role), lw=1.4 if rich else 0.9, alpha=0.9)
    axes.axhline(-math.log10(ALPHA), **style.line("bound"))
    axes.annotate("1/α = 20", (1.1, -math.log10(ALPHA)), (0, 6), textcoords="offset points")
    axes.set(xscale="log", xlim=(1, BETS), ylim=(-3, 8), xlabel="round t", ylabel="wealth")
    axes.set_yticks([-2, 0, 2, 4, 6, 8], ["0.01", "1", "100", "10⁴", "10⁶", "10⁸"])
    axes.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1,000"])
    axes.minorticks_off()
    axes.set_title(f"{share:.1%} of {GAMES} bettors ever reach 20")
    words = "real" if entry else "nothing"
    return style.note_alt(
        fig,
        f"Wealth of {SHOWN} bettors over {BETS:,} rounds, {law} noise, entry {entry:g} ({words}), "
        f"clipping {'on' if clip else 'off'}, noise {'sees' if peeks else 'does not see'} the sign:"
        f" {share:.1%} of {GAMES} bettors ever reach 20.",
    )


# -- Every coordinate's interval, at any moment ---------------------------------------------------

LOOKS = np.unique(np.geomspace(1, 4_000, 90).astype(int))


@cache
def watched(sigma: float = 0.1) -> tuple[Array, Array, Array]:
    """Explore from nothing; return test intervals of all coordinates at `LOOKS`, and passings."""
    test = AnytimeTest(64, 0.05, keep_intervals=True)
    game = SparseLinearBandit(THETA, sigma, int(LOOKS[-1]), seed=3)
    plays = RandomSigns.draw(
        np.random.default_rng(3), game.horizon, 64, (), np.zeros(0), scale=1 / 8
    )
    rewards = game.draw(plays).rewards
    weight, low, high = 1.0 / (1.0 + 64 * sigma**2), [], []
    passed, done = np.full(64, np.inf), 0
    for look in LOOKS:
        while done < look:
            rows = slice(done, int(look))
            residuals = rewards[rows] * 8.0
            known = set(test.passed)
            done += test.take(plays[rows], residuals, np.full(len(residuals), weight))
            new = [place for place in test.passed if place not in known]
            passed[new] = done
        ends = test.intervals()
        low.append(ends[0])
        high.append(ends[1])
    return np.array(low), np.array(high), passed


@drawing
def anytime_intervals() -> Figure:
    """Show what is certain about five of 64 coordinates after every round, and who has passed."""
    low, high, passed = watched()
    fig, panels = style.figure(1, 5, height=3.1, narrow_height=7.5, sharey=True)
    told = []
    for axes, place in zip(panels, range(5), strict=True):
        axes.fill_between(
            LOOKS, low[:, place], high[:, place], color=style.color("vaslb"), alpha=0.3
        )
        axes.plot(LOOKS, low[:, place], **style.line("vaslb") | {"lw": 1})
        axes.plot(LOOKS, high[:, place], **style.line("vaslb") | {"lw": 1})
        axes.axhline(THETA[place], **style.line("truth") | {"lw": 1})
        axes.set(xscale="log", xlim=(1, LOOKS[-1]), ylim=(-1.05, 1.05), xlabel="round t")
        axes.set_xticks([1, 30, 1000], ["1", "30", "1,000"])
        axes.minorticks_off()
        axes.set_title(f"θ = {THETA[place]:.2f}")
        if math.isfinite(passed[place]):
            axes.axvline(passed[place], color=style.color("truth"), lw=1.2, ls="--")
        found = f"in round {passed[place]:,.0f}" if math.isfinite(passed[place]) else "never"
        told.append(f"{THETA[place]:.2f} passes {found}")
    return style.note_alt(
        fig,
        "Intervals that shrink as rounds pass, for the four entries and one zero; the truth is "
        f"inside all of them all the time. Entry {'; entry '.join(told)}.",
    )


# -- The certificate on the ellipse ---------------------------------------------------------------

ON_SUPPORT = np.array([0.6, 0.5])
TAKEN = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096]
KAPPA = 2.0


@cache
def certificates(sigma: float) -> dict[int, tuple[Any, Certificate]]:
    """Let Weighted OFUL play on two coordinates; return ellipse and certificate after `TAKEN`."""
    whole = np.append(ON_SUPPORT, math.sqrt(1.0 - ON_SUPPORT @ ON_SUPPORT))
    game = SparseLinearBandit(whole, sigma, TAKEN[-1], seed=4)
    learner = WeightedOFUL(switching="every-round").fresh(2, 0.025, 10**6)
    seen = {}
    for rounds in range(1, TAKEN[-1] + 1):
        play = Repeated(np.append(learner.act(), 0.0), 1)
        learner.take(game.draw(play))
        game.keep(1)
        if rounds in TAKEN:
            seen[rounds] = (learner.ellipsoid, learner.certificate())
    return seen


def on_the_ellipse(rounds: int, sigma: float) -> Figure:
    """Show where low and high come from, and which of the two bars below is the longer."""
    ellipsoid, known = certificates(sigma)[rounds]
    fig, (plane, bars) = style.figure(1, 2, height=3.7, steady=True, width_ratios=[1.15, 1])
    style.margins(fig, left=1.05 if narrow() else 0.8)
    fig.subplots_adjust(wspace=0.36)
    circle = np.linspace(0.0, 2.0 * math.pi, 200)
    around = np.stack([np.cos(circle), np.sin(circle)])
    roots = np.linalg.cholesky(np.linalg.inv(ellipsoid.matrix))
    edge = ellipsoid.center[:, None] + ellipsoid.radius * roots @ around
    plane.plot(*around, color=style.color("aid"), lw=0.8)
    plane.fill(*edge, color=style.color("weighted"), alpha=0.2)
    plane.plot(*edge, **style.line("weighted") | {"lw": 1, "linestyle": "-"})
    plane.plot([0, known.action[0]], [0, known.action[1]], color=style.INK, lw=1)
    across = np.array([-known.action[1], known.action[0]])
    if across[1] < 0.0:
        across = -across
    for end, name in ((max(known.low, 0.0), "low"), (known.high, "high")):
        ends = np.stack([end * known.action - 0.3 * across, end * known.action + 0.3 * across])
        plane.plot(*ends.T, color=style.color("vaslb"), lw=2)
        tip, side = (ends[1], "right") if name == "low" else (ends[0], "left")
        plane.annotate(name, tip, (0, 3), textcoords="offset points", fontsize=9.5, ha=side)
    plane.plot(*ON_SUPPORT, "o", ms=6, color=style.INK)
    equal_units(plane, (-0.35, 1.25), (-0.35, 1.25), xlabel="θ₁", ylabel="θ₂")
    plane.set_title(f"after {rounds:,} rounds, σ = {sigma:g}")
    uncertain, missing = known.high - known.low, KAPPA * (1.0 - known.high)
    verdict = "commit" if uncertain >= missing else "explore"
    bars.barh([1, 0], [uncertain, missing], color=[style.color("weighted"), style.color("vaslb")])
    for height, value in ((1, uncertain), (0, missing)):
        bars.annotate(
            f"{value:.2f}", (min(value, 0.84) + 0.02, height), va="center", color=style.INK
        )
    bars.set(xlim=(0, 1.0), ylim=(-0.7, 1.7))
    bars.set_yticks([1, 0], ["high − low", "κ(1 − high)"])
    bars.tick_params(axis="y", labelsize=9)
    bars.set_title(verdict)
    return style.note_alt(
        fig,
        f"After {rounds:,} rounds, noise {sigma:g}: low {known.low:.2f}, high {known.high:.2f}; "
        f"uncertain {uncertain:.2f}, certainly missing times κ {missing:.2f}: {verdict}.",
    )


# -- The timeline ---------------------------------------------------------------------------------

HORIZON, SWITCH = 200_000, 10_000
LOUD = [0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0]
FAMILIES: dict[str, Callable[[float], Schedule]] = {
    "constant": schedules.constant,
    "quiet first": lambda level: schedules.step(0.0, level, SWITCH),
    "loud first": lambda level: schedules.step(level, 0.0, SWITCH),
    "quiet and loud in turn": lambda level: schedules.periodic(0.0, level, 2),
    "bursts": lambda level: schedules.bursts(0.0, level, SWITCH // 10, SWITCH),
}
VERSIONS: dict[str, Callable[[], Algorithm]] = {"sharp": sharp, "repaired": repaired}


@cache
def timeline_run(family: str, level: float, version: str) -> Run:
    """Play one game of the timeline."""
    marks = np.unique(np.geomspace(1, HORIZON, 200).astype(int))
    player, noise = VERSIONS[version](), FAMILIES[family](level)
    return simulate(player, THETA, noise, HORIZON, seed=1, checkpoints=marks)


def timeline(family: str, level: float, version: str) -> Figure:
    """Show when each version explores and commits, and how its regret grows, under any noise."""
    run = timeline_run(family, level, version)
    fig, (top, middle, low) = style.figure(
        3, 1, height=4.6, steady=True, sharex=True, height_ratios=[0.7, 1.1, 2.2]
    )
    fig.subplots_adjust(hspace=0.16)
    style.margins(fig, left=0.8, right=0.4)
    _noise_strip(top, FAMILIES[family](level))
    _phase_strip(middle, run)
    other = timeline_run(family, level, "repaired" if version == "sharp" else "sharp")
    for shown, wide in ((other, False), (run, True)):
        name = version if wide else "sharp" if version == "repaired" else "repaired"
        regret = np.maximum(shown.regret, 0.5)
        color = style.color("vaslb" if name == "sharp" else "repaired")
        dashes = "-" if name == "sharp" else (0, (7, 1.5))
        low.plot(shown.rounds, regret, color=color, ls=dashes, lw=1 + 1.4 * wide, label=name)
    low.legend(loc="upper left")
    low.set(xlabel="round t", ylabel="regret", yscale="log", ylim=(1, 3e5), xlim=(1, HORIZON))
    low.set_xscale("log")
    low.set_xticks([1, 100, 10_000, HORIZON], ["1", "100", "10,000", "200,000"])
    low.set_yticks([1, 100, 10_000], ["1", "100", "10,000"])
    low.minorticks_off()
    found = len(run.support or ())
    top.set_title(f"{version}: regret {run.final_regret:,.0f}, found {found} of 4")
    kinds = [phase.kind for phase in run.phases]
    return style.note_alt(
        fig,
        f"Noise {family}, {level:g} when loud, {version}: {kinds.count('explore')} explore and "
        f"{kinds.count('commit')} commit phases, {found} of 4 coordinates found, regret "
        f"{run.final_regret:,.0f}; the other version pays {other.final_regret:,.0f}.",
    )


def _noise_strip(axes: Axes, schedule: Schedule) -> None:
    """Draw the largest deviation between each two of 300 rounds: thin enough to draw."""
    edges = np.unique(np.geomspace(1, HORIZON, 300).astype(int))
    loudest = np.maximum.reduceat(schedule(np.arange(1, HORIZON + 1)), edges[:-1] - 1)
    loudness.strip(axes, edges[:-1], loudest)
    axes.set(ylabel="σ", ylim=(-0.05, 1.1), yticks=[0, 1])


def _phase_strip(axes: Axes, run: Run) -> None:
    """Draw explore phases above commit phases, with what they found."""
    for phase in run.phases:
        height, left = float(phase.kind == "explore"), max(phase.start, 0.5)
        axes.barh(
            height, phase.stop - left, left=left, height=0.8, linewidth=0.5, **_look(phase.kind)
        )
        if phase.added and phase.kind == "explore":
            axes.plot(phase.stop, 1.65, "v", ms=6, color=style.INK)
    axes.set(ylim=(-0.6, 1.95))
    axes.set_yticks([0, 1], ["commit", "explore"], fontsize=9)


# -- The race -------------------------------------------------------------------------------------

GRID: dict[str, tuple[int, list[float], Any]] = {
    "4 entries, σ = 0": (64, ENTRIES, 0.0),
    "4 entries, σ = 0.1": (64, ENTRIES, 0.1),
    "4 entries, σ = 1": (64, ENTRIES, 1.0),
    "quiet and loud in turn": (64, ENTRIES, schedules.periodic(0.0, 1.0, 2)),
    "200 silent rounds, then σ = 1": (64, ENTRIES, schedules.step(0.0, 1.0, 200)),
    "loud for 10,000 rounds": (64, ENTRIES, schedules.step(1.0, 0.0, 10_000)),
    "4 equal entries ±, σ = 0.3": (64, [0.5, -0.5, 0.5, -0.5], 0.3),
    "dense: 16 of 16, σ = 0.3": (16, [1.0, -1.0] * 8, 0.3),
    "2 of 2, σ = 0.3": (2, [0.8, 0.6], 0.3),
}
RACE_ROUNDS = 100_000
RACERS = {
    "sharp": ("vaslb", "o"),
    "repaired": ("repaired", "s"),
    "Weighted OFUL": ("weighted", "D"),
    "explore, then commit": ("truth", "x"),
}


def race(rounds: int = RACE_ROUNDS, seed: int = 1) -> dict[str, dict[str, float]]:
    """Play every game of the grid once with every player; return the regrets by game and player."""
    results = {}
    for name, (d, values, sigma) in GRID.items():
        theta = sparse_parameter(d, values)
        loud = schedules.as_schedule(sigma, rounds).total_variance(rounds) / rounds
        players: list[Algorithm] = [
            sharp(),
            repaired(),
            WeightedOFUL(),
            ExploreThenCommit(len(values), math.sqrt(loud)),
        ]
        results[name] = {
            racer: simulate(player, theta, sigma, rounds, seed=seed).final_regret
            for racer, player in zip(RACERS, players, strict=True)
        }
    return results


@drawing
def finish(results: Mapping[str, Mapping[str, float]]) -> Figure:
    """Show who wins which game: one row a game, one mark a player."""
    fig, axes = style.figure(height=4.0, narrow_height=4.6)
    rows = range(len(results))
    for racer, (role, marker) in RACERS.items():
        regrets = [result[racer] for result in results.values()]
        size = 9 if racer == "sharp" else 7
        axes.plot(regrets, rows, marker, ms=size, color=style.color(role), label=racer, ls="none")
    name_rows(axes, list(results))
    axes.set(xscale="log", xlabel="regret", ylim=(len(results) - 0.4, -0.75), xlim=(3, 2e5))
    ticks = [10, 1_000, 100_000] if narrow() else [10, 100, 1_000, 10_000, 100_000]
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.minorticks_off()
    axes.grid(axis="y", lw=0.4)
    axes.set_title("Further left is better", loc="left")
    legend.below(fig, columns=4)
    told = "; ".join(
        f"{game}: " + ", ".join(f"{racer} {regret:,.0f}" for racer, regret in result.items())
        for game, result in results.items()
    )
    return style.note_alt(fig, f"Regret of four players. {told}.")


# -- The harmonic sum -----------------------------------------------------------------------------

SHARES = [0.0, 0.25, 0.5, 0.75, 0.9, 0.95, 1.0]


@cache
def first_explorations(seeds: int = 5) -> dict[float, float]:
    """Return the mean length of the sharp version's first exploration, by share of loud rounds."""
    lengths = {}
    for share in SHARES:
        noise = schedules.periodic(0.0, 1.0, 20, duty=share)
        runs = [simulate(sharp(), THETA, noise, 20_000, seed=seed) for seed in range(seeds)]
        lengths[share] = float(np.mean([run.phases[0].rounds for run in runs]))
    return lengths


@drawing
def harmonic() -> Figure:
    """Show how the first exploration grows with the share of rounds that are loud."""
    lengths = first_explorations()
    fig, axes = style.figure()
    share = np.linspace(0.0, 1.0, 400)
    silent = lengths[0.0]
    axes.plot(share, silent * (1 + 64 * share), **style.line("aid"), label="mean variance")
    harmonic_sum = silent / ((1 - share) + share / 65)
    axes.plot(share, harmonic_sum, **style.line("bound"), label="harmonic sum")
    axes.plot(
        list(lengths), list(lengths.values()), "o", color=style.color("vaslb"), label="measured"
    )
    axes.set(xlabel="share of rounds with σ = 1, the others silent", ylabel="rounds", yscale="log")
    axes.set_yticks([10, 100, 1_000], ["10", "100", "1,000"])
    axes.minorticks_off()
    axes.set_title("Quiet rounds count fully")
    axes.legend()
    told = ", ".join(f"{length:,.0f} at {share:.0%}" for share, length in lengths.items())
    return style.note_alt(fig, f"Rounds of the first exploration by share of loud rounds: {told}.")


# -- Guesses and questions ------------------------------------------------------------------------

GUESS_PHASE: list[Question] = [
    {
        "question": r"A million rounds, $d = 64$, $\sigma = 0.1$. Which phases pay most of the "
        "regret of the repaired VASLB?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "The commit phases: they take most of the rounds of a long game.",
                "correct": False,
                "feedback": "They are long, but a round of them costs little. Look at the bars.",
            },
            {
                "answer": "The explore phases.",
                "correct": True,
                "feedback": "And the first of them before anything else is known, at 1 a round.",
            },
            {
                "answer": "Both about the same: the halving balances them.",
                "correct": False,
                "feedback": "That is what the bound suggests. The constants say something else.",
            },
        ],
    }
]

GUESS_LAW: list[Question] = [
    {
        "question": "The entry is 0. Let the noise see the coin: a round is four times as loud "
        "when its sign is +1. Under which noise do bettors get rich on nothing?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "Under Cauchy noise: its tails are the heaviest.",
                "correct": False,
                "feedback": "Tails do not matter to this test. What does the proof use?",
            },
            {
                "answer": "Under all four: the loudness knows the sign.",
                "correct": False,
                "feedback": "A symmetric law, made louder, is still symmetric.",
            },
            {
                "answer": "Under one-sided noise only.",
                "correct": True,
                "feedback": "Sign times noise is then large and positive or small and negative: "
                "a drift. The other laws are symmetric by themselves.",
            },
        ],
    }
]

GUESS_HALF: list[Question] = [
    {
        "question": r"In silence the first exploration takes a certain number of rounds. Now every "
        r"other round is loud, $\sigma = 1$, $d = 64$. By what factor is the exploration longer?",
        "type": "numeric",
        "answers": [
            {
                "type": "range",
                "range": [1.5, 2.5],
                "correct": True,
                "feedback": "The silent half does all the work, so it takes twice as long.",
            },
            {
                "type": "range",
                "range": [30, 36],
                "correct": False,
                "feedback": "That is the arithmetic mean of 1 and 65. Look at the sum once more.",
            },
            {"type": "default", "feedback": "How much weight does an average round bring?"},
        ],
    }
]

QUESTIONS: list[Question] = [
    {
        "question": "A bettor looks at her wealth after every round and stops when it has passed "
        "20. The coordinate is nothing. How likely is it that she ever stops?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "At most 5 %.",
                "correct": True,
                "feedback": "Ville's inequality holds for all rounds at once.",
            },
            {
                "answer": "5 % in every round, so almost certainly some day.",
                "correct": False,
                "feedback": "That is true of a test made for a fixed sample size.",
            },
            {
                "answer": "That depends on the noise.",
                "correct": False,
                "feedback": "It does not, as long as the noise has not seen the sign.",
            },
        ],
    },
    {
        "question": r"A certificate says $\mathrm{low} = 0.5$ and $\mathrm{high} = 0.8$; "
        r"$\kappa = 2$. What does the sharp version do?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "Explore.",
                "correct": True,
                "feedback": r"$0.8 - 0.5 = 0.3$ is less than $2\cdot(1 - 0.8) = 0.4$.",
            },
            {
                "answer": "Commit.",
                "correct": False,
                "feedback": r"Compare $\mathrm{high}-\mathrm{low}$ with $\kappa(1-\mathrm{high})$.",
            },
        ],
    },
    {
        "question": r"With the same certificate, how much does an explore round cost at most, on "
        "average over its signs?",
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": 0.75,
                "correct": True,
                "feedback": r"$R^2 = 1 - 0.5^2$.",
            },
            {
                "type": "range",
                "range": [0.35, 0.37],
                "correct": False,
                "feedback": r"That is $1-\mathrm{high}^2$: the least that can be missing. "
                r"$\hat\theta$ has the length $\mathrm{low}$.",
            },
            {"type": "default", "feedback": r"It is $R^2 = 1-\lVert\hat\theta\rVert^2$."},
        ],
    },
    {
        "question": "Which of these keep the promise that nothing false is ever found "
        "(the first theorem)?",
        "type": "many_choice",
        "answers": [
            {
                "answer": "Cauchy noise",
                "correct": True,
                "feedback": "No moment is needed.",
            },
            {
                "answer": "clipping the residuals",
                "correct": True,
                "feedback": "It looks at the residual, not at the sign of a coordinate.",
            },
            {
                "answer": "an adversary who sets the noise level from the whole past",
                "correct": True,
                "feedback": "The signs of the round are drawn afterwards.",
            },
            {
                "answer": "a noise level that depends on the signs of its own round",
                "correct": False,
                "feedback": "This is the one thing that is forbidden.",
            },
        ],
    },
    {
        "question": r"The learner knows 3 coordinates and a fourth is added. What happens to "
        r"$\ln\det A - \ln\det\lambda I$?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": r"It grows by $\ln\lambda$.",
                "correct": False,
                "feedback": r"Both determinants get the factor $\lambda$.",
            },
            {
                "answer": "Nothing.",
                "correct": True,
                "feedback": "So the radius, too, stays what it was.",
            },
            {
                "answer": "It starts again at 0.",
                "correct": False,
                "feedback": "It would if the learner were thrown away.",
            },
        ],
    },
]
