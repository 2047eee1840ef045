"""Start a headless Chromium for tests and pictures.

``python -m tools.site.browser`` says whether there is one, before anything long is begun.
"""

from __future__ import annotations

import shutil
import sys
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
READY = "() => 'ready' in document.documentElement.dataset"


def path() -> str | None:
    """Return the browser named by ``CHROME_PATH`` or found on this machine."""
    return environment.chrome_path() or next(filter(None, map(shutil.which, NAMES)), None)


class MissingBrowserError(RuntimeError):
    """There is no browser, with what to do about it."""


def needed() -> str:
    """Return the browser, or raise `MissingBrowserError`."""
    found = path()
    if found is None:
        raise MissingBrowserError(
            "Chromium is missing (Debian: apt-get install chromium), or set CHROME_PATH."
        )
    if shutil.which(found) is None:
        raise MissingBrowserError(f"CHROME_PATH names {found}, which is no program.")
    return found


@contextmanager
def chromium() -> Iterator[Any]:
    """Yield a Playwright browser."""
    from playwright.sync_api import sync_playwright

    found = needed()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def visit(tab: Any, address: str) -> None:
    """Open a page of the book, or open it again, and wait until its script has run.

    The script comes when the page has been shown: that may be after the browser's `load`.
    """
    tab.goto(address)
    tab.wait_for_function(READY)


def main() -> int:
    """Say what to do if there is no browser."""
    try:
        needed()
    except MissingBrowserError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
