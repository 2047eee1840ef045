"""Which code a measured value belongs to: a digest of what is run, whatever the comments say.

The digest covers the measurement itself and every module of the library that its statement's
functions need, however indirectly. Docstrings and layout do not count: a reworded sentence ages no
value.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib
import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools.project import LIBRARY


def thing(name: str) -> Any:
    """Import what a full name means, as `vaslb_edu.vaslb.VASLB`."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            found = getattr(found, part)
        return found
    raise ModuleNotFoundError(f"no module of {name!r} can be imported")


def file_of(name: str) -> Path:
    """Return the file in which a function, class or module of the library is written."""
    found = thing(name)
    module = found if inspect.ismodule(found) else inspect.getmodule(inspect.unwrap(found))
    if module is None or module.__file__ is None:
        raise ModuleNotFoundError(f"{name!r} has no file")
    return Path(module.__file__).resolve()


@functools.cache
def plain(path: Path) -> str:
    """Return the code of a file without docstrings, comments and layout."""
    return plain_code(path.read_text("utf-8"))


def plain_code(source: str) -> str:
    """Return code as its syntax tree, docstrings left out."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [part for part in body if not _is_text(part)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_text(node: Any) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


@functools.cache
def imported(path: Path) -> frozenset[Path]:
    """Return the files of the library that a file imports by name."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("vaslb_edu"):
            for alias in node.names:
                found |= _files(f"{node.module}.{alias.name}".split(".")[1:])
    return frozenset(found)


def _files(parts: list[str]) -> set[Path]:
    """Return the module that a dotted name begins with; a room stands for its `__init__`."""
    for end in range(len(parts), 0, -1):
        place = LIBRARY.joinpath(*parts[:end])
        if place.with_suffix(".py").exists():
            return {place.with_suffix(".py").resolve()}
        if (place / "__init__.py").exists():
            return {(place / "__init__.py").resolve()}
    return set()


def needed(paths: Iterable[Path]) -> list[Path]:
    """Return these files and all of the library that they import, however indirectly."""
    found: set[Path] = set()
    waiting = set(paths)
    while waiting:
        path = waiting.pop()
        found.add(path)
        waiting |= imported(path) - found
    return sorted(found)


def digest(functions: Iterable[str], measurement: Any) -> str:
    """Return the digest of what computes a statement and of what measures it."""
    code = hashlib.sha256(plain_code(inspect.getsource(measurement)).encode())
    for path in needed({file_of(name) for name in functions}):
        code.update(path.relative_to(LIBRARY.resolve()).as_posix().encode())
        code.update(plain(path).encode())
    return code.hexdigest()[:16]
