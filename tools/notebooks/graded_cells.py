"""The three kinds of graded cells of the coursework, in one word each.

``answer=ID``            code that the student writes,
``check=ID points=2``    code that tests it and gives the points, locked,
``written=ID points=3``  text or code that a person reads and marks.
"""

from __future__ import annotations

import re
from typing import Any

WORDS = re.compile(r"(answer|check|written)=([a-z0-9_-]+)(?: points=(\d+))?")
SCHEMA = 3  # of nbgrader's cell metadata


def from_words(words: str, kind: str) -> dict[str, Any]:
    """Return nbgrader's metadata for a cell of `kind` ("code" or "markdown") described in words."""
    found = WORDS.fullmatch(words)
    if not found or (found[1] != "answer") != (found[3] is not None):
        raise ValueError(f"a graded cell must be described as in {__doc__}\ngot {words!r}")
    role, name, points = found.groups()
    metadata: dict[str, Any] = {
        "cell_type": kind,
        "grade": role != "answer",
        "grade_id": name,
        "locked": role == "check",
        "schema_version": SCHEMA,
        "solution": role != "check",
        "task": False,
    }
    return metadata | ({"points": int(points)} if points else {})


def to_words(metadata: dict[str, Any]) -> str:
    """Return the words that describe nbgrader's metadata of a cell."""
    if not metadata["grade"]:
        return f"answer={metadata['grade_id']}"
    role = "written" if metadata["solution"] else "check"
    return f"{role}={metadata['grade_id']} points={metadata['points']}"
