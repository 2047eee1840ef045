"""Things as plain data, and back: numbers, strings, lists and dictionaries, ready for JSON.

A thing is recorded by what built it: its class and every argument of the constructor, each of which
the thing must keep under the argument's own name. What cannot be built again is recorded by a
digest, so that two different things never have one record, and says what is lost.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import math
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from vaslb_edu.digests import VERSIONED, digest, hashed, package_of

TRUSTED = ("vaslb_edu", "__main__")  # whose classes a record may build
ONLOOKERS = ("figures", "checks", "chapters", "table1")  # rooms that cannot change a run
LONGEST = 4096  # numbers of an array that are kept by value; of longer ones only a digest


class NotReplayable(ValueError):
    """The record of a run does not hold enough to play it again; the message says what is lost."""


def record(thing: Any) -> Any:
    """Return a thing as plain data."""
    if isinstance(thing, float) and not math.isfinite(thing):
        return {"number": repr(float(thing))}  # JSON has no word for it
    if thing is None or isinstance(thing, (bool, int, float, str)):
        return thing
    if isinstance(thing, np.generic):
        return record(thing.item())
    if isinstance(thing, np.ndarray):
        return _array(thing)
    if type(thing) is tuple:
        return {"tuple": [record(one) for one in thing]}
    if type(thing) in (list, range):
        return [record(one) for one in thing]
    if type(thing) is dict:
        return {"mapping": [[record(key), record(value)] for key, value in thing.items()]}
    if isinstance(thing, type) or inspect.isfunction(thing):
        return _named(thing)
    return _built(thing)


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
    if "number" in data:
        return float(data["number"])
    if "array" in data:
        return np.array(data["array"], dtype=data["dtype"]).reshape(data["shape"])
    if "entries" in data:
        array = np.zeros(data["shape"], dtype=data["dtype"])
        array.flat[data["entries"]] = data["values"]
        return array
    found = _found(data["named"], trust)
    if "digest" in data and digest(found) != data["digest"]:
        raise NotReplayable(f"the run cannot be played again: {data['named']} has changed")
    if "options" not in data:
        return found
    if not isinstance(found, type):
        raise NotReplayable(f"the run cannot be played again: {data['named']} is not a class")
    thing = found(**{name: restored(value, trust) for name, value in data["options"].items()})
    for name, value in data.get("changed", {}).items():
        object.__setattr__(thing, name, restored(value, trust))
    return thing


def _array(array: np.ndarray[Any, Any]) -> dict[str, Any]:
    """Record an array: all of it, its non-zero entries, or only a digest."""
    head = {"shape": list(array.shape), "dtype": array.dtype.str}
    if array.dtype.kind not in "biuf" or array.itemsize > 8 or not np.isfinite(array).all():
        lost = f"an array of {array.dtype} is not kept if it holds more than plain numbers"
        return {**head, "lost": lost, "digest": digest(array)}
    flat = array.ravel()
    (places,) = np.nonzero((flat != 0) | np.signbit(flat) if array.dtype.kind == "f" else flat)
    if len(places) < array.size / 2 and len(places) <= LONGEST // 2:
        return {**head, "entries": places.tolist(), "values": flat[places].tolist()}
    if array.size <= LONGEST:
        return {**head, "array": flat.tolist()}
    lost = f"an array of {array.size:,} numbers is kept as a digest only"
    return {**head, "lost": lost, "digest": hashed(np.ascontiguousarray(array).tobytes())}


def _named(thing: Any) -> dict[str, Any]:
    """Record a class or a function by its address and, if it is not ours, by its code, too."""
    address = f"{thing.__module__}:{thing.__qualname__}"
    package, room = (*thing.__module__.split("."), "")[:2]
    if package == __package__ and room not in ONLOOKERS:
        return {"named": address}
    data = {"named": address, "digest": digest(thing)}
    try:
        same = _found(address, [thing.__module__]) is thing
    except NotReplayable:
        same = False
    return data if same else {**data, "lost": f"{address} cannot be found by its name"}


def _built(thing: object) -> dict[str, Any]:
    """Record an object by its class, the arguments that built it, and what was changed since."""
    data, cls = _named(type(thing)), type(thing)
    try:
        arguments = _arguments(cls)
    except ValueError:
        lost = f"{cls.__name__} does not say by name what it is built of"
        return {**data, "lost": lost, "state": digest(thing)}
    missing = [name for name in arguments if not hasattr(thing, name)]
    if missing:
        lost = f"{cls.__name__} does not keep {missing[0]} under its own name"
        return {**data, "lost": lost, "state": digest(thing)}
    data["options"] = {name: record(getattr(thing, name)) for name in arguments}
    changed = {
        name: record(value)
        for name, value in getattr(thing, "__dict__", {}).items()
        if name not in arguments and _is_setting(cls, name)
    }
    return {**data, "changed": changed} if changed else data


def _arguments(cls: Any) -> list[str]:
    """Return the names of the arguments that build an instance; raise if some have no name."""
    if package_of(cls) in VERSIONED:
        raise ValueError(f"{cls} may hold anything")
    if cls.__init__ is object.__init__ and cls.__new__ is object.__new__:
        return []
    if not (inspect.isfunction(cls.__init__) or inspect.isfunction(cls.__new__)):
        raise ValueError(f"{cls} is built as something that is not written in Python")
    parameters = inspect.signature(cls).parameters.values()
    if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD, p.POSITIONAL_ONLY) for p in parameters):
        raise ValueError(f"{cls} takes arguments without a name")
    return [p.name for p in parameters]


def _is_setting(cls: type, name: str) -> bool:
    """Say whether a class has a value of its own for an attribute, which an instance replaces."""
    missing = object()
    of_class = inspect.getattr_static(cls, name, missing)
    return of_class is not missing and not hasattr(type(of_class), "__get__")


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
