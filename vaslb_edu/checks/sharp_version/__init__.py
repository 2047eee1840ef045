"""Checks of this set: a test for any time, a certificate, a rule, and a race."""

from vaslb_edu.checks.sharp_version.bets import bet, mixture_wealth
from vaslb_edu.checks.sharp_version.certificate_ends import certificate
from vaslb_edu.checks.sharp_version.discovery import first_discovery
from vaslb_edu.checks.sharp_version.embedding import embed
from vaslb_edu.checks.sharp_version.race import race_game
from vaslb_edu.checks.sharp_version.rule import explore_or_commit

__all__ = [  # noqa: RUF022 (in the order of the set)
    "bet",
    "mixture_wealth",
    "first_discovery",
    "certificate",
    "embed",
    "explore_or_commit",
    "race_game",
]
