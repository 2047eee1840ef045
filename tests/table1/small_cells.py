"""A few short games, and what must agree of two rows of one game."""

from vaslb_edu.table1.cell import Cell

CELLS = [
    Cell(system, "flat", 8, 2, 400, noise, seed)
    for system in ("Weighted OFUL", "Sharp VASLB", "Explore then commit", "Selective ETC")
    for noise in ("0", "0.3")
    for seed in (1, 2, 3)
]


def outcome(row):
    """All of a row that does not depend on who played it, and when."""
    return (row.cell, row.regret, row.rounds, row.curve, row.error, row.fingerprint, row.provenance)


def outcomes(journal):
    return sorted(outcome(row) for row in journal.rows())
