"""Lines of JSON to and from a process that nobody trusts."""

from __future__ import annotations

import contextlib
import json
import os
import select
import time
from collections.abc import Callable
from typing import Any

LONGEST_LINE = 8 * 2**20
LOOK = 0.2  # seconds from one look at what the process uses to the next


class StoppedError(BaseException):
    """The student's process cannot go on; the message says why.

    No `Exception`: a check that catches the errors of an answer must not catch this.
    """


class Pipe:
    """One end of the connection: a line goes out, a line comes in."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._in, self._out = incoming, outgoing
        os.set_blocking(outgoing, False)
        self._pending = b""
        self._next_look = time.monotonic() + LOOK  # not begun anew by an answer that comes at once

    def send(self, message: Any, trouble: Callable[[], str]) -> None:
        """Send a line; a receiver that does not read it is stopped when `trouble` says so."""
        rest = memoryview(json.dumps(message).encode("ascii") + b"\n")
        while rest:
            _, writable, _ = select.select([], [self._out], [], LOOK)
            if not writable:
                _insist(trouble)
                continue
            try:
                rest = rest[os.write(self._out, rest) :]
            except BlockingIOError:
                continue
            except OSError:
                raise StoppedError("this cell ended Python") from None

    def receive(self, trouble: Callable[[], str]) -> Any:
        """Return the next line, read as JSON."""
        parts, length = [self._pending], len(self._pending)
        while b"\n" not in parts[-1]:
            ready, _, _ = select.select([self._in], [], [], LOOK)
            if time.monotonic() > self._next_look:
                _insist(trouble)
                self._next_look = time.monotonic() + LOOK
            if not ready:
                continue
            part = os.read(self._in, 2**16)
            if not part:
                raise StoppedError("this cell ended Python")
            parts.append(part)
            length += len(part)
            if length > LONGEST_LINE:
                raise StoppedError("what it answered is too large")
        line, _, self._pending = b"".join(parts).partition(b"\n")
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise StoppedError("it wrote to the grader's own pipe") from None

    def close(self) -> None:
        """Close both directions."""
        for end in (self._in, self._out):
            with contextlib.suppress(OSError):
                os.close(end)


def _insist(trouble: Callable[[], str]) -> None:
    if reason := trouble():
        raise StoppedError(reason)
