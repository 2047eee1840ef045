"""The three lines for a laptop without make: an empty environment, the wheel, JupyterLab.

Nothing of the repository is near: the notebooks lie alone in a folder, and `PATH` holds only the
programs of the environment. Text is not UTF-8 by default, as on Windows, and processes are spawned,
as on Windows and macOS. What this cannot try is Windows and macOS themselves.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import environments
import nbformat
import pytest
from environments import ROOT

pytest.importorskip("build")

pytestmark = pytest.mark.slow
CHAPTER = ROOT / "book" / "game.ipynb"
SOURCE = ROOT / "book" / "coursework" / "source" / "vaslb" / "vaslb.ipynb"
RELEASE = ROOT / "book" / "coursework" / "release" / "vaslb" / "vaslb.ipynb"
PAGES = {
    "README.md": "book",
    "book/index.ipynb": "book",
    "book/coursework/index.md": "book/coursework/release",
}


def lines_of(path):
    """Return the commands of the two blocks of a page, for Linux and Windows."""
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        text = "\n\n".join(cell.source for cell in nbformat.reads(text, 4).cells)
    return [block.splitlines() for block in re.findall(r"```console\n(.*?)\n```", text, re.S)]


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_give_the_three_lines_that_are_tried_here(page):
    linux, windows = lines_of(ROOT / page)
    where = ".venv/bin/python -m"
    assert linux == [
        "python3 -m venv .venv",
        f"{where} pip install jupyterlab .",
        f"{where} jupyterlab {PAGES[page]}",
    ]
    as_windows = [line.replace("python3 -m", "py -m", 1) for line in linux]
    assert windows == [
        line.replace(".venv/bin/python", r".venv\Scripts\python") for line in as_windows
    ]


@pytest.fixture(scope="module")
def laptop(tmp_path_factory):
    """An empty environment after the three lines but the last; the wheel stands for the folder."""
    folder = tmp_path_factory.mktemp("laptop")
    clone = environments.copy_of_the_repository(folder / "clone")
    command = ["-m", "build", "--wheel", "--outdir", folder / "dist", clone]
    environments.run(Path(sys.executable), *command)
    shutil.rmtree(clone)
    (wheel,) = (folder / "dist").iterdir()
    python = environments.empty(folder / "venv")
    environments.run(python, "-m", "pip", "install", "--quiet", "jupyterlab", wheel)
    return python


@pytest.fixture(scope="module")
def variables(laptop):
    path = str(laptop.parent)
    assert shutil.which("make", path=path) is None
    plain = {key: environments.OWN_PYTHON[key] for key in ("HOME",) if key in os.environ}
    return plain | {
        "PATH": path,
        "LC_ALL": "C",  # text files are ASCII unless one says otherwise
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONWARNDEFAULTENCODING": "1",
        "OMP_NUM_THREADS": "1",
    }


def executed(laptop, variables, tmp_path, notebook):
    """Run all cells of a notebook that lies alone in a folder, as JupyterLab would."""
    nbformat.write(notebook, tmp_path / "notebook.ipynb")
    options = ["--to", "notebook", "--execute", "--allow-errors", "--inplace", "notebook.ipynb"]
    environments.run(
        laptop, "-m", "nbconvert", *options, cwd=tmp_path, env=variables, encoding="utf-8"
    )
    return nbformat.read(tmp_path / "notebook.ipynb", 4)


def said(cell):
    """Return what stands under a cell, as text."""
    parts = []
    for output in cell.get("outputs", []):
        parts.append(output.get("text", ""))
        parts.append(output.get("data", {}).get("text/plain", ""))
        parts += output.get("traceback", [])
    return "\n".join(parts)


def checks_of(notebook):
    """Return the cells that check an answer, by item."""
    marked = ((cell, cell.metadata.get("nbgrader", {})) for cell in notebook.cells)
    return {
        found["grade_id"]: cell
        for cell, found in marked
        if found.get("grade") and cell.cell_type == "code" and "check." in cell.source
    }


def test_a_chapter_runs(laptop, variables, tmp_path):
    chapter = executed(laptop, variables, tmp_path, nbformat.read(CHAPTER, 4))
    failures = [
        output
        for cell in chapter.cells
        for output in cell.get("outputs", [])
        if output.output_type == "error"
    ]
    assert not failures
    pictures = [
        output
        for cell in chapter.cells
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    ]
    assert pictures


def test_the_checks_of_a_problem_set_say_whose_turn_it_is(laptop, variables, tmp_path):
    blank = executed(laptop, variables, tmp_path, nbformat.read(RELEASE, 4))
    verdicts = checks_of(blank)
    assert len(verdicts) == 6
    assert all("your turn" in said(cell) for cell in verdicts.values())


def test_the_checks_of_a_problem_set_accept_right_answers(laptop, variables, tmp_path):
    """The student's notebook with the model answers in its answer cells."""
    notebook = nbformat.read(RELEASE, 4)
    answers = {cell.id: cell.source for cell in nbformat.read(SOURCE, 4).cells}
    for cell in notebook.cells:
        graded = cell.metadata.get("nbgrader", {})
        if cell.cell_type == "code" and graded.get("solution") and not graded.get("grade"):
            cell.source = answers[cell.id]
    for grade_id, cell in checks_of(executed(laptop, variables, tmp_path, notebook)).items():
        assert "✔" in said(cell), grade_id


def test_processes_are_spawned_and_files_have_an_encoding(laptop, variables, tmp_path):
    program = tmp_path / "many.py"
    program.write_text(
        "import multiprocessing, warnings\n"
        "from vaslb_edu import SharpVASLB, WeightedOFUL, simulate_many, sparse_parameter\n"
        "if __name__ == '__main__':\n"
        "    warnings.simplefilter('error', EncodingWarning)\n"
        "    multiprocessing.set_start_method('spawn')\n"
        "    theta = sparse_parameter(d=16, values=[0.8, 0.6])\n"
        "    runs = simulate_many(SharpVASLB(WeightedOFUL()), theta, 0.1, 500, range(3))\n"
        "    print(len(runs))\n",
        encoding="utf-8",
    )
    done = environments.run(laptop, program, cwd=tmp_path, env=variables)
    assert done.stdout == "3\n"


def test_jupyterlab_opens(laptop, variables, tmp_path):
    """The third line: the server starts and shows the notebooks of its folder."""
    shutil.copy(RELEASE, tmp_path)
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    options = ["--no-browser", f"--port={port}", "--IdentityProvider.token=t", "--ip=127.0.0.1"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # in a container; on a laptop one is not root
        options.append("--allow-root")
    server = subprocess.Popen(
        [laptop, "-m", "jupyterlab", *options, "."],
        cwd=tmp_path,
        env=variables | {"JUPYTER_CONFIG_DIR": str(tmp_path / "config")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        listing = _asked(f"http://127.0.0.1:{port}/api/contents?token=t")
        assert "vaslb.ipynb" in [one["name"] for one in json.loads(listing)["content"]]
        assert b"JupyterLab" in _asked(f"http://127.0.0.1:{port}/lab?token=t")
    finally:
        server.terminate()
        server.wait(20)


def _asked(address, patience=600):
    """Return what a server says as soon as it is up."""
    deadline = time.monotonic() + patience
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return answer.read()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.3)
