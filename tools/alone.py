"""Let one process work while others that want the same wait for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Hold a lock file for the length of a ``with`` block; it is free again if the process dies."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        try:
            import fcntl
        except ImportError:  # not on this system: one process at a time, please
            pass
        else:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
