"""Grade a folder of submissions.

::

    python -m tools.coursework.grade SUBMISSIONS --grades DIR

Writes DIR/grades.csv (a row for each student and item), DIR/summary.csv (for each student and set),
DIR/feedback/<student>/<set>.html and nbgrader's gradebook. The tables are written anew after each
submission and keep what earlier runs have found: an interrupt loses nothing.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.coursework import container
from tools.coursework.course import COURSE
from tools.coursework.interrupts import Interrupts
from tools.coursework.jail import NoJailError, insist
from tools.coursework.meter import Limits

UNSAFE = """\
UNSAFE: submissions run without a jail. Their code can read and change whatever you can."""


def main() -> int:
    """Read the command line and grade."""
    interrupts = Interrupts()
    interrupts.listen()
    chosen = _parser().parse_args()
    if not chosen.submissions or not Path(chosen.submissions).is_dir():
        said = f"{chosen.submissions} is not a folder" if chosen.submissions else "no folder named"
        return _refuse(f"Nothing to grade: {said}. Use: make grade SUBMISSIONS=folder", 2)
    grades = chosen.grades.resolve()
    try:
        if chosen.container:
            return _grade_elsewhere(chosen, grades)
        if chosen.unsafe:
            print(UNSAFE, file=sys.stderr)
        else:
            insist()
        return _grade(chosen, grades, interrupts)
    except (NoJailError, container.NoContainerError) as missing:
        return _refuse(str(missing), 3)
    except KeyboardInterrupt:
        return _refuse(f"\nInterrupted. What was graded is in {grades}.", 128 + interrupts.caught)


def _grade_elsewhere(chosen: argparse.Namespace, grades: Path) -> int:
    if chosen.unsafe or chosen.course != COURSE:
        return _refuse("--container goes with neither --unsafe nor --course.", 2)
    names = ("cell_seconds", "submission_seconds", "memory_mb", "jobs")
    options = [f"--{name.replace('_', '-')}={getattr(chosen, name)}" for name in names]
    return container.grade(chosen.container, Path(chosen.submissions).resolve(), grades, options)


def _grade(chosen: argparse.Namespace, grades: Path, interrupts: Interrupts) -> int:
    from tools.coursework.grading import grade  # takes seconds to load: first say what is wrong
    from tools.coursework.ledger import InUseError

    limits = Limits(chosen.cell_seconds, chosen.submission_seconds, chosen.memory_mb)
    folders = Path(chosen.submissions).resolve(), grades
    course, jobs = chosen.course.resolve(), max(1, chosen.jobs)
    try:
        results = grade(*folders, limits, course, jobs, chosen.unsafe, interrupts)
    except InUseError as busy:
        return _refuse(str(busy), 4)
    except Exception as problem:
        error: BaseException = problem
        while error.__context__:  # what nbgrader wraps into an error of its own says more
            error = error.__context__
        kept = f"Tables that were there are as they were, in {grades}."
        return _refuse(f"Cannot go on: {type(error).__name__}: {error}\n{kept}", 1)
    print(f"{len(results)} entries: see {grades / 'grades.csv'}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("submissions", nargs="?", default="")
    parser.add_argument("--grades", type=Path, default=Path("grades"))
    parser.add_argument("--course", type=Path, default=COURSE)
    parser.add_argument("--cell-seconds", type=int, default=Limits.cell)
    parser.add_argument("--submission-seconds", type=int, default=Limits.submission)
    parser.add_argument("--memory-mb", type=int, default=Limits.memory)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--container", default="", help="an image to grade in, without bwrap here")
    parser.add_argument("--unsafe", action="store_true", help="without a jail: trust everybody")
    return parser


def _refuse(said: str, status: int) -> int:
    print(said, file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
