"""The pages of the book, as the table of contents names them."""

from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]


def _files(entry):
    if isinstance(entry, dict):
        for key, value in entry.items():
            if key in ("file", "root"):
                yield value
            else:
                yield from _files(value)
    elif isinstance(entry, list):
        for one in entry:
            yield from _files(one)


NAMES = list(_files(yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))))
PAGES = [f"{name}.html" for name in NAMES] + ["search.html"]
EXPLORABLE = [
    name
    for name in NAMES
    if (ROOT / f"{name}.ipynb").exists()
    and "explorable(" in (ROOT / f"{name}.ipynb").read_text("utf-8")
]
"""Pages whose notebook has a figure to move."""
PHONE = {"width": 390, "height": 844, "is_mobile": True, "has_touch": True}
"""How a page is opened to see what it looks like on a phone."""
