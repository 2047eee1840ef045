"""Stored results of chapters are used exactly as long as they are good."""

import re

import nbformat
import pytest

pytest.importorskip("sphinx")

from tools.notebooks import execution
from tools.project import KERNEL


def test_the_cache_is_named_after_the_library(monkeypatch, tmp_path):
    library = tmp_path / "vaslb_edu"
    library.mkdir()
    (tmp_path / "book").mkdir()
    (library / "game.py").write_text("x = 1")
    (tmp_path / "requirements.txt").write_text("numpy==2")
    monkeypatch.setattr(execution, "ROOT", tmp_path)
    monkeypatch.setattr(execution, "LIBRARY", library)
    monkeypatch.setattr(execution, "BOOK", tmp_path / "book")
    names = [execution.library_digest()]
    (tmp_path / "book" / "game.ipynb").write_text("{}")
    (library / "checks").mkdir()
    (library / "checks" / "game.py").write_text("no chapter uses this")
    assert execution.library_digest() == names[0]
    for path, text in [("vaslb_edu/game.py", "x = 2"), ("requirements.txt", "numpy==3")]:
        (tmp_path / path).write_text(text)
        names.append(execution.library_digest())
    assert len(set(names)) == 3


def test_pages_are_written_again_when_their_look_changes(monkeypatch, tmp_path):
    style = tmp_path / "book" / "assets" / "site.css"
    script = tmp_path / "vaslb_edu" / "figures" / "player" / "player.js"
    tool = tmp_path / "tools" / "site" / "lighten.py"
    grader = tmp_path / "tools" / "coursework" / "grade.py"
    for path in (style, script, tool, grader):
        path.parent.mkdir(parents=True)
        path.write_text("one")
    monkeypatch.setattr(execution, "ROOT", tmp_path)
    monkeypatch.setattr(execution, "LIBRARY", tmp_path / "vaslb_edu")
    monkeypatch.setattr(execution, "BOOK", tmp_path / "book")
    names = [execution.page_digest()]
    for path in (style, script, tool):
        path.write_text("two")
        names.append(execution.page_digest())
    assert len(set(names)) == 4
    grader.write_text("two")
    assert execution.page_digest() == names[-1]


def test_chapters_are_told_as_they_end_and_a_failed_one_with_its_reason(monkeypatch, tmp_path):
    said = []
    monkeypatch.setattr(execution, "ROOT", tmp_path)
    monkeypatch.setattr(execution.progress, "step", said.append)
    paths = []
    for name, source in {"good": "1 + 1", "bad": "raise ValueError('no such thing')"}.items():
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
        notebook.metadata["kernelspec"] = KERNEL
        paths.append(tmp_path / f"{name}.ipynb")
        nbformat.write(notebook, paths[-1])
    execution.execute(paths, str(tmp_path / "cache"), 60)
    assert said[0] == "Running 2 of 2 chapters"
    told = " ".join(sorted(line.split(": ", 1)[1] for line in said[1:]))
    assert re.fullmatch(r"bad\.ipynb, failed: ValueError: no such thing good\.ipynb, \d+ s", told)
    said.clear()
    execution.execute(paths, str(tmp_path / "cache"), 60)  # the good one is not run again
    assert said[0] == "Running 1 of 2 chapters; the others have not changed"
    assert len(said) == 2
