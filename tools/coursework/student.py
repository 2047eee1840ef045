"""A student's process as the judge sees it: cells to run, names to look up, functions to call."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.coursework import syscalls
from tools.coursework.jail import PROGRAM, WRITABLE, Jail, environment, user_inside
from tools.coursework.meter import Limits, Meter
from tools.coursework.pipe import LOOK, Pipe, StoppedError
from tools.coursework.raised import error_of
from tools.coursework.student_side.plain_data import NotPlain, decoded, encoded

MOST_QUESTIONS = 200_000  # that a student's function may put to a given one, in one check
OUT_OF_TURN = "it wrote to the grader's own pipe"
WAITED = "a thread or process that it started did not end"
SHORTEST_PAUSE = 0.001  # seconds


@dataclass(frozen=True)
class Guard:
    """What stands in for the jail when grading is unsafe: what must not be read."""

    closed: list[str]
    readable: list[str]


class Function:
    """A student's function: called here, run there, and stopped there when its time is up."""

    keeps_time = True

    def __init__(self, student: Student, number: int, name: str) -> None:
        self._student, self._number, self.__name__ = student, number, name

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._student.call(self._number, arguments, named)

    def __repr__(self) -> str:
        return self.__name__

    def __deepcopy__(self, memo: dict[int, Any]) -> Function:
        return self


