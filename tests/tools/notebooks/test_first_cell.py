"""The first cell of a chapter installs nothing by a name that is not ours."""

import re
import subprocess
import sys

import pytest

from tools.notebooks import first_cell
from tools.project import ROOT

COMMIT = "0123456789abcdef" * 2 + "01234567"
ADDRESS = "https://github.com/owner/name"
WATCHED = """
import importlib.util, subprocess
importlib.util.find_spec = lambda name: None
subprocess.run = lambda command, check: print(command[-1])
"""


def wanted(text):
    """Run a cell where the library is missing; return what it would install, and its complaint."""
    ended = subprocess.run(
        [sys.executable, "-c", WATCHED + text], capture_output=True, text=True, check=False
    )
    return ended.stdout.strip(), ended.stderr


def test_with_a_release_its_version_is_pinned():
    assert wanted(first_cell.source("1.2.0", COMMIT, ADDRESS)) == ("vaslb_edu==1.2.0", "")


def test_without_a_release_the_repository_is_taken_at_a_commit():
    name, _ = wanted(first_cell.source("", COMMIT, ADDRESS))
    assert name == f"vaslb_edu @ git+{ADDRESS}@{COMMIT}"


def test_with_neither_it_says_what_to_do():
    name, said = wanted(first_cell.source())
    assert name == ""
    assert said.splitlines()[-1].startswith(
        "ModuleNotFoundError: vaslb_edu is missing: `pip install"
    )


@pytest.mark.parametrize(
    "settings",
    [("latest",), (">=1",), ("1",), ("", "main", ADDRESS), ("", COMMIT[:7], ADDRESS), ("", COMMIT)],
)
def test_what_could_change_behind_our_back_is_refused(settings):
    with pytest.raises(ValueError, match=r"commit|release"):
        first_cell.source(*settings)


def test_the_project_installs_itself_nowhere_by_its_bare_name():
    bare = re.compile(r"""pip["',\s]+install\b[^\n]*[\s"']vaslb[_-]edu(?!\s*(==|@|\.|/))""")
    files = [*ROOT.glob("book/**/*.md"), *ROOT.glob("book/**/*.ipynb"), *ROOT.glob("*.md")]
    files += [*ROOT.glob("tools/**/*.py"), *ROOT.glob(".github/workflows/*.yml")]
    files += [*ROOT.glob("vaslb_edu/**/*.py"), *ROOT.glob("book/assets/**/*.js")]
    files += [
        ROOT / "Makefile",
        ROOT / ".ci" / "run",
        ROOT / "tools" / "coursework" / "Containerfile",
    ]
    assert len(files) > 40
    assert not [path for path in files if bare.search(path.read_text("utf-8"))]
    assert bare.search('"pip", "install", "--quiet", "vaslb_edu"]')
    assert bare.search("pip install 'vaslb_edu[table1]'")
