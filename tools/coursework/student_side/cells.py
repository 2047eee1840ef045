"""Run the cells of a notebook one by one, and keep what they show."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import subprocess
import sys
import types
from typing import Any, cast

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from tqdm import tqdm
from traitlets.config import Config

MOST_OUTPUT = 1_000_000  # characters that one cell may show
CHECKS = "vaslb_edu.checks"


class Shown(list):  # type: ignore[type-arg]
    """What a cell shows, in order; from a certain length on, nothing more."""

    length = 0

    def append(self, output: dict[str, Any]) -> None:
        self.length += sum(len(str(part)) for part in _parts(output))
        if self.length > MOST_OUTPUT:
            return
        last = self[-1] if self else {}
        if "text" in output and last.get("name") == output["name"]:
            last["text"] += output["text"]
        else:
            super().append(output)


class Stream:
    """`sys.stdout` or `sys.stderr` of a cell."""

    encoding, errors = "utf-8", "replace"

    def __init__(self, name: str, shown: Shown) -> None:
        self.name, self._shown = name, shown

    def write(self, text: str) -> int:
        self._shown.append({"name": self.name, "text": str(text)})
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Nothing waits to be written."""

    def isatty(self) -> bool:
        return False

    def writable(self) -> bool:
        return True


class Result(DisplayHook):
    """Keep the value of a cell's last line."""

    def start_displayhook(self) -> None:
        """A value has no prompt here."""

    write_output_prompt = finish_displayhook = start_displayhook

    def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
        _shown(self.shell).append({"data": format_dict})


class Shell(InteractiveShell):
    """IPython without a terminal and without a history."""

    trouble: list[str]

    def enable_gui(self, gui: str | None = None) -> None:
        """There is no window to be drawn in."""

    def system(self, cmd: str) -> None:
        """Do `!command`: there is no terminal here, and a command that fails is no error."""
        expanded = self.var_expand(cmd, depth=1)  # type: ignore[no-untyped-call]
        ended = subprocess.run(expanded, shell=True, capture_output=True, stdin=subprocess.DEVNULL)
        print((ended.stdout + ended.stderr).decode("utf-8", "replace"), end="")
        self.user_ns["_exit_code"] = ended.returncode

    def ask_exit(self) -> None:
        raise SystemExit("the cell asked Python to end")

    def _showtraceback(self, etype: Any, evalue: Any, stb: Any) -> None:
        self.trouble = [str(line) for line in stb]


def shell() -> Shell:
    """Return the shell in which all cells of a notebook run."""
    config = Config()
    config.HistoryManager.enabled = False
    made = Shell.instance(
        config=config,
        display_pub_class=CapturingDisplayPublisher,
        displayhook_class=Result,
        colors="nocolor",
    )
    without_helpers()
    return made


def _shown(running: Any) -> Any:
    return running.display_pub.outputs


def run(running: Shell, source: str) -> dict[str, Any]:
    """Run a cell; return what it shows and, if it fails, how."""
    shown, publisher = Shown(), cast("CapturingDisplayPublisher", running.display_pub)
    publisher.outputs = shown
    running.trouble, before = [], (sys.stdout, sys.stderr)
    sys.stdout, sys.stderr = Stream("stdout", shown), Stream("stderr", shown)
    try:
        result: Any = running.run_cell(source, store_history=True)  # type: ignore[no-untyped-call]
    finally:
        sys.stdout, sys.stderr = before
        without_alarms()
        without_loop(running)
    error = result.error_before_exec or result.error_in_exec
    failed = None
    if error is not None:
        failed = {"name": type(error).__name__, "text": str(error), "lines": running.trouble}
    return {"shown": list(shown), "failed": failed}


def without_alarms() -> None:
    """Take back the alarms that a cell has set: they would go off in another one, or not.

    A jail refuses to set any.
    """
    with contextlib.suppress(OSError):
        for kind in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
            signal.setitimer(kind, 0)


def without_loop(running: Shell) -> None:
    """End the thread in which IPython waits for the command of a cell such as `%%bash`."""
    magics = running.magics_manager.registry.get("ScriptMagics")
    if magics is not None and magics.event_loop is not None:
        magics.event_loop.call_soon_threadsafe(magics.event_loop.stop)
        magics.event_loop = None


def without_helpers() -> None:
    """Let nothing that cells commonly use leave a thread or a process running behind them."""
    tqdm.monitor_interval = 0  # no thread that looks after bars of progress
    if "fork" in multiprocessing.get_all_start_methods():
        multiprocessing.set_start_method("fork")  # others have a server, which stays


def without_checks() -> None:
    """Put something harmless in the place of the checks, which are run outside.

    A cell in which a student calls a check again goes on, and says nothing about the answer.
    """

    class Later:
        def __call__(self, *arguments: Any, **more: Any) -> Later:
            return self

        def __getattr__(self, name: str) -> Later:
            if name.startswith("__"):
                raise AttributeError(name)
            return self

        def __repr__(self) -> str:
            return "checked outside"

    stub = types.ModuleType(CHECKS, "Checks run outside while an answer is graded.")
    later = Later()
    stub.__getattr__ = later.__getattr__  # type: ignore[method-assign]
    stub.WrongAnswer = type("WrongAnswer", (AssertionError,), {})  # type: ignore[attr-defined]
    stub.__path__ = []
    sys.modules[CHECKS] = stub


def _parts(output: dict[str, Any]) -> list[Any]:
    return [output["text"]] if "text" in output else list(output.get("data", {}).values())
