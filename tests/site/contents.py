"""The pages of the built book, and how a phone opens them."""

from tools.project import ROOT
from tools.site import contents

NAMES = contents.pages()
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
PATIENCE = 300_000
"""Milliseconds before a browser test gives up waiting: a busy machine is slow, not wrong."""
