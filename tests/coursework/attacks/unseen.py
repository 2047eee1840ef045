"""Attacks by what a simple meter does not see: children of nobody, files without size, naps."""

from attacks import ALL, RIGHT

# Children that nobody waits for: what they used is entered nowhere when they end.
ORPHANS = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    if os.fork() == 0:
        start = time.process_time()
        while time.process_time() - start < 0.3:
            pass
        os._exit(0)
    time.sleep(0.3)
"""
EMPTY_FILES = """
import os
try:
    for number in range(10**7):
        os.mknod(str(number))
except OSError:
    pass
"""
LINKS = """
import os
try:
    for number in range(10**7):
        os.symlink("x" * 100, "/dev/shm/" + str(number))
except OSError:
    pass
"""
NAPS = """
import time
while True:
    start = time.monotonic()
    while time.monotonic() - start < 0.06:
        pass
    time.sleep(0.14)
"""
IGNORES = """
import signal
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
"""
TRACES = "import sys\ndef trace(*a):\n    raise SystemExit\nsys.settrace(trace)"
TRACES_ALL = """
import sys, threading
def trace(*arguments):
    return trace
sys.settrace(trace); threading.settrace(trace)
"""
TREE = "part = [0] * 10\nfor _ in range(8):\n    part = [part] * 10\ntotal = part"
LIES = """
class Lies(Exception):
    def __str__(self): raise SystemExit
def double(x):
    raise Lies
"""
SHARED = """
import mmap, os, time
for _ in range(20):
    if os.fork() == 0:
        shared = mmap.mmap(-1, 2**28)
        for place in range(0, 2**28, 4096):
            shared[place] = 1
        time.sleep(1000)
time.sleep(1000)
"""
DISPLAYS = """
from IPython.display import clear_output, display
class Odd:
    def _repr_mimebundle_(self, **k):
        return {1: 2, "text/html": [1], "text/plain": {"a": 1}, "text/latex": "$x$" * 10**5}
    def __repr__(self): return "x" * 10**7
display(Odd(), display_id="x").update(2)
clear_output()
display({"application/vnd.jupyter.widget-state+json": {"x": 1}}, raw=True)
display({"application/javascript": "alert(1)", "text/html": "<svg onload=alert(1)>"}, raw=True)
"""

CASES = {
    "children of nobody": ({"double": ORPHANS}, (0, 3, 1)),
    "empty files": ({"double": EMPTY_FILES}, (0, 3, 1)),
    "links that fill nothing": ({"double": LINKS}, (0, 3, 1)),
    "naps": ({"double": NAPS}, (0, 3, 1)),
    "shared memory": ({"double": SHARED}, (0, 3, 1)),
    "ignores all signals": ({"double": IGNORES + RIGHT}, ALL),
    "a trace that ends": ({"double": TRACES + RIGHT}, (0, 3, 1)),
    "a trace of everything": ({"double": TRACES_ALL + RIGHT}, ALL),
    "waits at the end": (
        {"double": "import atexit, time\natexit.register(time.sleep, 9**9)" + RIGHT},
        ALL,
    ),
    "a tree of lists": ({"sum": TREE}, (2, 3, 0)),
    "a list of itself": ({"sum": "total = []\ntotal.append(total)"}, (2, 3, 0)),
    "an error that lies": ({"double": LIES}, (0, 3, 1)),
    "no number": (
        {"double": "def double(x):\n    return float('nan')", "sum": "total = float('nan')"},
        (0, 3, 0),
    ),
    "nothing in an array": (
        {"norm": "def norm(v):\n    return np.array([])", "sum": "total = np.zeros(0)"},
        (2, 0, 0),
    ),
    "a generator": ({"norm": "def norm(v):\n    yield 1"}, (2, 0, 1)),
    "odd displays": ({"sum": DISPLAYS + "total = 10"}, ALL),
}
