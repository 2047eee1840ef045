"""Checks of this set: the stall of VASLB, its repair, and noise that makes versions swap."""

from vaslb_edu.checks.vaslb.exploration_length import exploration_length
from vaslb_edu.checks.vaslb.games import stalling_parameter, swap_schedules
from vaslb_edu.checks.vaslb.repair import commit_estimate
from vaslb_edu.checks.vaslb.resuming import missed_per_round, resuming_gap

__all__ = [  # noqa: RUF022 (in the order of the set)
    "missed_per_round",
    "resuming_gap",
    "stalling_parameter",
    "commit_estimate",
    "exploration_length",
    "swap_schedules",
]
