"""All that is measured for the ledger, by name; those of `QUICK` are measured again by a test."""

from __future__ import annotations

from collections.abc import Callable

from tools.ledger import games, inequalities
from tools.ledger.finding import Finding

MEASUREMENTS: dict[str, Callable[[], Finding]] = {
    measure.__name__: measure
    for measure in (
        inequalities.maximal,
        inequalities.self_normalised,
        inequalities.empirical_bernstein,
        inequalities.freedman,
        inequalities.square_mgf,
        inequalities.squares,
        inequalities.centred_share,
        inequalities.ridge,
        inequalities.gaussian_sum,
        inequalities.potential_and_count,
        inequalities.vector_radius,
        inequalities.voful2_lemma,
        inequalities.self_bounding,
        games.conversion,
        games.length,
        games.projection_means,
        games.identification,
        games.one_phase,
        games.explore_part,
        games.known_variance,
        games.unknown_variance,
        games.weighted_oful,
        games.voful2,
        games.voful2_report,
        games.two_needles,
        games.events,
    )
}
QUICK = (
    "self_normalised", "empirical_bernstein", "square_mgf", "squares", "centred_share", "ridge",
    "gaussian_sum", "self_bounding", "length", "projection_means",
)  # fmt: skip
"""What takes a second at most."""
