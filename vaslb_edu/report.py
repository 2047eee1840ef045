"""What an algorithm tells about its own run; the game adds the regret.

Explained in the chapter *From regret to sample complexity*.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vaslb_edu._typing import Array


@dataclass(frozen=True)
class PhaseReport:
    """One phase as its algorithm saw it: rounds start + 1, ..., stop.

    =========  ==========================================================
    name       symbol
    =========  ==========================================================
    gap        Delta, the size of entry the phase looks for
    support    S, the coordinates known when the phase began
    added      coordinates that the phase added to S
    estimate   the estimate of theta on S when the phase ended (commit)
               or the means of the coordinates outside S (explore)
    complete   False if the horizon cut the phase short
    =========  ==========================================================
    """

    kind: str
    gap: float
    start: int
    stop: int
    support: tuple[int, ...]
    added: tuple[int, ...]
    estimate: Array
    complete: bool


@dataclass(frozen=True)
class Report:
    """What an algorithm found: support, estimate of theta*, phases, and further facts."""

    support: tuple[int, ...] | None = None
    estimate: Array | None = None
    phases: tuple[PhaseReport, ...] = ()
    facts: dict[str, float] = field(default_factory=dict)
