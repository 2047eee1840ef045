"""Which results of a notebook are still good, and running those that are not, side by side.

The cache of executed notebooks lies in a folder named after the content of the library: a change
of the library runs every chapter again, a change of one chapter runs only that chapter.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import single_nb_execution
from sphinx.util import logging

logger = logging.getLogger(__name__)
ROOT = Path(__file__).resolve().parents[1]
LIBRARY = ROOT / "vaslb_edu"
CACHE = Path(os.environ.get("VASLB_BOOK_CACHE", ROOT / "_build" / "executed"))
CACHES_KEPT = 3


def library_digest() -> str:
    """Return a name for everything but the notebooks that can change what a notebook shows."""
    # The coursework comes after the chapters: they use nothing of it.
    coursework = {LIBRARY / "checks", ROOT / "book" / "coursework"}
    every = [*LIBRARY.rglob("*"), *(ROOT / "book").rglob("*"), *ROOT.glob("requirements*.txt")]
    used = {".py", ".mplstyle", ".txt", ".json", ".csv"}
    return _digest(
        *(
            path
            for path in every
            if path.suffix in used and path.is_file() and not coursework & set(path.parents)
        )
    )


def page_digest() -> str:
    """Return a name for everything but the sources that can change what a page looks like."""
    tools = Path(__file__).parent.glob("*.py")
    assets = [*(ROOT / "book" / "assets").iterdir(), *(LIBRARY / "figures" / "player").iterdir()]
    return library_digest() + _digest(*tools, *assets, *LIBRARY.rglob("*.py"))


def _digest(*files: Path) -> str:
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(files):
        digest.update(path.relative_to(ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the cache for the library as it is now, and forget the oldest others."""
    folder = CACHE / library_digest()
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    by_age = sorted(CACHE.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in by_age[CACHES_KEPT:]:
        shutil.rmtree(old)
    return folder


def execute(notebooks: Iterable[Path], folder: str, timeout: int) -> None:
    """Run the notebooks that the cache does not know, as many at once as there are processors.

    A notebook that fails is left out: the build runs it again and tells what is wrong.
    """
    cache = get_cache(folder)
    read = {path: nbformat.read(path, as_version=4) for path in notebooks}
    waiting = []
    for path, notebook in read.items():
        try:
            cache.match_cache_notebook(notebook)
        except KeyError:
            waiting.append(path)

    def run(path: Path) -> tuple[Path, float | None]:
        logger.info("executing %s", path.relative_to(ROOT))
        result = single_nb_execution(
            read[path], cwd=str(path.parent), timeout=timeout, allow_errors=False
        )
        return path, None if result.err else result.time

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, seconds in pool.map(run, waiting):
            if seconds is not None:
                bundle = CacheBundleIn(read[path], str(path), data={"execution_seconds": seconds})
                cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
