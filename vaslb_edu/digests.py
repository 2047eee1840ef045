"""A digest of a thing that somebody else wrote: of its code, or of what it holds.

Two things that could play differently have two digests. The code of a function counts with its
default values, with what it closes over, and with the global names that it reads; that of a class
with all its methods. What they take out of another module while they run, out of a file or from a
clock, is not seen.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import sys
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

NOT_CODE = {"__dict__", "__weakref__", "__doc__", "__module__", "__annotations__", "_abc_impl"} | {
    "__abstractmethods__",
    "__firstlineno__",
    "__slotnames__",
    "__static_attributes__",
    "__dataclass_params__",
}
"""What a class holds beside its code; some of it changes with every edit above the class."""

VERSIONED = {"numpy", "scipy", *sys.stdlib_module_names}
"""Whose code is known by a version; only its names count."""


def digest(thing: object) -> str:
    """Return 32 letters that differ for things that do or hold something different."""
    return hashed(repr(_Walk(thing).described(thing)))


def hashed(data: bytes | str) -> str:
    """Return the first 32 letters of a hash."""
    raw = data.encode() if isinstance(data, str) else data
    return hashlib.sha256(raw).hexdigest()[:32]


class _Walk:
    """One way through a thing and all that it reaches, each part once."""

    def __init__(self, thing: object) -> None:
        home = package_of(thing if hasattr(thing, "__qualname__") else type(thing))
        self.home = None if home in VERSIONED else home
        self.seen: dict[int, tuple[int, object]] = {}  # things are kept, so that no id comes twice

    def described(self, thing: Any) -> Any:
        """Return a thing as nested lists of strings."""
        if thing is None or isinstance(thing, (bool, int, float, complex, str, bytes, np.generic)):
            return repr(thing)
        if id(thing) in self.seen:
            return f"part {self.seen[id(thing)][0]}"
        self.seen[id(thing)] = len(self.seen), thing
        if isinstance(thing, ModuleType):
            return thing.__name__
        if isinstance(thing, np.ndarray) and not thing.dtype.hasobject:
            return [str(thing.dtype), thing.shape, hashed(np.ascontiguousarray(thing).tobytes())]
        if isinstance(thing, CodeType):
            return self._code(thing)
        if hasattr(thing, "__wrapped__") and not isinstance(thing, FunctionType):
            return self.described(thing.__wrapped__)  # what a cache remembers changes nothing
        if isinstance(thing, (type, FunctionType)) and package_of(thing) == self.home:
            parts = self._class(thing) if isinstance(thing, type) else self._function(thing)
            return self._all(parts)
        if hasattr(thing, "__qualname__") and _inside(thing) is None:
            return f"{package_of(thing)} {thing.__qualname__}"
        return self._object(thing)

    def _all(self, things: Iterable[Any]) -> list[Any]:
        return [self.described(one) for one in things]

    def _object(self, thing: Any) -> list[Any]:
        """Describe what holds other things: by its parts, or as it would be copied."""
        kind = self.described(type(thing))
        if isinstance(thing, (list, tuple)):
            return [kind, *self._all(thing)]
        if isinstance(thing, (set, frozenset)):
            return [kind, *sorted(repr(self.described(one)) for one in thing)]
        if isinstance(thing, dict):
            return [kind, *(self._all(item) for item in thing.items())]
        if isinstance(thing, functools.partial):
            return [kind, *self._all((thing.func, thing.args, thing.keywords))]
        if isinstance(thing, property):
            return [kind, *self._all((thing.fget, thing.fset, thing.fdel))]
        if _inside(thing) is not None:
            return [kind, getattr(thing, "__name__", ""), self.described(_inside(thing))]
        try:
            copied = thing.__reduce_ex__(2)
        except Exception:
            return [kind, self.described(getattr(thing, "__dict__", {}))]
        return [kind, *self._all(list(one) if isinstance(one, Iterator) else one for one in copied)]

    def _class(self, thing: type) -> Iterator[Any]:
        yield from thing.__mro__[1:]
        for name, value in vars(thing).items():
            if name not in NOT_CODE:
                yield from (name, value)

    def _function(self, thing: FunctionType) -> Iterator[Any]:
        yield thing.__code__
        yield from (thing.__defaults__, thing.__kwdefaults__, thing.__dict__)
        yield from (cell.cell_contents for cell in thing.__closure__ or ())
        for name in sorted(_global_names(thing.__code__)):
            if name in thing.__globals__:
                yield from (name, thing.__globals__[name])

    def _code(self, code: CodeType) -> list[Any]:
        return [code.co_code.hex(), self._all(code.co_consts), code.co_names, code.co_freevars]


def _global_names(code: CodeType) -> set[str]:
    """Return the names that a piece of code, or one inside it, looks up among the global ones."""
    read = {"LOAD_GLOBAL", "LOAD_NAME"}
    names = {str(one.argval) for one in dis.get_instructions(code) if one.opname in read}
    inner = (one for one in code.co_consts if isinstance(one, CodeType))
    return names.union(*map(_global_names, inner))


def _inside(thing: Any) -> Any:
    """Return what a method belongs to, or the function in a static or class method."""
    inside = getattr(thing, "__self__", None)
    inside = getattr(thing, "__func__", None) if inside is None else inside
    return None if isinstance(inside, ModuleType) else inside


def package_of(thing: Any) -> str:
    """Return the name of the package in which a class or function is written."""
    return str(getattr(thing, "__module__", None) or "").partition(".")[0]
