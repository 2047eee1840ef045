"""One build of the book and one browser for all tests of the site."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import browser  # noqa: E402
import build_book  # noqa: E402
import serve  # noqa: E402


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The pages of the book, built once: workers of a parallel run wait for the first."""
    ready = os.environ.get("VASLB_SITE")
    if ready:
        return Path(ready)
    lock = ROOT / "_build" / "site-tests.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        try:
            import fcntl
        except ImportError:  # not on this system: run these tests in one process
            pass
        else:
            fcntl.flock(file, fcntl.LOCK_EX)
        return build_book.build()


@pytest.fixture(scope="session")
def chromium():
    if browser.path() is None:
        if os.environ.get("CI"):
            pytest.fail("these tests need Chromium, and a check without it would prove nothing")
        pytest.skip("needs Chromium: apt-get install chromium, or set CHROME_PATH")
    with browser.chromium() as started:
        yield started


@pytest.fixture(scope="session")
def address(site):
    with serve.Site(site) as server:
        yield server.address


@pytest.fixture
def open_page(chromium, address):
    """Open a page and keep account of what it asks for and complains about."""
    contexts = []

    def open_one(page, *, theme="light", width=1280, height=900, **options):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, **options
        )
        contexts.append(context)
        tab = context.new_page()
        tab.requests, tab.troubles, tab.weight = [], [], 0
        tab.on("request", lambda request: tab.requests.append(request.url))
        tab.on("requestfailed", lambda request: tab.troubles.append(f"failed: {request.url}"))
        tab.on("pageerror", lambda error: tab.troubles.append(f"error: {error}"))
        tab.on(
            "console",
            lambda said: (
                tab.troubles.append(f"console: {said.text}") if said.type == "error" else None
            ),
        )

        def weigh(response):
            tab.weight += int(response.headers.get("content-length", 0))
            if response.status >= 400:
                tab.troubles.append(f"{response.status}: {response.url}")

        tab.on("response", weigh)
        tab.goto(page if "://" in page else address + page)
        tab.wait_for_load_state("networkidle")
        return tab

    yield open_one
    for context in contexts:
        context.close()
