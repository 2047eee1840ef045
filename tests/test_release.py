"""The release: what wheel and sdist hold, and a wheel that works in an empty environment."""

import email
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import environments
import pytest
from environments import ROOT
from test_readme import README, only_block

from tools import environment, repository_address
from tools.notebooks import first_cell
from vaslb_edu._version import VERSION

pytest.importorskip("build")

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LIBRARY = ROOT / "vaslb_edu"
slow = pytest.mark.slow


def requirement_names(lines):
    found = (
        re.match(r"[A-Za-z0-9._-]+", line) for line in lines if not line.startswith(("#", "-"))
    )
    return {name[0].lower().replace("_", "-") for name in found if name}


def test_pinned_and_loose_requirements_name_the_same_packages():
    """What the scheduled run installs at its newest is what the pins name."""
    files = [ROOT / "requirements.txt", ROOT / "requirements-dev.txt"]
    pinned = [line for file in files for line in file.read_text("utf-8").splitlines()]
    loose = [*PROJECT["dependencies"]]
    for extra in PROJECT["optional-dependencies"].values():
        loose += extra
    assert requirement_names(pinned) == requirement_names(loose)


def build(folder, *options, **variables):
    """Build sdist and wheel from a copy of the repository; the wheel is made from the sdist."""
    clone = environments.copy_of_the_repository(folder / "clone")
    command = ["-m", "build", *options, "--outdir", folder / "dist", clone]
    environments.run(Path(sys.executable), *command, env=os.environ | variables)
    return folder / "dist"


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    return build(tmp_path_factory.mktemp("release"))


def metadata(dist):
    wheel = zipfile.ZipFile(dist / f"vaslb_edu-{VERSION}-py3-none-any.whl")
    text = wheel.read(f"vaslb_edu-{VERSION}.dist-info/METADATA").decode()
    return email.message_from_string(text)


def test_without_a_package_index_a_test_is_skipped_and_other_failures_are_not():
    nowhere = environments.OWN_PYTHON | {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": "http://127.0.0.1:9",
        "PIP_EXTRA_INDEX_URL": "",
        "PIP_FIND_LINKS": "",
        "PIP_RETRIES": "1",
    }
    fetch = ["-m", "pip", "download", "--no-deps", "--dest", os.devnull, "numpy"]
    with pytest.raises(pytest.skip.Exception, match="needs a package index"):
        environments.run(Path(sys.executable), *fetch, env=nowhere)
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        environments.run(Path(sys.executable), "-c", "1 / 0")


@slow
def test_one_wheel_and_one_sdist_of_this_version(dist):
    names = {path.name for path in dist.iterdir()}
    assert names == {f"vaslb_edu-{VERSION}-py3-none-any.whl", f"vaslb_edu-{VERSION}.tar.gz"}


@slow
def test_the_wheel_holds_the_library_and_nothing_else(dist):
    wheel = zipfile.ZipFile(dist / f"vaslb_edu-{VERSION}-py3-none-any.whl")
    held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    files = (path for path in LIBRARY.rglob("*") if path.is_file() and path.suffix != ".pyc")
    assert held == {path.relative_to(ROOT).as_posix() for path in files}
    endings = {os.path.splitext(name)[1] for name in held}
    assert {".py", ".typed", ".mplstyle", ".js", ".css"} <= endings


@slow
def test_the_sdist_holds_what_testing_needs(dist):
    """Whoever packages the project for a system runs its tests from the sdist."""
    with tarfile.open(dist / f"vaslb_edu-{VERSION}.tar.gz") as archive:
        names = archive.getnames()
    held = {name.split("/", 1)[1] for name in names if "/" in name}
    assert {"LICENSE", "README.md", "Makefile", "tests/conftest.py", "tools/project.py"} <= held
    assert {"_config.yml", "_toc.yml", "book/index.ipynb", "requirements.txt"} <= held
    assert "tools/site/npm/site/package-lock.json" in held
    assert not [name for name in held if "__pycache__" in name or name.startswith("_build")]


@slow
def test_the_metadata_is_complete(dist):
    said = metadata(dist)
    assert said["Name"] == "vaslb_edu"
    assert said["Version"] == VERSION
    assert said["License-Expression"] == "MIT"
    assert said["License-File"] == "LICENSE"
    assert said["Requires-Python"] == ">=3.11"
    assert said["Description-Content-Type"] == "text/markdown"
    assert said.get_payload().strip() == README.strip()
    for field in ("Summary", "Author", "Keywords"):
        assert said[field].strip()
    classifiers = said.get_all("Classifier")
    assert "Typing :: Typed" in classifiers
    for version in ("3.11", "3.12", "3.13"):
        assert f"Programming Language :: Python :: {version}" in classifiers
    needed = [one for one in said.get_all("Requires-Dist") if "extra ==" not in one]
    assert sorted(needed) == sorted(PROJECT["dependencies"])


