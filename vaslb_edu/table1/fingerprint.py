"""What a result depends on, in sixteen letters: the record of its game and the code that played it.

The code is every function, class and constant that the players of the game can reach by name. A
word changed in a docstring or a comment changes no fingerprint, nor does a new function beside.
Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from vaslb_edu.algorithm import Algorithm
from vaslb_edu.records import record
from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.code_text import bare
from vaslb_edu.table1.systems import game_of

LIBRARY = Path(__file__).parents[1]
PLAYS = ("vaslb_edu.run", "simulate")  # what every game goes through
NO_PART = (  # modules that refuse, or write down what happened, and change no number
    "vaslb_edu._validate",
    "vaslb_edu._validate_arrays",
    "vaslb_edu.digests",
    "vaslb_edu.provenance",
    "vaslb_edu.records",
)
Name = tuple[str, str]  # a module, and a name that it defines


def fingerprint(cell: Cell) -> str:
    """Return a name that changes when the result of a cell may."""
    return fingerprint_of(*game_of(cell))


def fingerprint_of(algorithm: Algorithm, game: Mapping[str, Any]) -> str:
    """Return the fingerprint of the game that `game_of` has made of a cell."""
    who, what = record(algorithm), {name: record(value) for name, value in game.items()}
    classes = frozenset(_classes({"algorithm": who, "game": what}))
    return _hash(json.dumps([who, what]), code_of(classes | {PLAYS}))


@functools.cache
def code_of(roots: frozenset[Name]) -> str:
    """Return a digest of the code of these names and of all that they reach."""
    seen: dict[Name, str] = {}
    waiting = set(roots)
    while waiting:
        name = waiting.pop()
        found = definition(*name)
        if found and found[0] not in seen and found[0][0] not in NO_PART:
            place, text, reached = found
            seen[place] = text
            waiting |= reached
    return _hash(*(f"{module} {name}\n{seen[module, name]}" for module, name in sorted(seen)))


@functools.cache
def definition(module: str, name: str) -> tuple[Name, str, frozenset[Name]] | None:
    """Return where a name is defined, its bare code, and what it mentions; None outside us."""
    defined, imported = _contents(module)
    if name in imported:
        source = imported[name]
        return None if source == (module, name) else definition(*source)  # a folder of ours
    if name not in defined:
        return None
    text, nodes = defined[name]
    mentioned = frozenset(one for node in nodes for one in _mentioned(module, imported, node))
    return (module, name), text, mentioned


@functools.cache
def _contents(module: str) -> tuple[dict[str, tuple[str, list[ast.stmt]]], dict[str, Name]]:
    """Return what a module defines, with its code, and what it imports from the library."""
    path = path_of(module)
    if path is None:
        return {}, {}
    text = path.read_text("utf-8")
    defined: dict[str, tuple[str, list[ast.stmt]]] = {}
    imported: dict[str, Name] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("vaslb_edu"):
            imported |= {one.asname or one.name: (str(node.module), one.name) for one in node.names}
        for name in _names(node):
            before, nodes = defined.get(name, ("", []))
            defined[name] = (before + bare(text, node), [*nodes, node])
    return defined, imported


def _names(node: ast.stmt) -> list[str]:
    """Return the names that a statement of a module defines."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
    return [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]


def _mentioned(module: str, imported: Mapping[str, Name], node: ast.stmt) -> Iterator[Name]:
    """Return all names that a statement mentions, also those it takes out of a module."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield module, part.id
        elif isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
            place, name = imported.get(part.value.id, ("", ""))
            if place and path_of(f"{place}.{name}"):
                yield f"{place}.{name}", part.attr


@functools.cache
def path_of(module: str) -> Path | None:
    """Return the file of a module of the library, or None if it is the name of something else."""
    place = LIBRARY.joinpath(*module.split(".")[1:])
    candidates = (place.with_suffix(".py"), place / "__init__.py")
    return next((path for path in candidates if path.is_file()), None)


def _classes(data: Any) -> Iterator[Name]:
    """Return all classes and functions that a record names."""
    if isinstance(data, dict):
        if isinstance(data.get("named"), str):
            module, _, path = data["named"].partition(":")
            yield module, path.partition(".")[0]
        for value in data.values():
            yield from _classes(value)
    elif isinstance(data, list):
        for value in data:
            yield from _classes(value)


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def joint(fingerprints: Iterable[str]) -> str:
    """Return one name for many fingerprints, in any order."""
    return _hash(*sorted(fingerprints))
