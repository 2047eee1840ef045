"""Grade a folder of submissions.

::

    python -m tools.coursework.grade SUBMISSIONS --grades DIR

Writes DIR/grades.csv (a row for each student and item), DIR/summary.csv (for each student and set),
DIR/feedback/<student>/<set>.html and nbgrader's gradebook. The tables are written anew after each
submission, so that nothing is lost when grading is interrupted.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.coursework.child import Limits
from tools.coursework.course import COURSE


def main() -> int:
    """Read the command line and grade."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("submissions", nargs="?", default="")
    parser.add_argument("--grades", type=Path, default=Path("grades"))
    parser.add_argument("--course", type=Path, default=COURSE)
    parser.add_argument("--cell-seconds", type=int, default=Limits.cell)
    parser.add_argument("--submission-seconds", type=int, default=Limits.submission)
    parser.add_argument("--memory-mb", type=int, default=Limits.memory)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    if not chosen.submissions or not Path(chosen.submissions).is_dir():
        said = f"{chosen.submissions} is not a folder" if chosen.submissions else "no folder named"
        print(f"Nothing to grade: {said}. Use: make grade SUBMISSIONS=folder", file=sys.stderr)
        return 2
    limits = Limits(chosen.cell_seconds, chosen.submission_seconds, chosen.memory_mb)
    grades = chosen.grades.resolve()
    from tools.coursework.grading import grade  # takes seconds to load: first say what is wrong

    try:
        results = grade(
            Path(chosen.submissions).resolve(), grades, limits, chosen.course.resolve(), chosen.jobs
        )
    except KeyboardInterrupt:
        print(f"\nInterrupted. What was graded is in {grades}.", file=sys.stderr)
        return 130
    print(f"{len(results)} submissions: see {grades / 'grades.csv'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
