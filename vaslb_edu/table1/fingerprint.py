"""What a result depends on, in sixteen letters: the record of its game and the code that played it.

A word changed in a docstring, a comment or a chapter changes no result and no fingerprint.
Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import io
import json
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from vaslb_edu.algorithm import Algorithm
from vaslb_edu.records import record
from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.systems import game_of

LIBRARY = Path(__file__).parents[1]
PLAYS = "vaslb_edu.run"  # what every game goes through
NO_PART = (  # modules that refuse, write down or print, and change no number
    "vaslb_edu",
    "vaslb_edu._validate",
    "vaslb_edu._validate_arrays",
    "vaslb_edu.provenance",
    "vaslb_edu.records",
    "vaslb_edu.bounds.table",
)


def fingerprint(cell: Cell) -> str:
    """Return a name that changes when the result of a cell may."""
    return fingerprint_of(*game_of(cell))


def fingerprint_of(algorithm: Algorithm, game: Mapping[str, Any]) -> str:
    """Return the fingerprint of the game that `game_of` has made of a cell."""
    who, what = record(algorithm), {name: record(value) for name, value in game.items()}
    modules = frozenset(_modules({"algorithm": who, "game": what}))
    return _hash(json.dumps([who, what]), code_of(modules | {PLAYS}))


@functools.cache
def code_of(modules: frozenset[str]) -> str:
    """Return a digest of the code of these modules and of all they import from the library."""
    seen: set[str] = set()
    waiting = set(modules)
    while waiting:
        module = waiting.pop()
        if module not in seen and module not in NO_PART and path_of(module):
            seen.add(module)
            waiting |= _read(module)[0]
    return _hash(*(f"{name}\n{_read(name)[1]}" for name in sorted(seen)))


@functools.cache
def _read(module: str) -> tuple[frozenset[str], str]:
    """Return what a module of the library imports from it, and its bare code."""
    path = path_of(module)
    assert path is not None
    text = path.read_text("utf-8")
    return frozenset(imported(text)), bare(text)


def imported(text: str) -> Iterator[str]:
    """Return the names of the library that a text imports, wherever in it."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("vaslb_edu"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("vaslb_edu"):
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def bare(text: str) -> str:
    """Return code without comments, docstrings and empty lines: what is left is what runs."""
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[number] = ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    return "\n".join(line.rstrip() for line in lines if line.strip())


@functools.cache
def path_of(module: str) -> Path | None:
    """Return the file of a module of the library, or None if it is the name of something else."""
    place = LIBRARY.joinpath(*module.split(".")[1:])
    candidates = (place.with_suffix(".py"), place / "__init__.py")
    return next((path for path in candidates if path.is_file()), None)


def _modules(data: Any) -> Iterator[str]:
    """Return the modules of all classes that a record names."""
    if isinstance(data, dict):
        if isinstance(data.get("named"), str):
            yield data["named"].partition(":")[0]
        for value in data.values():
            yield from _modules(value)
    elif isinstance(data, list):
        for value in data:
            yield from _modules(value)


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def joint(fingerprints: Iterable[str]) -> str:
    """Return one name for many fingerprints, in any order."""
    return _hash(*sorted(fingerprints))
