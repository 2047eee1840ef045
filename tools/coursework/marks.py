"""The tables of marks: one row an item, and one row a student and set.

A table is merged with what was there: rows of students and sets that this run has not come to stay.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tools.coursework.ledger import whole
from tools.coursework.record import Mark

ITEMS = ("student", "set", "item", "points", "max", "status", "remark", "isolation")
TOTALS = ("student", "set", "points", "max", "to be marked", "remark", "isolation")
JAILED, UNSAFE = "jail", "UNSAFE: graded without a jail"
# With these a spreadsheet begins to calculate, in some countries also with the wide ones.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# Some take these for the end of a cell, whatever stands in quotes around it.
INSIDE = re.compile(r"([;\t\r\n]\s*)('*[=+\-@＝＋－＠])")
DEFUSED_INSIDE = re.compile(r"([;\t\r\n]\s*)'('*[=+\-@＝＋－＠])")
Row = dict[str, str]


@dataclass(frozen=True)
class Result:
    """The marks of one student for one set, or only a remark."""

    student: str
    name: str = ""
    marks: list[Mark] = field(default_factory=list)
    remark: str = ""
    isolation: str = JAILED


class Tables:
    """grades.csv and summary.csv in the folder of grades."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._items = _read(folder / "grades.csv", ITEMS)
        self._totals = _read(folder / "summary.csv", TOTALS)

    def enter(self, results: Iterable[Result], forget: Iterable[tuple[str, str]] = ()) -> None:
        """Replace the rows of these students and sets, and write both tables."""
        results = list(results)
        new = {(one.student, one.name) for one in results} | set(forget)
        self._items = _without(self._items, new) + [row for one in results for row in _items(one)]
        self._totals = _without(self._totals, new) + [_total(one) for one in results]
        _write(self._folder / "grades.csv", ITEMS, self._items)
        _write(self._folder / "summary.csv", TOTALS, self._totals)


def _items(result: Result) -> list[Row]:
    rows = [
        (mark.item, _shown(mark.points), _shown(mark.most), mark.status, mark.remark)
        for mark in result.marks
    ] or [("", "", "", "not graded", result.remark)]
    return [
        dict(zip(ITEMS, (result.student, result.name, *row, result.isolation), strict=True))
        for row in rows
    ]


def _total(result: Result) -> Row:
    marked = [mark.points for mark in result.marks if mark.points is not None]
    waiting = [mark.most for mark in result.marks if mark.points is None]
    sums = (sum(marked), sum(mark.most for mark in result.marks), sum(waiting))
    numbers = [_shown(number) for number in sums] if result.marks else ["", "", ""]
    values = (result.student, result.name, *numbers, result.remark, result.isolation)
    return dict(zip(TOTALS, values, strict=True))


def _shown(points: float | None) -> str:
    return "" if points is None else f"{points:g}"


def _without(rows: list[Row], keys: set[tuple[str, str]]) -> list[Row]:
    return [row for row in rows if (row["student"], row["set"]) not in keys]


def _read(path: Path, header: tuple[str, ...]) -> list[Row]:
    """Return the rows of a table that an earlier run has written, none if there is none."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if rows and set(rows[0]) != set(header):
        raise ValueError(f"{path} has other columns than this grader writes: move it away first")
    return [{name: _armed(row[name] or "") for name in header} for row in rows]


def _write(path: Path, header: tuple[str, ...], rows: list[Row]) -> None:
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(header)
    for row in sorted(rows, key=lambda row: (row["student"], row["set"])):
        writer.writerow([_defused(row[name]) for name in header])
    whole(path, table.getvalue())


def _defused(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    text = INSIDE.sub(r"\1'\2", text.replace("\x00", ""))
    return f"'{text}" if text.lstrip(" ").startswith((*FORMULA, "'")) else text


def _armed(text: str) -> str:
    """Return a cell as it was before it was defused."""
    return DEFUSED_INSIDE.sub(r"\1\2", text[1:] if text.startswith("'") else text)
