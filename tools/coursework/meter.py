"""What a student's process has used: processor time, time asleep, memory, processes, files.

Limits are on processor time and on time spent asleep, not on the clock: a machine under load makes
a cell slow, but gives it no less.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import psutil

BACKSTOP = 40  # times the limit, on the clock: for what no other limit sees
MOST_PROCESSES, MOST_FILES = 80, 20_000


@dataclass(frozen=True)
class Limits:
    """How long a cell and a submission may run (seconds), and how much memory it may take (MB)."""

    cell: int = 60
    submission: int = 900
    memory: int = 4096


class Meter:
    """Watch a process and all that it started, cell by cell."""

    def __init__(self, process: int, limits: Limits) -> None:
        self._process, self._limits = process, limits
        self._folders: list[int] = []
        self._times: dict[tuple[int, float], float] = {}  # of every process that was ever seen
        self._used = self._asleep = 0.0
        self._last = (time.monotonic(), 0.0)
        self._started = self._last[0]
        self._before = 0.0
        self._look()

    @property
    def total(self) -> float:
        """Seconds of processor time and of sleep since the process started."""
        return self._used + self._asleep

    def watch(self, folders: Iterable[str]) -> None:
        """Count the files in these folders, which lie in memory and only the process can see.

        A file without content takes no room in its folder, but some of the kernel's memory.
        """
        inside = _family(self._process)[-1:]  # the program; those before it made its jail
        for process, folder in itertools.product(inside, folders):
            path = f"/proc/{process.pid}/" + "root" + folder
            self._folders.append(os.open(path, os.O_PATH | os.O_DIRECTORY))

    def close(self) -> None:
        """Watch no folder any more."""
        while self._folders:
            os.close(self._folders.pop())

    def begin(self) -> None:
        """Begin a cell, or a check."""
        self._last = (time.monotonic(), self._last[1])  # nobody slept while nobody was asked
        self._look()
        self._before, self._started = self.total, time.monotonic()

    def resume(self) -> None:
        """Go on watching after a time in which the judge was at work."""
        self._last = (time.monotonic(), self._last[1])

    def trouble(self) -> str:
        """Look at the process again; return which limit it has reached, "" if none."""
        memory, processes = self._look()
        cell = self._limits.cell
        clock = time.monotonic() - self._started
        if self.total - self._before > cell or clock > BACKSTOP * cell:
            return f"stopped after the time limit of a cell ({cell} s)"
        if memory > self._limits.memory * 2**20:
            return f"stopped at the limit of memory ({self._limits.memory} MB)"
        if processes > MOST_PROCESSES:
            return f"stopped at {MOST_PROCESSES} processes"
        if self._files() > MOST_FILES:
            return f"stopped at {MOST_FILES:,} files"
        return ""

    def _look(self) -> tuple[int, int]:
        """Add up what the processes have used; return their memory and their number."""
        used, memory, running, found = 0.0, 0, False, _family(self._process)
        for process in found:
            with contextlib.suppress(psutil.Error):
                times = process.cpu_times()
                own = times.user + times.system
                self._times[process.pid, process.create_time()] = own
                used += own + getattr(times, "children_user", 0.0)
                used += getattr(times, "children_system", 0.0)
                memory += process.memory_info().rss
                running = running or _is_running(process)
        now, (before, earlier) = time.monotonic(), self._last
        # What a process used that has ended is not lost, also if nobody waited for it.
        used = max(used, earlier, sum(self._times.values()))
        passed, worked = now - before, used - earlier
        if not running and worked < passed / 5:
            self._asleep += passed - worked
        self._used += worked
        self._last = (now, used)
        return memory, len(found)

    def _files(self) -> int:
        """Return the number of files in the folders that are watched."""
        found = [os.fstatvfs(folder) for folder in self._folders]
        return max((one.f_files - one.f_ffree for one in found), default=0)


def _family(process: int) -> list[psutil.Process]:
    try:
        first = psutil.Process(process)
        return [first, *first.children(recursive=True)]
    except psutil.Error:
        return []


def _is_running(process: psutil.Process) -> bool:
    """Say whether a thread of the process runs, or waits for its turn."""
    threads = Path(f"/proc/{process.pid}/task")
    if not threads.is_dir():  # not Linux
        return process.status() in (psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP)
    with contextlib.suppress(OSError):
        for thread in threads.iterdir():
            with contextlib.suppress(OSError):
                if (thread / "stat").read_text().rpartition(")")[2].split()[0] in "RD":
                    return True
    return False
