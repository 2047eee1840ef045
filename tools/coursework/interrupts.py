"""Signals that end the grader: at once, or after what must not be done by halves."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class Interrupts:
    """Turn signals into `KeyboardInterrupt`, but not while they are held."""

    def __init__(self) -> None:
        self.caught = 0
        self._held = False

    def listen(self) -> None:
        """Catch the signals from now on."""
        for number in ENDING:
            signal.signal(number, self._catch)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Put off a signal until the end of a block."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
        if self.caught:
            raise KeyboardInterrupt

    def _catch(self, number: int, frame: FrameType | None) -> None:
        first = not self.caught
        self.caught = self.caught or number
        if first and not self._held:
            raise KeyboardInterrupt
