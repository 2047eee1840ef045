"""Build the book and show it.

Warnings are failures. With ``OPEN=0`` or ``CI`` set it only builds; otherwise it serves the pages
on a free port of this machine and prints the address. The full log is in ``_build/book.log``.

``--only book/game --out /tmp/draft`` builds single pages elsewhere, for looking at a draft: links
into other chapters are then not checked.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import yaml

from tools import environment
from tools.project import BUILD, ROOT
from tools.site import contents, progress, serve, vendor

START = "import sys; from jupyter_book.cli.main import main; sys.exit(main())"


def build(out: Path | None = None, only: list[str] | None = None) -> Path:
    """Build and return the folder of the pages; raise SystemExit if anything is wrong."""
    try:
        vendor.modules("site")
    except vendor.MissingPackagesError as problem:
        raise SystemExit(str(problem)) from None
    command = [sys.executable, "-c", START, "build", ".", "-n", "--keep-going"]
    variables = environment.with_variables(PYDEVD_DISABLE_FILE_VALIDATION="1", PYTHONUNBUFFERED="1")
    folder = out or BUILD
    folder.mkdir(parents=True, exist_ok=True)
    if out is not None:
        command += ["--path-output", str(out)]
        variables[environment.BOOK_CACHE] = str(out / "executed")
    command += ["--toc", str(_contents_of(only, folder))] if only else ["-W"]
    log = folder / "book.log"
    if run_quietly(command, variables, log, draft=bool(only)):
        raise SystemExit(f"The book was not built: everything that was said is in {log}")
    return (out or ROOT) / "_build" / "html"


def run_quietly(command: list[str], variables: dict[str, str], log: Path, draft: bool) -> int:
    """Run a build, show what a person wants to see, keep all of it in a file."""
    with (
        log.open("w", encoding="utf-8") as file,
        subprocess.Popen(
            command,
            cwd=ROOT,
            env=variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as running,
    ):
        assert running.stdout
        for line in progress.worth_showing(_kept(running.stdout, file), draft):
            print(line, flush=True)
    return running.returncode


def _kept(lines: IO[str], file: IO[str]) -> Iterator[str]:
    """Pass lines on, without their colours, and write them down."""
    for line in lines:
        plain = progress.plain(line)
        file.write(plain)
        file.flush()
        yield plain


def _contents_of(only: list[str], folder: Path) -> Path:
    """Write a table of contents with some pages and what all pages refer to."""
    api = [page for page in contents.pages() if page.startswith("book/api/") and page != only[0]]
    reference = {"file": api[0], "sections": [{"file": page} for page in api[1:]]}
    every = dict.fromkeys([*only, "book/bibliography"])
    others = [{"file": page} for page in [*every][1:] if page not in api]
    book = {"format": "jb-book", "root": only[0], "chapters": [*others, reference]}
    path = folder / "toc.yml"
    path.write_text(yaml.safe_dump(book), encoding="utf-8")
    return path


def main() -> None:
    """Build, then serve unless told not to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--out", type=Path, help="a folder for pages and cache (default: _build)")
    parser.add_argument("--only", nargs="+", metavar="PAGE", help="pages of a draft")
    chosen = parser.parse_args()
    pages = build(chosen.out.resolve() if chosen.out else None, chosen.only)
    if chosen.only or environment.only_build():
        print(f"The pages are in {pages}")
        return
    serve.serve(pages)


if __name__ == "__main__":
    main()
