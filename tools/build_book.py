"""Build the book and show it.

Warnings are failures. With ``OPEN=0`` or ``CI`` set it only builds; otherwise it serves the pages
on a free port of this machine and prints the address.

``--only book/game --out /tmp/draft`` builds single pages elsewhere, for looking at a draft: links
into other chapters are then not checked.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import serve
import vendor

ROOT = Path(__file__).resolve().parents[1]


def build(out: Path | None = None, only: list[str] | None = None) -> Path:
    """Build and return the folder of the pages; raise SystemExit if anything is wrong."""
    vendor.formulas()
    start = "import sys; from jupyter_book.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", start, "build", ".", "-n", "--keep-going"]
    environment = dict(os.environ, PYDEVD_DISABLE_FILE_VALIDATION="1")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        command += ["--path-output", str(out)]
        environment["VASLB_BOOK_CACHE"] = str(out / "executed")
    if only:
        toc = (out or ROOT / "_build") / "toc.yml"
        reference = sorted((ROOT / "book" / "api").glob("*.md"))
        others = [path.relative_to(ROOT).with_suffix("").as_posix() for path in reference]
        every = [*only, "book/bibliography", *others]
        pages = "".join(f"  - file: {page}\n" for page in every[1:])
        toc.write_text(f"format: jb-book\nroot: {only[0]}\nchapters:\n{pages}")
        command += ["--toc", str(toc)]
    else:
        command.append("-W")
    done = subprocess.run(command, cwd=ROOT, env=environment)
    if done.returncode:
        raise SystemExit("The book was not built: see the messages above.")
    return (out or ROOT) / "_build" / "html"


def main() -> None:
    """Build, then serve unless told not to."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, help="a folder for pages and cache (default: _build)")
    parser.add_argument("--only", nargs="+", metavar="PAGE", help="pages of a draft")
    chosen = parser.parse_args()
    pages = build(chosen.out.resolve() if chosen.out else None, chosen.only)
    if chosen.only or os.environ.get("OPEN") == "0" or os.environ.get("CI"):
        print(f"The pages are in {pages}")
        return
    serve.serve(pages)


if __name__ == "__main__":
    main()
