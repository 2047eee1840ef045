"""Whether anything that a cell started still runs: a cell ends when all of it has ended.

A thread or a process that goes on would act in the middle of another cell, sooner or later as the
machine is busy. The kernel is asked, not the program: threads made in C and processes that have
left their parents count as well.
"""

from __future__ import annotations

from pathlib import Path

import psutil


class LeftRunning:
    """Look for threads and processes that a program did not have when it was ready.

    Parameters
    ----------
    program : the process that answers the judge.
    first : the process that orphans go to, the first one in the jail; None where there is no jail.
    """

    def __init__(self, program: int, first: int | None) -> None:
        self._program, self._first = program, first
        self._by_kernel = _children_file(program).exists()
        count = _number_of_threads if self._by_kernel else _threads_and_children
        self._threads = count(program)  # one, unless a library has some of its own

    def __bool__(self) -> bool:
        """Say whether there are any, or whether the program itself is gone."""
        if not self._by_kernel:  # not Linux, or one that does not list children
            return _threads_and_children(self._program) != self._threads
        if _number_of_threads(self._program) != self._threads:
            return True
        seen = self._others()
        if any(not _has_ended(process) for process in seen):
            return True
        # What had ended before a second look cannot have started what runs during it.
        return not self._others() <= seen

    def _others(self) -> set[int]:
        """Return the children of the program, then all those that have nobody else.

        In this order: whoever runs while the second list is read has an ancestor in one of them,
        and whoever is new stands at the end.
        """
        own = _children(self._program)
        orphans = _children(self._first) if self._first else set()
        return own | (orphans - {self._program})


def _number_of_threads(process: int) -> int:
    _, _, rest = _text(Path(f"/proc/{process}/status")).partition("\nThreads:")
    return int(rest.split()[0]) if rest else 0


def _children(process: int) -> set[int]:
    return set(map(int, _text(_children_file(process)).split()))


def _children_file(process: int) -> Path:
    return Path(f"/proc/{process}/task/{process}/children")


def _has_ended(process: int) -> bool:
    """Say whether a process is gone, or is there only to be counted by its parent."""
    state = _text(Path(f"/proc/{process}/stat")).rpartition(")")[2].split()
    return not state or state[0] in "ZX"


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:  # gone
        return ""


def _threads_and_children(process: int) -> int:
    try:
        found = psutil.Process(process)
        return found.num_threads() + len(found.children(recursive=True))
    except psutil.Error:
        return 0
