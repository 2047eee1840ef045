"""Rivals: what others play, and what a reviewer will name, to race against.

Explained in the chapter *Table 1, measured*.
"""

from vaslb_edu.rivals.confidence_ball import ConfidenceBall2
from vaslb_edu.rivals.explore_then_commit import ExploreThenCommit
from vaslb_edu.rivals.selective_explore_then_commit import SelectiveExploreThenCommit
from vaslb_edu.rivals.sl_ucb import SLUCB
from vaslb_edu.rivals.sparse_oful import SparseOFUL

__all__ = [
    "SLUCB",
    "ConfidenceBall2",
    "ExploreThenCommit",
    "SelectiveExploreThenCommit",
    "SparseOFUL",
]
