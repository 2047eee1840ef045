"""Nothing private in the files, and no conflict among the packages."""

import getpass
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.project import KERNEL, ROOT

SKIPPED = {".git", ".venv", "_build", "node_modules", "venv", "build", "dist", "__pycache__"}
TEXT = {".cff", ".css", ".csv", ".ipynb", ".js", ".json", ".md", ".mplstyle", ".py", ".svg"}
TEXT |= {".bib", ".toml", ".txt", ".yml", ""}
HOMES = r"(?:/home/|/Users/|/root\b|[A-Z]:\\\\?Users\\)[\w.-]*"
"""Paths of somebody's machine."""


def files():
    for path in sorted(ROOT.rglob("*")):
        inside = path.relative_to(ROOT).parts
        own = not SKIPPED & set(inside) and not any(re.fullmatch(r"\..*_cache", p) for p in inside)
        if own and path.is_file() and path.suffix in TEXT and path != Path(__file__):
            yield path


FILES = list(files())
NOTEBOOKS = [path for path in FILES if path.suffix == ".ipynb"]


def test_there_is_something_to_look_at():
    assert len(NOTEBOOKS) >= 10
    assert {"README.md", "Makefile", "LICENSE", "_config.yml"} <= {path.name for path in FILES}


@pytest.mark.parametrize(
    "path",
    ["/home/ada/x.py", "/Users/ada", "C:\\Users\\ada", "C:\\\\Users\\\\ada", "/root/x"],
)
def test_the_pattern_knows_a_path_of_a_machine(path):
    assert re.search(HOMES, f'File "{path}", line 1')


def test_no_file_holds_a_path_of_somebodys_machine():
    found = {}
    for path in FILES:
        hits = re.findall(HOMES, path.read_text("utf-8"))
        if hits:
            found[path.relative_to(ROOT).as_posix()] = hits
    assert found == {}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_notebook_holds_a_path_or_a_user_name(path):
    """Neither in code nor in outputs nor in what an editor wrote beside them."""
    text = path.read_text("utf-8")
    assert str(ROOT) not in text
    assert not re.search(r'["\s](?:/tmp/|/usr/|/work/|/mnt/|/var/|[A-Z]:\\\\)', text)
    user = getpass.getuser()
    if user not in {"root", "runner", "user", "test"}:  # these are words of the language as well
        assert not re.search(rf"\b{re.escape(user)}\b", text)
    notebook = json.loads(text)
    assert set(notebook["metadata"]) <= {"kernelspec", "language_info", "myst", "nbgrader"}
    assert set(notebook["metadata"]["kernelspec"]) <= {"display_name", "language", "name"}
    assert notebook["metadata"]["kernelspec"]["name"] == KERNEL["name"]


def test_no_file_holds_a_key_or_a_password():
    secrets = (
        r"-----BEGIN [A-Z ]*PRIVATE KEY|\bgh[pousr]_\w{30}|\bAKIA[0-9A-Z]{16}\b|\bpypi-AgE\w{20}"
    )
    assert [path for path in FILES if re.search(secrets, path.read_text("utf-8"))] == []


def test_the_environment_has_no_conflicts():
    command = [sys.executable, "-m", "pip", "check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
