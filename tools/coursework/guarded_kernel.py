"""The kernel in which submissions run: limits, audit hook, and pristine modules for each check.

Started by `execute` as a Jupyter kernel. What it needs to know comes as JSON in the variable GUARD.
Everything a problem set imports is loaded before the guard is up, because NumPy and Matplotlib use
ctypes and start processes while they are imported.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

CHECK = "# check "  # the first line of a check as `execute` sends it


def preload() -> None:
    """Import what the problem sets use, and the modules their checks are restored from."""
    import importlib
    import pkgutil

    names = ["scipy.linalg", "matplotlib.pyplot", "matplotlib_inline.backend_inline", "tqdm.auto"]
    library = importlib.import_module("vaslb_edu")
    names += [found.name for found in pkgutil.walk_packages(library.__path__, "vaslb_edu.")]
    for name in names:
        importlib.import_module(name)


def start(settings: dict[str, Any]) -> None:
    """Run the kernel until it is stopped."""
    from ipykernel.ipkernel import IPythonKernel
    from ipykernel.kernelapp import IPKernelApp

    from tools.coursework import guard, pristine

    restore = None

    class GuardedKernel(IPythonKernel):
        async def do_execute(self, code: str, silent: bool, *rest: Any, **more: Any) -> Any:
            nonlocal restore
            restore = restore or pristine.keeper(self.shell)
            if code.startswith(CHECK):
                restore()
            return await super().do_execute(code, silent, *rest, **more)

    app = IPKernelApp.instance(kernel_class=GuardedKernel)
    app.initialize([*sys.argv[1:], "--HistoryManager.enabled=False"])
    del sys.modules["tools.coursework.guard"], sys.modules["tools.coursework.pristine"]
    guard.limit(settings["memory"], settings["seconds"])
    guard.install(settings["own"], settings["readable"], settings["closed"])
    app.start()


if __name__ == "__main__":
    # Until now the first entry is the folder of this script.
    sys.path[0] = str(Path(__file__).resolve().parents[2])
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    preload()
    start(json.loads(os.environ.pop("GUARD")))
