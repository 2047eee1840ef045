"""Run one restored submission in a child process, and end it when its time is over."""

from __future__ import annotations

import contextlib
import json
import os
import site
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import psutil
from nbformat import NotebookNode

import vaslb_edu
from tools.project import ROOT

LIBRARY = Path(vaslb_edu.__file__).parent
GRACE = 60  # seconds for starting kernels and writing the result


@dataclass(frozen=True)
class Limits:
    """How long a cell and a submission may run (seconds), and how much memory it may take (MB)."""

    cell: int = 60
    submission: int = 900
    memory: int = 4096


@dataclass
class Children:
    """The running child processes, each with a folder of its own below `workspace`."""

    workspace: Path
    limits: Limits
    closed: list[Path] = field(default_factory=list)
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def execute(self, notebook: NotebookNode) -> NotebookNode | None:
        """Return the notebook with its outputs, None if it had to be stopped from outside.

        A child that fails by itself raises: that is no fault of the student's, and no nought.
        """
        folder = Path(tempfile.mkdtemp(dir=self.workspace))
        settings = self._settings(folder)
        nbformat.write(notebook, settings["notebook"])
        path = folder / "settings.json"
        path.write_text(json.dumps(settings), encoding="utf-8")
        search = os.pathsep.join([str(ROOT), str(LIBRARY.parent)])
        runtime = str(folder / "runtime")
        environment = dict(os.environ, PYTHONPATH=search, JUPYTER_RUNTIME_DIR=runtime)
        said = folder / "stderr.txt"
        with said.open("wb") as stderr:
            process = subprocess.Popen(
                [sys.executable, "-m", "tools.coursework.execute", str(path)],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                start_new_session=True,  # Ctrl-C is for us alone
            )
        self.running.append(process)
        try:
            if process.wait(self.limits.submission + GRACE) == 0:
                return nbformat.read(settings["executed"], as_version=4)
            lines = said.read_text("utf-8", "replace").strip().splitlines()
            raise RuntimeError(lines[-1] if lines else f"exit code {process.returncode}")
        except subprocess.TimeoutExpired:
            return None
        finally:
            end(process)
            self.running.remove(process)

    def end_all(self) -> None:
        """End every child, with its kernel."""
        for process in list(self.running):
            end(process)

    def _settings(self, folder: Path) -> dict[str, object]:
        """Write the kernel's description and return what the child needs to know."""
        own = folder / "own"
        kernel = folder / "kernels" / "guarded"
        kernel.mkdir(parents=True)
        own.mkdir()
        script = Path(__file__).with_name("guarded_kernel.py")
        argv = [sys.executable, str(script), "-f", "{connection_file}"]
        described = {"argv": argv, "display_name": "Guarded", "language": "python"}
        (kernel / "kernel.json").write_text(json.dumps(described), encoding="utf-8")
        closed = [ROOT, Path.home(), Path("/proc"), self.workspace, *self.closed]
        return {
            "notebook": str(folder / "restored.ipynb"),
            "executed": str(folder / "executed.ipynb"),
            "kernels": str(kernel.parent),
            "cell_seconds": self.limits.cell,
            "submission_seconds": self.limits.submission,
            "environment": {"TMPDIR": str(own), "IPYTHONDIR": str(own), **_quiet()},
            "guard": {
                "memory": self.limits.memory * 2**20,
                "seconds": self.limits.submission + GRACE,
                "own": str(own),
                "readable": _readable(),
                "closed": [str(path) for path in closed],
            },
        }


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a child and all that it started."""
    with contextlib.suppress(psutil.NoSuchProcess):
        for started in psutil.Process(process.pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                started.kill()
    process.kill()
    process.wait()


def _readable() -> list[str]:
    """Return the folders that imports read: Python, its packages and the library."""
    packages = [*site.getsitepackages(), site.getusersitepackages()]
    return [sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), *packages, str(LIBRARY)]


def _quiet() -> dict[str, str]:
    """Return variables that keep a kernel small and leave no compiled files behind."""
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    return {"PYTHONDONTWRITEBYTECODE": "1", "PYDEVD_DISABLE_FILE_VALIDATION": "1", **threads}
