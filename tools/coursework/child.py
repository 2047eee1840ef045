"""Start a judge for each student, read what it says, and end it when the grader ends."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tools.coursework.jail import LIBRARY
from tools.coursework.meter import UNCERTAIN, Limits
from tools.coursework.submissions import HandedIn
from tools.project import ROOT

LONGEST_LINE = 48 * 2**20


@dataclass
class Judges:
    """The running judges: processes outside the jail, one a student."""

    course: Path
    grades: Path
    limits: Limits
    seed: int
    unsafe: bool = False
    closed: list[Path] = field(default_factory=list)
    _running: set[subprocess.Popen[bytes]] = field(default_factory=set)
    _ended: threading.Event = field(default_factory=threading.Event)

    def judge(self, handed_in: HandedIn) -> Iterator[dict[str, Any]]:
        """Yield what the judge of one student says about each file.

        A judge that fails by itself raises: that is no fault of the student's, and no nought.
        """
        search = os.pathsep.join([str(ROOT), str(LIBRARY.parent)])
        with subprocess.Popen(
            [sys.executable, "-m", "tools.coursework.judge"],
            env=dict(os.environ, PYTHONPATH=search, TMPDIR=str(self.grades / ".work")),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for us alone
        ) as process:
            self._running.add(process)
            longest = UNCERTAIN * self.limits.submission + 600
            backstop = threading.Timer(longest, process.kill)
            backstop.daemon = True
            backstop.start()
            try:
                if self._ended.is_set():
                    return
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(json.dumps(self._job(handed_in)).encode("ascii") + b"\n")
                process.stdin.flush()
                while line := process.stdout.readline(LONGEST_LINE):
                    said = json.loads(line)
                    if "failed" in said:
                        raise RuntimeError(said["failed"])
                    yield said
                if process.wait() != 0 and not self._ended.is_set():
                    raise RuntimeError(f"the judge ended with {process.returncode}")
            finally:
                backstop.cancel()
                process.kill()
                self._running.discard(process)

    def end_all(self) -> None:
        """End every judge, and with it its jail."""
        self._ended.set()
        for process in list(self._running):
            process.kill()

    def _job(self, handed_in: HandedIn) -> dict[str, Any]:
        closed = [ROOT, Path.home(), Path("/proc"), self.grades, *self.closed]
        guard = {
            "closed": [*map(str, closed), str(LIBRARY / "checks")],
            "readable": [*_readable(), str(LIBRARY)],
        }
        fonts = self.grades / ".work" / "matplotlib"
        return {
            "files": [os.fsencode(path).hex() for path in handed_in.files],
            "course": str(self.course),
            "released": str(self.grades / "release"),
            "limits": asdict(self.limits),
            "seed": self.seed,
            "fonts": str(fonts) if fonts.is_dir() and not self.unsafe else "",
            "guard": guard if self.unsafe else None,
        }


def _readable() -> list[str]:
    """Return the folders that imports read: Python and its packages."""
    packages = [*site.getsitepackages(), site.getusersitepackages()]
    return [sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), *packages]
