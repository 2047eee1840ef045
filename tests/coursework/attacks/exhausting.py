"""Attacks that want to use up the machine, or to stop the grader."""

from attacks import ALL, NONE, RIGHT

SWALLOWS = """
def norm(v):
    while True:
        try:
            while True: pass
        except BaseException:
            pass
"""
HOG = "hoard = []\nwhile True:\n    hoard.append(bytearray(2**28))"
HOGS = """
import os, time
for _ in range(30):
    if os.fork() == 0:
        hoard = b"x" * 2**28
        time.sleep(1000)
time.sleep(1000)
"""
FORKS = """
import os
while True:
    try:
        os.fork()
    except OSError:
        pass
"""
THREADS = """
import threading, time
try:
    while True:
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
except RuntimeError:
    pass
"""
FILLS = """
try:
    for number in range(10**6):
        with open(f"file{number}", "wb") as file:
            for _ in range(63):
                file.write(bytes(2**20))
except OSError:
    pass
import os
assert sum(os.path.getsize(name) for name in os.listdir(".")) < 2**28
for name in os.listdir("."):
    if name.startswith("file"):
        os.remove(name)
"""
LARGE_FILE = """
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    with open("large", "wb") as file:
        file.truncate(2**40)
except OSError:
    pass
"""
OPENS = """
held = []
try:
    while True:
        held.append(open("/dev/null"))
except OSError:
    pass
assert len(held) < 1000
held.clear()
"""
DEADLOCK = "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()"
SEGMENT = "import ctypes\nctypes.string_at(0)"
STOPS = "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)"
KILLS = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"
CLOSES = "import os\nos.closerange(3, 256)"
DRIP = """
import os, time
def norm(v):
    while True:
        for descriptor in range(3, 32):
            try:
                os.write(descriptor, b" ")
            except OSError:
                pass
        time.sleep(0.05)
"""
HUGE = "def norm(v):\n    return [0.123456789] * 10**6"
HUGE_TEXT = "def norm(v):\n    return 'x' * 10**9"
HUGE_NUMBER = "total = 10 ** 10**6"
DEEP = """
deep = []
for _ in range(10**5):
    deep = [deep]
def norm(v):
    return deep
"""
RAW_DEEP = """
import os
def norm(v):
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, b"[" * 10**6 + b"\\n")
        except OSError:
            pass
    return 0
"""
COLLIDES = "def norm(v):\n    return {k * (2**61 - 1): 0 for k in range(10**5)}"
FLOOD = "while True: print('x' * 1000)"
FLOOD_DISPLAY = """
from IPython.display import HTML, display
for _ in range(3000):
    display(HTML("<b>x</b>" * 1000))
import numpy as np
"""
ERROR_TEXT = "raise ValueError('=1+1' + 'x' * 10**8)"
STRANGE_TEXT = r"""
print("\ud800 \x00 \x1b[31m red \x1b]0;title\x07 \u202e")
class Strange(Exception):
    pass
def norm(v):
    raise Strange("\ud800\x00=cmd|' /C calc'!A0")
"""
RECURSION = "def norm(v):\n    return norm(v)"
C_RECURSION = "exec('(' * 10**5 + ')' * 10**5)"
ASKS = """
import sys
def norm(v):
    sys.stdin.read(); input()
"""
PICTURES = """
from IPython.display import Image, SVG, Javascript, display
display(SVG(data="<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"))
display(Javascript("alert(1)"))
display({"image/png": '" onerror="alert(1)', "text/html": "<script>alert(1)</script>"}, raw=True)
display({"image/png": "A" * 10**8}, raw=True)
"""
ENDS = {
    "exit()": ("\nexit()", ALL),
    "quit in a call": ("\ndef double(x):\n    quit()", (0, 3, 1)),
    "sys.exit": ("\nimport sys\nsys.exit(0)", ALL),
    "os._exit": ("\nimport os\nos._exit(0)", (0, 3, 1)),
    "os.abort": ("\nimport os\nos.abort()", (0, 3, 1)),
}
EVERY = "import os\nos._exit(1)"

CASES = {
    "endless": ({"norm": "while True: pass"}, (2, 0, 1)),
    "swallows": ({"norm": SWALLOWS}, (2, 0, 1)),
    "sleeps": ({"norm": "import time\ntime.sleep(10**6)"}, (2, 0, 1)),
    "deadlock": ({"norm": DEADLOCK}, (2, 0, 1)),
    "memory hog": ({"double": HOG}, (0, 3, 1)),
    "many hogs": ({"double": HOGS}, (0, 3, 1)),
    "fork bomb": ({"double": FORKS}, (0, 3, 1)),
    "thread bomb": ({"double": THREADS + RIGHT}, (0, 3, 1)),
    "fills the folder": ({"double": FILLS + RIGHT}, ALL),
    "large file": ({"double": LARGE_FILE + RIGHT}, ALL),
    "opens files": ({"double": OPENS + RIGHT}, ALL),
    "segmentation fault": ({"double": SEGMENT}, (0, 3, 1)),
    "stops itself": ({"double": STOPS}, (0, 3, 1)),
    "kills itself": ({"double": KILLS}, (0, 3, 1)),
    "closes all": ({"double": CLOSES}, (0, 3, 1)),
    "drips": ({"norm": DRIP}, (2, 0, 1)),
    "huge answer": ({"norm": HUGE}, (2, 0, 1)),
    "huge text": ({"norm": HUGE_TEXT}, (2, 0, 1)),
    "huge number": ({"sum": HUGE_NUMBER}, (2, 3, 0)),
    "deep answer": ({"norm": DEEP}, (2, 0, 1)),
    "deep line": ({"norm": RAW_DEEP}, (2, 0, 1)),
    "colliding keys": ({"norm": COLLIDES}, (2, 0, 1)),
    "flood": ({"double": FLOOD}, (0, 3, 1)),
    "flood of displays": ({"sum": FLOOD_DISPLAY + "total = 10"}, ALL),
    "long error": ({"double": ERROR_TEXT}, (0, 3, 1)),
    "strange text": ({"norm": STRANGE_TEXT}, (2, 0, 1)),
    "recursion": ({"norm": RECURSION}, (2, 0, 1)),
    "deep source": ({"norm": C_RECURSION}, (2, 0, 1)),
    "asks": ({"norm": ASKS}, (2, 0, 1)),
    "pictures": ({"sum": PICTURES + "total = 10"}, ALL),
    "every cell ends": ({"double": EVERY, "norm": EVERY, "sum": EVERY}, NONE),
    **{name: ({"double": RIGHT + end}, marks) for name, (end, marks) in ENDS.items()},
}
