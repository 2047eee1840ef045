"""Read what one student handed in, choose the newest notebook of each set, and have it judged."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from tools.coursework.course import ProblemSet, problem_sets, recognised
from tools.coursework.outputs import clean
from tools.coursework.restore import named, restored
from tools.coursework.submissions import shown

LARGEST = 50 * 2**20  # bytes of a notebook file
MOST_CELLS, MOST_SOURCE = 500, 500_000  # the largest set has 36 and 24,000


def judged(job: dict[str, Any], judge: Callable[[ProblemSet], Any]) -> Iterator[dict[str, Any]]:
    """Yield a line about each file of a job: a judged notebook, or a remark why there is none."""
    sets = problem_sets(Path(job["course"]), Path(job["released"]))
    taken: dict[str, str] = {}
    for file in job["files"]:
        path = Path(os.fsdecode(bytes.fromhex(file)))
        line: dict[str, Any] = {"file": file, "set": "", "remark": ""}
        try:
            notebook = named(read(path), sets)
        except (Exception, RecursionError, MemoryError) as error:  # whatever a broken file raises
            yield line | {"remark": f"{shown(path.name)} cannot be read: {_short(error)}"}
            continue
        problem_set = recognised(notebook, sets)
        if problem_set is None:
            yield line | {"remark": f"{shown(path.name)} belongs to no problem set"}
            continue
        line["set"] = problem_set.name
        if problem_set.name in taken:
            newest = taken[problem_set.name]
            yield line | {"remark": f"{shown(path.name)} left aside: {newest} is newer"}
            continue
        taken[problem_set.name] = shown(path.name)
        result, remarks = restored(notebook, problem_set)
        judge(problem_set).run(result)
        yield line | {"notebook": result, "remarks": remarks}


def read(path: Path) -> NotebookNode:
    """Return the cells of a notebook file: their kind, their text and nbgrader's mark on them."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise ValueError("no regular file")
        if status.st_size > LARGEST:
            raise ValueError(f"larger than {LARGEST // 2**20} MB")
        data = json.loads(file.read(LARGEST + 1).decode("utf-8-sig"))
    if not isinstance(data, dict) or data.get("nbformat") not in (2, 3, 4):
        raise ValueError("no notebook")
    if data["nbformat"] != 4:  # written by an older Jupyter
        data = nbformat.convert(nbformat.from_dict(data), 4)
    cells = data.get("cells")
    if not isinstance(cells, list) or len(cells) > MOST_CELLS:
        raise ValueError(f"no list of at most {MOST_CELLS} cells")
    made = [_cell(cell) for cell in cells]
    if sum(len(cell.source) for cell in made) > MOST_SOURCE:
        raise ValueError(f"more than {MOST_SOURCE:,} characters")
    return NotebookNode(cells=made)


def _cell(cell: Any) -> NotebookNode:
    if not isinstance(cell, dict):
        raise ValueError("no cell")
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    metadata = cell.get("metadata")
    mark = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    name = mark.get("grade_id") if isinstance(mark, dict) else None
    kept = {"nbgrader": {"grade_id": clean(name, 200)}} if isinstance(name, str) else {}
    return nbformat.from_dict(
        {
            "cell_type": str(cell.get("cell_type")),
            "id": clean(cell.get("id"), 64),
            "metadata": kept,
            "source": clean(source, MOST_SOURCE + 1),
        }
    )


def _short(error: BaseException) -> str:
    return clean(" ".join(f"{type(error).__name__}: {error}".split()), 120)
