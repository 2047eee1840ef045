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
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import single_nb_execution

from tools import environment
from tools.project import BOOK, LIBRARY, ROOT
from tools.site import progress

CACHES_KEPT = 3
ROOMS = ("extensions", "notebooks", "site")
"""The tools that make pages; those of the coursework do not."""


def library_digest() -> str:
    """Return a name for everything but the notebooks that can change what a notebook shows."""
    # The coursework comes after the chapters: they use nothing of it.
    coursework = {LIBRARY / "checks", BOOK / "coursework"}
    every = [*LIBRARY.rglob("*"), *BOOK.rglob("*"), *ROOT.glob("requirements*.txt")]
    used = {".py", ".mplstyle", ".ttf", ".txt", ".json", ".csv"}
    return _digest(
        *(
            path
            for path in every
            if path.suffix in used and path.is_file() and not coursework & set(path.parents)
        )
    )


def page_digest() -> str:
    """Return a name for everything but the sources that can change what a page looks like."""
    rooms = [ROOT / "tools" / room for room in ROOMS]
    tools = [path for room in rooms for kind in ("*.py", "*.html") for path in room.rglob(kind)]
    assets = [path for path in (BOOK / "assets").rglob("*") if path.is_file()]
    assets += [*BOOK.glob("*.yml"), *LIBRARY.rglob("*.js"), *LIBRARY.rglob("*.css")]
    return library_digest() + _digest(*tools, *assets, *LIBRARY.rglob("*.py"))


def _digest(*files: Path) -> str:
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(files):
        digest.update(path.relative_to(ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the cache for the library as it is now, and forget the oldest others."""
    kept = environment.book_cache()
    folder = kept / library_digest()
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    by_age = sorted(kept.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
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

    def run(path: Path) -> tuple[Path, float, Exception | None]:
        result = single_nb_execution(
            read[path], cwd=str(path.parent), timeout=timeout, allow_errors=False
        )
        return path, result.time, result.err

    others = "; the others have not changed" if len(waiting) < len(read) else ""
    progress.step(f"Running {len(waiting)} of {len(read)} chapters{others}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        running = [pool.submit(run, path) for path in waiting]
        for count, done in enumerate(as_completed(running), start=1):
            path, seconds, problem = done.result()
            ended = f"{seconds:.0f} s" if problem is None else f"failed: {_last_line(problem)}"
            progress.step(f"  {count} of {len(waiting)}: {path.relative_to(ROOT)}, {ended}")
            if problem is None:
                bundle = CacheBundleIn(read[path], str(path), data={"execution_seconds": seconds})
                cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def _last_line(problem: Exception) -> str:
    """Return the line of a traceback that says what is wrong."""
    return (progress.plain(str(problem)).strip().splitlines() or [type(problem).__name__])[-1]