@slow
def test_the_metadata_names_the_repository_as_soon_as_there_is_one(tmp_path):
    address = "https://github.com/someone/some-fork"
    made = build(tmp_path, "--wheel", VASLB_REPOSITORY=address)
    said = metadata(made).get_all("Project-URL")
    assert f"Source, {address}" in said
    assert "Documentation, https://someone.github.io/some-fork/" in said
    assert all(line.split(", ")[1].startswith("https://") for line in said)


@pytest.mark.parametrize(
    "address", ["git@github.com:a/b", "https://gitlab.com/a/b", "https://github.com/a", "here"]
)
def test_an_address_of_another_form_is_refused(monkeypatch, address):
    monkeypatch.setenv(environment.REPOSITORY, address)
    with pytest.raises(ValueError, match=re.escape(repr(address))):
        repository_address.repository()


def test_the_address_is_read_from_the_configuration(monkeypatch, tmp_path):
    monkeypatch.delenv(environment.REPOSITORY, raising=False)
    config = tmp_path / "_config.yml"
    config.write_text('title: T\nrepository:\n  url: ""\n  branch: main\nparse: {}\n')
    assert repository_address.repository(tmp_path) is None
    config.write_text("repository:\n  url: https://github.com/Us/book # ours\n  branch: live\n")
    assert repository_address.repository(tmp_path) == ("Us", "book", "live")


# The wheel in an empty environment


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """An environment with nothing in it."""
    return environments.empty(tmp_path_factory.mktemp("bare") / "venv")


@pytest.fixture(scope="module")
def installed(bare, dist):
    """The same environment after the first cell of a chapter: the wheel and what it needs."""
    missing = "import importlib.util; assert importlib.util.find_spec('vaslb_edu') is None"
    environments.run(bare, "-c", missing)
    offered = f"{os.environ.get('PIP_FIND_LINKS', '')} {dist}".strip()
    variables = environments.OWN_PYTHON | {"PIP_FIND_LINKS": offered}
    environments.run(bare, "-c", first_cell.source(VERSION) + "\nimport vaslb_edu", env=variables)
    return bare


@slow
def test_the_first_cell_installs_the_wheel(installed):
    shown = environments.run(installed, "-m", "pip", "show", "--files", "vaslb_edu").stdout
    assert f"Version: {VERSION}" in shown
    assert "py.typed" in shown
    environments.run(installed, "-m", "pip", "check")


@slow
def test_the_first_cell_does_nothing_where_the_library_is(installed):
    """Neither pip nor any other program is started, nothing is printed, and it is quick."""
    forbidden = (
        "import subprocess\n"
        "def refuse(*arguments, **options): raise AssertionError(arguments)\n"
        "subprocess.run = subprocess.Popen = refuse\n"
    )
    done = environments.run(installed, "-c", forbidden + first_cell.source(VERSION))
    assert done.stdout == done.stderr == ""


@slow
def test_the_readme_example_runs_from_the_wheel(installed):
    assert environments.run(installed, "-c", only_block("python")).stdout == only_block("text")


@slow
def test_the_demonstration_runs_from_the_wheel(installed, tmp_path):
    arguments = ["-m", "vaslb_edu", "--horizon", "2000", "--out", tmp_path / "picture.png"]
    said = environments.run(installed, *arguments).stdout
    assert "The picture is in" in said
    assert (tmp_path / "picture.png").stat().st_size > 1000


@slow
def test_explorable_figures_find_their_style_and_scripts(installed):
    code = """
import os, tempfile
from vaslb_edu.figures import style
from vaslb_edu.figures.explorable import explorable
def draw(sigma):
    fig, axes = style.figure(width=2, height=2)
    axes.plot([0, sigma])
    return style.note_alt(fig, "A line.")
assert "image/png" in explorable(draw, sigma=[0, 1])._repr_mimebundle_()
os.environ["VASLB_EDU_STATIC"] = tempfile.mkdtemp()
assert "vaslb" in explorable(draw, sigma=[0, 1])._repr_mimebundle_()["text/html"]
"""
    environments.run(installed, "-c", code)


@slow
def test_a_type_checker_sees_the_types(installed, tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text("from vaslb_edu import simulate\nreveal_type(simulate)\nsimulate(1)\n")
    command = [sys.executable, "-m", "mypy", "--python-executable", installed, "--strict", program]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert "-> vaslb_edu.run.Run" in done.stdout
    assert 'Missing positional arguments "theta", "sigma", "horizon"' in done.stdout
    assert "import-untyped" not in done.stdout
