"""The address of the repository, from the one place that holds it: `_config.yml`.

The environment variable ``VASLB_REPOSITORY`` stands in its place for one build, so that the site of
a fork launches the fork.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from tools import environment
from tools.project import ROOT

FORM = r"https://github\.com/([\w.-]+)/([\w.-]+?)(?:\.git)?/?"


class Repository(NamedTuple):
    """A repository on GitHub, and the branch that readers get."""

    owner: str
    name: str
    branch: str

    @property
    def address(self) -> str:
        """The address of the repository."""
        return f"https://github.com/{self.owner}/{self.name}"

    @property
    def pages(self) -> str:
        """The address at which GitHub Pages shows the book."""
        return f"https://{self.owner.lower()}.github.io/{self.name}/"


def repository(root: Path = ROOT) -> Repository | None:
    """Return the repository, or None while the project has no published address."""
    # Read without a YAML library: the package is built where there is none.
    text = (root / "_config.yml").read_text("utf-8")
    section = re.search(r"^repository:\n((?:[ \t]+.*\n)+)", text, re.M)
    lines = re.findall(r'^ +(\w+): *"?([^"#\s]*)"?', section[1] if section else "", re.M)
    settings = dict(lines)
    address = environment.repository_address() or settings.get("url", "")
    if not address:
        return None
    found = re.fullmatch(FORM, address)
    if found is None:
        raise ValueError(
            f"the repository's address must be https://github.com/owner/name, got {address!r}"
        )
    return Repository(found[1], found[2], settings.get("branch") or "main")
