"""Grade inside a Linux container, where this system has no jail of its own (macOS, Windows).

The whole grader runs in the container, and every submission in a jail inside it, just as on Linux.
The image must have Python with the project's requirements, and bubblewrap; `Containerfile`, beside
this file, makes one::

    docker build -t vaslb-grader -f tools/coursework/Containerfile .
    make grade SUBMISSIONS=folder CONTAINER=vaslb-grader

The container has no network. It sees the project and the submissions, which it cannot change, and
the folder of the grades.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tools.project import ROOT

PROGRAMS = ("docker", "podman")
PROJECT, SUBMISSIONS, GRADES = "/project", "/submissions", "/grades"
# bubblewrap makes namespaces: it needs two rights, and no filter that forbids it. The judge looks
# into the jail, where another user works: it needs the third.
RIGHTS = ["--cap-add", "SYS_ADMIN", "--cap-add", "NET_ADMIN", "--cap-add", "SYS_PTRACE"]
RIGHTS += ["--security-opt", "seccomp=unconfined", "--security-opt", "apparmor=unconfined"]


class NoContainerError(RuntimeError):
    """There is nothing to run a container with; the message says what to do."""


def command(image: str, submissions: Path, grades: Path, options: Iterable[str] = ()) -> list[str]:
    """Return the command line that grades a folder in a container of the image."""
    if not image or image.startswith("-") or image.split() != [image]:
        raise NoContainerError(f"CONTAINER must name one image, got {image!r}.")
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        raise NoContainerError(
            f"CONTAINER={image} needs {' or '.join(PROGRAMS)}, and neither is installed."
        )
    mounts = [(ROOT, PROJECT, "ro"), (submissions, SUBMISSIONS, "ro"), (grades, GRADES, "rw")]
    parts = [found, "run", "--rm", "--init", "--network", "none", *RIGHTS, "--workdir", PROJECT]
    for outside, inside, way in mounts:
        if ":" in str(outside):
            raise NoContainerError(f"A container cannot be given a path with a colon: {outside}")
        parts += ["--volume", f"{outside}:{inside}:{way}"]
    grader = ["python", "-m", "tools.coursework.grade", SUBMISSIONS, "--grades", GRADES]
    return [*parts, "--env", "PYTHONDONTWRITEBYTECODE=1", image, *grader, *options]


def grade(image: str, submissions: Path, grades: Path, options: Iterable[str]) -> int:
    """Grade a folder in a container; return the exit code of the grader."""
    line = command(image, submissions, grades, options)
    grades.mkdir(parents=True, exist_ok=True)
    return subprocess.run(line).returncode
