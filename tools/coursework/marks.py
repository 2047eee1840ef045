"""The tables of marks: one row an item, and one row a student and set."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tools.coursework.record import Mark

ITEMS = ("student", "set", "item", "points", "max", "status", "remark")
TOTALS = ("student", "set", "points", "max", "to be marked", "remark")


@dataclass(frozen=True)
class Result:
    """The marks of one student for one set, or only a remark."""

    student: str
    name: str = ""
    marks: list[Mark] = field(default_factory=list)
    remark: str = ""


def write(results: Iterable[Result], folder: Path) -> None:
    """Write grades.csv and summary.csv; a reader never sees half a table."""
    ordered = sorted(results, key=lambda result: (result.student, result.name))
    _table(folder / "grades.csv", ITEMS, [row for result in ordered for row in _items(result)])
    _table(folder / "summary.csv", TOTALS, [_total(result) for result in ordered])


def _items(result: Result) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = [
        (
            result.student,
            result.name,
            mark.item,
            _shown(mark.points),
            _shown(mark.most),
            mark.status,
            mark.remark,
        )
        for mark in result.marks
    ]
    if not result.marks:
        rows.append((result.student, result.name, "", "", "", "not graded", result.remark))
    return rows


def _total(result: Result) -> tuple[object, ...]:
    marked = [mark.points for mark in result.marks if mark.points is not None]
    waiting = [mark for mark in result.marks if mark.points is None]
    if not result.marks:
        return result.student, result.name, "", "", "", result.remark
    return (
        result.student,
        result.name,
        _shown(sum(marked)),
        _shown(sum(mark.most for mark in result.marks)),
        _shown(sum(mark.most for mark in waiting)),
        result.remark,
    )


def _shown(points: float | None) -> str:
    return "" if points is None else f"{points:g}"


def _table(path: Path, header: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    beside = path.with_suffix(".part")
    with beside.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    os.replace(beside, path)
