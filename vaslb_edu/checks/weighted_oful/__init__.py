"""Checks of this set: from regret to an estimate, and the parts of Weighted OFUL."""

from vaslb_edu.checks.weighted_oful.commit_phase import estimate_after_commit, stopping_round
from vaslb_edu.checks.weighted_oful.longest import longest_vector
from vaslb_edu.checks.weighted_oful.report import confidence_radius, optimism_gap
from vaslb_edu.checks.weighted_oful.stationary import step
from vaslb_edu.checks.weighted_oful.sums import weighted_sums

__all__ = [  # noqa: RUF022 (in the order of the set)
    "stopping_round",
    "estimate_after_commit",
    "weighted_sums",
    "step",
    "longest_vector",
    "confidence_radius",
    "optimism_gap",
]
