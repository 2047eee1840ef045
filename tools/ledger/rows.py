"""The rows of the ledger, read from the one file that holds them."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import yaml

from tools.project import BOOK

SOURCE = BOOK / "ledger.yml"
MEASURED = BOOK / "ledger_measured.json"

STATUS = {
    "holds": "holds as printed",
    "corrected": "holds as corrected",
    "proved": "proved here",
    "definition": "definition",
    "runs": "runs here, rate cited",
    "formula": "formula only",
    "open": "open",
}
CLAIMS = ("holds", "corrected", "proved")
CHECKED = (*CLAIMS, "runs")
"""What must name a test: what claims something, and what is said to run."""


@dataclass(frozen=True)
class Row:
    """One statement.

    =========  =================================================================
    name       what it is
    =========  =================================================================
    id         the anchor on the page
    paper      its name in the paper, None for a statement of this book
    title      what it is about
    says       the statement in one sentence, in Markdown with formulas
    status     a key of `STATUS`
    labels     where the book states it: labels of statements, formulas, sections
    functions  what computes it
    tests      what checks it, as pytest names them
    measured   the name of its measurement, None if nothing is to be measured
    note       what was corrected, or why it is open
    =========  =================================================================
    """

    id: str
    title: str
    says: str
    status: str
    paper: str | None = None
    labels: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    measured: str | None = None
    note: str = ""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z0-9-]+", self.id):
            raise ValueError(f"id of a row must be lower-case letters, digits, -: {self.id!r}")
        if self.status not in STATUS:
            raise ValueError(f"{self.id}: status must be one of {list(STATUS)}: {self.status!r}")
        if self.status in CHECKED and not self.tests:
            raise ValueError(f"{self.id} says {STATUS[self.status]!r} and names no test")
        if self.status == "formula" and not self.functions:
            raise ValueError(f"{self.id} is a formula and names no function")
        if self.status == "open" and not self.note:
            raise ValueError(f"{self.id} is open and does not say why")
        if self.status == "corrected" and not self.note:
            raise ValueError(f"{self.id} is corrected and does not say what was")

    @property
    def name(self) -> str:
        """The name of the statement: that of the paper, or its title."""
        return self.paper or self.title


def read(path: Path = SOURCE) -> list[Row]:
    """Read the rows, and refuse fields that no row has and ids that come twice."""
    rows = [_row(entry) for entry in yaml.safe_load(path.read_text("utf-8"))]
    ids = [row.id for row in rows]
    twice = {one for one in ids if ids.count(one) > 1}
    if twice:
        raise ValueError(f"{path.name}: ids that come twice: {sorted(twice)}")
    return rows


def _row(entry: Mapping[str, Any]) -> Row:
    known = {field.name for field in fields(Row)}
    if not known >= entry.keys():
        raise ValueError(f"{entry.get('id')}: no such field: {sorted(entry.keys() - known)}")
    lists = {key: tuple(entry[key]) for key in ("labels", "functions", "tests") if key in entry}
    return Row(**{**entry, **lists})


@functools.cache
def all_rows() -> tuple[Row, ...]:
    """Return the rows of the book, read once."""
    return tuple(read())


@dataclass(frozen=True)
class Measured:
    """A value that was measured, the digest of its code, and whether it agrees with the statement.

    It neither agrees nor disagrees (None) where an order without a constant is all that is stated.
    """

    value: str
    digest: str
    agrees: bool | None


def measured(path: Path = MEASURED) -> dict[str, Measured]:
    """Read all measured values by name; one without all its fields counts as missing."""
    if not path.exists():
        return {}
    entries = json.loads(path.read_text("utf-8")).items()
    wanted = {field.name for field in fields(Measured)}
    return {name: Measured(**entry) for name, entry in entries if entry.keys() == wanted}


def write_measured(values: Mapping[str, Measured], path: Path = MEASURED) -> None:
    """Write all measured values: whole, or not at all."""
    entries = {name: vars(values[name]) for name in sorted(values)}
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", "utf-8")
    fresh.replace(path)
