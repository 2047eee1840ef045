"""Attacks on the pipe between the two sides, by code that has found its end of it.

What is said out of turn, or is no value, costs the cell that said it, and no other.
"""

from attacks import ALL, NONE, RIGHT

FOUND = """
import json, os, sys, threading, time
def find():
    frame = sys._getframe()
    while frame:
        for value in list(frame.f_locals.values()):
            if type(value).__name__ == "Side":
                return value
        frame = frame.f_back
side = find()
def say(**message):
    os.write(side._out, (json.dumps({"to": side.request, **message}) + "\\n").encode())
"""
HUGE_SHAPE = {"array": ["<f8", [0, 2**70], ""]}
HUGE_STATE = {"generator": {"state": {"state": 2**300, "inc": -1}, "has_uint32": 0, "uinteger": 0}}
ODD_VALUES = {
    "a shape that fits nowhere": HUGE_SHAPE,
    "a state that fits nowhere": HUGE_STATE,
    "a shape of shapes": {"array": ["<f8", [[1]], ""]},
    "a state that is a list": {"generator": [1]},
    "a function of no number": {"callable": [10**30, "x"]},
    "a function with half a letter": {"callable": [-5, "\ud800"]},
    "a function not given": {"given": 10**6},
}
ODD_ERRORS = {
    "an error with a long name": {"error": ["A" * 10**5, {}, "SyntaxError"], "text": [1]},
    "an error that needs more": {"error": ["UnicodeDecodeError"], "refused": True},
    "an error without names": {"error": {"a": 1}, "text": None, "refused": -1},
}
EARLY = FOUND + 'say(shown=[{"name": "stdout", "text": "✔ passed"}], failed=None)' + RIGHT
TWICE = """
def double(x):
    say(value=1.0)
    return 2 * x
"""
# The real answer of the last call of this check would be taken for that of the next cell.
LEFT_OVER = """
calls = []
def double(x):
    calls.append(x)
    if len(calls) == 4:
        say(value=-8)
    return 2 * x
"""
LATER = """
def speak():
    time.sleep(0.3)
    while True:
        say(value=10)
threading.Thread(target=speak, daemon=True).start()
total = 1
time.sleep(1)
"""
STOLEN = """
copy = os.dup(side._out)
os.dup2(os.open(os.devnull, os.O_WRONLY), side._out)
"""
DUPLICATE = """
side.send = lambda message: os.write(side._out, (
    '{"to": "x", "to": "%s", "value": 1, "value": 10.5}\\n' % side.request).encode())
total = 1
"""
FORKED = """
copy = os.dup(side._out)
if os.fork() == 0:
    while True:
        os.write(copy, b'{"to": "", "value": 1}\\n')
        time.sleep(0.01)
time.sleep(0.1)
"""


def _asks(arguments):
    return FOUND + f"say(ask=0, arguments={arguments!r})" + RIGHT


def _value(value):
    return {"sum": FOUND + f"side.written = lambda value: {value!r}\ntotal = 1"}


def _error(message):
    return {"double": FOUND + f"def double(x):\n    say(**{message!r})\n"}


CASES = {
    "answers a cell early": ({"double": EARLY}, (0, 3, 1)),
    "asks an odd shape": ({"double": _asks(HUGE_SHAPE)}, (0, 3, 1)),
    "asks an odd state": ({"double": _asks(HUGE_STATE)}, (0, 3, 1)),
    "answers a call twice": ({"double": FOUND + TWICE}, (0, 3, 1)),
    "answers the last call twice": ({"double": FOUND + LEFT_OVER}, (0, 3, 1)),
    "speaks later": ({"sum": FOUND + LATER}, (2, 3, 0)),
    "takes the pipe away": ({"double": FOUND + STOLEN + RIGHT}, (0, 3, 1)),
    "says keys twice": ({"sum": FOUND + DUPLICATE}, (2, 3, 0)),
    "a child speaks": ({"double": FOUND + FORKED + RIGHT}, (0, 3, 1)),
    "blocks nothing": ({"double": FOUND + "os.set_blocking(side._out, False)" + RIGHT}, ALL),
    "answers everything": (
        {"double": FOUND + "side.send = lambda message: say(value=9, shown=[])"},
        NONE,
    ),
    **{name: (_value(value), (2, 3, 0)) for name, value in ODD_VALUES.items()},
    **{name: (_error(message), (0, 3, 1)) for name, message in ODD_ERRORS.items()},
}
