"""The first code cell of every chapter: it fetches the library where it is missing.

A package index gives a name to whoever asks first. So the cell installs the library by its name
only with the version of a release that is ours, and before there is one from the repository at a
fixed commit; where neither is known it says what to do. Both stand in pyproject.toml, in the
section ``tool.vaslb_edu``. Where the library is installed the cell does nothing. It is not shown in
the built pages. ``python -m tools.notebooks.first_cell`` puts it into every chapter; running it
twice changes nothing.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from tools.project import BOOK, ROOT
from tools.repository_address import repository

NAME = "fetchlib"
FETCHES = """\
# Fetches the library where it is missing, as on Colab; elsewhere this cell does nothing.
import importlib.util
import subprocess
import sys

if importlib.util.find_spec("vaslb_edu") is None:
    wanted = "{wanted}"
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", wanted], check=True)"""
SAYS = """\
# Says what to do where the library is missing; elsewhere this cell does nothing.
import importlib.util

if importlib.util.find_spec("vaslb_edu") is None:
    raise ModuleNotFoundError("vaslb_edu is missing: `pip install .` in its project adds it.")"""


def source(release: str = "", commit: str = "", address: str = "") -> str:
    """Return the text of the cell for a release, for a commit of a repository, or for neither."""
    if release:
        if not re.fullmatch(r"\d+(\.\d+)+((a|b|rc|\.post)\d+)?", release):
            raise ValueError(f"release must be a version such as 1.2.0, got {release!r}")
        return FETCHES.format(wanted=f"vaslb_edu=={release}")
    if commit:
        if not re.fullmatch(r"[0-9a-f]{40}", commit):
            raise ValueError(f"commit must be 40 hexadecimal digits, got {commit!r}")
        if not address:
            raise ValueError("a commit needs the address of its repository, in _config.yml")
        return FETCHES.format(wanted=f"vaslb_edu @ git+{address}@{commit}")
    return SAYS


def configured(root: Path = ROOT) -> str:
    """Return the text of the cell as the project is configured."""
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["vaslb_edu"]
    place = repository(root)
    return source(settings["release"], settings["commit"], place.address if place else "")


CELL = configured()


def cell() -> dict[str, Any]:
    """Return the cell as a notebook holds it."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": NAME,
        "metadata": {"tags": ["remove-cell"]},
        "outputs": [],
        "source": CELL.splitlines(keepends=True),
    }


def with_first_cell(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return the notebook with the cell before its first code cell, after the title."""
    others = [one for one in notebook["cells"] if one.get("id") != NAME]
    kinds = [one["cell_type"] for one in others]
    if "code" not in kinds:
        return notebook
    place = kinds.index("code")
    return notebook | {"cells": [*others[:place], cell(), *others[place:]]}


def chapters() -> list[Path]:
    """Return the notebooks that readers open."""
    return sorted(BOOK.glob("*.ipynb"))


def main() -> None:
    """Put the cell into every chapter that lacks it or has another version of it."""
    for path in chapters():
        before = path.read_text("utf-8")
        after = json.dumps(with_first_cell(json.loads(before)), indent=1, ensure_ascii=False) + "\n"
        if after != before:
            path.write_text(after, encoding="utf-8")
            sys.stdout.write(f"{path.relative_to(ROOT)}: written\n")


if __name__ == "__main__":
    main()
