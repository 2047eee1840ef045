"""Measure what the ledger shows: `make ledger`.

Only values that are missing or older than their code are measured again. Each is written as soon as
it is there, so that an interrupted run goes on where it was.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from tqdm.auto import tqdm

from tools.ledger.digest import digest
from tools.ledger.measurements import MEASUREMENTS
from tools.ledger.rows import MEASURED, Measured, Row, all_rows, measured, write_measured


def current_digests(rows: Iterable[Row]) -> dict[str, str]:
    """Return the digest that every measurement has with the code as it is now."""
    functions: dict[str, set[str]] = {}
    for row in rows:
        if row.measured is not None:
            if row.measured not in MEASUREMENTS:
                raise ValueError(f"{row.id}: there is no measurement {row.measured!r}")
            functions.setdefault(row.measured, set()).update(row.functions)
    return {name: digest(sorted(used), MEASUREMENTS[name]) for name, used in functions.items()}


def stale(rows: Iterable[Row], path: Path = MEASURED) -> dict[str, str]:
    """Return the measurements that are missing or older than their code, with the new digest."""
    known = measured(path)
    return {
        name: now
        for name, now in current_digests(rows).items()
        if name not in known or known[name].digest != now
    }


def refresh(rows: Sequence[Row], path: Path = MEASURED, everything: bool = False) -> list[str]:
    """Measure what is stale, or everything; return what was measured."""
    wanted = current_digests(rows) if everything else stale(rows, path)
    kept = {name: one for name, one in measured(path).items() if name in current_digests(rows)}
    for name in (bar := tqdm(list(wanted), desc="measuring", disable=not wanted)):
        bar.set_postfix_str(name)
        found = MEASUREMENTS[name]()
        agrees = None if found.agrees is None else bool(found.agrees)
        kept[name] = Measured(found.words, wanted[name], agrees)
        write_measured(kept, path)
    write_measured(kept, path)
    return list(wanted)


def main(arguments: Sequence[str] | None = None) -> int:
    """Refresh the values of the book and say what was done."""
    parser = argparse.ArgumentParser(prog="make ledger", description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="measure also what is not stale")
    try:
        done = refresh(all_rows(), everything=parser.parse_args(arguments).all)
    except KeyboardInterrupt:
        print("Interrupted; what was measured is kept.", file=sys.stderr)
        return 130
    print(f"{len(done)} values measured, {len(measured()) - len(done)} were up to date.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
