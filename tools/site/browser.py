"""Start a headless Chromium for tests and pictures."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tools import environment

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NOTHING_WAITS = "* { content-visibility: visible !important }"
"""A style for whoever looks at a whole page at once: its far sections are laid out as well."""


def path() -> str | None:
    """Return the browser named by ``CHROME_PATH`` or found on this machine."""
    return environment.chrome_path() or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def chromium() -> Iterator[Any]:
    """Yield a Playwright browser."""
    from playwright.sync_api import sync_playwright

    found = path()
    if found is None:
        raise RuntimeError(
            "Chromium is missing (Debian: apt-get install chromium), or set CHROME_PATH"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()
