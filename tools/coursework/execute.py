"""Run a restored submission in a guarded kernel; this is the program of the child process.

::

    python -m tools.coursework.execute settings.json

A cell that does not end, or that kills the kernel, is stopped with its kernel, and the notebook is
run again without that cell: what stands before and after it keeps its marks.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from tools.coursework.course import is_check
from tools.coursework.proof import failure, verdict, with_proof

LONGEST_OUTPUT = 100_000  # characters of one cell
INHERITED = ("HOME", "LANG", "LC_ALL", "PATH", "PYTHONPATH", "SYSTEMROOT")  # no one's passwords
LATE = "the time limit of the whole submission was reached"
STOPPED = {
    CellTimeoutError: "stopped after the time limit of a cell ({} s)",
    DeadKernelError: "this cell ended Python",
}


class Client(NotebookClient):
    """A notebook client that keeps little of an endless output, and says how a cell ended."""

    status = ""
    length = 0

    def output(self, outs: Any, msg: Any, display_id: Any, cell_index: int) -> Any:
        self.length += len(str(msg["content"]))
        if self.length < LONGEST_OUTPUT or msg["msg_type"] == "error":
            return super().output(outs, msg, display_id, cell_index)
        return None

    def run_cell(self, cell: NotebookNode, index: int, seconds: float) -> None:
        """Run one cell, a check with its proof."""
        self.length, self.status, self.timeout = 0, "", max(1, int(seconds))
        source, proof = cell.source, secrets.token_hex(16)
        if is_check(cell):
            cell.source = with_proof(source, proof)
        try:
            self.execute_cell(cell, index, store_history=not is_check(cell))
        finally:
            cell.source = source
        if is_check(cell):
            cell.outputs = verdict(cell.outputs, self.status == "ok", proof)


def run(notebook: NotebookNode, settings: dict[str, Any]) -> None:
    """Run a notebook in place, as often as it takes to get past the cells that stop it."""
    ends = time.monotonic() + settings["submission_seconds"]
    stopped: dict[int, NotebookNode] = {}
    while (culprit := _attempt(notebook, settings, stopped, ends)) is not None:
        index, reason = culprit
        stopped[index] = failure("Stopped", reason)


def _attempt(
    notebook: NotebookNode, settings: dict[str, Any], stopped: dict[int, NotebookNode], ends: float
) -> tuple[int, str] | None:
    """Run all cells but the stopped ones; return the next cell that must be stopped, and why."""
    specs = KernelSpecManager(kernel_dirs=[settings["kernels"]], ensure_native_kernel=False)
    manager = AsyncKernelManager(kernel_name="guarded", kernel_spec_manager=specs)
    client = Client(
        notebook,
        km=manager,
        allow_errors=True,
        iopub_timeout=10,
        startup_timeout=180,
        shutdown_kernel="immediate",
    )
    client.owns_km = True  # so that leaving `setup_kernel` ends it
    client.on_cell_executed = lambda **said: setattr(
        client, "status", said["execute_reply"]["content"]["status"]
    )
    environment = {name: os.environ[name] for name in INHERITED if name in os.environ}
    environment |= settings["environment"] | {"GUARD": json.dumps(settings["guard"])}
    with client.setup_kernel(cwd=settings["guard"]["own"], env=environment):
        for index, cell in enumerate(notebook.cells):
            if cell.cell_type != "code":
                continue
            left = ends - time.monotonic()
            if index in stopped:
                cell.outputs = [stopped[index]]
                continue
            if left <= 0:  # what an earlier attempt found stays
                cell.outputs = cell.outputs or [failure("Stopped", LATE)]
                continue
            try:
                client.run_cell(cell, index, min(settings["cell_seconds"], left))
            except tuple(STOPPED) as error:
                return index, STOPPED[type(error)].format(settings["cell_seconds"])
    return None


def main() -> int:
    """Run the notebook that the settings name and store it with its outputs."""
    settings = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    notebook = nbformat.read(settings["notebook"], as_version=4)
    run(notebook, settings)
    nbformat.write(notebook, settings["executed"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
