"""What the jail costs: a class of thirty, graded with and without it, as ratios.

The class answers the first problem set, ten with its solutions, ten with mistakes, ten not at all.
Both runs are made in turn on the same machine. The grader's own memory is compared between a class
of ten, the class of thirty, and a class of ten with large files and large outputs.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[1]
COURSE = ROOT / "book" / "coursework"
NAME = "divide_and_conquer/divide_and_conquer.ipynb"
STUDENTS, TARGET, MEMORY_TARGET, SIZE_TARGET = 30, 1.5, 1.1, 1.5
SHOWS = """
from IPython.display import Image, display
import numpy as np
for _ in range(3):
    display(Image(data=b"\\x89PNG\\r\\n\\x1a\\n" + np.random.default_rng(0).bytes(2**20)))
"""
MEASURED = """
import re, sys
from pathlib import Path
from tools.coursework.grading import grade
grade(Path(sys.argv[1]), Path(sys.argv[2]), unsafe=sys.argv[3] == "unsafe")
# Not ru_maxrss: that begins with the memory of whoever started us.
print(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
"""


def swollen(text: str) -> str:
    """Return a notebook with 40 MB of attachments, whose first cell shows large pictures."""
    notebook = nbformat.reads(text, as_version=4)
    notebook.cells[0]["attachments"] = {"x.png": {"image/png": "A" * (40 * 2**20)}}
    next(cell for cell in notebook.cells if cell.cell_type == "code").source += SHOWS
    return nbformat.writes(notebook)


def hand_in(folder: Path, students: int, large: bool = False) -> Path:
    """Write a class of submissions."""
    solved = nbformat.read(COURSE / "source" / NAME, as_version=4)
    released = nbformat.read(COURSE / "release" / NAME, as_version=4)
    for number in range(students):
        notebook = released if number % 3 == 2 else solved
        text = nbformat.writes(notebook)
        if number % 3 == 1:
            text = text.replace("math.sqrt(len(places))", "len(places)")
        if large:
            text = swollen(text)
        path = folder / f"student{number:02}" / "set.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    return folder


def graded(submissions: Path, grades: Path, kind: str) -> tuple[float, float]:
    """Grade a class in a process of its own; return seconds and its largest memory (MB)."""
    start = time.perf_counter()
    command = [sys.executable, "-c", MEASURED, str(submissions), str(grades), kind]
    search = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    ended = subprocess.run(command, env=search, stdout=subprocess.PIPE, check=True)
    return time.perf_counter() - start, int(ended.stdout.split()[-1]) / 1024


def main() -> int:
    """Measure, print the table, and say whether the targets hold."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        few = hand_in(place / "few", STUDENTS // 3)
        many = hand_in(place / "many", STUDENTS)
        heavy = hand_in(place / "heavy", STUDENTS // 3, large=True)
        _, little = graded(few, place / "grades-few", "jail")
        bare, _ = graded(many, place / "grades-unsafe", "unsafe")
        jailed, much = graded(many, place / "grades-jail", "jail")
        _, large = graded(heavy, place / "grades-heavy", "jail")
    ratio, growth, swelling = jailed / bare, much / little, large / little
    print(f"grading {STUDENTS} submissions: {jailed:.0f} s in the jail, {bare:.0f} s without")
    print(f"  ratio {ratio:.2f}, at most {TARGET}: {'met' if ratio <= TARGET else 'MISSED'}")
    print(f"memory of the grader: {much:.0f} MB, with a third of the class {little:.0f} MB")
    met = growth <= MEMORY_TARGET
    print(f"  ratio {growth:.2f}, at most {MEMORY_TARGET}: {'met' if met else 'MISSED'}")
    flat = swelling <= SIZE_TARGET
    print(f"  with files of 40 MB that show large pictures {large:.0f} MB")
    print(f"  ratio {swelling:.2f}, at most {SIZE_TARGET}: {'met' if flat else 'MISSED'}")
    return 0 if ratio <= TARGET and met and flat else 1


if __name__ == "__main__":
    sys.exit(main())
