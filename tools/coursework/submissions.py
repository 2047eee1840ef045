"""Find the notebooks of every student in a folder of submissions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from tools.coursework.course import ProblemSet, recognised
from tools.coursework.restore import named

LARGEST = 50 * 2**20  # bytes of a notebook file


@dataclass(frozen=True)
class Submission:
    """What one student handed in for one problem set, or a remark why there is nothing."""

    student: str
    problem_set: ProblemSet | None = None
    notebook: NotebookNode | None = None
    remark: str = ""


def find(folder: Path, sets: list[ProblemSet], leave_out: Path) -> Iterator[Submission]:
    """Yield the submissions in `folder`: `<student>.ipynb` or `<student>/…/<any name>.ipynb`."""
    handed_in: dict[str, list[Path]] = {}
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith(".") or entry.resolve() == leave_out.resolve():
            continue
        if entry.is_dir():
            paths = [path for path in entry.rglob("*.ipynb") if not _is_hidden(path, entry)]
            handed_in.setdefault(entry.name, []).extend(paths)
        elif entry.suffix == ".ipynb":
            handed_in.setdefault(entry.stem, []).append(entry)
    for student, paths in handed_in.items():
        yield from _of_student(student, sorted(paths, key=_age), sets)


def _of_student(student: str, paths: list[Path], sets: list[ProblemSet]) -> Iterator[Submission]:
    """Yield the newest notebook of each set, and a remark about everything else."""
    taken: dict[str, Path] = {}
    if not paths:
        yield Submission(student, remark="no notebook found")
    for path in paths:
        try:
            notebook = named(_read(path), sets)
        except Exception as error:  # whatever a broken file makes nbformat raise
            yield Submission(student, remark=f"{path.name} cannot be read: {_short(error)}")
            continue
        problem_set = recognised(notebook, sets)
        if problem_set is None:
            yield Submission(student, remark=f"{path.name} belongs to no problem set")
        elif problem_set.name in taken:
            newest = taken[problem_set.name].name
            remark = f"{path.name} left aside: {newest} is newer"
            yield Submission(student, problem_set, remark=remark)
        else:
            taken[problem_set.name] = path
            yield Submission(student, problem_set, notebook)


def _read(path: Path) -> NotebookNode:
    if path.stat().st_size > LARGEST:
        raise ValueError(f"larger than {LARGEST // 2**20} MB")
    notebook = nbformat.read(path, as_version=4)
    cells = [
        nbformat.from_dict(
            {
                "cell_type": cell["cell_type"],
                "id": str(cell.get("id", "")),
                "metadata": dict(cell.get("metadata", {})),
                "source": str(cell["source"]),
            }
        )
        for cell in notebook["cells"]
    ]
    return NotebookNode(cells=cells)


def _is_hidden(path: Path, below: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(below).parts)


def _age(path: Path) -> tuple[float, str]:
    """Return a key that sorts the newest file first, and equally old ones by name."""
    return -path.stat().st_mtime, str(path)


def _short(error: Exception) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:120]
