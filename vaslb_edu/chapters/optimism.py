"""The figures and the questions of the chapter, in the order in which they appear.

The chapter plays games and keeps every ellipsoid; the drawings read these histories.

Explained in the chapter *Optimism*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from matplotlib.figure import Figure

from vaslb_edu import concentration, schedules
from vaslb_edu._typing import Array
from vaslb_edu.chapters._log_axes import evenly_spaced, powers_of_ten
from vaslb_edu.chapters._planes import close_up, equal_units
from vaslb_edu.ellipsoid import Ellipsoid
from vaslb_edu.figures import legend, loudness, style
from vaslb_edu.figures.drawing import drawing
from vaslb_edu.figures.quiz import Question
from vaslb_edu.schedules import Schedule

ANGLES = np.linspace(0, 2 * np.pi, 121)
CIRCLE = np.stack([np.cos(ANGLES), np.sin(ANGLES)])


class History(Protocol):
    """A game that was played with an ellipsoid in hand: θ*, R_1, …, R_n and the reports of them."""

    @property
    def theta(self) -> Array: ...
    @property
    def regret(self) -> Array: ...
    @property
    def bounds(self) -> Array: ...

    def ellipsoid_at(self, round: int) -> Ellipsoid:
        """Return the ellipsoid from which the action of this round was taken."""


def half_axes(ellipsoid: Ellipsoid) -> Array:
    """Return the half axes of an ellipsoid, longest first."""
    return np.asarray(ellipsoid.radius / np.sqrt(np.linalg.eigvalsh(ellipsoid.matrix)))


def _draw_ellipse(plane: Any, ellipsoid: Ellipsoid, role: str, alpha: float) -> None:
    """Draw an ellipse, its inside tinted."""
    eigenvalues, axes = np.linalg.eigh(ellipsoid.matrix)
    shape = ellipsoid.radius / np.sqrt(eigenvalues)
    edge = ellipsoid.center[:, None] + axes @ (shape[:, None] * CIRCLE)
    plane.fill(*edge, color=style.color(role), alpha=alpha, lw=0)
    plane.plot(*edge, **style.line(role))


# -- Two radii ----------------------------------------------------------------------------------

RADIUS_ROUNDS = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000]


def two_radii(games: Mapping[tuple[str, str], History], round: int, noise: str) -> Figure:
    """Show how much smaller the self-normalised ellipse is than the printed one.

    `games` has one for each radius, which its learner uses, and each kind of noise.
    """
    fig, (plane, sizes) = style.figure(1, 2, steady=True, height=3.9)
    plane.plot(*CIRCLE, **style.line("aid") | {"lw": 1})
    now = {}
    for radius, role in (("printed", "printed"), ("self-normalised", "repaired")):
        game = games[radius, noise]
        _draw_ellipse(plane, game.ellipsoid_at(round), role, alpha=0.12)
        longest = [half_axes(game.ellipsoid_at(t))[0] for t in RADIUS_ROUNDS]
        now[radius] = longest[RADIUS_ROUNDS.index(round)]
        sizes.loglog(RADIUS_ROUNDS, longest, **style.line(role), label=radius)
        sizes.plot(round, now[radius], "o", color=style.color(role))
    plane.plot(*game.theta, "o", color=style.color("truth"), ms=6)
    equal_units(plane, (-2, 2), (-2, 2), title=f"round {round:,}")
    small = games["self-normalised", noise].ellipsoid_at(round)

    def draw(inset: Any) -> None:
        _draw_ellipse(inset, small, "repaired", alpha=0.12)
        inset.plot(*game.theta, "o", color=style.color("truth"), ms=4)

    close_up(plane, small.center, half_axes(small)[0], draw)
    sizes.set(xlabel="round t", title="longest half axis", ylim=(5e-3, 300))
    powers_of_ten(sizes.xaxis, range(5))
    powers_of_ten(sizes.yaxis, range(-2, 3))
    sizes.legend(loc="upper right")
    return style.note_alt(
        fig,
        f"Round {round:,}, {noise}: longest half axis {now['self-normalised']:.2g} with the"
        f" self-normalised radius and {now['printed']:.2g} with the printed one.",
    )


# -- The longest vector -------------------------------------------------------------------------


def longest_vector(distance: float, angle: float, elongation: float) -> Figure:
    """Show where the longest vector of an ellipse points, and the equation that finds it."""
    turn = np.deg2rad(angle)
    center = distance * np.array([np.cos(turn), np.sin(turn)]).round(12)
    half = np.array([0.8, 0.8 / elongation])
    ellipsoid = Ellipsoid(center, np.diag(1 / half**2), 1.0)
    longest, hard = ellipsoid.longest(), _is_hard(center, half)
    length = f"{np.linalg.norm(longest):.2f}"
    fig, (plane, secular) = style.figure(1, 2, steady=True, height=3.6, width_ratios=[1.25, 1])
    ends = [longest]
    if hard:
        ends.append(longest * [-1, 1] if elongation > 1 else -longest)
    _draw_longest(plane, ellipsoid, ends)
    plane.set(title=f"length {length}")
    _draw_secular(secular, center, half)
    secular.set(title="hard case" if hard else "φ(ζ) crosses β²")
    return style.note_alt(
        fig,
        f"Centre at distance {distance:g}, {angle} degrees from the long axis, axes"
        f" {elongation}:1. The longest vector has length {length}"
        f" and coordinates {longest[0]:.2f}, {longest[1]:.2f}"
        + ("; hard case, there is a second one." if hard else "."),
    )


def _excess(half: Array) -> Array:
    """Return ψ_i = λ_i / λ_1 - 1 of the ellipse with these half axes, longest first."""
    return np.asarray(half[0] ** 2 / half**2 - 1)


def _is_hard(center: Array, half: Array) -> bool:
    """Say whether φ has no crossing: no part along the longest axis, and φ(0+) at most β² = 1."""
    psi = _excess(half)
    flat = psi < 1e-12
    at_zero = np.sum((center[~flat] / half[~flat] / psi[~flat]) ** 2)
    return bool(not center[flat].any() and at_zero <= 1)


def _draw_longest(plane: Any, ellipsoid: Ellipsoid, ends: Sequence[Array]) -> None:
    """Draw the ellipse, its centre and its longest vectors, with the circle that they reach."""
    plane.axhline(0, color=style.color("aid"), lw=0.8)
    plane.axvline(0, color=style.color("aid"), lw=0.8)
    _draw_ellipse(plane, ellipsoid, "oful", alpha=0.15)
    plane.plot(*ellipsoid.center, "o", color=style.color("oful"), label="centre")
    far = np.linalg.norm(ends[0]) * CIRCLE
    plane.plot(*far, **style.line("aid") | {"lw": 0.8})
    for end in ends:
        plane.plot(*np.stack([[0, 0], end]).T, color=style.color("truth"), lw=2)
    plane.plot(*ends[0], "D", color=style.color("truth"), label="longest vector")
    equal_units(plane, (-2, 2), (-2, 2))
    plane.legend(loc="lower left")


def _draw_secular(axes: Any, center: Array, half: Array) -> None:
    """Draw φ(ζ) of the secular equation, and β² = 1."""
    zeta, psi = np.geomspace(1e-3, 10, 80), _excess(half)[:, None]
    damping = psi + zeta * (psi + 1)
    phi = np.sum(((center / half)[:, None] / damping) ** 2, axis=0)
    axes.loglog(zeta, phi + 1e-9, **style.line("truth"))
    axes.axhline(1.0, **style.line("bound"))
    axes.text(1.2e-3, 1.35, "β²")
    axes.set(xlabel="multiplier ζ", xlim=(1e-3, 10), ylim=(1e-3, 1e4))
    powers_of_ten(axes.xaxis, range(-3, 2))
    powers_of_ten(axes.yaxis, range(-3, 5))


# -- Weights ------------------------------------------------------------------------------------

WEIGHT_HORIZON = 1200
WEIGHT_ROUNDS = [10, 50, 150, 300, 450, 590, 610, 650, 750, 900, 1050, 1200]
WEIGHT_SCHEDULES: Mapping[str, Schedule] = {
    "loud 600, then quiet": schedules.step(1.0, 0.05, at=600),
    "quiet 600, then loud": schedules.step(0.05, 1.0, at=600),
    "loud and quiet in turn": schedules.periodic(0.05, 1.0, 400, quiet_first=False),
    "constant 0.5": schedules.constant(0.5),
}


def shrinking_ellipse(
    games: Mapping[tuple[str, bool], History], round: int, schedule: str, weights: bool
) -> Figure:
    """Show when the ellipse shrinks, and what happens without weights.

    `games` has one for each schedule, with weights (True) and without.
    """
    game = games[schedule, weights]
    role, name = ("weighted", "Weighted OFUL") if weights else ("oful", "OFUL")
    ellipsoid, lost = game.ellipsoid_at(round), f"{game.regret[round - 1]:,.0f}"
    fig, (plane, strip) = style.figure(2, 1, steady=True, height=5.6, height_ratios=[4, 1])
    plane.plot(*CIRCLE, **style.line("aid") | {"lw": 1})
    _draw_ellipse(plane, ellipsoid, role, alpha=0.15)
    plane.plot(*game.theta, "o", color=style.color("truth"), label="θ*")
    diamond = {"mfc": "none", "color": style.color(role)}
    plane.plot(*ellipsoid.longest(), "D", **diamond, label="longest")
    equal_units(plane, (-2.3, 2.3), (-1.7, 2.0))
    plane.legend(loc="lower right")

    def draw(inset: Any) -> None:
        _draw_ellipse(inset, ellipsoid, role, alpha=0.15)
        inset.plot(*game.theta, "o", color=style.color("truth"))
        inset.plot(*ellipsoid.longest(), "D", **diamond)

    close_up(plane, ellipsoid.center, half_axes(ellipsoid)[0], draw)
    plane.set(title=f"{name}, round {round:,}: regret {lost}")
    rounds = np.arange(1, WEIGHT_HORIZON + 1)
    sigmas = WEIGHT_SCHEDULES[schedule](rounds)
    loudness.strip(strip, rounds, sigmas)
    strip.axvline(round, color=style.color(role), lw=2)
    strip.set(
        xlabel="round t",
        ylabel="noise σ",
        ylim=(-0.05, 1.1),
        yticks=[0, 1],
        xlim=(0, WEIGHT_HORIZON + 60),
    )
    half = half_axes(ellipsoid)
    return style.note_alt(
        fig,
        f"{name} under the schedule {schedule} at round {round:,}: the ellipse has half"
        f" axes {half[0]:.2g} and {half[1]:.2g}, the regret so far is {lost}.",
    )


@drawing
def regret_with_weights(rounds: npt.NDArray[np.int64], oful: Array, weighted: Array) -> Figure:
    """Show how much regret the weights save in the long run."""
    fig, axes = style.figure()
    axes.loglog(rounds, oful, **style.line("oful"), label="OFUL")
    axes.loglog(rounds, weighted, **style.line("weighted"), label="Weighted OFUL")
    axes.set(xlabel="round t", ylabel="regret", title="Quiet rounds pay off, if you listen")
    powers_of_ten(axes.xaxis, range(6))
    powers_of_ten(axes.yaxis, range(5))
    axes.legend()
    return style.note_alt(
        fig,
        f"After 10⁵ rounds OFUL has regret {oful[-1]:,.0f}, Weighted OFUL {weighted[-1]:,.0f}.",
    )


# -- Three reports ------------------------------------------------------------------------------

KINDS = {"optimism": "weighted", "proof": "bound", "printed": "printed"}
"""The three reports, each with the role that gives it its colour."""


def three_reports(
    games: Mapping[tuple[str, float, str], History], radius: str, sigma: float, constant: int
) -> Figure:
    """Show which of three reports stays above the true regret, and not by too much.

    `games` has one for each radius, each noise level and each of `KINDS`.
    """
    regret = games[radius, sigma, "optimism"].regret
    scales = {"printed": constant}
    reports = {kind: scales.get(kind, 1) * games[radius, sigma, kind].bounds for kind in KINDS}
    shown = evenly_spaced(len(regret), 150)
    fig, axes = style.figure(steady=True, height=4.0)
    for kind, role in KINDS.items():
        label = f"printed, C = {constant}" if kind == "printed" else kind
        axes.loglog(shown + 1, reports[kind][shown], **style.line(role), label=label)
    axes.loglog(shown + 1, regret[shown], **style.line("truth"), label="true regret")
    below = reports["printed"] < regret
    verdict = f"fails at n = {np.argmax(below) + 1:,}" if below.any() else "holds here"
    axes.set(title=f"printed, C = {constant}: {verdict}")
    axes.set(xlabel="round n", ylabel="regret")
    axes.set(xlim=(1, len(regret)), ylim=(0.5, 1e7))
    powers_of_ten(axes.xaxis, range(5))
    powers_of_ten(axes.yaxis, range(8))
    axes.legend(loc="upper left", ncols=2)
    return style.note_alt(
        fig,
        f"Radius {radius}, σ = {sigma:g}, after {len(regret):,} rounds: regret"
        f" {regret[-1]:,.0f}, optimism gap {reports['optimism'][-1]:,.0f}, proof"
        f" {reports['proof'][-1]:,.0f}, printed with C = {constant}"
        f" {reports['printed'][-1]:,.0f}, which {verdict}.",
    )


# -- Rare switching -----------------------------------------------------------------------------


def rare_switching(
    games: Mapping[tuple[float, float], tuple[npt.NDArray[np.int64], Array]],
    growth: float,
    sigma: float,
) -> Figure:
    """Show how many actions the learner chooses, and what it loses by choosing fewer.

    `games[growth, sigma]` are the rounds in which a new action began, and the regret.
    """
    (starts, regret), (_, reference) = games[growth, sigma], games[1.0, sigma]
    shown = evenly_spaced(len(regret), 120)
    rounds = shown + 1
    potential = concentration.log_det_bound(rounds, 3, 1.0, 1 / max(sigma, 1e-3))
    limit = np.minimum(1 + potential / np.log1p(growth), rounds)
    fig, (counts, losses) = style.figure(1, 2, steady=True, height=3.5)
    chosen = np.searchsorted(starts, rounds, side="right")
    counts.loglog(rounds, chosen, **style.line("weighted"), label="chosen")
    counts.loglog(rounds, limit, **style.line("bound"), label="bound")
    counts.set(xlabel="round n", ylim=(0.8, 3e4), title=f"{len(starts):,} actions")
    losses.loglog(rounds, reference[shown], **style.line("aid"), label="χ = 1")
    losses.loglog(rounds, regret[shown], **style.line("weighted"), label=f"χ = {growth:g}")
    losses.set(xlabel="round n", ylim=(0.1, 2e4), title=f"regret {regret[-1]:,.0f}")
    for axes in (counts, losses):
        axes.legend(loc="upper left")
        powers_of_ten(axes.xaxis, range(5))
        powers_of_ten(axes.yaxis, range(5))
    return style.note_alt(
        fig,
        f"χ = {growth:g}, σ = {sigma:g}: {len(starts):,} actions in {len(regret):,} rounds,"
        f" regret {regret[-1]:,.1f}; with χ = 1 the regret is {reference[-1]:,.1f}.",
    )


# -- Coverage -----------------------------------------------------------------------------------


def coverage(
    shares_by_schedule: Mapping[str, Array], delta: float, schedule: str, factor: float
) -> Figure:
    """Show how much of the radius is used, and how many games a smaller one would have lost.

    The shares are the largest part of the radius that was used in each game; a share `delta` of
    the games may be lost.
    """
    shares = shares_by_schedule[schedule]
    lost, games = int(np.sum(shares > factor)), len(shares)
    fig, axes = style.figure(steady=True, height=3.4)
    bins = np.arange(0, 1.26, 0.05)
    inside, outside = shares[shares <= factor], shares[shares > factor]
    axes.hist(inside, bins, color=style.color("weighted"), label="inside")
    axes.hist(outside, bins, color=style.color("truth"), hatch="//", label="outside")
    axes.axvline(factor, **style.line("bound"))
    verdict = "promise kept" if lost / games <= delta else "promise broken"
    axes.set(xlabel="largest share of the radius used, m", ylabel="games")
    axes.set(xlim=(0, 1.25), ylim=(0, 40))
    axes.set(title=f"radius × {factor:g}: {lost} of {games} lost, {verdict}")
    legend.below(fig)
    return style.note_alt(
        fig,
        f"{schedule}, radius times {factor:g}: θ* leaves the ellipsoid in {lost} of"
        f" {games} games. The median share used is {np.median(shares):.2f}.",
    )


# -- Check yourself -----------------------------------------------------------------------------

QUESTIONS: list[Question] = [
    {
        "question": r"One round has $\sigma = 0.1$. As how many rounds with "
        r"$\sigma = 0.5$ of the same action does it count in $A$?",
        "type": "numeric",
        "answers": [
            {"type": "value", "value": 25, "correct": True, "feedback": r"$(0.5/0.1)^2 = 25$."},
            {
                "type": "value",
                "value": 5,
                "correct": False,
                "feedback": "Weights are inverse variances: square the ratio.",
            },
            {"type": "default", "feedback": r"Compare $1/0.1^2$ with $1/0.5^2$."},
        ],
    },
    {
        "question": "Which play is optimistic on the sphere?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "the direction of the centre of the ellipsoid",
                "correct": False,
                "feedback": "That is greedy. It ignores the uncertainty.",
            },
            {
                "answer": "the direction of the longest axis",
                "correct": False,
                "feedback": "That is pure exploration. It ignores the estimate.",
            },
            {
                "answer": "the direction of the longest vector",
                "correct": True,
                "feedback": "It weighs both: the centre and the shape.",
            },
        ],
    },
    {
        "question": "When is the secular equation without a root?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "when the centre is far from the origin",
                "correct": False,
                "feedback": r"Far centres have $b_1\ne0$ in general, and then there is a root.",
            },
            {
                "answer": r"when $b$ has no part along the longest axis and "
                r"$\varphi(0^+) \le \beta^2$",
                "correct": True,
                "feedback": "The hard case: two longest vectors, one on each side.",
            },
            {
                "answer": "when two eigenvalues are equal",
                "correct": False,
                "feedback": "Equal eigenvalues alone do no harm.",
            },
        ],
    },
    {
        "question": "Which of these are pessimistic regret reports for Gaussian noise?",
        "type": "many_choice",
        "answers": [
            {
                "answer": "the optimism gap with the self-normalised radius",
                "correct": True,
                "feedback": "Valid whenever the ellipsoids hold the truth.",
            },
            {
                "answer": "the proof bound with the printed radius",
                "correct": True,
                "feedback": "Valid, and far too large to be useful.",
            },
            {
                "answer": "the printed expression with $C = 1$ and the printed radius",
                "correct": False,
                "feedback": "The true regret exceeds it many times over.",
            },
        ],
    },
    {
        "question": r"$\ln(\det A_n / \det \lambda I) = 34.7$. At most how many actions has "
        r"a learner chosen that waits for the determinant to double ($\chi = 1$)?",
        "type": "numeric",
        "answers": [
            {
                "type": "value",
                "value": 51,
                "correct": True,
                "feedback": r"$34.7/\ln 2 = 50.06$: fifty doublings and the first choice.",
            },
            {
                "type": "value",
                "value": 50,
                "correct": False,
                "feedback": "Do not forget the first choice, before any doubling.",
            },
            {"type": "default", "feedback": r"Count doublings: divide by $\ln 2$."},
        ],
    },
]
