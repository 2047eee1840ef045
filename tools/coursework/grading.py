"""Grade all submissions in a folder: run them side by side, enter their marks one by one."""

from __future__ import annotations

import re
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path

from nbformat import NotebookNode
from tqdm import tqdm

from tools.coursework import marks, release
from tools.coursework.child import Children, Limits
from tools.coursework.course import COURSE, is_check, problem_sets
from tools.coursework.proof import failure
from tools.coursework.record import prepare, record
from tools.coursework.restore import restored
from tools.coursework.submissions import Submission, find


def grade(
    submissions: Path,
    grades: Path,
    limits: Limits | None = None,
    course: Path = COURSE,
    jobs: int = 2,
) -> list[marks.Result]:
    """Grade every submission in a folder and return what the tables hold."""
    grades.mkdir(parents=True, exist_ok=True)
    results: list[marks.Result] = []
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder).resolve()
        release.generate(course, grades)
        prepare(grades, course / "source")
        sets = problem_sets(course, grades / "release")
        children = Children(workspace, limits or Limits(), [course, submissions, grades])
        found = list(find(submissions, sets, leave_out=grades))
        identities = _identities([submission.student for submission in found])
        with ThreadPoolExecutor(jobs) as pool:
            futures = {pool.submit(_run, one, children): one for one in found}
            try:
                for future in tqdm(as_completed(futures), total=len(found), unit="submission"):
                    submission = futures[future]
                    identity = identities[submission.student]
                    try:
                        result = _result(submission, future.result(), identity, grades, workspace)
                    except Exception as error:  # one bad submission never stops the others
                        remark = f"could not be graded: {type(error).__name__}: {error}"
                        name = submission.problem_set.name if submission.problem_set else ""
                        result = marks.Result(submission.student, name, remark=remark)
                    results.append(result)
                    marks.write(results, grades)
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                children.end_all()
                raise
    marks.write(results, grades)
    return results


Run = tuple[NotebookNode, dict[str, str]] | None


def _run(submission: Submission, children: Children) -> Run:
    """Return the run notebook and what had to be restored; None where there is no notebook."""
    if submission.notebook is None or submission.problem_set is None:
        return None
    notebook, remarks = restored(submission.notebook, submission.problem_set)
    executed = children.execute(notebook)
    if executed is None:
        for cell in filter(is_check, notebook.cells):
            cell.outputs = [failure("Stopped", "the submission could not be run to its end")]
    return executed or notebook, remarks


def _result(
    submission: Submission, run: Run, identity: str, grades: Path, workspace: Path
) -> marks.Result:
    """Enter a run submission into the gradebook and return its row of marks."""
    problem_set = submission.problem_set
    if run is None or problem_set is None:
        name = problem_set.name if problem_set else ""
        return marks.Result(submission.student, name, remark=submission.remark)
    notebook, remarks = run
    given = record(notebook, identity, problem_set, grades, workspace)
    with_remarks = [
        replace(mark, remark="; ".join(filter(None, [mark.remark, remarks.pop(mark.item, "")])))
        for mark in given
    ]
    others = "; ".join(f"{name}: {remark}" for name, remark in sorted(remarks.items()))
    return marks.Result(submission.student, problem_set.name, with_remarks, others)


def _identities(students: list[str]) -> dict[str, str]:
    """Return for each student a different name that is safe as a folder and for nbgrader."""
    names: dict[str, str] = {}
    for student in dict.fromkeys(students):
        safe = re.sub(r"[^\w.@-]+", "_", student).strip("._") or "student"
        while safe in names.values():
            safe += "_"
        names[student] = safe
    return names
