"""A Sphinx extension: the software behind the book with its licences, read from what is installed.

``{software-list} library`` lists what running a chapter needs, with everything that brings along;
``{software-list} tools`` the programs that test and build; ``{software-list} pages`` what travels
inside the built pages. The lists are written when the book is built, so they cannot be out of date.
"""

from __future__ import annotations

import json
import re
from importlib import metadata
from typing import Any, NamedTuple

from docutils import nodes
from docutils.statemachine import StringList
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from tools.project import ROOT
from tools.site import vendor

FILES = {"library": "requirements.txt", "tools": "requirements-dev.txt"}
PARTS_OF_PAGES = {
    "Bootstrap (in the theme)": "MIT",
    "Font Awesome Free, icons and fonts (in the theme)": "CC-BY-4.0 and OFL-1.1",
    "clipboard.js (in sphinx-copybutton)": "MIT",
}
THEME_PACKAGES = ("sphinx-book-theme", "pydata-sphinx-theme", "sphinx-copybutton", "sphinx")


class Software(NamedTuple):
    """One package with its version and licence."""

    name: str
    version: str
    licence: str


def licence(package: str) -> str:
    """Return the licence that an installed package declares, or an empty string."""
    said = metadata.metadata(package)
    if "License-Expression" in said:
        return said["License-Expression"]
    classified = [
        line.rpartition(" :: ")[2]
        for line in said.get_all("Classifier") or []
        if line.startswith("License ::")
    ]
    named = [one for one in classified if one != "OSI Approved"]
    if named:
        return " and ".join(named)
    text = said["License"].strip() if "License" in said else ""
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    return text.partition("\n")[0]


def direct(group: str) -> list[str]:
    """Return the packages that a file of requirements names."""
    lines = (ROOT / FILES[group]).read_text("utf-8").splitlines()
    return [line.split("==")[0] for line in lines if re.match(r"[A-Za-z]", line)]


def with_all_they_need(names: list[str]) -> list[str]:
    """Return the packages and everything installed that they need, each once."""
    found: dict[str, None] = {}
    waiting = [Requirement(name) for name in names]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name in found:
            continue
        found[name] = None
        for line in metadata.requires(name) or []:
            needed = Requirement(line)
            extras = wanted.extras or {""}
            if not needed.marker or any(needed.marker.evaluate({"extra": one}) for one in extras):
                waiting.append(needed)
    return sorted(found)


def software(group: str) -> list[Software]:
    """Return the list behind one directive."""
    if group == "pages":
        rows = [_from_npm(name) for name in vendor.packages("site")]
        rows += [Software(name, "", said) for name, said in PARTS_OF_PAGES.items()]
        return rows + [_software(name) for name in THEME_PACKAGES]
    names = with_all_they_need(direct(group)) if group == "library" else direct(group)
    return [_software(name) for name in names]


def _software(name: str) -> Software:
    return Software(metadata.metadata(name)["Name"], metadata.version(name), licence(name))


def _from_npm(name: str) -> Software:
    said = json.loads((vendor.modules("site") / name / "package.json").read_text("utf-8"))
    return Software(name, said["version"], said["license"])


class SoftwareList(SphinxDirective):
    """A table of software: name, version, licence."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        lines = ["| Software | Version | Licence |", "|---|---|---|"]
        lines += [f"| {' | '.join(row)} |" for row in software(self.arguments[0])]
        holder = nodes.container()
        self.state.nested_parse(StringList(lines, "software"), self.content_offset, holder)
        return holder.children


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directive."""
    app.add_directive("software-list", SoftwareList)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
