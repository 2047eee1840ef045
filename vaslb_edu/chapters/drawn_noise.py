"""A game under noise that the reader draws: a strip in the built page, sliders in a notebook.

In a notebook there is a slider for each of six places of the time axis, like an equaliser; the
players play when one moves. A built page has no kernel: there the laboratory's own engine plays,
in the reader's browser.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import html
import json
import math
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from vaslb_edu import (
    OFUL,
    VASLB,
    DivideAndConquer,
    SharpVASLB,
    WeightedOFUL,
    schedules,
    simulate,
    sparse_parameter,
)
from vaslb_edu import _validate as check
from vaslb_edu.algorithm import Algorithm
from vaslb_edu.chapters._log_axes import powers_of_ten
from vaslb_edu.figures import frames, loudness, style
from vaslb_edu.figures.controls import Control, as_control
from vaslb_edu.figures.explorable import Explorable
from vaslb_edu.run import Run
from vaslb_edu.schedules import Schedule

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEVELS = [round(0.05 * n, 2) for n in range(21)]
PLAYERS: dict[str, tuple[str, str, Callable[[], Algorithm]]] = {
    "divide": ("divide and conquer", "divide", lambda: DivideAndConquer(on_noise="ignore")),
    "oful": ("OFUL", "oful", OFUL),
    "weighted": ("Weighted OFUL", "weighted", WeightedOFUL),
    "printed": ("VASLB as printed", "printed", lambda: VASLB(WeightedOFUL(), "printed")),
    "repaired": ("VASLB repaired", "repaired", lambda: VASLB(WeightedOFUL())),
    "sharp": ("sharp VASLB", "vaslb", lambda: SharpVASLB(WeightedOFUL())),
}
"""By the name that the laboratory uses: what it is called, its colour, and how to make one."""


class DrawnNoise(Explorable):
    """Noise to draw, and the regret of some players under it; made by `drawn_noise`."""

    def __init__(
        self, players: Sequence[str], d: int, entries: Sequence[float], horizon: int, level: float
    ) -> None:
        self.players, self.d, self.entries, self.horizon = list(players), d, list(entries), horizon
        self.places = np.unique(np.rint(np.geomspace(1, horizon, 6)).astype(int)).tolist()
        controls = {
            f"level_{n + 1}": as_control("", Control(LEVELS, label=f"σ at {t:,}", default=level))
            for n, t in enumerate(self.places)
        }
        title = "Regret under noise that you draw"
        super().__init__(self.drawn, controls, alt=None, title=title, allow_errors=False)

    def drawn(self, **levels: float) -> Figure:
        """Play all players under the curve through these levels, and draw it."""
        sigma = schedules.curve(list(zip(self.places, levels.values(), strict=True)))
        theta = sparse_parameter(self.d, self.entries)
        runs = {
            name: simulate(PLAYERS[name][2](), theta, sigma, self.horizon, seed=1)
            for name in self.players
        }
        return draw_game(sigma, runs, self.d, len(self.entries))

    def _static_bundle(self) -> dict[str, Any]:
        """Return the place where the laboratory's script builds a small strip, and a still."""
        first = list(zip(self.places, self.defaults.values(), strict=True))
        game = {"points": first, "d": self.d, "entries": self.entries, "T": self.horizon}
        shown = self.figure()
        with style.context():
            still = frames.to_png(shown, 1.5)
        place = (
            f'<div class="vaslb-laboratory" data-small data-players="{" ".join(self.players)}" '
            f"data-state='{html.escape(json.dumps(game))}' data-laboratory=\"laboratory.html\">"
            f"<p>{html.escape(style.alt_of(shown))}</p></div>"
        )
        return {
            "text/html": place,
            "image/png": b64encode(still).decode(),
            "text/plain": repr(self),
        }


def drawn_noise(
    players: Sequence[str],
    *,
    d: int = 16,
    entries: Sequence[float] = (0.9, 0.4, 0.15, 0.1),
    horizon: int = 10_000,
    level: float = 0.3,
) -> DrawnNoise:
    """Return a figure in which the reader draws the noise, and the named players answer."""
    unknown = [name for name in players if name not in PLAYERS]
    if unknown or not players:
        raise ValueError(f"players must be some of {', '.join(PLAYERS)}, got {players!r}")
    horizon = check.integer("horizon", horizon, 2)
    made = DrawnNoise(players, d, entries, horizon, level)
    made.prepare()
    return made


def draw_game(sigma: Schedule, runs: Mapping[str, Run], d: int, s: int) -> Figure:
    """Show a schedule, the regret of players under it, and the bound that follows its total."""
    horizon = next(iter(runs.values())).horizon
    rounds = np.unique(np.rint(np.geomspace(1, horizon, 300)).astype(int))
    so_far = np.cumsum(np.square(sigma(np.arange(1, horizon + 1))))
    total = float(so_far[-1])
    fig, (top, bottom) = style.figure(2, 1, height=4.8, steady=True, sharex=True)
    loudness.strip(top, rounds, sigma(rounds))
    top.set(xscale="log", ylim=(0, 1.05), ylabel="noise σ", title=f"V = {total:,.1f}")
    for name, run in runs.items():
        label, role, _ = PLAYERS[name]
        bottom.plot(run.rounds, np.maximum(run.regret, 1.0), **style.line(role), label=label)
    bound = np.sqrt(s * d * so_far[rounds - 1]) + s
    bottom.plot(rounds, bound, **style.line("bound"), label="√(sdV) + s")
    top_power = math.ceil(math.log10(max(run.final_regret for run in runs.values()) + 10.0))
    bottom.set(yscale="log", xlim=(1, 1.2 * horizon), ylim=(1, 10**top_power))
    bottom.set(xlabel="round t", ylabel="regret so far")
    powers_of_ten(bottom.xaxis, range(math.floor(math.log10(horizon)) + 1))
    powers_of_ten(bottom.yaxis, range(top_power + 1))
    bottom.legend(loc="upper left")
    paid = ", ".join(f"{PLAYERS[name][0]} {run.final_regret:,.0f}" for name, run in runs.items())
    return style.note_alt(
        fig,
        f"A game of {horizon:,} rounds in {d} dimensions with total variance {total:,.1f}. "
        f"Regret at its end: {paid}.",
    )
