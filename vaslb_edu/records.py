"""Things as plain data, and back: numbers, strings, lists and dictionaries, ready for JSON.

A thing is recorded by what built it: its class and every argument of the constructor, each of which
the thing must keep under the argument's own name. What cannot be built again is recorded by a
digest, so that two different things never have one record, and says what is lost.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import inspect
import pickle
from collections.abc import Collection, Mapping
from types import CodeType, FunctionType
from typing import Any

import numpy as np

TRUSTED = ("vaslb_edu", "__main__")  # whose classes a record may build
LONGEST = 4096  # numbers of an array that are kept by value; of longer ones only a digest


class NotReplayable(ValueError):
    """The record of a run does not hold enough to play it again; the message says what is lost."""


def record(thing: Any) -> Any:
    """Return a thing as plain data."""
    if thing is None or isinstance(thing, (bool, int, float, str)):
        return thing
    if isinstance(thing, np.generic):
        return record(thing.item())
    if isinstance(thing, np.ndarray):
        return _array(thing)
    if isinstance(thing, tuple):
        return {"tuple": [record(one) for one in thing]}
    if isinstance(thing, (list, range)):
        return [record(one) for one in thing]
    if isinstance(thing, Mapping):
        return {"mapping": [[record(key), record(value)] for key, value in thing.items()]}
    return _named(thing) if isinstance(thing, (type, FunctionType)) else _built(thing)


def restored(data: Any, trust: Collection[str] = TRUSTED) -> Any:
    """Return the thing that `record` wrote down, or raise `NotReplayable`.

    Classes and functions are taken only from the packages in `trust`: a record may come from
    somebody else, and building a thing runs its code.
    """
    if isinstance(data, list):
        return [restored(one, trust) for one in data]
    if not isinstance(data, Mapping):
        return data
    if "lost" in data:
        raise NotReplayable(f"the run cannot be played again: {data['lost']}")
    if "tuple" in data:
        return tuple(restored(one, trust) for one in data["tuple"])
    if "mapping" in data:
        return {restored(key, trust): restored(value, trust) for key, value in data["mapping"]}
    if "array" in data:
        return np.array(data["array"], dtype=data["dtype"]).reshape(data["shape"])
    if "entries" in data:
        array = np.zeros(data["shape"], dtype=data["dtype"])
        array.flat[data["entries"]] = data["values"]
        return array
    found = _found(data["named"], trust)
    if "digest" in data and _code(found) != data["digest"]:
        raise NotReplayable(f"the run cannot be played again: {data['named']} has changed")
    if "options" not in data:
        return found
    return found(**{name: restored(value, trust) for name, value in data["options"].items()})


def _array(array: np.ndarray[Any, Any]) -> dict[str, Any]:
    """Record an array: all of it, its non-zero entries, or only a digest."""
    head = {"shape": list(array.shape), "dtype": array.dtype.str}
    if array.dtype.kind not in "biuf":
        return {**head, "lost": f"an array of {array.dtype} is not kept", "digest": _hash(array)}
    flat = array.ravel()
    (places,) = np.nonzero(flat)
    if len(places) < array.size / 2 and len(places) <= LONGEST // 2:
        return {**head, "entries": places.tolist(), "values": flat[places].tolist()}
    if array.size <= LONGEST:
        return {**head, "array": flat.tolist()}
    lost = f"an array of {array.size:,} numbers is kept as a digest only"
    return {**head, "lost": lost, "digest": _hash(array)}


def _named(thing: type | FunctionType) -> dict[str, Any]:
    """Record a class or a function by its address and, if it is not ours, by its code, too."""
    address = f"{thing.__module__}:{thing.__qualname__}"
    if address.partition(".")[0] == __package__:
        return {"named": address}
    data = {"named": address, "digest": _code(thing)}
    try:
        same = _found(address, [thing.__module__]) is thing
    except NotReplayable:
        same = False
    return data if same else {**data, "lost": f"{address} cannot be found by its name"}


def _built(thing: object) -> dict[str, Any]:
    """Record an object by its class and the arguments that built it."""
    data, cls = _named(type(thing)), type(thing)
    try:
        arguments = _arguments(cls)
        missing = [name for name in arguments if not hasattr(thing, name)]
    except ValueError:  # a class that is not written in Python
        arguments, missing = [], ["its arguments"]
    if missing:
        lost = f"{cls.__name__} does not keep {missing[0]} under its own name"
        return {**data, "lost": lost, "state": _state(thing)}
    return {**data, "options": {name: record(getattr(thing, name)) for name in arguments}}


def _arguments(cls: type) -> list[str]:
    """Return the names of the arguments with which an instance of the class is built."""
    if not inspect.isfunction(getattr(cls, "__init__", None)):
        return []
    parameters = inspect.signature(cls).parameters.values()
    return [p.name for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


def _found(address: str, trust: Collection[str]) -> Any:
    """Import a class or a function by its address, if its package is trusted."""
    module, _, path = address.partition(":")
    if module not in trust and module.partition(".")[0] not in trust:
        raise NotReplayable(
            f"the run cannot be played again: {address} is not from {' or '.join(trust)}; "
            "name its module in trust=... if you know what it does"
        )
    try:
        found = functools.reduce(getattr, path.split("."), importlib.import_module(module))
    except (ImportError, AttributeError):
        raise NotReplayable(f"the run cannot be played again: no {address} here") from None
    # A module holds other people's names as well; only its own count.
    if (getattr(found, "__module__", ""), getattr(found, "__qualname__", "")) != (module, path):
        raise NotReplayable(f"the run cannot be played again: no {address} here")
    return found


def _code(thing: object) -> str:
    """Return a digest of the code of a function, or of a class and of those it derives from."""
    if isinstance(thing, type):
        return _hash(repr([_code(one) for base in thing.__mro__ for one in vars(base).values()]))
    function = getattr(thing, "fget", None) or getattr(thing, "__func__", thing)
    if not isinstance(function, FunctionType):
        return repr(thing) if isinstance(thing, (bool, int, float, str, tuple)) else ""
    inner = (*(one.cell_contents for one in function.__closure__ or ()), function.__defaults__)
    return _hash(repr([_code_object(function.__code__), [_state(one) for one in inner]]))


def _code_object(code: CodeType) -> list[Any]:
    constants = [_code_object(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    return [code.co_code.hex(), constants, code.co_names]


def _state(thing: object) -> str:
    """Return a digest of a thing that cannot be recorded."""
    try:
        return _hash(pickle.dumps(thing))
    except Exception:
        if isinstance(thing, type):  # a class may hold itself, as `super()` makes it do
            return thing.__qualname__
        inside = [(name, _state(value)) for name, value in getattr(thing, "__dict__", {}).items()]
        return _hash(repr([type(thing).__qualname__, _code(thing), inside]))


def _hash(data: bytes | str | np.ndarray[Any, Any]) -> str:
    if isinstance(data, str):
        data = data.encode()
    raw = data if isinstance(data, bytes) else np.ascontiguousarray(data).tobytes()
    return hashlib.sha256(raw).hexdigest()[:32]
