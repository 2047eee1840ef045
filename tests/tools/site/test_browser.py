"""Whoever needs a browser hears at once that there is none."""

import os
import subprocess
import sys

import pytest

from tools.project import ROOT
from tools.site import browser


def test_a_missing_browser_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROME_PATH", raising=False)
    with pytest.raises(browser.MissingBrowserError, match="Chromium is missing"):
        browser.needed()


def test_a_browser_that_is_no_program_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("CHROME_PATH", str(tmp_path / "browser"))
    with pytest.raises(browser.MissingBrowserError, match=r"CHROME_PATH names .*browser"):
        browser.needed()


def test_a_program_is_taken(monkeypatch):
    monkeypatch.setenv("CHROME_PATH", sys.executable)
    assert browser.needed() == sys.executable


@pytest.mark.parametrize("target", ["pdf", "site-quality"])
def test_make_says_it_before_anything_long(target, tmp_path):
    """One sentence from `make`, and nothing is built, fetched or measured."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    ended = subprocess.run(
        ["make", "-o", ".venv/.installed", target, f"CHROME_PATH={tmp_path}/none"],
        cwd=ROOT,
        env=outside | {"MFLAGS": ""},  # these tests, too, are run by make
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert "CHROME_PATH names" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_quality_without_a_book_is_refused(tmp_path):
    command = [sys.executable, "-m", "tools.site.quality", "--site", str(tmp_path)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert ended.returncode == 2
    assert "there is no book in" in ended.stderr
