"""The figures, the table and the questions of the chapter, in the order in which they appear.

A figure that can be moved is a function of its controls. What a player of the chapter has to be
run for is computed once and handed to the drawing as its first argument.

Explained in the chapter *The game*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from vaslb_edu import bounds
from vaslb_edu._typing import Array
from vaslb_edu.actions import Repeated
from vaslb_edu.algorithm import Algorithm
from vaslb_edu.chapters._log_axes import powers_of_ten
from vaslb_edu.chapters._planes import equal_units
from vaslb_edu.figures import legend, loudness, style
from vaslb_edu.figures.drawing import drawing
from vaslb_edu.figures.paper import narrow
from vaslb_edu.figures.quiz import Question
from vaslb_edu.game import SparseLinearBandit
from vaslb_edu.parameter import sparse_parameter
from vaslb_edu.run import simulate
from vaslb_edu.schedules import Schedule

# -- One action, sixty rounds -------------------------------------------------------------------

SECRET_ANGLE = np.deg2rad(65)
ROUNDS_OF_ONE_ACTION = 60


def one_action(angle: float, sigma: float) -> Figure:
    """Show what a round costs, and how much of that can be seen."""
    turned = SECRET_ANGLE - np.deg2rad(angle)
    secret, action = _direction(SECRET_ANGLE), _direction(turned)
    game = SparseLinearBandit(secret, sigma, ROUNDS_OF_ONE_ACTION, seed=1)
    rewards = game.draw(Repeated(action, ROUNDS_OF_ONE_ACTION)).rewards
    game.keep(ROUNDS_OF_ONE_ACTION)
    mean, cost = float(action @ secret), game.account.total / ROUNDS_OF_ONE_ACTION
    fig, (plane, time) = style.figure(1, 2, height=3.6, steady=True, width_ratios=[1, 1.5])
    _draw_shadow(plane, secret, action)
    plane.set(title=f"mean reward cos φ = {mean:.2f}")
    _draw_rewards(time, rewards, mean, sigma)
    time.set(title=f"cost of a round: {cost:.2f}")
    return style.note_alt(
        fig,
        f"An action at {angle} degrees from the secret direction has mean reward "
        f"{mean:.2f}. Sixty rewards with noise {sigma} lie between {rewards.min():.2f} and "
        f"{rewards.max():.2f}; every round costs {cost:.2f}.",
    )


def _direction(angle: float) -> Array:
    """Return the unit vector of the plane at this angle."""
    return np.array([np.cos(angle), np.sin(angle)])


def _draw_shadow(plane: Any, secret: Array, action: Array) -> None:
    """Draw both vectors in the unit circle, and the shadow of the action on the secret."""
    circle = np.linspace(0, 2 * np.pi, 200)
    plane.plot(np.cos(circle), np.sin(circle), color=style.color("aid"), lw=1)
    beside = 0.14 * np.array([action[1], -action[0]])
    for vector, role, name, place in (
        (secret, "truth", "θ*", 1.2 * secret),
        (action, "aid", "x", 0.6 * action + beside),
    ):
        arrow = {"arrowstyle": "-|>", "lw": 2, "shrinkA": 0, "shrinkB": 0}
        plane.annotate("", vector, (0, 0), arrowprops=arrow | {"color": style.color(role)})
        plane.text(*place, name, color=style.color(role), ha="center", va="center", fontsize=12)
    shadow = (action @ secret) * secret
    plane.plot(*np.array([action, shadow]).T, color=style.color("aid"), lw=1, ls=":")
    plane.plot(*shadow, "o", color=style.color("bound"))
    plane.set(xticks=[], yticks=[])
    equal_units(plane, (-1.2, 1.2), (-1.2, 1.2))
    plane.grid(False)
    plane.spines[:].set_visible(False)


def _draw_rewards(time: Any, rewards: Array, mean: float, sigma: float) -> None:
    """Draw the rewards as they came, and the strip between their mean and the best mean."""
    count = len(rewards)
    time.fill_between([0, count], mean, 1, color=style.color("bound"), alpha=0.25)
    time.axhline(1, **style.line("truth") | {"lw": 1})
    time.axhline(mean, **style.line("bound"))
    time.plot(np.arange(1, count + 1), rewards, "o", color=loudness.color(sigma), ms=4)
    time.set(xlim=(0, count + 1), ylim=(-3.8, 3.8), xlabel="round t", ylabel="reward")


# -- The five-line player -----------------------------------------------------------------------

HORIZON = 10**5
ASKS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
LEVELS = [0, 0.01, 0.02, 0.03, 0.1, 0.2, 0.3, 0.6, 1.0]
SECRETS = {d: sparse_parameter(d, [0.9, 0.4, 0.15, 0.1]) for d in (16, 64)}


@dataclass(frozen=True)
class FiveLineGames:
    """Mean regrets of the five-line player.

    `by_asks[d, sigma]` has one number for each of `ASKS`; `by_plan[d, sigma, plan]` is that of a
    player that has planned for noise `plan`.
    """

    by_asks: Mapping[tuple[int, float], list[float]]
    by_plan: Mapping[tuple[int, float, float], float]


def five_line_games(player: Callable[[int], Algorithm]) -> FiveLineGames:
    """Play `player(times)` for every dimension, noise level and number of asks, two games each."""

    def mean_regret(d: int, sigma: float, times: int) -> float:
        games = [
            simulate(player(times), SECRETS[d], sigma, HORIZON, seed, checkpoints=1)
            for seed in range(2)
        ]
        return float(np.mean([run.final_regret for run in games]))

    settings = [(d, sigma) for d in SECRETS for sigma in LEVELS]
    return FiveLineGames(
        {(d, sigma): [mean_regret(d, sigma, times) for times in ASKS] for d, sigma in settings},
        {
            (d, sigma, plan): mean_regret(d, sigma, planned_asks(plan))
            for d, sigma in settings
            for plan in {sigma, 1.0}
        },
    )


def planned_asks(sigma: float) -> int:
    """Return m, the number of asks that balances asking and error for noise sigma."""
    return max(1, int(np.ceil(sigma * np.sqrt(HORIZON))))


def five_lines(games: FiveLineGames, sigma: float, d: int, knows: bool) -> Figure:
    """Show how many times to ask each coordinate, and what planning for the worst costs."""
    plan = sigma if knows else 1.0
    paid = games.by_plan[d, sigma, plan]
    times = np.geomspace(1, 512, 100)
    fig, axes = style.figure(steady=True)
    axes.set(xscale="log", yscale="log")
    computed = _asking_and_error(d, sigma, times)
    axes.plot(times, computed, **style.line("bound"), label="asking + error, computed")
    axes.plot(ASKS, games.by_asks[d, sigma], "o", color=style.color("truth"), label="measured")
    dot = {"ms": 12, "color": loudness.color(plan), "label": f"planned for σ = {plan:g}"}
    axes.plot(planned_asks(plan), paid, "o", **dot)
    axes.axhline(HORIZON, **style.line("truth") | {"lw": 1})
    axes.text(1.05, HORIZON * 1.15, "T: learning nothing", fontsize=9)
    axes.set(xlim=(0.9, 600), ylim=(8, 3e5), xlabel="asks per coordinate m", ylabel="regret")
    axes.set(title=f"The plan pays {paid:,.0f}")
    powers_of_ten(axes.xaxis, range(3))
    powers_of_ten(axes.yaxis, range(1, 6))
    legend.below(fig, narrow_columns=1)
    return style.note_alt(
        fig,
        f"With noise {sigma} in dimension {d} a player that plans for noise {plan:g} "
        f"asks {planned_asks(plan)} times and pays {paid:,.0f}; the best of the tried numbers "
        f"of asks pays {min(games.by_asks[d, sigma]):,.0f}.",
    )


def _asking_and_error(d: int, sigma: float, times: Array) -> Array:
    """Return the cost of asking plus the cost of the remaining error, for each number of asks."""
    spread = (d - 1) * sigma**2 / times
    asking = times * (d - SECRETS[d].sum())
    return np.asarray(asking + (HORIZON - d * times) * (1 - 1 / np.sqrt(1 + spread)))


# -- The zoo of schedules -----------------------------------------------------------------------


@drawing
def equal_totals(same_total: Mapping[str, Schedule]) -> Figure:
    """Show which ways there are to spend the same total variance, 500 in 10,000 rounds."""
    rounds = np.arange(1, 10_001)
    fig, axes = style.figure(height=3.3)
    labels = {
        "loud first": ("--", 2700, 335, "right"),
        "constant": ("-", 7000, 395, "right"),
        "quiet first": (":", 8400, 215, "left"),
    }
    for name, (dashes, x, y, side) in labels.items():
        so_far = np.cumsum(same_total[name](rounds) ** 2)
        axes.plot(rounds[::50], so_far[::50], color=loudness.of_total(500, 10_000), ls=dashes)
        axes.text(x, y, name, ha=side)
    axes.plot(10_000, 500, "o", color=loudness.of_total(500, 10_000), clip_on=False)
    axes.set(xlim=(0, 10_200), ylim=(0, 540), xlabel="round t", ylabel="Σ σ² so far")
    axes.set(title="Different games, one V")
    return style.note_alt(
        fig,
        "Running totals of σ² over 10,000 rounds. Loud first reaches 500 at half "
        "time and stays; constant is a straight line; quiet first starts at half time. "
        "All three end at 500.",
    )


# -- Bounds against the total variance ----------------------------------------------------------

BOUNDS_HORIZON = 10**6
TOTALS = np.geomspace(1, BOUNDS_HORIZON, 120)


def rates(sigma: float, d: int, s: int) -> Figure:
    """Show how much a bound is worth that follows the total variance."""
    T, total = BOUNDS_HORIZON, sigma**2 * BOUNDS_HORIZON
    curves = {
        "oful": ("d√T, deaf to the noise", np.full(TOTALS.shape, bounds.oful(d, T))),
        "weighted": ("d√V + √(dT), told the noise", bounds.weighted_oful(d, T, TOTALS)),
        "voful2": ("d¹·⁵√V + d², told nothing", bounds.voful2(d, TOTALS)),
        "vaslb": ("(s²·⁵ + s√d)√V + s³, sparse", bounds.vaslb_unknown(d, s, TOTALS)),
    }
    here = {
        name: float(np.interp(np.log(total), np.log(TOTALS), values))
        for name, values in curves.values()
    }
    best = min(here, key=lambda name: here[name])
    fig, axes = style.figure(height=4.0, steady=True)
    axes.set(xscale="log", yscale="log")
    for role, (name, values) in curves.items():
        axes.plot(TOTALS, values, **style.line(role), label=name)
    axes.axhline(T, **style.line("truth") | {"lw": 1})
    axes.text(1.3, T * 1.25, "T: random play", fontsize=9)
    axes.axvline(total, color=loudness.color(sigma), lw=2.5)
    if s > 1:
        floor = {"color": style.color("bound"), "label": "lower bound √(dT), loudest game"}
        axes.plot(T, bounds.lower_bound_sphere(d, T), "v", ms=9, **floor)
    axes.set(xlim=(1, 1.3e6), ylim=(10, 1e10), xlabel="total variance V", ylabel="bound")
    axes.set(title=f"Lowest at σ = {sigma:g}: {best}")
    powers_of_ten(axes.xaxis, range(0, 7, 2))
    powers_of_ten(axes.yaxis, range(2, 9, 2))
    legend.below(fig, narrow_columns=1, rows=5 if narrow() else 2)
    return style.note_alt(
        fig,
        f"With d = {d:,}, s = {s} and noise {sigma} the rates are "
        + ", ".join(f"{name} {value:.1e}" for name, value in here.items())
        + f". The lowest is {best}.",
    )


# -- One needle and two -------------------------------------------------------------------------


@drawing
def needles(
    horizons: Sequence[int],
    one_needle: Sequence[float],
    two_needles: Sequence[float],
    d: int,
    asking: int,
) -> Figure:
    """Show whether a second, well hidden entry brings the growth of √(dT) back.

    The two regrets are those at each horizon; `asking` is the number of rounds spent on questions.
    """
    after = np.array(two_needles) - asking
    floor = 0.5 * np.sqrt((d - 1) * np.array(horizons))
    fig, axes = style.figure()
    grey = {"color": style.color("aid")}
    axes.loglog(horizons, one_needle, "o-", color=style.color("divide"), label="s = 1")
    axes.loglog(horizons, two_needles, "s--", color=style.color("truth"), label="s = 2, hidden")
    axes.loglog(horizons, after, "^:", **grey, label="s = 2, after the asking")
    axes.loglog(horizons, floor, **style.line("bound"), label="½ √((d−1)T)")
    axes.set(xlabel="horizon T", ylabel="regret", ylim=(100, 3e4))
    axes.set(title="√(dT) needs a second needle")
    powers_of_ten(axes.xaxis, range(4, 7))
    powers_of_ten(axes.yaxis, range(2, 5))
    legend.below(fig, columns=4)
    return style.note_alt(
        fig,
        f"With one needle regret is {one_needle[0]:,.0f} at every horizon. With two "
        f"it grows from {two_needles[0]:,.0f} to {two_needles[-1]:,.0f} between ten "
        f"thousand and a million rounds.",
    )


# -- Check yourself -----------------------------------------------------------------------------

QUESTIONS: list[Question] = [
    {
        "question": r"You play an action at a small angle $\varphi$ to $\theta^*$, then one "
        r"at $2\varphi$. How much more does a round cost?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "twice as much",
                "correct": False,
                "feedback": r"The cost is $1-\cos\varphi$, not $\varphi$.",
            },
            {
                "answer": "about four times as much",
                "correct": True,
                "feedback": r"$1-\cos\varphi\approx\varphi^2/2$: an error counts squared.",
            },
            {
                "answer": "it depends on the noise",
                "correct": False,
                "feedback": "Regret is computed from means; noise is not in it.",
            },
        ],
    },
    {
        "question": r"A game has $T = 10{,}000$ rounds. The noise is $\sigma_t = 0.2$ in the "
        r"first half and $0$ in the second. What is $V = \sum_t\sigma_t^2$?",
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": 200,
                "correct": True,
                "feedback": r"$5{,}000\cdot0.04 = 200$.",
            },
            {
                "type": "value",
                "value": 1000,
                "correct": False,
                "feedback": r"You have added $\sigma_t$; the bound adds $\sigma_t^2$.",
            },
            {
                "type": "value",
                "value": 400,
                "correct": False,
                "feedback": "Only half of the rounds are loud.",
            },
            {"type": "default", "feedback": r"Add $\sigma_t^2$ over the loud rounds."},
        ],
    },
    {
        "question": "Which of these does the player know while it plays?",
        "type": "many_choice",
        "answers": [
            {
                "answer": r"the dimension $d$",
                "correct": True,
                "feedback": "It has to name vectors of that length.",
            },
            {
                "answer": r"the number $s$ of non-zero entries",
                "correct": False,
                "feedback": "Hidden; VASLB works without it.",
            },
            {
                "answer": r"$\sigma_t$ before it chooses $x_t$",
                "correct": False,
                "feedback": "Never: at best it is shown after the play.",
            },
            {
                "answer": r"in the known-variance game, $\sigma_1,\dots,\sigma_{t-1}$",
                "correct": True,
                "feedback": "Each came with its reward.",
            },
            {
                "answer": "its own regret",
                "correct": False,
                "feedback": r"The account needs $\theta^*$; the player can only bound it.",
            },
        ],
    },
    {
        "question": r"A player is $(s\sqrt d, s^3)$-variance-aware. The noise is off. How "
        r"does its regret bound change when $d$ grows from $10^2$ to $10^6$?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "it grows 100 times",
                "correct": False,
                "feedback": r"$\sqrt d$ is multiplied by $\sqrt V$, and $V = 0$.",
            },
            {
                "answer": "not at all, up to logarithms",
                "correct": True,
                "feedback": r"Only $g = s^3$ is left: dimension-free. Logarithms hide in "
                r"$\tilde O$.",
            },
            {
                "answer": "it grows 10,000 times",
                "correct": False,
                "feedback": r"That would be a bound with $d$ itself in $g$.",
            },
        ],
    },
    {
        "question": r"Why does the bound $\sqrt{dT}$ fail for $s = 1$ on the unit sphere?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": r"because the only entry has size 1 and is quickly told from 0",
                "correct": True,
                "feedback": r"About $\ln d$ asks per coordinate settle it, whatever $T$ is.",
            },
            {
                "answer": "because there is no noise",
                "correct": False,
                "feedback": r"The proposition allows $\sigma_t = 1$.",
            },
            {
                "answer": r"because $d$ coordinates can be asked at once",
                "correct": False,
                "feedback": "The player of the proposition asks one at a time.",
            },
        ],
    },
]
