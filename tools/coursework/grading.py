"""Grade all submissions in a folder: judge them side by side, enter their marks one by one."""

from __future__ import annotations

import os
import queue
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import nbformat
from tqdm import tqdm

from tools.coursework import marks, release
from tools.coursework.child import Judges
from tools.coursework.course import COURSE, ProblemSet, problem_sets
from tools.coursework.interrupts import Interrupts
from tools.coursework.ledger import Ledger, alone
from tools.coursework.meter import Limits
from tools.coursework.record import prepare, record
from tools.coursework.submissions import HandedIn, find


@dataclass(frozen=True)
class Said:
    """A line of a judge about one student, or what went wrong with the judge."""

    handed_in: HandedIn
    line: dict[str, Any] | None = None
    error: str = ""


def grade(
    submissions: Path,
    grades: Path,
    limits: Limits | None = None,
    course: Path = COURSE,
    jobs: int = 2,
    unsafe: bool = False,
    interrupts: Interrupts | None = None,
) -> list[marks.Result]:
    """Grade every submission in a folder and return what was entered into the tables."""
    interrupts = interrupts or Interrupts()
    grades.mkdir(parents=True, exist_ok=True)
    with alone(grades) as workspace:
        release.generate(course, grades, quiet=True)
        prepare(grades, course / "source")
        ledger, tables = Ledger.read(grades), marks.Tables(grades)
        ledger.write()
        _list_fonts(workspace / "matplotlib")
        closed = [course, submissions, grades]
        judges = Judges(course, grades, limits or Limits(), ledger.seed, unsafe, closed)
        sets = {one.name: one for one in problem_sets(course, grades / "release")}
        students = list(find(submissions, leave_out=grades))
        entry = Entry(grades, workspace, submissions, ledger, tables, sets, unsafe)
        try:
            for said in tqdm(_side_by_side(judges, students, jobs), unit="entry", disable=None):
                with interrupts.held():
                    entry.enter(said)
        finally:
            judges.end_all()
    return entry.results


class Entry:
    """Enters what judges say into gradebook, feedback and tables."""

    def __init__(
        self,
        grades: Path,
        workspace: Path,
        submissions: Path,
        ledger: Ledger,
        tables: marks.Tables,
        sets: dict[str, ProblemSet],
        unsafe: bool,
    ) -> None:
        self._grades, self._workspace, self._submissions = grades, workspace, submissions
        self._ledger, self._tables, self._sets = ledger, tables, sets
        self._isolation = marks.UNSAFE if unsafe else marks.JAILED
        self._remarks: dict[str, list[str]] = {}
        self._begun: set[str] = set()  # whose remarks of earlier runs are gone
        self.results: list[marks.Result] = []

    def enter(self, said: Said) -> None:
        """Enter one line; one that is bad never stops the others."""
        student = said.handed_in.student
        if said.line is None:
            remarks = said.handed_in.remarks + ([said.error] if said.error else [])
            self._note(student, "", *remarks)
            return
        name, file = said.line["set"], self._source(said.line["file"])
        if "notebook" not in said.line:
            if not name and self._ledger.sources.get(file):  # was graded, and cannot be read now
                name = self._ledger.sources.pop(file)
                self._ledger.write()
                page = self._grades / "feedback" / self._ledger.identity(student) / f"{name}.html"
                page.unlink(missing_ok=True)
                self._enter(marks.Result(student, name, remark=said.line["remark"]))
            else:
                self._note(student, name, said.line["remark"])
            return
        try:
            result = self._marked(student, name, said.line)
            self._ledger.sources[file] = name
            self._ledger.write()
        except OSError:
            raise
        except Exception as error:  # no fault of the student's, and no nought
            remark = f"could not be graded: {type(error).__name__}: {error}"
            result = marks.Result(student, name, remark=remark)
        self._enter(result)

    def _marked(self, student: str, name: str, line: dict[str, Any]) -> marks.Result:
        """Enter a judged notebook into the gradebook and return its marks."""
        notebook = nbformat.from_dict(line["notebook"])
        remarks = dict(line["remarks"])
        identity = self._ledger.identity(student)
        given = record(notebook, identity, self._sets[name], self._grades, self._workspace)
        shutil.rmtree(self._workspace / "submitted", ignore_errors=True)
        with_remarks = [
            replace(mark, remark="; ".join(filter(None, [mark.remark, remarks.pop(mark.item, "")])))
            for mark in given
        ]
        others = "; ".join(f"{item}: {remark}" for item, remark in sorted(remarks.items()))
        return marks.Result(student, name, with_remarks, others)

    def _enter(self, result: marks.Result) -> None:
        result = replace(result, isolation=self._isolation)
        self.results.append(result)
        first = result.student not in self._begun
        self._begun.add(result.student)
        self._tables.enter([result], forget=[(result.student, "")] if first else [])

    def _note(self, student: str, name: str, *remarks: str) -> None:
        """Note what has no marks: all remarks about a student stand in one row."""
        noted = self._remarks.setdefault(student, [])
        noted += [remark for remark in remarks if remark and remark not in noted]
        if noted:
            self._enter(marks.Result(student, "", remark="; ".join(noted)))

    def _source(self, file: str) -> str:
        """Return the name under which a file is remembered."""
        path = os.fsdecode(bytes.fromhex(file))
        return ascii(os.path.relpath(path, self._submissions.parent))


def _side_by_side(judges: Judges, students: list[HandedIn], jobs: int) -> Iterator[Said]:
    """Yield what the judges of all students say, `jobs` of them at work at a time."""
    waiting: queue.SimpleQueue[HandedIn] = queue.SimpleQueue()
    said: queue.Queue[Said | None] = queue.Queue(maxsize=jobs)  # so that little lies in memory
    for student in students:
        waiting.put(student)

    def work() -> None:
        while True:
            try:
                student = waiting.get_nowait()
            except queue.Empty:
                said.put(None)
                return
            error = ""
            try:
                for line in judges.judge(student) if student.files else ():
                    said.put(Said(student, line))
            except Exception as problem:
                error = f"could not be graded: {type(problem).__name__}: {problem}"
            said.put(Said(student, None, error))

    for _ in range(jobs):
        threading.Thread(target=work, daemon=True).start()
    finished = 0
    while finished < jobs:
        found = said.get()
        if found is None:
            finished += 1
        else:
            yield found


def _list_fonts(folder: Path) -> None:
    """Let Matplotlib look for fonts once, instead of once in every jail."""
    program = "import matplotlib.font_manager"
    environment = dict(os.environ, MPLCONFIGDIR=str(folder))
    folder.mkdir()
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)
