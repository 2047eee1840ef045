"""Find the files of every student in a folder of submissions, without trusting what lies there.

Nothing is followed and nothing is opened: links, pipes, devices, folders in folders without end and
names in any encoding cost their own entry a remark, and nobody else anything.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

DEEPEST, MOST_ENTRIES, MOST_REMARKS = 16, 5_000, 5
WHOSE = "is this one student? Put both into one folder, or rename one. Neither was graded"
NOT_MEANT = (".ipynb_checkpoints", ".git", ".DS_Store", "__MACOSX", "Thumbs.db", "desktop.ini")


@dataclass
class HandedIn:
    """The notebooks of one student, newest first, and remarks about everything else."""

    student: str
    files: list[Path] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def remark(self, text: str) -> None:
        """Note something, unless enough has been noted."""
        if len(self.remarks) < MOST_REMARKS:
            self.remarks.append(text)


def find(folder: Path, leave_out: Path) -> Iterator[HandedIn]:
    """Yield what is in `folder`: `<student>.ipynb` or `<student>/…/<any name>.ipynb`."""
    students: dict[str, HandedIn] = {}
    claims: dict[str, list[str]] = {}
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name in NOT_MEANT or Path(entry.path) == leave_out:
            continue
        stem = entry.name.removesuffix(".ipynb")
        name = shown(entry.name if stem in ("", ".") or _is_folder(entry) else stem)
        student = students.setdefault(name, HandedIn(name))
        claims.setdefault(name, []).append(shown(entry.name))
        try:
            _enter(entry, student)
        except OSError as error:
            student.remark(f"{shown(entry.name)} cannot be read: {error.strerror}")
    for student in students.values():
        if len(claims[student.student]) > 1:  # the lecturer knows who they are, we do not
            question = f"{' and '.join(claims[student.student])}: {WHOSE}"
            yield HandedIn(student.student, remarks=[question])
            continue
        student.files.sort(key=_age)
        if not student.files and not student.remarks:
            student.remark("no notebook found")
        yield student


def shown(name: str) -> str:
    r"""Return a name of a file as a text of one line, whatever bytes it is made of.

    Two names are never shown alike: a byte that is no text is `\x..`, a sign that cannot be seen
    is `\u{...}`, and a backslash is doubled.
    """
    text = os.fsencode(name.replace("\\", "\\\\")).decode("utf-8", "backslashreplace")
    return "".join(sign if sign.isprintable() else f"\\u{{{ord(sign):x}}}" for sign in text)


def _enter(entry: os.DirEntry[str], student: HandedIn) -> None:
    """Note a file, or all the files in a folder."""
    name = shown(entry.name)
    if entry.name.startswith("."):
        student.remark(f"{name} is hidden: not read")
    elif entry.is_symlink():
        student.remark(f"{name} is a link: not followed")
    elif _is_folder(entry):
        _walk(entry.path, student)
    elif not entry.name.endswith(".ipynb"):
        student.remark(f"{name} is no notebook")
    else:
        _file(entry, student)


def _walk(top: str, student: HandedIn) -> None:
    """Note the notebooks in a folder and in the folders in it, down to a certain depth."""
    waiting, seen = [(top, 1)], 0
    while waiting:
        folder, depth = waiting.pop()
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            student.remark(f"{shown(os.path.basename(folder))} cannot be read: {error.strerror}")
            continue
        for entry in entries:
            seen += 1
            if seen > MOST_ENTRIES:
                student.remark(f"more than {MOST_ENTRIES} files: the rest was not looked at")
                return
            if entry.name.startswith(".") or entry.name in NOT_MEANT:
                continue
            if entry.is_symlink():
                student.remark(f"{shown(entry.name)} is a link: not followed")
            elif _is_folder(entry) and depth < DEEPEST:
                waiting.append((entry.path, depth + 1))
            elif _is_folder(entry):
                student.remark(f"folders more than {DEEPEST} deep: not looked at")
            elif entry.name.endswith(".ipynb"):
                _file(entry, student)


def _file(entry: os.DirEntry[str], student: HandedIn) -> None:
    if entry.is_file(follow_symlinks=False):
        student.files.append(Path(entry.path))
    else:
        student.remark(f"{shown(entry.name)} is no regular file")


def _is_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False)


def _age(path: Path) -> tuple[float, str]:
    """Return a key that sorts the newest file first, and equally old ones by name."""
    return -path.lstat().st_mtime, str(path)
