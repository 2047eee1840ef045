"""Folders in which a class is graded, with somebody's treasure beside them."""

import csv
from dataclasses import dataclass
from pathlib import Path

import nbformat
from toy_set import CHECKS, answered, save, write_course

from tools.coursework import grading, release
from tools.coursework.meter import Limits

LIMITS = Limits(cell=3, submission=120, memory=3000)


@dataclass
class Places:
    """The folders of a course, of its submissions and of its grades."""

    folder: Path

    def __post_init__(self):
        self.course = write_course(self.folder / "course")
        self.submissions, self.grades = self.folder / "submissions", self.folder / "grades"
        self.outside = self.folder / "outside"
        self.submissions.mkdir()
        self.outside.mkdir()
        (self.outside / "treasure.txt").write_text("gold")
        text = release.releases(self.course)["toy/toy.ipynb"]
        self.released = nbformat.reads(text, as_version=4)

    def hand_in(self, student, changes):
        """Save a student's answers."""
        save(answered(self.released, **changes), self.submissions / student / "toy.ipynb")

    def grade(self, **options):
        """Grade the folder and return the rows of both tables."""
        options = {"limits": LIMITS, "course": self.course} | options
        grading.grade(self.submissions, options.pop("grades", self.grades), **options)
        return self.rows("grades.csv"), self.rows("summary.csv")

    def rows(self, name):
        """Return the rows of a table."""
        with (self.grades / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


def of(rows, student):
    """Return the rows of a student by item."""
    return {row["item"]: row for row in rows if row["student"] == student}


def marks_of(rows, student):
    """Return the marks of the three checks."""
    found = of(rows, student)
    return tuple(int(found[item]["points"]) for item in CHECKS)
