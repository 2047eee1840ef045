"""Grading is tested where its jail is: on Linux, with bubblewrap."""

import functools
import shutil
import sys

import nbgrader.api
import pytest

from tools import environment

IN_THE_JAIL = ("attacks", "class", "inert", "interrupt", "names", "real_sets", "sides", "unsafe")

if sys.platform != "linux":  # bubblewrap is Linux's
    collect_ignore_glob = [f"test_{name}.py" for name in IN_THE_JAIL]


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items):
    """What runs in the jail is slow; it is skipped where there is none, but never on CI."""
    missing = pytest.mark.skip(reason="no bubblewrap here (Debian: apt install bubblewrap)")
    for item in items:
        if item.path.parent.name == "coursework" and item.path.stem[5:] in IN_THE_JAIL:
            item.add_marker(pytest.mark.slow)
            if not shutil.which("bwrap") and not environment.on_ci():
                item.add_marker(missing)


@pytest.fixture(autouse=True, scope="session")
def _one_version_of_the_gradebook():
    """nbgrader starts a program for every new gradebook, to ask for what it says every time."""
    with pytest.MonkeyPatch.context() as patch:
        asked_once = functools.cache(nbgrader.api.get_alembic_version)
        patch.setattr(nbgrader.api, "get_alembic_version", asked_once)
        yield
