"""A row of the study: one game, what came out, and all that is needed to play it again.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from vaslb_edu.table1.cell import Cell


@dataclass(frozen=True)
class Row:
    """What is kept of a game: the cell, what came out, and all that is needed to play it again.

    ===========  ======================================================================
    name         what it is
    ===========  ======================================================================
    variance     V, the sum of sigma_t^2
    regret       of the whole game; None if it failed
    rounds       checkpoints
    curve        the regret at the checkpoints
    seconds      processor time of the process while it played (of all games, in threads)
    error        why it failed, or an empty string
    fingerprint  of the cell, by the code that played it
    commit       of the project, with a + if files had been changed
    finished     when, in UTC
    provenance   the record of the run as JSON: `replay` plays it again
    ===========  ======================================================================
    """

    system: str
    game: str
    d: int
    s: int
    horizon: int
    noise: str
    seed: int
    variance: float
    regret: float | None
    rounds: list[int]
    curve: list[float]
    seconds: float
    error: str
    fingerprint: str
    commit: str
    finished: str
    provenance: str

    @property
    def cell(self) -> Cell:
        """The cell that was played."""
        return Cell(**{field.name: getattr(self, field.name) for field in fields(Cell)})
