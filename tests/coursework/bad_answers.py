"""Submissions to the toy course as (notebook, marks of the three checks), by student."""

from toy_set import answered, cell, delete

ALL, NONE = (2, 3, 1), (0, 0, 0)
FORGED = """
def double(x):
    import sys
    frame = sys._getframe()
    while frame:
        for value in frame.f_code.co_consts:
            print(value)
        frame = frame.f_back
    raise SystemExit
"""
OVERRIDDEN = """
import numpy as np, builtins
from vaslb_edu.checks import answers as check, verdict
check.compare = lambda *a, **k: None
check.number = lambda name, value: 10
verdict.WrongAnswer.__init__ = lambda *a: None
np.all = np.allclose = lambda *a, **k: True
np.abs = np.subtract = lambda *a: 0.0
builtins.len = builtins.zip = lambda *a, **k: []
double = norm = total = 7
"""
EMPTIED = """
shell = get_ipython()
shell.input_transformers_cleanup.append(lambda lines: ["pass\\n"])
shell.input_transformers_post.append(lambda lines: ["pass\\n"])
shell.showtraceback = lambda *a, **k: None
shell._showtraceback = lambda *a, **k: None
class Nothing:
    def visit(self, node):
        node.body = []
        return node
shell.ast_transformers.append(Nothing())
def double(x):
    return 0
"""
EQUAL = """
class Equal(float):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
total = Equal(3)
"""
SWALLOWS = """
def norm(v):
    while True:
        try:
            while True: pass
        except BaseException:
            pass
"""
HOG = """
hoard = []
while True:
    hoard.append(bytearray(2**28))
"""
SHOWN = """
total = 10
from IPython.display import HTML
HTML("<script>alert(1)</script><b>shown</b>")
"""
PASSED = 'print("✔ passed")\nprint("All tests passed: 2/2")\ntotal = double = None'
READS = """
import os
assert "LECTURERS_PASSWORD" not in os.environ
found = []
for folder in ({source!r}, {submissions!r}, "/proc/self"):
    for way in (os.listdir, lambda f: open(f + "/toy/toy.ipynb").read(), os.scandir):
        try:
            found.append(way(folder))
        except OSError as error:
            assert "while grading" in str(error), error
os.symlink({source!r}, "way")
try:
    found.append(open("way/toy/toy.ipynb").read())
except OSError:
    pass
try:
    found.append(os.open("/", os.O_RDONLY))
except OSError:
    pass
assert not found, found
def double(x): return 2 * x
"""
PEEKS = """
import linecache, sys
seen = []
def double(x):
    frame = sys._getframe()
    while frame:
        seen.extend(linecache.getlines(frame.f_code.co_filename))
        frame = frame.f_back
    return 2 * x
"""
SHOWS = """
print(*seen)
print(repr(seen), In)
def norm(v):
    return float(v @ v) ** 0.5
"""
WRITES = """
import ctypes, os, shutil, socket, sqlite3, subprocess
with open("mine.txt", "w") as file:  # in the own folder it may
    file.write("mine")
ways = [
    lambda: open({outside!r} + "/stolen.txt", "w"),
    lambda: os.open({outside!r} + "/stolen.txt", os.O_WRONLY | os.O_CREAT),
    lambda: os.mkdir({outside!r} + "/stolen"),
    lambda: os.rename("mine.txt", {outside!r} + "/stolen.txt"),
    lambda: os.link("mine.txt", {outside!r} + "/stolen.txt"),
    lambda: os.remove({outside!r} + "/treasure.txt"),
    lambda: shutil.rmtree({outside!r}),
    lambda: sqlite3.connect({outside!r} + "/stolen.txt"),
    lambda: subprocess.run(["touch", {outside!r} + "/stolen.txt"]),
    lambda: os.system("touch " + {outside!r} + "/stolen.txt"),
    lambda: os.fork(),
    lambda: os.kill(os.getppid(), 9),
    lambda: socket.create_connection(("127.0.0.1", 80), 1),
    lambda: ctypes.CDLL(None),
    lambda: get_ipython().system("touch " + {outside!r} + "/stolen.txt"),
]
done = []
for number, way in enumerate(ways):
    try:
        way()
        done.append(number)
    except PermissionError as error:
        assert "while grading" in str(error), error
assert not done, done
def double(x): return 2 * x
"""


def submissions(released, source, submissions, outside):
    """Return notebooks and expected marks by student."""
    places = {"source": str(source), "submissions": str(submissions), "outside": str(outside)}
    cases = {
        "right": (answered(released), ALL),
        "scripts": (answered(released, why="<script>alert(1)</script>", sum=SHOWN), ALL),
        "partly": (answered(released, norm="def norm(v):\n    return v @ v"), (2, 0, 1)),
        "wrong": (answered(released, double="double = 1", norm="norm = 0", sum="total = 9"), NONE),
        "unchanged": (released, NONE),
        "crashing": (answered(released, double="1 / 0"), (0, 3, 1)),
        "ends python": (answered(released, double="import os; os._exit(0)"), (0, 3, 1)),
        "syntax error": (answered(released, norm="def norm(v) return 0"), (2, 0, 1)),
        "endless": (answered(released, norm="while True: pass"), (2, 0, 1)),
        "swallows": (answered(released, norm=SWALLOWS), (2, 0, 1)),
        "memory hog": (answered(released, double=HOG), (0, 3, 1)),
        "flood": (answered(released, double="while True: print('x' * 1000)"), (0, 3, 1)),
        "prints passed": (answered(released, double=PASSED), (0, 3, 1)),
        "overrides": (answered(released, sum=OVERRIDDEN, norm=OVERRIDDEN), (2, 0, 0)),
        "empties cells": (answered(released, double=EMPTIED), (0, 3, 1)),
        "exits in check": (answered(released, double=FORGED), (0, 3, 1)),
        "equals all": (answered(released, sum=EQUAL), (2, 3, 0)),
        "reads": (answered(released, double=READS.format(**places)), ALL),
        "peeks": (answered(released, double=PEEKS, norm=SHOWS), ALL),
        "writes": (answered(released, double=WRITES.format(**places)), ALL),
    }
    changed = answered(released, double="def double(x):\n    return x * x")
    check = cell(changed, "toy-double-check")
    check.source, check.metadata.nbgrader.points = "print('fine')", 100
    cases["edits a check"] = (changed, (0, 3, 1))
    no_checks = answered(released, norm="def norm(v):\n    return 1.0")
    delete(no_checks, "toy-double-check", "toy-norm-check", "toy-sum-check")
    cases["no checks"] = (no_checks, (2, 0, 1))
    no_answer = answered(released)
    delete(no_answer, "toy-double", "toy-why")
    cases["no answer"] = (no_answer, (0, 3, 1))
    twice = answered(released)
    copied = cell(answered(released, double="double = 0"), "toy-double")
    copied.id = "copied"
    twice.cells.append(copied)
    cases["twice"] = (twice, ALL)
    unnamed = answered(released)
    for one in unnamed.cells:
        one.metadata = {}
    cases["no metadata"] = (unnamed, ALL)
    return cases
