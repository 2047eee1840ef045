"""The first code cell of every chapter: it fetches the library where it is missing.

On Colab and in a bare environment the cell installs the package by its name; elsewhere it does
nothing. It is not shown in the built pages. ``python -m tools.notebooks.first_cell`` puts it into
every chapter; running it twice changes nothing.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tools.project import BOOK, ROOT

NAME = "fetchlib"
CELL = """\
# Fetches the library where it is missing, as on Colab; elsewhere this cell does nothing.
import importlib.util
import subprocess
import sys

if importlib.util.find_spec("vaslb_edu") is None:
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "vaslb_edu"], check=True)"""


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
