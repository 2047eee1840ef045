"""The events of the proof, phase by phase: did they hold? For somebody who knows theta*.

Explained in the chapter *VASLB*.

A player cannot see them. A simulator can: it made the game. The proof of the regret bound works
where all of them hold, and says how often that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array
from vaslb_edu.report import PhaseReport

FORMS = ("repaired", "printed", "sharp")


@dataclass(frozen=True)
class PhaseEvents:
    """What was true at the end of one phase.

    ==========  =====================================================================
    name        symbol
    ==========  =====================================================================
    estimated   G_Delta, after a commit phase: theta-hat on S is good
    identified  H_Delta, at the end of a level: S holds what is large, and nothing else
    baseline    b = <theta-hat, theta_S> - ||theta-hat||^2, what the printed baseline is off
    length      R = sqrt(1 - ||theta-hat||^2), what is played outside S
    free        K = d - |S|
    remaining   the mass outside S: the sum of theta_i^2 that is not found
    ==========  =====================================================================

    An event that no phase has spoken about is None: G after an explore phase, both after a phase
    that the horizon cut short, H where the level goes on.
    """

    phase: PhaseReport
    estimated: bool | None
    identified: bool | None
    baseline: float
    length: float
    free: int
    remaining: float


def phase_events(
    phases: Sequence[PhaseReport], theta: npt.ArrayLike, form: str = "repaired"
) -> list[PhaseEvents]:
    """Return the events of every phase of a run.

    ``"repaired"``: as in the proofs of this book. G: -6.1 Delta^2 <= ||theta-hat||^2 - omega^2 <=
    2.1 Delta^2, and omega^2 - <theta-hat, theta_S> <= 3 Delta^2, omega = ||theta_S||. H: every
    entry larger than 2 Delta is in S, and no entry of S is zero.

    ``"printed"``: as in the paper. G: <theta_S, theta_S - theta-hat> < Delta^2. H: every entry
    larger than 3 Delta is in S, and those in S are larger than Delta / 2.

    ``"sharp"``: for the sharp version. G: ||theta-hat||^2 <= <theta-hat, theta_S>, so that R is
    never too small. H: no entry of S is zero, unless S holds every coordinate: then the budget of
    exploration is spent, and nothing was claimed to be found.
    """
    check.choice("form", form, FORMS)
    truth = np.asarray(theta, dtype=float)
    estimate, told = np.zeros(0), []
    for phase, after in zip(phases, [*phases[1:], None], strict=True):
        commit = phase.kind == "commit"
        if commit:
            estimate = phase.estimate
        elif len(estimate) != len(phase.support):
            estimate = np.zeros(len(phase.support))
        level_over = form == "sharp" or after is None or after.gap < phase.gap
        on, rest = truth[list(phase.support)], 1.0 - float(estimate @ estimate)
        found = [*phase.support, *phase.added]
        told.append(
            PhaseEvents(
                phase,
                _estimated(estimate, on, phase.gap, form) if commit and phase.complete else None,
                _identified(truth, found, phase.gap, form)
                if phase.complete and level_over
                else None,
                baseline=float(estimate @ on) - float(estimate @ estimate),
                length=float(np.sqrt(max(rest, 0.0))),
                free=len(truth) - len(phase.support),
                remaining=float(np.sum(np.delete(truth, found) ** 2)),
            )
        )
    return told


def _estimated(estimate: Array, truth: Array, gap: float, form: str) -> bool:
    """Say whether G holds for an estimate of theta on S."""
    rho2, square = float(truth @ truth), float(estimate @ estimate)
    inner = float(estimate @ truth)
    if form == "printed":
        return rho2 - inner < gap**2
    if form == "sharp":
        return square <= inner + 1e-12
    good_length = -6.1 * gap**2 <= square - rho2 <= 2.1 * gap**2
    return good_length and rho2 - inner <= 3.0 * gap**2


def _identified(truth: Array, found: Sequence[int], gap: float, form: str) -> bool:
    """Say whether H holds for the coordinates found."""
    inside = np.abs(truth[list(found)])
    outside = np.abs(np.delete(truth, list(found)))
    if form == "sharp":
        return len(found) == len(truth) or bool(np.all(inside > 0))
    largest, smallest = (3.0 * gap, gap / 2.0) if form == "printed" else (2.0 * gap, 0.0)
    return bool(np.all(outside <= largest) and np.all(inside > smallest))
