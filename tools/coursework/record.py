"""Enter a run submission into nbgrader's gradebook, and write the page of feedback.

The folder of grades is an nbgrader course: JupyterLab, started there, shows the written answers for
marking by hand at the address `formgrader`. Marks given by hand stay when the folder is graded
again.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor as CSSHTML
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde, GenerateFeedback
from nbgrader.preprocessors import GetGrades, LimitOutput, OverwriteCells, SaveAutoGrades

from tools.coursework import inert
from tools.coursework.course import ProblemSet, grade_id, is_check
from tools.coursework.hide_tests import HideTests
from tools.coursework.ledger import whole
from tools.coursework.release import configuration, run
from tools.project import ROOT

HEADER = """\
# Written by `make grade`.
import sys

sys.path.append({root!r})
from tools.coursework import inert

c = get_config()
inert.configure(c)"""


class Compiled(BytecodeCache):
    """Templates that have been compiled, in memory."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket with what was kept."""
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what is in a bucket."""
        self._kept[bucket.key] = bucket.bytecode_to_string()


class Pages(HTMLExporter):
    """nbconvert's pages; templates are compiled once, and not once for every page."""

    compiled = Compiled()

    def _create_environment(self) -> Any:
        environment = super()._create_environment()
        environment.bytecode_cache = self.compiled
        return environment


@dataclass(frozen=True)
class Mark:
    """The mark of one item; no points yet where a person has to mark it."""

    item: str
    points: float | None
    most: float
    status: str
    remark: str = ""


def prepare(grades: Path, source: Path) -> None:
    """Tell nbgrader's pages for marking by hand, which JupyterLab serves, where the sets are."""
    settings = {
        "course_id": "vaslb_edu",
        "root": str(grades),
        "source_directory": str(source),
        "db_url": f"sqlite:///{grades / 'gradebook.db'}",
    }
    lines = [f"c.CourseDirectory.{name} = {value!r}" for name, value in settings.items()]
    text = "\n".join([HEADER.format(root=str(ROOT)), *lines, ""])
    whole(grades / "nbgrader_config.py", text)


def record(
    notebook: NotebookNode, student: str, problem_set: ProblemSet, grades: Path, workspace: Path
) -> list[Mark]:
    """Store the marks of a run notebook in the gradebook, write the feedback, return the marks."""
    config = configuration(problem_set.path.parents[1], grades)
    config.CourseDirectory.assignment_id = problem_set.name
    config.CourseDirectory.student_id = student
    config.CourseDirectory.submitted_directory = str(workspace / "submitted")
    config.CourseDirectory.feedback_directory = str(workspace / "feedback")
    # The cells have been run already, by `execute`: nbgrader only compares them and counts.
    config.Autograde.sanitize_preprocessors = [OverwriteCells]
    config.Autograde.autograde_preprocessors = [LimitOutput, SaveAutoGrades]
    inert.configure(config)
    config.GenerateFeedback.exporter_class = Pages
    config.HTMLExporter.preprocessors = []  # nbgrader adds its own, and these:
    config.GenerateFeedback.preprocessors = [GetGrades, HideTests, inert.SanitizeOutputs, CSSHTML]
    path = workspace / "submitted" / student / problem_set.name / problem_set.path.name
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)
    run(Autograde, config, quiet=True)
    run(GenerateFeedback, config, quiet=True)
    page = workspace / "feedback" / student / problem_set.name / f"{path.stem}.html"
    target = grades / "feedback" / student / f"{problem_set.name}.html"
    target.parent.mkdir(parents=True, exist_ok=True)
    whole(target, inert.shut(page.read_text("utf-8")))
    return _marks(notebook, student, problem_set, config.CourseDirectory.db_url)


def _marks(
    notebook: NotebookNode, student: str, problem_set: ProblemSet, database: str
) -> list[Mark]:
    cells = {grade_id(cell): cell for cell in notebook.cells}
    with Gradebook(database) as gradebook:
        found = gradebook.find_submission_notebook(problem_set.path.stem, problem_set.name, student)
        grades = {grade.name: grade for grade in found.grades}
        return [_mark(grades[name], cells[name]) for name in problem_set.items]


def _mark(grade: object, cell: NotebookNode) -> Mark:
    """Return a grade of the gradebook in the words of a table."""
    name, most = grade.name, grade.max_score
    if grade.manual_score is not None:
        return Mark(name, grade.score, most, "marked by hand")
    if is_check(cell):
        wrong = [output.traceback[0] for output in cell.outputs if output.output_type == "error"]
        if (grade.auto_score == most) == bool(wrong):
            raise RuntimeError(f"the gradebook and the check disagree about {name}")
        status = "failed" if wrong else "passed"
        return Mark(name, grade.auto_score, most, status, " ".join(wrong))
    if grade.auto_score is None:
        return Mark(name, None, most, "to be marked")
    return Mark(name, grade.auto_score, most, "no answer")
