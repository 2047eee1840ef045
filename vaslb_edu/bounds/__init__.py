"""The regret bounds of the paper, of its Table 1, and of what came after.

Explained in the chapter *The game*.

One bound is one function of numbers or arrays. Bounds stated with Õ keep no hidden logarithm: what
Õ leaves open is the visible constant `C`. Where the statement shows ln(1/δ), `delta` is an
argument, and its default 1/e makes that factor 1.

========================  =======================================================
name                      symbol
========================  =======================================================
d, s, T                   dimension, non-zero entries of θ*, rounds
total_variance            Σσ_t², between 0 (deterministic) and T (worst case)
delta                     δ, the probability that the bound fails
C                         the constant inside Õ, O or Ω
========================  =======================================================
"""

from vaslb_edu.bounds._checked import kernel
from vaslb_edu.bounds.explicit import (
    exploration_rounds,
    single_phase,
    unknown_variance_estimate,
    voful2_from_noise,
    voful2_proof,
    voful2_width,
    weighted_oful_proof,
)
from vaslb_edu.bounds.rates import (
    ONE_NAT,
    confidence_ball,
    contextual_sparse,
    deterministic_dong,
    divide_and_conquer,
    explore_part,
    lower_bound_linear,
    lower_bound_sparse,
    lower_bound_sphere,
    oful,
    save,
    save_in_vaslb,
    selective_explore_then_commit,
    sl_ucb,
    sparse_oful,
    vaslb_from,
    vaslb_known,
    vaslb_known_conclusion,
    vaslb_unknown,
    voful2,
    weighted_oful,
)
from vaslb_edu.bounds.table import TABLE, Row

__all__ = [
    "ONE_NAT",
    "TABLE",
    "Row",
    "confidence_ball",
    "contextual_sparse",
    "deterministic_dong",
    "divide_and_conquer",
    "exploration_rounds",
    "explore_part",
    "kernel",
    "lower_bound_linear",
    "lower_bound_sparse",
    "lower_bound_sphere",
    "oful",
    "save",
    "save_in_vaslb",
    "selective_explore_then_commit",
    "single_phase",
    "sl_ucb",
    "sparse_oful",
    "unknown_variance_estimate",
    "vaslb_from",
    "vaslb_known",
    "vaslb_known_conclusion",
    "vaslb_unknown",
    "voful2",
    "voful2_from_noise",
    "voful2_proof",
    "voful2_width",
    "weighted_oful",
    "weighted_oful_proof",
]
