"""Make a script short: without comments, spaces and long names inside its functions."""

from __future__ import annotations

import subprocess

from tools.site import vendor

KEPT = "/^!|@license/"
"""Comments that say whose work a script is."""


def squeezed(script: str) -> str:
    """Return a script that does the same; names that other scripts can see stay."""
    program = vendor.modules("site") / "terser" / "bin" / "terser"
    command = [vendor.node(), str(program), "--compress", "--mangle", "--comments", KEPT]
    done = subprocess.run(command, input=script, capture_output=True, encoding="utf-8")
    if done.returncode:
        raise RuntimeError(f"a script of the pages cannot be read:\n{done.stderr.strip()}")
    return done.stdout
