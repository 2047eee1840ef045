"""Judge what one student handed in; this is the program of a process outside the jail.

::

    python -m tools.coursework.judge

The job comes as one line of JSON, and as long as standard input stays open somebody waits for the
answer: when it closes, this process and its jail end. Cells run in the jail. Checks run here, with
their cases, seeds and hidden tests, and what they call are the student's functions over there.
A cell that does not end, or that ends Python, is left out from then on; what stands before and
after it keeps its marks.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import json
import os
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from tools.coursework import own_limits
from tools.coursework.course import ProblemSet, grade_id, is_check
from tools.coursework.jail import Jail
from tools.coursework.meter import Limits
from tools.coursework.outputs import Shown
from tools.coursework.pipe import StoppedError
from tools.coursework.student import Guard, Student
from tools.coursework.student_side.steady import steady

MOST_STARTS = 12  # of a student's process: each time a cell has ended the one before
LATE = "the time limit of the whole submission was reached"
TOO_OFTEN = "not run: too many cells before it ended Python"


class Names(dict[str, Any]):
    """The names of a check: its own, those that the set imports, and the student's."""

    def __init__(self, student: Student, imported: dict[str, str]) -> None:
        super().__init__(__name__="check", __builtins__=builtins)
        self._student, self._imported = student, imported

    def __missing__(self, name: str) -> Any:
        if hasattr(builtins, name):
            raise KeyError(name)
        if name in self._imported:
            exec(self._imported[name], self)
            return self[name]
        return self._student.value(name)


@dataclass
class Judge:
    """Runs the notebook of one student for one problem set."""

    problem_set: ProblemSet
    jail: Jail | Guard
    limits: Limits
    seed: int
    shown: Shown = field(default_factory=Shown)
    _imported: dict[str, str] = field(default_factory=dict)
    _left_out: set[int] = field(default_factory=set)
    _student: Student | None = None
    _spent: float = 0.0
    _starts: int = 0
    _cases: int = 0
    _began: float = field(default_factory=time.process_time)

    def run(self, notebook: NotebookNode) -> None:
        """Give every cell of a restored notebook its outputs: of a check, the verdict."""
        self._cases = seed_of(self.seed, notebook)
        for cell in self.problem_set.notebook.cells:
            if cell.cell_type == "code" and not grade_id(cell):
                self._imported |= imports(cell.source)
        try:
            for index, cell in enumerate(notebook.cells):
                if cell.cell_type == "code":
                    cell.outputs = self._outputs(notebook.cells, index)
        finally:
            self._end()

    def _outputs(self, cells: list[NotebookNode], index: int) -> list[NotebookNode]:
        try:
            student = self._ready(cells[:index])
            answer = student.run(self._source(cells[index]))
            if is_check(cells[index]):
                return [self._verdict(student, cells[index])]
            return self.shown.outputs(answer)
        except StoppedError as stopped:
            self._left_out.add(index)
            self._end()
            return [self.shown.failure("Stopped", str(stopped))]

    def _ready(self, before: list[NotebookNode]) -> Student:
        """Return a process in which the cells before have been run, but for those left out."""
        own = time.process_time() - self._began  # what the answers cost us counts as well
        running = self._student.meter.total if self._student else 0.0
        if self._spent + running + own > self.limits.submission:
            raise StoppedError(LATE)
        while self._student is None:
            if self._starts >= MOST_STARTS:
                raise StoppedError(TOO_OFTEN)
            self._starts += 1
            self._student = Student(self.jail, self.limits)
            for index, cell in enumerate(before):
                if cell.cell_type != "code" or index in self._left_out:
                    continue
                try:
                    self._student.run(self._source(cell))
                except StoppedError:
                    self._left_out.add(index)
                    self._end()
                    break
        return self._student

    def _source(self, cell: NotebookNode) -> str:
        """Return what of a cell runs in the jail: of a check only what it imports."""
        if not is_check(cell):
            return cell.source
        # Cells after a check may rely on what it imports, as students have it.
        return "\n".join(imports(self.problem_set.given[grade_id(cell)]).values())

    def _verdict(self, student: Student, cell: NotebookNode) -> NotebookNode:
        name = grade_id(cell)
        steady(self._cases, name)
        student.begin_check()
        verdict = NotebookNode(output_type="stream", name="stdout", text="✔ passed\n")
        with own_limits.bounded(own_limits.LONGER * self.limits.cell):
            try:
                exec(compile(cell.source, f"<{name}>", "exec"), Names(student, self._imported))
            except Exception as error:
                verdict = self.shown.failure(type(error).__name__, str(error))
        student.settle()
        return verdict

    def _end(self) -> None:
        if self._student:
            self._spent += self._student.meter.total
            self._student.end()
            self._student = None


def seed_of(seed: int, notebook: NotebookNode) -> int:
    """Return the seed of a notebook's cases: the same in every run, another for another notebook.

    What feedback says about a case helps neither a friend nor the next version.
    """
    written = json.dumps([seed, [cell.source for cell in notebook.cells]])
    return int(hashlib.sha256(written.encode("ascii")).hexdigest()[:16], 16)


def imports(source: str) -> dict[str, str]:
    """Return the imports at the top level of a cell, by the names that they bind."""
    found: dict[str, str] = {}
    try:
        nodes = ast.parse(source).body
    except SyntaxError:  # a cell with a command of IPython's
        return found
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                one: ast.stmt = ast.Import([alias])
                if isinstance(node, ast.ImportFrom):
                    one = ast.ImportFrom(node.module, [alias], node.level)
                found[alias.asname or alias.name.split(".")[0]] = ast.unparse(one)
    return found


def _end_with_grader() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(1)


def main() -> None:
    """Judge the files of one student; write a line of JSON for each."""
    from tools.coursework.handed_in import judged

    job = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_grader, daemon=True).start()
    fonts = Path(job["fonts"]) if job["fonts"] else None
    jail = Guard(**job["guard"]) if job["guard"] else Jail(fonts)
    limits = Limits(**job["limits"])
    own_limits.limit_memory(limits.memory)
    with os.fdopen(os.dup(1), "w", encoding="ascii") as answers:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what checks print is for nobody
        try:
            for line in judged(job, lambda one: Judge(one, jail, limits, job["seed"])):
                answers.write(json.dumps(line) + "\n")
                answers.flush()
        except Exception as error:  # no fault of the student's
            answers.write(json.dumps({"failed": f"{type(error).__name__}: {error}"}) + "\n")


if __name__ == "__main__":
    main()
    os._exit(0)  # the thread that waits for the grader would keep us
