"""Grading in a container: the same grader, started there, with nothing in reach that need not be.

There is no container engine among the requirements, so a program stands in for it that runs the
grader here, with the folders that it was given in the place of those inside.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.coursework import container
from tools.project import ROOT

ENGINE = f"""#!{sys.executable}
import subprocess, sys
line = sys.argv[1:]
assert line[0] == "run" and line[line.index("--network") + 1] == "none", line
given = [line[i + 1].rsplit(":", 2) for i, part in enumerate(line) if part == "--volume"]
places = {{inside: outside for outside, inside, way in given}}
assert [way for *_, way in given] == ["ro", "ro", "rw"], given
print("image", line[line.index("python") - 1])
command = [places.get(part, part) for part in line[line.index("python") + 1 :]]
sys.exit(subprocess.run([sys.executable, *command], cwd=places["/project"]).returncode)
"""


@pytest.fixture
def engine(tmp_path, monkeypatch):
    """A folder with a program called docker, first on the path."""
    program = tmp_path / "engine" / "docker"
    program.parent.mkdir()
    program.write_text(ENGINE, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


def grade(*arguments):
    command = [sys.executable, "-m", "tools.coursework.grade", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)


@pytest.mark.slow
def test_the_grader_runs_in_the_container(engine, tmp_path):
    """An entry that is no notebook: the whole way there and back, without running a cell."""
    folder, grades = tmp_path / "handed in", tmp_path / "grades"
    (folder / "anna").mkdir(parents=True)
    (folder / "anna" / "divide_and_conquer.ipynb").write_text("no notebook", encoding="utf-8")
    ended = grade(folder, "--grades", grades, "--container", "our/image:1", "--memory-mb", 900)
    assert "image our/image:1" in ended.stdout, ended.stderr
    assert "anna" in (grades / "grades.csv").read_text("utf-8")


def test_the_command_line_gives_away_only_three_folders(engine, tmp_path):
    line = container.command("image", tmp_path / "in", tmp_path / "out", ["--jobs=2"])
    assert [line[i + 1] for i, part in enumerate(line) if part == "--volume"] == [
        f"{ROOT}:/project:ro",
        f"{tmp_path}/in:/submissions:ro",
        f"{tmp_path}/out:/grades:rw",
    ]
    assert "--privileged" not in line
    assert line[-1] == "--jobs=2"


@pytest.mark.parametrize("image", ["-v", "two words", "--privileged", " "])
def test_an_image_is_one_name(engine, image):
    with pytest.raises(container.NoContainerError, match="must name one image"):
        container.command(image, Path("/in"), Path("/out"))


def test_without_an_engine_it_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(container.NoContainerError, match="docker or podman"):
        container.command("image", Path("/in"), Path("/out"))


def test_a_path_with_a_colon_is_refused(engine):
    with pytest.raises(container.NoContainerError, match="colon"):
        container.command("image", Path("/a:b"), Path("/out"))


def test_unsafe_and_container_exclude_each_other(engine, tmp_path):
    ended = grade(tmp_path, "--grades", tmp_path / "g", "--container", "image", "--unsafe")
    assert ended.returncode == 2
    assert "neither --unsafe nor --course" in ended.stderr


def test_the_image_is_made_of_what_the_grader_needs():
    text = (ROOT / "tools" / "coursework" / "Containerfile").read_text("utf-8")
    assert "bubblewrap" in text
    assert "requirements-dev.txt" in text
    for name in text.split("COPY ")[1].split("/setup/")[0].split():
        assert (ROOT / name).exists(), name
