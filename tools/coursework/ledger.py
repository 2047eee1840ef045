"""What the folder of grades remembers from one run to the next, and who may write there.

`students.json` holds the identity of every name that was ever handed in, the file from which each
mark came, and the seed of the checks: the same notebook gets the same cases in every run.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import secrets
import shutil
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

NAME = "students.json"
SHORT, LONG = 6, 40  # characters of a digest, and of a readable beginning


class InUseError(RuntimeError):
    """Another grader works in the same folder."""


@dataclass
class Ledger:
    """Who is who, and which file gave which mark."""

    path: Path
    seed: int
    identities: dict[str, str] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)  # file: set that it was marked for

    @classmethod
    def read(cls, grades: Path) -> Ledger:
        """Return what the folder remembers, or a new ledger."""
        path = grades / NAME
        if not path.exists():
            return cls(path, secrets.randbits(64))
        return cls(path, **json.loads(path.read_text("utf-8")))

    def write(self) -> None:
        """Store everything, whole or not at all."""
        known = {"seed": self.seed, "identities": self.identities, "sources": self.sources}
        whole(self.path, json.dumps(known, indent=1, ensure_ascii=True) + "\n")

    def identity(self, student: str) -> str:
        """Return a student's name for folders and for nbgrader; no two students share one."""
        if student not in self.identities:
            self.identities[student] = self._new(student)
            self.write()
        return self.identities[student]

    def _new(self, student: str) -> str:
        plain = unicodedata.normalize("NFKD", student).encode("ascii", "ignore").decode("ascii")
        safe = re.sub(r"[^A-Za-z0-9.@_-]+", "_", plain).strip("._-")[:LONG]
        taken = {identity.casefold() for identity in self.identities.values()}
        if safe == student and safe.casefold() not in taken:
            return safe
        digest = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()
        for length in range(SHORT, len(digest)):
            identity = f"{safe or 'student'}-{digest[:length]}"
            if identity.casefold() not in taken:
                return identity
        raise RuntimeError(f"no identity is left for {student!r}")


@contextlib.contextmanager
def alone(grades: Path) -> Iterator[Path]:
    """Keep other graders out of a folder; give a place for what is not needed afterwards."""
    import fcntl

    with (grades / ".lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUseError(
                f"Another grader is at work in {grades}: wait until it ends."
            ) from None
        workspace = grades / ".work"
        shutil.rmtree(workspace, ignore_errors=True)  # of a grader that was killed
        workspace.mkdir()
        try:
            yield workspace
        finally:
            shutil.rmtree(workspace, ignore_errors=True)


def whole(path: Path, text: str) -> None:
    """Write a file whole or not at all: a reader never sees half of it."""
    beside = path.with_name(f"{path.name}.part")
    try:
        with beside.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
