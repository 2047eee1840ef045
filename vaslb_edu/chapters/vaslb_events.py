"""The events of the proof, phase by phase: what a version believes is left, and what is left.

Explained in the chapter *VASLB*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from vaslb_edu.events import PhaseEvents
from vaslb_edu.figures import legend, style
from vaslb_edu.figures.drawing import drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEAST = 1e-6  # what is smaller is drawn at the lower edge


def failed(event: PhaseEvents) -> bool:
    """Say whether an event of the proof failed at this phase."""
    return False in (event.estimated, event.identified)


@drawing
def beliefs(runs: Mapping[str, Sequence[PhaseEvents]]) -> Figure:
    """Show R² and the remaining mass after every phase, and where an event of the proof failed."""
    fig, panels = style.figure(1, len(runs), height=3.4, sharey=True)
    for axes, (name, events) in zip(panels, runs.items(), strict=True):
        _panel(axes, events)
        axes.set(xlabel="phase", title=name)
    panels[0].set(ylabel="squared length", yscale="log", ylim=(LEAST / 2, 2.0))
    legend.below(fig)
    told = ", ".join(
        f"{name} {sum(map(failed, events))} of {len(events)}" for name, events in runs.items()
    )
    return style.note_alt(
        fig,
        f"Phases at which an event of the proof failed: {told}. As printed the belief falls to "
        "zero while the remaining mass stays; in the other versions both fall together.",
    )


def _panel(axes: Axes, events: Sequence[PhaseEvents]) -> None:
    places = np.arange(1, len(events) + 1)
    believed = np.maximum([event.length**2 for event in events], LEAST)
    left = np.maximum([event.remaining for event in events], LEAST)
    axes.plot(places, believed, marker="s", ms=4, **style.line("vaslb"), label="R², VASLB says")
    axes.plot(places, left, marker="o", ms=4, **style.line("truth"), label="left outside S")
    wrong = np.array([failed(event) for event in events])
    axes.plot(
        places[wrong], left[wrong], "x", ms=11, mew=2, color=style.color("bound"),
        label="the proof: G or H failed",
    )  # fmt: skip
    axes.set_xticks(places[:: max(1, len(places) // 6)])
