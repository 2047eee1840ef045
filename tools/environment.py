"""Every environment variable that steers the tools: each is read here, once, and nowhere else.

=====================  ======================================================================
``OPEN``               ``0``: `make book` only builds, it does not serve
``CI``                 set: the same, and a test that needs Chromium fails without it
``CHROME_PATH``        the browser to use; else the first Chromium or Chrome on ``PATH``
``VASLB_REPOSITORY``   the repository's address, in place of the one in `_config.yml`
``VASLB_BOOK_CACHE``   where results of chapters are kept; else ``_build/executed``
``VASLB_SITE``         a built book that the tests of the site open; else they build one
=====================  ======================================================================

``VASLB_EDU_STATIC`` steers the library, not the tools: `vaslb_edu.figures.frames` reads it, and the
build sets it for the kernels it starts.
"""

from __future__ import annotations

import os
from pathlib import Path

from tools.project import BUILD

REPOSITORY = "VASLB_REPOSITORY"
BOOK_CACHE = "VASLB_BOOK_CACHE"
SITE = "VASLB_SITE"


def only_build() -> bool:
    """Say whether the book is built without being served."""
    return os.environ.get("OPEN") == "0" or on_ci()


def on_ci() -> bool:
    """Say whether nobody is watching, so that what cannot be checked must not be skipped."""
    return bool(os.environ.get("CI"))


def chrome_path() -> str | None:
    """Return the browser that somebody has chosen."""
    return os.environ.get("CHROME_PATH") or None


def repository_address() -> str | None:
    """Return the address that stands in for the one of `_config.yml`."""
    return os.environ.get(REPOSITORY) or None


def book_cache() -> Path:
    """Return the folder in which results of chapters are kept."""
    return Path(os.environ.get(BOOK_CACHE) or BUILD / "executed")


def built_site() -> Path | None:
    """Return a built book for the tests of the site."""
    named = os.environ.get(SITE)
    return Path(named) if named else None


def with_variables(**more: str) -> dict[str, str]:
    """Return the environment of a program that is started with some variables added."""
    return os.environ | more


def lead_kernels_to(folder: Path) -> None:
    """Let programs started from here find packages in a folder before all others."""
    paths = [str(folder), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
