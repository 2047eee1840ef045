"""The page of licences: everything is listed, and every licence allows its use."""

import json
import re

import pytest

pytest.importorskip("sphinx")

from tools.extensions import licences
from tools.project import ROOT
from tools.site import vendor

ALLOWED = r"MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL|OFL|CC-BY|CC0|HPND|Zlib|Unlicense"


@pytest.mark.parametrize("group", ["library", "tools"])
def test_every_package_declares_a_licence_that_allows_its_use(group):
    rows = licences.software(group)
    assert len(rows) > 10
    for row in rows:
        assert re.search(ALLOWED, row.licence), row
        assert not re.search(r"\bA?GPL", row.licence), row


def test_what_the_library_needs_is_followed_to_the_end():
    names = {row.name.lower() for row in licences.software("library")}
    assert {"numpy", "scipy", "matplotlib", "ipywidgets", "tqdm"} <= names
    assert {"pillow", "traitlets", "pygments"} <= names  # brought along
    assert not names & {"pytest", "sphinx", "jupyter-book"}


def test_what_the_pages_ship_is_listed(monkeypatch, tmp_path):
    """Every package from npm that the pages use has its row."""
    for name in vendor.packages("site"):
        package = tmp_path / name / "package.json"
        package.parent.mkdir(parents=True)
        package.write_text(json.dumps({"version": "0.0", "license": "MIT"}))
    monkeypatch.setattr(vendor, "modules", lambda group: tmp_path)
    rows = licences.software("pages")
    listed = " ".join(row.name for row in rows).lower()
    for name in vendor.packages("site"):
        assert name in listed
    assert all(re.search(ALLOWED, row.licence) for row in rows)


def test_the_page_shows_all_three_lists():
    page = (ROOT / "book" / "licences.md").read_text("utf-8")
    assert re.findall(r"^```\{software-list\} (\w+)$", page, re.M) == ["library", "tools", "pages"]
