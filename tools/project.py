"""Where things are in the project, and the names that more than one tool needs."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = ROOT / "vaslb_edu"
BOOK = ROOT / "book"
BUILD = ROOT / "_build"
"""Everything that is built or fetched; git does not see it."""

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
"""The kernel that a notebook of the project asks for."""
