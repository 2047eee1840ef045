"""What a measurement found, in words, and whether that agrees with the statement."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A sentence for the ledger, and a verdict.

    `agrees` compares the numbers with the statement as the ledger gives it: as printed where it is
    said to hold so, else as corrected. None where no number could contradict it, as for an order
    without a constant.
    """

    words: str
    agrees: bool | None
