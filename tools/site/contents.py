"""The pages of the book, as its table of contents names them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import yaml

from tools.project import ROOT


@cache
def _contents() -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8")))


@cache
def chapters() -> list[str]:
    """Return the first page, then the chapters and appendices of every part."""
    named = [one["file"] for part in _contents()["parts"] for one in part["chapters"]]
    return [_contents()["root"], *named]


@cache
def pages() -> list[str]:
    """Return every page in its order, those inside chapters included."""
    return list(_files(_contents()))


@cache
def numbered() -> list[str]:
    """Return the chapters of the part that is numbered."""
    [part] = [part for part in _contents()["parts"] if part.get("numbered")]
    return [one["file"] for one in part["chapters"]]


def _files(entry: Any) -> Iterator[str]:
    if isinstance(entry, dict):
        for key, value in entry.items():
            if key in ("file", "root"):
                yield value
            else:
                yield from _files(value)
    elif isinstance(entry, list):
        for one in entry:
            yield from _files(one)


def title(page: str) -> str:
    """Return the heading of a page; the first page is called Start."""
    if page == _contents()["root"]:
        return "Start"
    notebook = ROOT / f"{page}.ipynb"
    if notebook.exists():
        text = "".join(json.loads(notebook.read_text("utf-8"))["cells"][0]["source"])
    else:
        text = (ROOT / f"{page}.md").read_text("utf-8")
    found = re.search(r"^# (.+)$", text, re.M)
    return found[1] if found else page
