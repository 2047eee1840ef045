"""What a student's process has used: processor time, time asleep, memory, processes, files.

Limits are on processor time and on time spent asleep, not on the clock: a machine under load makes
a cell slow, but gives it no less. Asleep is who neither runs nor waits for a processor; Linux says
for how long a thread has done either.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import psutil

from tools.coursework.left_running import LeftRunning

MOST_PROCESSES, MOST_FILES = 80, 20_000
# Times the limit: for time of which it is not certain whether it was spent asleep. A thread that
# has ended no longer says how long it waited, a disk can be slow, and a kernel may keep no account.
UNCERTAIN = 40
SLACK = 0.05  # seconds by which the kernel's account may lag behind the clock


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
        self._program = 0
        self._folders: list[int] = []
        self.left_running: LeftRunning | None = None
        self._times: dict[tuple[int, float], float] = {}  # of every process that was ever seen
        self._threads: dict[str, tuple[float, float]] = {}  # ran, waited for a processor
        self._judge = _account("/proc/thread-self")
        self._used = self._ended = self._asleep = self._uncertain = self._balance = 0.0
        self._passed, self._since = 0.0, time.monotonic()
        self._asked = True  # the process is to say that it is ready
        self._before = (0.0, 0.0)
        self._look()

    @property
    def total(self) -> float:
        """Seconds of processor time and of sleep since the process started."""
        return self._used + self._asleep

    def ready(self, folders: Iterable[str], jailed: bool) -> None:
        """Note which process is the program, now that it has started; those before made its jail.

        Files in the folders, which lie in memory and only the program can see, are counted: one
        without content takes no room in its folder, but some of the kernel's memory.
        """
        program = _family(self._process)[-1]
        self._program = program.pid
        self.left_running = LeftRunning(program.pid, program.ppid() if jailed else None)
        for folder in folders:
            path = f"/proc/{program.pid}/" + "root" + folder
            self._folders.append(os.open(path, os.O_PATH | os.O_DIRECTORY))

    def close(self) -> None:
        """Watch no folder any more."""
        while self._folders:
            os.close(self._folders.pop())

    def begin(self) -> None:
        """Begin a cell, or a check."""
        self._look()
        self._before = (self.total, self._uncertain)

    def resume(self) -> None:
        """Go on counting: the process was asked something."""
        self._since, self._asked = time.monotonic(), True

    def pause(self) -> None:
        """Stop counting: the process has answered, and the judge is at work."""
        self._passed += time.monotonic() - self._since
        self._asked = False

    def trouble(self) -> str:
        """Look at the process again; return which limit it has reached, "" if none."""
        memory, processes = self._look()
        cell = self._limits.cell
        spent, uncertain = self.total - self._before[0], self._uncertain - self._before[1]
        if uncertain > UNCERTAIN * cell:
            self._asleep += uncertain  # so long that it is certain, after all
        if spent > cell or uncertain > UNCERTAIN * cell:
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
        # First what the judge did, then the clock, then the others: if we have to wait for a
        # processor in between, the next look counts it, and on both sides.
        judge, passed = _account("/proc/thread-self"), self._asked_for()
        used, ended, memory, found = 0.0, 0.0, 0, _family(self._process)
        threads: dict[str, tuple[float, float]] = {}
        others_run = False
        for process in found:
            with contextlib.suppress(psutil.Error):
                times = process.cpu_times()
                own = times.user + times.system
                self._times[process.pid, process.create_time()] = own
                used += own
                ended += getattr(times, "children_user", 0.0)
                ended += getattr(times, "children_system", 0.0)
                memory += process.memory_info().rss
                others_run = self._threads_of(process, threads) or others_run
        # What a process used that has ended is not lost, also if nobody waited for it.
        used = max(used + ended, self._used, sum(self._times.values()))
        ran, waited = _gained(self._threads, threads)
        held_up = sum(judge or ()) - sum(self._judge or ())
        self._balance += passed - max(used - self._used, ran) - waited - held_up
        if self._balance > 0:
            self._uncertain += self._balance
            same = threads.keys() == self._threads.keys() and ended == self._ended
            self._asleep += self._balance if same and not others_run else 0.0
            self._balance = 0.0
        self._balance = max(self._balance, -SLACK)
        self._used, self._ended = used, ended
        self._threads, self._judge = threads, judge
        return memory, len(found)

    def _asked_for(self) -> float:
        """Return how long the process has been asked for something since the last look."""
        now = time.monotonic()
        passed = self._passed + (now - self._since if self._asked else 0.0)
        self._passed, self._since = 0.0, now
        return passed

    def _threads_of(
        self, process: psutil.Process, accounts: dict[str, tuple[float, float]]
    ) -> bool:
        """Note the accounts of all threads; say whether one without a sure account is at work.

        The program's own thread is there from look to look, and its account is whole.
        """
        folder = Path(f"/proc/{process.pid}/task")
        if not folder.is_dir():  # not Linux
            return process.status() in (psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP)
        at_work = False
        with contextlib.suppress(OSError):
            for thread in folder.iterdir():
                with contextlib.suppress(OSError):
                    state = (thread / "stat").read_text().rpartition(")")[2].split()[0]
                    account = _account(str(thread))
                    sure = account is not None and int(thread.name) == self._program
                    at_work = at_work or state == "D" or (state == "R" and not sure)
                    accounts[str(thread)] = account or (0.0, 0.0)
        return at_work

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


def _account(thread: str) -> tuple[float, float] | None:
    """Return the seconds for which a thread ran and waited for a processor, if they are known."""
    try:
        ran, waited, _ = Path(f"{thread}/schedstat").read_text().split()
    except (OSError, ValueError):
        return None
    return int(ran) / 1e9, int(waited) / 1e9


def _gained(
    before: dict[str, tuple[float, float]], now: dict[str, tuple[float, float]]
) -> tuple[float, float]:
    """Return for how long threads ran and waited between two looks."""
    pairs = [(account, before.get(thread, (0.0, 0.0))) for thread, account in now.items()]
    ran, waited = (sum(max(new[k] - old[k], 0) for new, old in pairs) for k in (0, 1))
    return ran, waited
