"""Binder: what repo2docker would do with this repository, and the environment that results."""

import json
import re
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("repo2docker")

import environments
from environments import ROOT, RUNTIME

REQUIREMENTS = [
    line
    for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
BUILD_TIME = {"jupyter-book", "sphinx", "pytest", "nbval", "ruff", "mypy", "build", "nbgrader"}


@pytest.fixture(scope="module")
def dockerfile(tmp_path_factory):
    """The Dockerfile of a fresh clone; no docker daemon is asked."""
    clone = environments.copy_of_the_repository(tmp_path_factory.mktemp("binder") / "clone")
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug"]
    command += ["--user-id", "1000", "--user-name", "jovyan", str(clone)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def installs(dockerfile):
    """The lines of the Dockerfile that install into the environment of the kernel."""
    return re.findall(r"^RUN \$\{KERNEL_PYTHON_PREFIX\}/bin/(pip install .*)$", dockerfile, re.M)


def test_python_is_the_one_of_runtime_txt(dockerfile):
    assert RUNTIME in {"3.11", "3.12", "3.13"}
    assert f"Building conda environment for python={RUNTIME}\n" in dockerfile
    assert f"environment-2epy-2d{RUNTIME.replace('.', '-2e')}-2dlinux" in dockerfile


def test_the_requirements_are_what_gets_installed(dockerfile):
    """The pinned list, and this package; both from the clone, which is copied before."""
    first, *others = installs(dockerfile)
    assert first == 'pip install --no-cache-dir -r "requirements.txt"'
    assert others in ([], ["pip install --no-cache-dir ."])
    copied = dockerfile.index("COPY --chown=1000:1000 src/ ${REPO_DIR}/")
    assert copied < dockerfile.index(first)


def test_nothing_else_is_run(dockerfile):
    """No system packages, no script after the build: an image is ready as early as it can be."""
    for name in ("apt.txt", "environment.yml", "postBuild", "binder", ".binder"):
        assert not (ROOT / name).exists()
    assert dockerfile.count("apt-get -qq install") == 2  # both are repo2docker's own


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_the_server_is_started_with_one_thread_for_each_matrix(dockerfile):
    assert 'ENTRYPOINT ["/usr/local/bin/repo2docker-entrypoint"]' in dockerfile
    assert re.search(r"^ENV R2D_ENTRYPOINT=.*/start\"?$", dockerfile, re.M)
    command = ["bash", str(ROOT / "start"), sys.executable, "-c"]
    code = "import os, sys; print(os.environ['OMP_NUM_THREADS'], sys.argv[1:])"
    said = subprocess.run([*command, code, "a b"], capture_output=True, text=True, check=True)
    assert said.stdout == "1 ['a b']\n"


def test_every_requirement_is_pinned_and_none_is_for_building():
    pinned = [line for line in REQUIREMENTS if line != "-e ."]
    assert len(pinned) == len(REQUIREMENTS) - 1
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+==[0-9][0-9a-z.]*", line) for line in pinned)
    names = {line.split("==")[0].lower() for line in pinned}
    assert not names & (BUILD_TIME | {"jupyterlab", "notebook"})


def test_the_base_image_has_a_jupyter_of_its_own():
    """So requirements.txt names none: a second version would make the image larger and slower."""
    versions = environments.server_versions()
    assert set(versions) == set(environments.SERVER)
    assert versions["jupyterlab"].startswith("4.")


@pytest.fixture(scope="module")
def binder():
    return environments.binder()


@pytest.mark.slow
def test_the_package_can_be_imported_and_runs(binder):
    code = "import vaslb_edu, sys; print(vaslb_edu.__version__, *sys.version_info[:2])"
    version, major, minor = environments.run(binder, "-c", code).stdout.split()
    assert version == __import__("vaslb_edu").__version__
    assert f"{major}.{minor}" == RUNTIME


@pytest.mark.slow
def test_the_environment_is_consistent_and_small(binder):
    listed = environments.run(binder, "-m", "pip", "list", "--format=json").stdout
    installed = {
        one["name"].lower().replace("_", "-"): one["version"] for one in json.loads(listed)
    }
    for line in REQUIREMENTS:
        if line != "-e .":
            name, version = line.split("==")
            assert installed[name.lower()] == version
    assert not set(installed) & BUILD_TIME
    assert installed["jupyterlab"] == environments.server_versions()["jupyterlab"]
    environments.run(binder, "-m", "pip", "check")
    folder = binder.parent.parent
    size = sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())
    # CONTRIBUTING.md says 600 MB; half of it is Jupyter itself, which the image holds anyway.
    assert size < 700e6
