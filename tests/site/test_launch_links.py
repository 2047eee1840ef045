"""Every built page offers the ways to run it that the address of the repository allows."""

import re

import pytest
from contents import NAMES

from tools.extensions import launch
from tools.project import ROOT
from tools.repository_address import repository

pytestmark = pytest.mark.browser  # needs the built book


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_its_launch_links(site, name):
    page = (site / f"{name}.html").read_text("utf-8")
    notebook = ROOT / f"{name}.ipynb"
    source = f"{name}.ipynb" if notebook.exists() else f"{name}.md"
    wanted = launch.links(repository(), source, f"{NAMES[0]}.ipynb")
    found = re.findall(r'class="vaslb-launch-(\w+)" href="([^"]*)"', page)
    assert found == [(one.kind, one.address) for one in wanted]
    if notebook.exists():
        assert dict(found)["download"] == notebook.name
        assert (site / f"{name}.ipynb").read_bytes() == notebook.read_bytes()
