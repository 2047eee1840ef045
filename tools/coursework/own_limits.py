"""What a judge itself may use: a file, or an answer, can ask for more work than it seems."""

from __future__ import annotations

import contextlib
import resource
import signal
from collections.abc import Iterator
from types import FrameType

from tools.coursework.pipe import StoppedError

LONGER = 10  # times the limit of a cell: processor time that its answers may cost the judge
LEAST_MEMORY = 2048  # MB


def limit_memory(megabytes: int) -> None:
    """Let this process take as much memory as a student's; what it starts may take other limits."""
    most = max(megabytes, LEAST_MEMORY) * 2**20
    with contextlib.suppress(ValueError, OSError):  # macOS has no such limit
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


@contextlib.contextmanager
def bounded(seconds: int) -> Iterator[None]:
    """Stop a check whose own work, done on what a student's code says, takes this much time."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise StoppedError("its answers keep the check at work for too long")

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
