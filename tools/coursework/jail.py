"""The jail in which a student's code runs: bubblewrap, and what can be seen from inside.

Inside there are the system and Python, read-only, the library without its checks, an empty folder
in memory (and one for locks), and nothing else: no network, no other process, no home, no variable
of the lecturer's, no course, no gradebook, no other submission. The process belongs to another
user, and everything in the jail ends with the judge that started it.
"""

from __future__ import annotations

import json
import os
import shutil
import site
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import vaslb_edu
from tools.coursework import syscalls
from tools.project import ROOT

LIBRARY = Path(vaslb_edu.__file__).resolve().parent
PROGRAM = "tools.coursework.student_side.answer"
HERE = Path(__file__).resolve().parent
# All there is of the grader in the jail: the student's side, and what makes it a package.
INSIDE = (HERE.parent / "__init__.py", HERE / "__init__.py", HERE / "student_side")
OWN = "/own"  # the student's folder
SHARED = "/dev/shm"  # where processes that work together keep their locks
WRITABLE = {OWN: 128 * 2**20, SHARED: 8 * 2**20}  # bytes
NOBODY = 65534
USERS = range(60_000, 64_000)  # for root: one user a jail, so that limits of users do not add up
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/ld.so.cache", "/etc/alternatives", "/etc/fonts", "/etc/localtime")
DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
MISSING = """\
Grading runs other people's code, and bubblewrap (the program bwrap) keeps it in a jail.
{reason}
On Debian or Ubuntu: apt install bubblewrap. Elsewhere CONTAINER=image grades in a container of an
image that has it (tools/coursework/Containerfile makes one), or use a virtual machine. If you trust
every submission, UNSAFE=1 goes on without a jail."""


class NoJailError(RuntimeError):
    """There is no jail on this machine; the message says what to do."""


@dataclass(frozen=True)
class Jail:
    """How to start a program in a jail of its own."""

    fonts: Path | None = None  # matplotlib's list of fonts, which takes seconds to make

    def start(
        self, program: list[str], descriptors: tuple[int, ...] = (), **options: Any
    ) -> subprocess.Popen[bytes]:
        """Start a program in the jail; it inherits the descriptors and nothing else."""
        refused = syscalls.program()
        incoming, outgoing = os.pipe()
        os.write(outgoing, refused)
        os.close(outgoing)
        try:
            command = self.command(program, incoming if refused else None)
            passed = (*descriptors, incoming)
            return subprocess.Popen(command, env={}, cwd="/", pass_fds=passed, **options)
        finally:
            os.close(incoming)

    def command(self, program: list[str], filtered: int | None = None) -> list[str]:
        """Return the command line that runs a program in the jail."""
        parts = [_bubblewrap(), *_spaces(), *_environment()]
        parts += ["--seccomp", str(filtered)] if filtered is not None else []
        for path in SYSTEM:
            parts += _system(path)
        for path in (*SETTINGS, *_python(), str(LIBRARY), *map(str, INSIDE)):
            parts += [*_parents(path), "--ro-bind-try", os.path.realpath(path), path]
        for path in DEVICES:
            parts += _parents(path)
            parts += ["--dev-bind", path, path]
        # The checks say what is right: they stay outside.
        parts += ["--tmpfs", str(LIBRARY / "checks"), "--remount-ro", str(LIBRARY / "checks")]
        for path, size in WRITABLE.items():
            parts += ["--perms", "0777", "--size", str(size), "--tmpfs", path]
        if self.fonts:
            parts += ["--ro-bind", str(self.fonts), f"{OWN}/.matplotlib"]
        return [*parts, "--remount-ro", "/", "--chdir", OWN, "--", *program]


def user_inside() -> int:
    """Return the user that a program started by root must become, 0 if it is one already."""
    return USERS[os.getpid() % len(USERS)] if os.geteuid() == 0 else 0


def insist() -> None:
    """Raise `NoJailError` unless a jail can be made here and holds."""
    program = [sys.executable, "-I", "-c", PROBE, json.dumps([str(Path.home()), user_inside()])]
    try:
        probe = Jail().start(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        said, complained = probe.communicate(timeout=120)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoJailError(MISSING.format(reason=f"It cannot be started: {error}.")) from None
    if said != b"shut\n":
        lines = complained.decode("utf-8", "replace").strip().splitlines()
        reason = f"It does not work here: {(lines or ['it does not hold'])[-1][:300]}"
        raise NoJailError(MISSING.format(reason=reason))


# What a jail must refuse, tried from inside.
PROBE = """
import json, os, socket, sys
home, user = json.loads(sys.argv[1])
if user:
    os.setgroups([]), os.setresgid(user, user, user), os.setresuid(user, user, user)
assert os.getuid() != 0 and os.getpid() < 10
assert not os.path.exists("/proc/1") and not os.path.exists("/etc/passwd")
assert not os.path.isdir(home) or not any(entry.is_file() for entry in os.scandir(home))
for path in ("/", "/usr", "/dev", home):
    assert not os.access(path, os.W_OK), path
assert [name for _, name in socket.if_nameindex()] in ([], ["lo"])
open("mine", "w").close()
print("shut")
"""


def _bubblewrap() -> str:
    found = shutil.which("bwrap")
    if found is None:
        raise NoJailError(MISSING.format(reason="It is not installed."))
    return found


def _spaces() -> list[str]:
    """Return the namespaces of the jail, and who its user is."""
    if os.geteuid() == 0:  # the program gives up root itself, and with it these two rights
        user = ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        user = ["--unshare-user", "--uid", str(NOBODY), "--gid", str(NOBODY), "--disable-userns"]
    spaces = ["pid", "net", "ipc", "uts", "cgroup-try"]
    others = [f"--unshare-{space}" for space in spaces]
    return [*user, *others, "--hostname", "jail", "--die-with-parent", "--new-session"]


def _environment() -> list[str]:
    parts = ["--clearenv"]
    for name, value in environment(OWN).items():
        parts += ["--setenv", name, value]
    return parts


def environment(own: str) -> dict[str, str]:
    """Return the variables of a student's process."""
    return {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "HOME": own,
        "USER": "student",
        "TMPDIR": own,
        "IPYTHONDIR": own,
        "MPLCONFIGDIR": f"{own}/.matplotlib",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "PYTHONPATH": os.pathsep.join([str(LIBRARY.parent), str(ROOT)]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "NUMEXPR_NUM_THREADS": "1",
        "JE_ARROW_MALLOC_CONF": "background_thread:false",
    }


def _system(path: str) -> list[str]:
    """Return how a folder of the system, or the link that stands in its place, gets inside."""
    if os.path.islink(path):
        return ["--symlink", os.readlink(path), path]
    return ["--ro-bind-try", path, path]


def _parents(path: str) -> list[str]:
    """Return how the folders above a path are made: open to look through, for any user."""
    above = [str(parent) for parent in reversed(Path(path).parents)][1:]
    return [part for parent in above for part in ("--perms", "0755", "--dir", parent)]


def _python() -> list[str]:
    """Return the folders of Python and its packages that lie outside the system's."""
    folders = [
        sys.base_prefix,
        sys.prefix,
        *site.getsitepackages(),
        *sysconfig.get_paths().values(),
    ]
    kept: list[str] = []
    for folder in folders:
        if not any(folder == path or folder.startswith(f"{path}/") for path in ["/usr", *kept]):
            kept.append(folder)
    return kept
