"""The results that come with the library: the rows of the study without their records.

`results.csv` has a line a game and `results.json` says when, where and from which code they come.
Only the standard library reads them; the sweep's own file holds more.
Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import csv
import functools
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from vaslb_edu.provenance import VERSIONS
from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.fingerprint import fingerprint, joint
from vaslb_edu.table1.grid import race_grid
from vaslb_edu.table1.row import Row

FOLDER = Path(__file__).parent
CURVES = 7  # checkpoints of a curve that are kept, counted from the end


@dataclass(frozen=True)
class Result:
    """One game: the cell, the regret (None: it failed), the curve, the time and the error."""

    cell: Cell
    regret: float | None
    seconds: float
    curve: tuple[tuple[int, float], ...] = ()
    error: str = ""


_COLUMNS = [field.name for field in fields(Cell)]


def read(folder: Path = FOLDER) -> list[Result]:
    """Return the results that come with the library."""
    with (folder / "results.csv").open(encoding="utf-8", newline="") as file:
        return [_result(line) for line in csv.DictReader(file)]


def origin(folder: Path = FOLDER) -> dict[str, Any]:
    """Return where the results come from: commits, dates, versions, and a digest a system."""
    data: dict[str, Any] = json.loads((folder / "results.json").read_text("utf-8"))
    return data


def write(rows: Iterable[Row], cells: Iterable[Cell], folder: Path = FOLDER) -> list[Cell]:
    """Write the rows of these cells, in their order; return the cells that no row is there for."""
    by_name = {row.fingerprint: row for row in rows}
    found, missing = [], []
    for cell in cells:
        row = by_name.get(fingerprint(cell))
        if row is None:
            missing.append(cell)
        else:
            found.append(row)
    with (folder / "results.csv").open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow([*_COLUMNS, "regret", "seconds", "curve", "error"])
        out.writerows(_line(row) for row in found)
    facts = {
        "commits": sorted({row.commit for row in found}),
        "from": min((row.finished for row in found), default=""),
        "to": max((row.finished for row in found), default=""),
        "core_seconds": round(sum(row.seconds for row in found)),
        "versions": VERSIONS,
        "digests": digests(row.cell for row in found),
    }
    (folder / "results.json").write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    return missing


def digests(cells: Iterable[Cell], name_of: Callable[[Cell], str] = fingerprint) -> dict[str, str]:
    """Return one name a system for all that its results depend on."""
    names: dict[str, list[str]] = {}
    for cell in cells:
        names.setdefault(cell.system, []).append(name_of(cell))
    return {system: joint(found) for system, found in sorted(names.items())}


def stale(folder: Path = FOLDER) -> list[str]:
    """Return the systems whose code or games are no longer those of the results."""
    now, then = digests(result.cell for result in read(folder)), origin(folder)["digests"]
    return sorted(name for name in now.keys() | then.keys() if now.get(name) != then.get(name))


def _line(row: Row) -> list[Any]:
    values = asdict(row)
    pairs = list(zip(row.rounds, row.curve, strict=True))[-CURVES:] if row.cell in _raced() else []
    curve = " ".join(f"{n}:{regret:.4g}" for n, regret in pairs)
    regret = "" if row.regret is None else f"{row.regret:.8g}"
    return [
        *(values[name] for name in _COLUMNS), regret, f"{row.seconds:.3g}", curve, row.error
    ]  # fmt: skip


@functools.cache
def _raced() -> frozenset[Cell]:
    """Return the games of the explorable race: only these keep more than the last regret."""
    return frozenset(race_grid())


def _result(line: dict[str, str]) -> Result:
    text = {name: line[name] for name in _COLUMNS}
    numbers = {name: int(text[name]) for name in ("d", "s", "horizon", "seed")}
    cell = Cell(**{**text, **numbers})  # type: ignore[arg-type]
    points = (point.split(":") for point in line["curve"].split())
    return Result(
        cell,
        float(line["regret"]) if line["regret"] else None,
        float(line["seconds"]),
        tuple((int(n), float(regret)) for n, regret in points),
        line["error"],
    )
