"""Values as they cross the pipe between the judge and a student's process: plain data only.

A value becomes JSON with an explicit tag for everything JSON cannot say. What comes back has exact
built-in or NumPy types, so an object that claims to equal everything stays where it was made: on
the other side it is a `Foreign`, of which nothing but the name of its type is known.

===============  =================================================================
in JSON          in Python
===============  =================================================================
null, 1, "a"     None, bool, int, float (also NaN and ±Infinity), str
[...]            list
{"tuple": ...}   tuple;  {"dict": [[key, value], ...]}  dict;  {"complex": [re, im]}
{"array": ...}   NumPy array: dtype, shape, bytes;  {"scalar": ...}  NumPy number
{"generator"}    `numpy.random.Generator`, by its state: the receiver has a copy
{"callable": n}  a function of the sender, which the receiver can call by its number
{"given": n}     a function of the receiver, handed back
{"other": name}  anything else
===============  =================================================================
"""

from __future__ import annotations

import base64
import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

DEEPEST, LONGEST_TEXT, MOST_DIGITS, MOST_KEYS = 40, 100_000, 4_000, 10_000
KINDS = ("?", "b", "h", "i", "l", "q", "B", "H", "I", "L", "Q", "e", "f", "d", "F", "D")
DTYPES = {np.dtype(kind).str for kind in KINDS}
BIT_GENERATOR = "PCG64"


class NotPlain(ValueError):
    """What arrived is no value of the table above."""


class Foreign:
    """A value of a type that does not cross; only the name of the type did."""


Callables = Callable[[Any], Any]  # how a side writes, or finds, a function


def encoded(value: Any, function: Callables, depth: int = 0) -> Any:
    """Return a value as JSON has it; `function` writes down what can be called."""
    kind = type(value)
    if depth > DEEPEST:
        return {"other": kind.__name__}
    if value is None or kind in (bool, float):
        return value
    if kind is int:
        return value if value.bit_length() < 3 * MOST_DIGITS else {"other": "int"}
    if kind is str:
        return value[:LONGEST_TEXT]
    if kind is complex:
        return {"complex": [value.real, value.imag]}
    if kind in (list, tuple):
        parts = [encoded(part, function, depth + 1) for part in value]
        return parts if kind is list else {"tuple": parts}
    if kind is dict and len(value) <= MOST_KEYS:
        pairs = [[encoded(part, function, depth + 1) for part in pair] for pair in value.items()]
        return {"dict": pairs}
    if kind is np.ndarray and _portable(value).dtype.str in DTYPES:
        array = _portable(value)
        return {"array": [array.dtype.str, list(array.shape), _text(array.tobytes())]}
    if isinstance(value, np.generic) and _portable(value).dtype.str in DTYPES:
        number = _portable(value)
        return {"scalar": [number.dtype.str, _text(number.tobytes())]}
    if kind is np.random.Generator and type(value.bit_generator).__name__ == BIT_GENERATOR:
        return {"generator": _numbers(value.bit_generator.state)}
    if callable(value):
        return function(value)
    return {"other": kind.__name__}


def decoded(data: Any, function: Callables, depth: int = 0) -> Any:
    """Return the value that JSON describes; `function` finds what can be called."""
    kind = type(data)
    if depth > 2 * DEEPEST:
        raise NotPlain("nested too deeply")
    if data is None or kind in (bool, int, float):
        return data
    if kind is str:
        return data[:LONGEST_TEXT]
    if kind is list:
        return [decoded(part, function, depth + 1) for part in data]
    if kind is not dict or len(data) != 1:
        raise NotPlain("no value")
    ((tag, content),) = data.items()
    if tag in ("callable", "given"):
        return function(data)
    if tag in ("tuple", "dict"):
        parts = _items(content)
        if tag == "tuple":
            return tuple(decoded(part, function, depth + 1) for part in parts)
        return _dict([decoded(part, function, depth + 1) for part in parts])
    reader = {"array": _array, "scalar": _scalar, "complex": _complex, "generator": _generator}
    if tag in reader:
        return reader[tag](content)
    if tag == "other" and type(content) is str:
        name = "".join(letter for letter in content[:40] if letter.isidentifier())
        return _foreign(name or "object")()
    raise NotPlain("no value")


@functools.lru_cache(maxsize=1000)
def _foreign(name: str) -> type[Foreign]:
    return type(name, (Foreign,), {})


def _portable(value: Any) -> Any:
    """Return an array or number in the machine's byte order, and no longer than 64 bits."""
    if value.dtype.kind == "f" and value.dtype.itemsize > 8:
        return value.astype(np.float64)
    return value.astype(value.dtype.newbyteorder("="))


def _array(content: Any) -> Any:
    kind, shape, text = _items(content, 3)
    sizes = [size for size in _items(shape) if type(size) is int and size >= 0]
    if len(sizes) != len(shape) or len(sizes) > 8:
        raise NotPlain("no shape")
    flat = _flat(kind, text)
    if len(flat) != math.prod(sizes):
        raise NotPlain("shape and content differ")
    return flat.reshape(sizes)


def _scalar(content: Any) -> Any:
    flat = _flat(*_items(content, 2))
    if len(flat) != 1:
        raise NotPlain("not one number")
    return flat[0]


def _flat(kind: Any, text: Any) -> Any:
    if type(kind) is not str or kind not in DTYPES or type(text) is not str:
        raise NotPlain("no array")
    try:
        content = base64.b64decode(text, validate=True)
        flat = np.frombuffer(bytearray(content), dtype=kind)
    except ValueError:
        raise NotPlain("no bytes") from None
    return flat != 0 if flat.dtype == bool else flat  # a truth value is one byte, 0 or 1


def _complex(content: Any) -> complex:
    real, imaginary = _items(content, 2)
    if type(real) is not float or type(imaginary) is not float:
        raise NotPlain("no complex number")
    return complex(real, imaginary)


def _dict(pairs: list[Any]) -> dict[Any, Any]:
    if len(pairs) > MOST_KEYS:
        raise NotPlain("too many keys")
    try:
        return dict(_items(pair, 2) for pair in pairs)
    except TypeError:
        raise NotPlain("a key that cannot be one") from None


def _generator(content: Any) -> np.random.Generator:
    generator = np.random.Generator(getattr(np.random, BIT_GENERATOR)())
    try:
        generator.bit_generator.state = {"bit_generator": BIT_GENERATOR, **content}
    except (TypeError, ValueError, KeyError):
        raise NotPlain("no generator") from None
    return generator


def _numbers(state: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in state.items() if name != "bit_generator"}


def _items(content: Any, count: int | None = None) -> list[Any]:
    if type(content) is not list or count not in (None, len(content)):
        raise NotPlain("not a list")
    return content


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")