class Student:
    """A running process with a student's code in it."""

    def __init__(self, jail: Jail | Guard, limits: Limits) -> None:
        self._limits = limits
        self._own = tempfile.mkdtemp() if isinstance(jail, Guard) else ""
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        self._pipe = Pipe(ours_in, ours_out)
        settings: dict[str, Any] = {
            "in": theirs_in,
            "out": theirs_out,
            "memory": limits.memory * 2**20,
            "seconds": 2 * limits.submission + 60,
            "user": user_inside() if isinstance(jail, Jail) else 0,
            "guard": None,
            "refused": syscalls.afterwards().hex() if isinstance(jail, Jail) else "",
        }
        program = [sys.executable, "-m", PROGRAM]
        options: dict[str, Any] = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.DEVNULL,
            "stderr": subprocess.PIPE,
            "start_new_session": True,
        }
        ends = (theirs_in, theirs_out)
        with _first_to_go():
            if isinstance(jail, Guard):
                settings["guard"] = {**vars(jail), "own": self._own}
                options |= {"env": environment(self._own), "cwd": self._own, "pass_fds": ends}
                self._process = subprocess.Popen([*program, json.dumps(settings)], **options)
            else:
                self._process = jail.start([*program, json.dumps(settings)], ends, **options)
        os.close(theirs_in)
        os.close(theirs_out)
        self._request = ""
        self._given: list[Any] = []
        self._refused: list[Exception] = []
        self._questions = 0
        self.meter = Meter(self._process.pid, limits)
        try:
            self._expect(self._pipe.receive(self.meter.trouble), "ready")
        except StoppedError:
            raise RuntimeError(f"the jail does not start: {self._last_words()}") from None
        self.meter.pause()
        self.meter.ready(WRITABLE if isinstance(jail, Jail) else (), isinstance(jail, Jail))

    def run(self, source: str) -> dict[str, Any]:
        """Run a cell; return what it showed and how it failed."""
        self.meter.begin()
        answer = self._asked({"do": "cell", "source": source})
        self.settle()
        return answer

    def settle(self) -> None:
        """Wait until all that a cell has started has ended: the cell is to blame for what it does.

        Raise also if its answer was not the only one.
        """
        self._asked({"do": "nothing"})
        pause = SHORTEST_PAUSE
        while self.meter.left_running:
            self.meter.resume()
            time.sleep(pause)
            if reason := self.meter.trouble():
                raise StoppedError(f"{reason}: {WAITED}")
            self.meter.pause()
            pause = min(2 * pause, LOOK)
            self._asked({"do": "nothing"})
        self._asked({"do": "nothing"})  # the last of them may have ended Python

    def begin_check(self) -> None:
        """From now on all questions together have the time of one cell."""
        self.meter.begin()
        self._given, self._refused, self._questions = [], [], 0

    def value(self, name: str) -> Any:
        """Return what a name stands for; `KeyError` if it stands for nothing."""
        answer = self._asked({"do": "name", "name": name})
        if "missing" in answer:
            raise KeyError(name)
        return self._read(answer.get("value"))

    def call(self, number: int, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Call a function of the student's and return its value, or raise its error."""
        answer = self._asked(
            {
                "do": "call",
                "function": number,
                "arguments": self._written(list(arguments)),
                "named": {name: self._written(value) for name, value in named.items()},
            }
        )
        if "error" not in answer:
            return self._read(answer.get("value"))
        refused = answer.get("refused")
        if type(refused) is int and 0 < refused <= len(self._refused):
            raise self._refused[refused - 1]
        raise error_of(answer["error"], answer.get("text"))

    def end(self) -> None:
        """End the process and everything in its jail."""
        self._process.kill()
        self._process.wait()
        if self._process.stderr:
            self._process.stderr.close()
        self._pipe.close()
        self.meter.close()
        if self._own:
            shutil.rmtree(self._own, ignore_errors=True)

    def _asked(self, request: dict[str, Any]) -> dict[str, Any]:
        outer, self._request = self._request, secrets.token_hex(8)
        self.meter.resume()
        try:
            self._pipe.send({"id": self._request, **request}, self.meter.trouble)
            while True:
                answer = self._pipe.receive(self.meter.trouble)
                self.meter.pause()
                self._expect(answer)
                if "ask" not in answer:
                    return answer
                reply = self._answer(answer)
                self.meter.resume()
                self._pipe.send(reply, self.meter.trouble)
        finally:
            self._request = outer

    def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """Call a function that the student was given."""
        self._questions += 1
        if self._questions > MOST_QUESTIONS:
            raise StoppedError("it asked too often")
        number, arguments = question["ask"], self._read(question.get("arguments"))
        if type(number) is not int or not 0 <= number < len(self._given):
            return {"raise": 0, "text": "this function can be called only while it is checked"}
        if type(arguments) is not list:
            raise StoppedError(OUT_OF_TURN)
        try:
            return {"value": self._written(self._given[number](*arguments))}
        except StoppedError:
            raise
        except Exception as error:  # the check's way to say that something is wrong
            self._refused.append(error)
            return {"raise": len(self._refused), "text": str(error)}

    def _expect(self, answer: Any, key: str = "to") -> None:
        """Raise unless an answer is one to what was asked last."""
        if type(answer) is not dict or key not in answer or answer.get("to") != self._request:
            raise StoppedError(OUT_OF_TURN)

    def _written(self, value: Any) -> Any:
        return encoded(value, self._hand_out)

    def _read(self, data: Any) -> Any:
        try:
            return decoded(data, self._find)
        except Exception:  # numbers that fit nowhere, too
            raise StoppedError(OUT_OF_TURN) from None

    def _hand_out(self, function: Any) -> Any:
        if isinstance(function, Function):
            raise TypeError("a check cannot hand a student's function back")
        self._given.append(function)
        name = getattr(function, "name", None) or getattr(function, "__name__", "function")
        return {"callable": [len(self._given) - 1, str(name)]}

    def _find(self, data: dict[str, Any]) -> Any:
        content = data.get("callable", data.get("given"))
        if "given" in data and type(content) is int and 0 <= content < len(self._given):
            return self._given[content]
        if type(content) is list and len(content) == 2 and type(content[0]) is int:
            name = content[1] if type(content[1]) is str else "function"
            return Function(self, content[0], name[:60])
        raise NotPlain("no function")

    def _last_words(self) -> str:
        self._process.kill()
        said = self._process.communicate()[1].decode("utf-8", "replace").strip().splitlines()
        self._pipe.close()
        return said[-1][:300] if said else "it says nothing"


@contextlib.contextmanager
def _first_to_go() -> Iterator[None]:
    """Let what is started meanwhile be the first to end when the machine runs out of memory."""
    own, before = Path("/proc/self/oom_score_adj"), ""
    with contextlib.suppress(OSError):  # no Linux, or not allowed
        before = own.read_text()
        own.write_text("1000")
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            own.write_text(before)
