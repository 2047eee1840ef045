"""The guard that stands in for a jail when the lecturer asks for none (UNSAFE=1).

`install` sets an audit hook, which no Python code can remove: it refuses to write outside the
submission's own folder, to read the course's folders, to start processes, to connect anywhere and
to call C through ctypes. This is a guard rail against mistakes and simple tricks, not a jail: code
that reaches C by another way passes it by.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = (  # events whose first arguments are paths that are changed
    *("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate"),
    *("os.chmod", "os.chown", "os.utime", "os.setxattr", "os.removexattr", "sqlite3.connect"),
)
LOOKS = ("os.listdir", "os.scandir", "os.chdir")
REFUSED = (
    *("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn"),
    *("os.spawn", "os.startfile", "pty.spawn", "os.kill", "os.killpg", "signal.pthread_kill"),
    *("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo"),
    *("socket.gethostbyname", "socket.gethostbyaddr", "webbrowser.open", "resource.setrlimit"),
    *("resource.prlimit", "gc.get_objects", "gc.get_referrers", "gc.get_referents"),
    *("sys.settrace", "sys.setprofile", "sqlite3.load_extension"),
)


def preload() -> None:
    """Import what the problem sets use: NumPy and Matplotlib call C while they are imported."""
    for name in ("scipy.linalg", "matplotlib.pyplot", "matplotlib_inline.backend_inline"):
        importlib.import_module(name)
    library = importlib.import_module("vaslb_edu")
    for found in pkgutil.walk_packages(library.__path__, "vaslb_edu."):
        if not found.name.startswith(("vaslb_edu.checks", "vaslb_edu.__main__")):
            importlib.import_module(found.name)


def install(own: str, readable: list[str], closed: list[str]) -> None:
    """Refuse what the docstring above says from now on.

    Parameters
    ----------
    own : the folder in which files may be written.
    readable, closed : folders that may and may not be read; of two that fit, the inner one counts.
    """
    preload()
    realpath, startswith, fsdecode = os.path.realpath, str.startswith, os.fsdecode
    separator, isdir = os.sep, os.path.isdir

    def inside(path: str, folder: str) -> bool:
        return path == folder or startswith(path, folder + separator)

    home = realpath(own)
    opened = [realpath(path) for path in [own, *readable]]
    shut = [realpath(path) for path in closed]

    def may_read(path: str) -> bool:
        allowed = max((len(folder) for folder in opened if inside(path, folder)), default=0)
        denied = max((len(folder) for folder in shut if inside(path, folder)), default=-1)
        return allowed > denied

    def full(path: Any) -> str | None:
        return realpath(fsdecode(path)) if isinstance(path, (str, bytes, os.PathLike)) else None

    def check(path: Any, writing: bool) -> None:
        name = full(path)
        if name is None or name == os.devnull:  # None: a file that is open already
            return
        if writing and not inside(name, home):
            raise PermissionError(f"while grading, nothing is written outside the folder: {path!r}")
        if not may_read(name):
            raise PermissionError(f"while grading, this cannot be read: {path!r}")

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            # An open folder is a way around the paths, as `dir_fd`.
            check(path, writing=bool(flags & WRITING) or isdir(path))
        elif event in CHANGES:
            if event != "sqlite3.connect" or arguments[0] != ":memory:":
                for path in arguments[:2] if event != "os.symlink" else arguments[1:2]:
                    check(path, writing=True)
        elif event in LOOKS:
            check(arguments[0] if arguments[0] is not None else ".", writing=False)
        elif event in REFUSED or startswith(event, "ctypes."):
            raise PermissionError(f"while grading, this is not allowed: {event}")

    sys.addaudithook(hook)
