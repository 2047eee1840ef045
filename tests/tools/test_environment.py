"""Environment variables: read in one place, listed there, and doing what the list says."""

import re
from pathlib import Path

import pytest

from tools import environment
from tools.project import BUILD, ROOT

READ = re.compile(r"os\.environ(?:\.get\(|\[)|os\.getenv")
SET = re.compile(r"os\.environ\[[^]]+\] = ")
OURS = r"VASLB_\w+|CHROME_PATH"


def tools():
    # The grader starts programs of its own, with variables of its own.
    every = (ROOT / "tools").rglob("*.py")
    return [path for path in every if "coursework" not in path.parts]


def test_only_one_file_reads_them():
    reading = {
        path.name
        for path in tools()
        for line in path.read_text("utf-8").splitlines()
        if READ.search(line) and not SET.search(line)
    }
    assert reading == {"environment.py"}


def test_every_variable_is_in_the_list_and_has_one_reader():
    text = Path(environment.__file__).read_text("utf-8")
    listed = re.findall(r"^``(\w+)``  +", environment.__doc__, re.M)
    names = {"REPOSITORY": environment.REPOSITORY, "BOOK_CACHE": environment.BOOK_CACHE}
    names |= {"SITE": environment.SITE}
    read = re.findall(r"environ\.get\(\"?(\w+)\"?", text)
    read = [names.get(one, one) for one in read if one != "PYTHONPATH"]
    assert sorted(read) == sorted(listed)


def test_every_variable_that_anything_mentions_is_in_the_list():
    files = [*tools(), *(ROOT / "tests" / "site").glob("*.py"), ROOT / "Makefile"]
    files += [*(ROOT / ".github" / "workflows").glob("*.yml"), ROOT / "CONTRIBUTING.md"]
    mentioned = {
        one for path in files for one in re.findall(rf"\b({OURS})\b", path.read_text("utf-8"))
    }
    assert mentioned >= {"VASLB_SITE", "VASLB_REPOSITORY"}
    assert mentioned <= set(re.findall(rf"``({OURS})``", environment.__doc__))


@pytest.mark.parametrize(
    ("name", "value", "reader", "wanted"),
    [
        ("OPEN", "0", environment.only_build, True),
        ("OPEN", "1", environment.only_build, False),
        ("CI", "true", environment.only_build, True),
        ("CI", "true", environment.on_ci, True),
        ("CI", "", environment.on_ci, False),
        ("CHROME_PATH", "/x/chrome", environment.chrome_path, "/x/chrome"),
        ("CHROME_PATH", "", environment.chrome_path, None),
        ("VASLB_REPOSITORY", "https://x", environment.repository_address, "https://x"),
        ("VASLB_BOOK_CACHE", "/x/kept", environment.book_cache, Path("/x/kept")),
        ("VASLB_BOOK_CACHE", "", environment.book_cache, BUILD / "executed"),
        ("VASLB_SITE", "/x/html", environment.built_site, Path("/x/html")),
        ("VASLB_SITE", "", environment.built_site, None),
    ],
)
def test_a_variable_does_what_the_list_says(monkeypatch, name, value, reader, wanted):
    for other in ("OPEN", "CI"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(name, value)
    assert reader() == wanted


def test_kernels_find_the_project_before_what_they_found_already(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/before")
    environment.lead_kernels_to(Path("/here"))
    assert environment.with_variables(A="1")["PYTHONPATH"].split(":") == ["/here", "/before"]
    assert environment.with_variables(A="1")["A"] == "1"
