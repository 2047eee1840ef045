"""Which code a measured value belongs to: a digest of what is run, whatever the comments say.

The digest covers the measurement with the helpers and constants of its own module that it uses,
and every module of the library that it or its statement's functions need, however indirectly.
Docstrings, layout and the version's number do not count: neither a reworded sentence nor a release
ages a value.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib
import inspect
import sys
from collections.abc import Callable, Iterable
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


def file_of(found: Any) -> Path | None:
    """Return the file of the library in which a function, class or module is written, if any."""
    module = found if inspect.ismodule(found) else inspect.getmodule(inspect.unwrap(found))
    path = Path(getattr(module, "__file__", None) or "/").resolve()
    return path if path.is_relative_to(LIBRARY.resolve()) else None


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
        names = []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            if name.startswith(LIBRARY.name):
                found |= _files(name.split(".")[1:])
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


def used(measurement: Callable[..., Any]) -> tuple[list[str], set[Path]]:
    """Return the code that a measurement uses: of its own module, and files of the library."""
    module = sys.modules[measurement.__module__]
    at_home: dict[str, ast.stmt] = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            at_home[node.name] = node
        elif isinstance(node, ast.Assign):
            at_home |= {target.id: node for target in node.targets if isinstance(target, ast.Name)}
    names, files, waiting = set(), set(), {measurement.__name__}
    while waiting:
        name = waiting.pop()
        names.add(name)
        if name in at_home:
            mentioned = {one.id for one in ast.walk(at_home[name]) if isinstance(one, ast.Name)}
            waiting |= mentioned - names
        elif path := file_of(getattr(module, name, None)):
            files.add(path)
    code = [plain_code(ast.unparse(at_home[name])) for name in sorted(names & at_home.keys())]
    return code, files


def digest(functions: Iterable[str], measurement: Callable[..., Any]) -> str:
    """Return the digest of what computes a statement and of what measures it."""
    texts, files = used(measurement)
    files |= {path for name in functions if (path := file_of(thing(name)))}
    code = hashlib.sha256("\n".join(texts).encode())
    for path in needed(files):
        if path.name == "_version.py":
            continue
        code.update(path.relative_to(LIBRARY.resolve()).as_posix().encode())
        code.update(plain(path).encode())
    return code.hexdigest()[:16]
