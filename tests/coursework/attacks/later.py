"""Attacks by what a cell leaves behind, to act in the middle of another one.

Two in each notebook, in its first and in its last answer. The cell that has set something off is to
blame, or nothing comes of it; the item in between keeps its marks, at any load.
"""

from attacks import ALL, RIGHT

TOTAL = "\ntotal = 10\n"
SOON, NEVER = 0.4, 10**6  # seconds
THREAD = """
import os, threading, time
def end():
    time.sleep({0})
    os._exit(0)
threading.Thread(target=end, daemon=True).start()
"""
CHILD = """
import os, signal, time
if os.fork() == 0:
    time.sleep({0})
    os.kill(os.getppid(), signal.SIGKILL)
    os._exit(0)
"""
# Nobody's child: it has left its session, and its parents have ended.
ORPHANS = """
import os, signal, time
victim = os.getpid()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for _ in range(40):
            time.sleep(0.01)
            if os.fork() != 0:
                os._exit(0)
        os.kill(victim, signal.SIGKILL)
    os._exit(0)
os.wait()
"""
WATCHDOG = """
import faulthandler
faulthandler.dump_traceback_later({0}, exit=True, file=open("said", "w"))
"""
IN_C = """
import ctypes, os, time
libc, thread = ctypes.CDLL(None), ctypes.c_ulong()
@ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
def end(nothing):
    time.sleep({0})
    os._exit(0)
assert libc.pthread_create(ctypes.byref(thread), None, end, None) == 0
"""
LEADERLESS = """
import ctypes, os, threading, time
def end():
    time.sleep({0})
    os._exit(0)
threading.Thread(target=end, daemon=True).start()
ctypes.CDLL(None).pthread_exit(None)
"""
TIMER = """
import os, signal
signal.signal(signal.SIGALRM, lambda *a: os._exit(0))
signal.setitimer(signal.{0}, 0.4)
"""
# These two cannot say that they were refused; in C a timer ends the process by itself.
ALARM = "import signal\nsignal.alarm(1)\n"
TIMER_IN_C = """
import ctypes
timer = ctypes.c_void_p()
assert ctypes.CDLL(None).timer_create(0, None, ctypes.byref(timer)) != 0
"""
PROCESSOR = "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (2, 2))\n"
PROCESSOR_OF = "import resource\nresource.prlimit(0, resource.RLIMIT_CPU, (2, 2))\n"
# A signal as soon as the judge asks for something else.
WHEN_ASKED = """
import fcntl, os, signal
for descriptor in range(3, 64):
    try:
        flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    except OSError:
        continue
    fcntl.fcntl(descriptor, fcntl.F_SETFL, flags | os.O_ASYNC)
    fcntl.fcntl(descriptor, fcntl.F_SETOWN, os.getpid())
"""
# A filter that ends the process with the first call that no earlier cell has made.
FILTER = """
import ctypes, struct
code = struct.pack("=HBBI", 6, 0, 0, 0x80000000)
kept = ctypes.create_string_buffer(code)
content = struct.pack("@HP", 1, ctypes.addressof(kept))
libc = ctypes.CDLL(None)
assert libc.prctl(22, 2, content, 0, 0) != 0 and libc.syscall(317, 1, 0, content) != 0
"""
HANDLER = """
import os, signal, time
def double(x): return 2 * x
def spoil(*arguments):
    global double
    double = None
signal.signal(signal.SIGUSR1, spoil)
if os.fork() == 0:
    time.sleep({0})
    os.kill(os.getppid(), signal.SIGUSR1)
    os._exit(0)
"""
# What comes late counts as if it had come at once: for the worse, and for the better.
WORSE = """
import threading
total = 10
threading.Timer({0}, lambda: globals().update(total=None)).start()
"""
BETTER = """
import threading
double = total = None
threading.Timer({0}, lambda: globals().update(double=lambda x: 2 * x, total=10)).start()
"""
LOOP = """
import asyncio, os
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
loop.call_later(0.1, os._exit, 0)
"""
FINALLY = """
import atexit, gc, os, weakref
class Last:
    def __del__(self): os._exit(0)
atexit.register(os._exit, 0)
kept = Last()
kept_too = weakref.finalize(kept, os._exit, 0)
"""


def _both(first, last):
    """Return the changes of a notebook with one attack in its first answer, one in its last."""
    return {"double": first + RIGHT, "sum": last + TOTAL}


BLAMED = (0, 3, 0)
CASES = {
    "threads that end Python": (_both(THREAD.format(SOON), THREAD.format(NEVER)), BLAMED),
    "processes that kill": (_both(CHILD.format(SOON), ORPHANS), BLAMED),
    "watchdogs": (_both(WATCHDOG.format(SOON), WATCHDOG.format(NEVER)), BLAMED),
    "threads in C": (_both(IN_C.format(SOON), LEADERLESS.format(SOON)), BLAMED),
    "timers": (_both(TIMER.format("ITIMER_REAL"), TIMER.format("ITIMER_PROF")), BLAMED),
    "limits of its own": (_both(PROCESSOR, PROCESSOR_OF), BLAMED),
    "signals when asked": (_both(WHEN_ASKED, ALARM + TIMER_IN_C + FILTER), (0, 3, 1)),
    "worse later": ({"double": HANDLER.format(SOON), "sum": WORSE.format(SOON)}, BLAMED),
    "better later": ({"double": BETTER.format(SOON), "sum": ""}, ALL),
    "loops and last words": (_both(LOOP, FINALLY), ALL),
}
