"""Why a measured exponent of Table 1 is not the promised one: a reason for each that differs.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

from vaslb_edu.table1.grid import LOUD, QUIET

WIDE = "T is too short for its radius"
INSIDE = "T is too short for ConfidenceBall2 inside it"
EXPLORES = "it explores for most of the game"
LOGARITHM = "a logarithm looks like a small power"
EASY = "the bound is loose: equal entries are found sooner than the worst ones"
FLOOR = "the bound is loose: every direction is asked once, and that is all"
DENSE = "T is too short for many entries: some are missed"
SILENT = "what it costs without noise hides it at small V"
WHY: dict[
    tuple[str, str] | tuple[str, str, str], str
] = {  # system, axis, and the noise if it matters
    ("ConfidenceBall2", "T"): WIDE,
    ("ConfidenceBall2", "d"): WIDE,
    ("OFUL", "T"): LOGARITHM,
    ("OFUL", "d"): LOGARITHM,
    ("Sparse OFUL", "T"): WIDE,
    ("Sparse OFUL", "d"): WIDE,
    ("SL-UCB, equal noise", "T"): INSIDE,
    ("SL-UCB, equal noise", "d"): INSIDE,
    ("SL-UCB, equal noise", "s"): INSIDE,
    ("SL-UCB, equal noise", "V"): INSIDE,
    ("SL-UCB", "T"): INSIDE,
    ("SL-UCB", "s"): INSIDE,
    ("Selective ETC", "T"): EASY,
    ("Selective ETC", "s"): "entries of 1/s take s² ln T rounds each to find",
    ("Weighted OFUL", "T", LOUD): LOGARITHM,
    ("Weighted OFUL", "T", QUIET): FLOOR,
    ("Weighted OFUL", "d", QUIET): FLOOR,
    ("Weighted OFUL", "V"): "the bound is loose: its √(dT) is the price of a higher floor",
    ("VOFUL2", "V"): SILENT,
    ("VASLB, printed", "T"): EASY,
    ("VASLB, printed", "s"): EXPLORES,
    ("VASLB, printed", "V"): EXPLORES,
    ("VASLB, repaired", "T"): EXPLORES,
    ("VASLB, repaired", "d"): EXPLORES,
    ("VASLB, repaired", "s"): EXPLORES,
    ("VASLB, repaired", "V"): EXPLORES,
    ("VASLB with VOFUL2", "T"): EXPLORES,
    ("VASLB with VOFUL2", "d"): EXPLORES,
    ("VASLB with VOFUL2", "V"): EXPLORES,
    ("Printed with VOFUL2", "T"): EXPLORES,
    ("Printed with VOFUL2", "d"): EXPLORES,
    ("Printed with VOFUL2", "V"): EXPLORES,
    ("Sharp VASLB", "T"): EASY,
    ("Sharp VASLB", "d", QUIET): "at d = 4 it takes all coordinates and does not search",
    ("Sharp VASLB", "s", LOUD): DENSE,
    ("Sharp VASLB", "s", QUIET): "the bound is loose: one search finds several entries",
    ("Sharp VASLB", "V"): SILENT,
    ("Sharp with VOFUL2", "T"): EASY,
    ("Sharp with VOFUL2", "V"): SILENT,
    ("Explore then commit", "s", LOUD): DENSE,
    ("Explore then commit", "s", QUIET): "with one entry there is no direction to get wrong",
    ("Explore then commit", "V"): SILENT,
    ("Divide and conquer", "s"): "the paths to several entries share their first questions",
}


def why(system: str, axis: str, noise: str) -> str:
    """Return the reason for a difference; a KeyError names the one that has none."""
    case = (system, axis, noise)
    return WHY[case] if case in WHY else WHY[system, axis]
