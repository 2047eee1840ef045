"""The concentration inequalities of the paper, as printed and as they hold.

One inequality is one function. It returns the right-hand side, takes numbers or arrays and
broadcasts. `form` picks the version: ``"printed"`` is what the paper prints. The other version is
called ``"corrected"`` where the printed statement fails, and ``"sharp"`` where the printed
statement is true (whatever its proof) and a smaller one holds too.

Every statement is for a fixed number of samples n unless it says "at all times".
`anytime` carries a fixed-n statement to a stopping time.

Explained in the appendix *Concentration inequalities*.
"""

from vaslb_edu.concentration.random_signs import largest_coefficient, random_sign_interval
from vaslb_edu.concentration.self_bounding import self_bounding
from vaslb_edu.concentration.squares import (
    centred_share,
    gaussian_squares_deviation,
    square_log_mgf,
    squares_deviation,
    squares_upper,
)
from vaslb_edu.concentration.stopping import (
    anytime,
    anytime_delta,
    mixture_log_wealth,
    mixture_self_normalised,
)
from vaslb_edu.concentration.sums import (
    empirical_bernstein,
    empirical_bernstein_failure,
    explore_minimum,
    explore_radius,
    freedman,
    freedman_tail,
    gaussian_sum,
    maximal_self_normalised,
    maximal_tail,
    random_sign_sum,
    self_normalised,
)
from vaslb_edu.concentration.vectors import (
    elliptical_count,
    elliptical_potential,
    log_det_bound,
    ridge_residuals,
    vector_bernstein,
    vector_self_normalised,
    weighted_oful_radius,
)

__all__ = [
    "anytime",
    "anytime_delta",
    "centred_share",
    "elliptical_count",
    "elliptical_potential",
    "empirical_bernstein",
    "empirical_bernstein_failure",
    "explore_minimum",
    "explore_radius",
    "freedman",
    "freedman_tail",
    "gaussian_squares_deviation",
    "gaussian_sum",
    "largest_coefficient",
    "log_det_bound",
    "maximal_self_normalised",
    "maximal_tail",
    "mixture_log_wealth",
    "mixture_self_normalised",
    "random_sign_interval",
    "random_sign_sum",
    "ridge_residuals",
    "self_bounding",
    "self_normalised",
    "square_log_mgf",
    "squares_deviation",
    "squares_upper",
    "vector_bernstein",
    "vector_self_normalised",
    "weighted_oful_radius",
]
