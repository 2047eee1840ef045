"""The program in the jail: run a student's cells, and answer what the judge asks.

Started with the settings as JSON in its argument. Requests come in as lines of JSON
and each is answered with one line that repeats its number:

- ``{"do": "cell", "source": text}``: run a cell, say what it showed;
- ``{"do": "name", "name": text}``: say what a name stands for;
- ``{"do": "call", "function": number, "arguments": […], "named": {…}}``: call a function;
- ``{"do": "nothing"}``: say that nothing else is being said.

While a function runs it may call those that it was given: that is a question in the other
direction, ``{"ask": number, "arguments": […]}``, answered by the judge.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
from typing import Any

from tools.coursework.student_side import bounds, cells, steady
from tools.coursework.student_side.plain_data import NotPlain, decoded, encoded


class Given:
    """A function of the judge's, seen from here."""

    def __init__(self, side: Side, number: int, name: str) -> None:
        self._side, self._number, self.__name__ = side, number, name

    def __call__(self, *arguments: Any) -> Any:
        return self._side.ask(self._number, arguments)

    def __repr__(self) -> str:
        return self.__name__

    def __deepcopy__(self, memo: dict[int, Any]) -> Given:
        return self


class GivenError(AssertionError):
    """A function that was given refused what it was asked."""

    number = 0


class Side:
    """The end of the pipe in the jail, with the functions that were handed out."""

    def __init__(self, incoming: int, outgoing: int, shell: cells.Shell) -> None:
        self._shell = shell
        self._in = os.fdopen(incoming, "rb")
        self._out = outgoing
        self._lock = threading.RLock()
        self.request = ""
        self.functions: list[Any] = []
        os.register_at_fork(after_in_child=self._close)

    def reply(self, request: dict[str, Any]) -> None:
        self.request = request["id"]
        self.send(answer(self, self._shell, request))

    def receive(self) -> Any:
        line = self._in.readline()
        if not line:  # the judge is gone
            os._exit(0)
        return json.loads(line)

    def send(self, message: dict[str, Any]) -> None:
        line = json.dumps({"to": self.request, **message}).encode("ascii") + b"\n"
        while line:
            line = line[os.write(self._out, line) :]

    def ask(self, number: int, arguments: tuple[Any, ...]) -> Any:
        with self._lock:
            mine = self.request
            self.send({"ask": number, "arguments": self.written(list(arguments))})
            while "do" in (answer := self.receive()):  # the given function calls one of ours
                self.reply(answer)
                self.request = mine
        if "value" in answer:
            return self.read(answer["value"])
        refused = GivenError(answer["text"])
        refused.number = answer["raise"]
        raise refused

    def written(self, value: Any) -> Any:
        return encoded(value, self._hand_out)

    def read(self, data: Any) -> Any:
        return decoded(data, self._find)

    def _hand_out(self, function: Any) -> Any:
        if type(function) is Given:
            return {"given": function._number}
        self.functions.append(function)
        return {"callable": [len(self.functions) - 1, getattr(function, "__name__", "function")]}

    def _find(self, data: Any) -> Any:
        if "callable" in data:
            return Given(self, *data["callable"])
        raise NotPlain("no function")

    def _close(self) -> None:
        os.close(self._out)


def answer(side: Side, shell: cells.Shell, request: dict[str, Any]) -> dict[str, Any]:
    """Do what was asked and return what to say."""
    if request["do"] == "cell":
        return cells.run(shell, request["source"])
    if request["do"] == "name":
        if request["name"] not in shell.user_ns:
            return {"missing": True}
        return {"value": side.written(shell.user_ns[request["name"]])}
    if request["do"] == "nothing":
        return {}
    function = side.functions[request["function"]]
    arguments = side.read(request["arguments"])
    named = {name: side.read(value) for name, value in request["named"].items()}
    try:
        return {"value": side.written(function(*arguments, **named))}
    except BaseException as error:
        names = [kind.__name__ for kind in type(error).__mro__]
        number = error.number if type(error) is GivenError else 0
        return {"error": names, "text": str(error)[:4000], "refused": number}


def main() -> None:
    """Prepare this process, then answer until nobody asks any more."""
    settings = json.loads(sys.argv[1])
    bounds.set_limits(settings["memory"], settings["seconds"])
    if settings["user"]:
        bounds.become(settings["user"])
    if settings["refused"]:
        bounds.refuse(bytes.fromhex(settings["refused"]))
    steady.steady(0, "student")
    side = Side(settings["in"], settings["out"], cells.shell())
    cells.without_checks()
    if settings["guard"]:  # without a jail
        from tools.coursework.student_side import unjailed

        unjailed.install(**settings["guard"])
    silence = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(silence, number)
    del sys.argv[1:]
    gc.freeze()
    side.send({"ready": True})
    while True:
        side.reply(side.receive())


if __name__ == "__main__":
    main()
