"""Empty virtual environments, filled as Binder or a user would fill them.

Filling takes a minute, so an environment is kept in `_build/environments` under a name made from
everything that decides its content, and made again when any of that changes.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from importlib.util import find_spec
from pathlib import Path

import pytest

from tools.alone import alone
from tools.project import BUILD, ROOT

KEPT = BUILD / "environments"
RUNTIME = (ROOT / "runtime.txt").read_text("utf-8").strip().removeprefix("python-")
"""The version of Python that Binder is asked for."""

SERVER = ("ipykernel", "ipywidgets", "jupyter_server", "jupyterlab", "notebook")
"""What Binder's images hold of Jupyter before a repository adds anything."""

OWN_PYTHON = {
    **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
    "PIP_NO_COMPILE": "1",  # a test imports a small part of what it installs
}
"""The environment variables of this process without those that lead Python to other packages."""

NO_NETWORK = re.compile(
    r"connection broken by|Failed to establish a new connection|name resolution|"
    r"Network is unreachable|Read timed out|Max retries exceeded|ProxyError"
)
"""What pip says without a network."""


def copy_of_the_repository(target):
    """Copy what a clone holds: nothing built, nothing installed."""
    built = ("_build", "build", "dist", "venv", "node_modules", "__pycache__", "*.egg-info")
    return Path(shutil.copytree(ROOT, target, ignore=shutil.ignore_patterns(".*", *built)))


def python_of(folder):
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run(python, *arguments, **options):
    """Run a Python of an environment, away from the repository; return the finished process.

    Where a package index is wanted and cannot be reached, the test is skipped: a missing network
    says nothing about the project.
    """
    options = {"cwd": python.parent, "env": OWN_PYTHON, "text": True} | options
    done = subprocess.run([python, *arguments], capture_output=True, **options)
    said = f"{arguments}\n{done.stdout}\n{done.stderr}"
    if done.returncode and NO_NETWORK.search(said):
        pytest.skip("needs a package index, and none can be reached")
    assert done.returncode == 0, said
    return done


def empty(folder, base=sys.executable):
    """Make an environment with nothing but pip and return its Python."""
    if base == sys.executable:
        venv.create(folder, with_pip=True, clear=True)
    else:
        subprocess.run([base, "-m", "venv", "--clear", folder], check=True)
    return python_of(folder)


def base_lock():
    """Return the list of packages with which repo2docker starts an image of our Python."""
    folder = Path(find_spec("repo2docker").origin).parent / "buildpacks" / "conda"
    return folder / f"environment.py-{RUNTIME}-linux-64.lock"


def server_versions():
    """Return Jupyter as it stands in Binder's images: name and version."""
    names = "|".join(SERVER)
    found = re.findall(rf"/({names})-(\d[\w.]*)-[^/]*\.conda", base_lock().read_text("utf-8"))
    return dict(found)


def binder():
    """Return the Python of an environment made by the steps of a Binder image."""
    python = shutil.which(f"python{RUNTIME}") or sys.executable
    server = [f"{name}=={version}" for name, version in server_versions().items()]
    requirements = (ROOT / "requirements.txt").read_text("utf-8")
    version = subprocess.run([python, "-VV"], capture_output=True, text=True, check=True).stdout
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    parts = [*server, requirements, *project["dependencies"], version]
    name = hashlib.sha256("\n".join([*parts, str(ROOT)]).encode()).hexdigest()[:12]
    folder = KEPT / f"binder-{name}"
    with alone(KEPT / "lock"):  # workers of a parallel run wait for the first
        if not (folder / "complete").exists():
            for old in KEPT.glob("binder-*"):
                shutil.rmtree(old)
            made = empty(folder, python)
            install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            run(made, *install, *server)
            run(made, *install, "-r", "requirements.txt", cwd=ROOT)
            (folder / "complete").touch()
    return python_of(folder)
