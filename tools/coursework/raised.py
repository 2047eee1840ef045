"""An error of a student's code as the judge raises it again: a name, a built-in kind, a text."""

from __future__ import annotations

import builtins
from typing import Any

# Errors with a meaning of their own for Python, or that cannot be made from a text.
NEVER = (StopIteration, StopAsyncIteration, UnicodeError, BaseExceptionGroup)


class StudentError(Exception):
    """An error of the student's code that is of no built-in kind."""


def error_of(names: Any, text: Any) -> Exception:
    """Return an error as the student's code raised it: its name, and the built-in kind it is of."""
    names = [name for name in names if type(name) is str] if type(names) is list else []
    shown = names[0] if names and names[0].isidentifier() else "Error"
    for name in names:
        kind = getattr(builtins, name, None) if name.isidentifier() else None
        if isinstance(kind, type) and issubclass(kind, Exception) and not issubclass(kind, NEVER):
            return type(shown[:60], (kind,), {})(str(text)[:4000])
    return type(shown[:60], (StudentError,), {})(str(text)[:4000])
