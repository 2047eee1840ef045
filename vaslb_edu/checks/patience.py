"""Wait for an answer, but not for ever: a call that does not end is stopped, and said to be.

Where Python has an alarm and this is its main thread (a notebook on Linux or a Mac), the alarm
stops the call. Elsewhere (Windows, another thread) the call runs in a thread of its own: it is
left behind, and told to stop as soon as it is back in Python. Where there is neither, no call is
stopped.
"""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

SECONDS = 10.0  # for one call of an answer


class TooLongError(BaseException):
    """The time is up. No `Exception`: an answer that catches every error must not catch this."""


def call_within(seconds: float, function: Callable[..., Any], *arguments: Any) -> Any:
    """Return function(*arguments); raise `TooLongError` if that takes longer than `seconds`.

    A function with an attribute `keeps_time` has limits of its own, and is just called: the ones
    that a grader runs in another process are such.
    """
    if getattr(type(function), "keeps_time", False):
        return function(*arguments)
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        with _alarm(seconds):
            return function(*arguments)
    return _in_a_thread(seconds, function, arguments)


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise `TooLongError` in this block when the time is up; put back what was set before."""

    def ring(number: int, frame: Any) -> None:
        raise TooLongError

    began = time.monotonic()
    before = signal.signal(signal.SIGALRM, ring)
    # It rings again: an answer may lose the first one in a callback that swallows errors.
    rest, interval = signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
        if rest:
            left = max(rest - (time.monotonic() - began), 1e-3)
            signal.setitimer(signal.ITIMER_REAL, left, interval)


def _in_a_thread(seconds: float, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    outcome: list[tuple[bool, Any]] = []

    def run() -> None:
        try:
            outcome.append((True, function(*arguments)))
        except BaseException as error:
            outcome.append((False, error))

    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()
    except RuntimeError:  # Python in a browser has no threads
        return function(*arguments)
    thread.join(seconds)
    if thread.is_alive() and not outcome:
        _stop(thread)
        raise TooLongError
    fine, value = outcome[0]
    if not fine:
        raise value
    return value


def _stop(thread: threading.Thread) -> None:
    """Ask a thread to end: Python raises the error there before its next instruction."""
    identity = ctypes.c_ulong(thread.ident or 0)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(identity, ctypes.py_object(TooLongError))
