"""Attacks that want marks for answers that are wrong."""

from attacks import NONE

PRINTED = 'print("✔ passed")\nprint("All tests passed: 2/2")\ntotal = double = None'
OVERRIDDEN = """
import numpy as np, builtins, operator, math
np.all = np.allclose = np.array_equal = lambda *a, **k: True
np.abs = np.subtract = lambda *a: 0.0
builtins.len = builtins.zip = lambda *a, **k: []
builtins.AssertionError = builtins.isinstance = lambda *a, **k: True
double = norm = total = 7
"""
EMPTIED = """
shell = get_ipython()
shell.input_transformers_cleanup.append(lambda lines: ["pass\\n"])
shell.input_transformers_post.append(lambda lines: ["pass\\n"])
shell.showtraceback = shell._showtraceback = lambda *a, **k: None
shell.run_cell = shell.run_code = lambda *a, **k: None
def double(x):
    return 0
"""
CONSTANTS = """
def double(x):
    import sys
    frame = sys._getframe()
    while frame:
        for value in frame.f_code.co_consts:
            print(value)
        frame = frame.f_back
    raise SystemExit
"""
EQUAL = """
class Equal(float):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __le__(self, other): return True
    def __hash__(self): return 0
    def __sub__(self, other): return Equal(0)
    __rsub__ = __abs__ = __sub__
total = Equal(3)
"""
EQUAL_ARRAY = """
class Agrees(np.ndarray):
    def __array_ufunc__(self, *a, **k): return np.True_
    def __array_function__(self, *a, **k): return True
    def __eq__(self, other): return True
def norm(v):
    return np.zeros(()).view(Agrees)
"""
CHECKS_PATCHED = """
import sys
from vaslb_edu.checks import WrongAnswer
from vaslb_edu.checks import answers as check
check.compare = lambda *a, **k: None
check.number = lambda name, value: 10
WrongAnswer.__init__ = lambda *a: None
for name, module in list(sys.modules.items()):
    if name.startswith("vaslb_edu") and hasattr(module, "WrongAnswer"):
        module.WrongAnswer = int
double = 7
"""
CHECKS_REPLACED = """
import sys, types
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("vaslb_edu.checks"):
            raise ImportError(name)
sys.meta_path.insert(0, Finder())
false = types.ModuleType("vaslb_edu.checks.answers")
false.compare = lambda *a, **k: None
sys.modules["vaslb_edu.checks.answers"] = false
double = None
"""
# What is right stands in the checks of the library: it must not be there to be borrowed.
BORROWED = """
import importlib.util, pathlib, sys, vaslb_edu
del sys.modules["vaslb_edu.checks"]
stolen = {}
try:
    from vaslb_edu.checks import answers
    answers.compare = lambda name, function, cases, right, *a, **k: stolen.update({name: right})
    from vaslb_edu.checks.weighted_oful import step
    step(None)
except ImportError:
    pass
for path in pathlib.Path(vaslb_edu.__file__).parent.joinpath("checks").rglob("*"):
    stolen[str(path)] = path
double = (lambda x: 2 * x) if stolen else None
"""
# To every descriptor that is open: answers to questions that nobody has asked yet.
ANSWERED_BEFORE = """
import json, os
for descriptor in range(3, 256):
    for line in ('{"to": "", "value": 10}', '{"verdict": "passed"}', '{"ready": true}'):
        try:
            os.write(descriptor, (line + "\\n").encode())
        except OSError:
            pass
total = 1
"""
THREAD = """
import os, threading, time
def speak():
    while True:
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, b'{"to": "", "value": 10}\\n')
            except OSError:
                pass
        time.sleep(0.01)
threading.Thread(target=speak, daemon=True).start()
double = norm = total = 0
"""
JSON_PATCHED = """
import json, sys
answers = sys.modules["__main__"].__dict__.get("answer")
json.dumps = lambda message, *a, **k: '{"to": "%s", "value": true, "passed": true}' % message["to"]
double = norm = total = None
"""
SIDE_PATCHED = """
import gc
for found in gc.get_objects():
    if type(found).__name__ == "Side":
        found.functions[:] = [lambda *a: True] * 99
        found.send = lambda message: None
        found.written = lambda value: {"other": "float"}
double = None
"""
ENCODER_PATCHED = """
import sys
module = sys.modules["tools.coursework.student_side.plain_data"]
for name in ("encoded", "decoded"):
    setattr(module, name, lambda *a: {"given": 0})
    setattr(sys.modules["__main__"], name, lambda *a: {"given": 0})
def double(x):
    return {"given": 0}
"""
PREDICTED = """
import numpy as np, random
np.random.default_rng = lambda *a: None
np.random.seed(0); random.seed(0)
seen = {}
def double(x):
    return seen.get(x, x * x)
"""
ERRORS = """
class WrongAnswer(AssertionError):
    def __str__(self): return "✔ passed" * 10**6
class Right(StopIteration): pass
def double(x):
    raise Right("✔ passed")
def norm(v):
    raise WrongAnswer
"""
FORKED = """
import os
def double(x):
    if os.fork() == 0:
        return 2 * x
    os.wait()
    return 0
"""
TYPES = """
class int(int):
    pass
total = int(10)
"""
NAMES = """
def abs(x): return 0.0
def float(x): return 10
def len(x): return 0
class AssertionError(Exception): pass
np = check = WrongAnswer = None
def double(x): return 1.0
total = 9
"""
ALIVE = """
import atexit, signal
atexit.register(print, "✔ passed")
signal.signal(signal.SIGTERM, lambda *a: None)
def total(): return 10
"""

CASES = {
    "prints passed": ({"double": PRINTED}, (0, 3, 1)),
    "overrides": ({"sum": OVERRIDDEN, "norm": OVERRIDDEN}, (2, 0, 0)),
    "empties cells": ({"double": EMPTIED}, NONE),
    "reads constants": ({"double": CONSTANTS}, (0, 3, 1)),
    "equals all": ({"sum": EQUAL}, (2, 3, 0)),
    "array agrees": ({"norm": EQUAL_ARRAY}, (2, 0, 1)),
    "patches checks": ({"double": CHECKS_PATCHED}, (0, 3, 1)),
    "replaces checks": ({"double": CHECKS_REPLACED}, (0, 3, 1)),
    "borrows checks": ({"double": BORROWED}, (0, 3, 1)),
    "answers before": ({"sum": ANSWERED_BEFORE}, (2, 3, 0)),
    "thread answers": ({"sum": THREAD}, (2, 3, 0)),
    "patches json": ({"sum": JSON_PATCHED}, (2, 3, 0)),
    "patches the side": ({"sum": SIDE_PATCHED + "\ntotal = 3"}, (2, 3, 0)),
    "patches encoder": ({"double": ENCODER_PATCHED, "norm": "norm = 0", "sum": "total = 1"}, NONE),
    "predicts": ({"double": PREDICTED}, (0, 3, 1)),
    "raises passed": ({"double": ERRORS, "norm": ""}, (0, 0, 1)),
    "forks in a call": ({"double": FORKED}, (0, 3, 1)),
    "subclass of int": ({"sum": TYPES}, (2, 3, 0)),
    "hides names": ({"double": NAMES, "sum": ""}, NONE),
    "function as value": ({"sum": ALIVE}, (2, 3, 0)),
}
