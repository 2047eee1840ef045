"""Make the student version of every problem set: no solutions, no hidden tests.

::

    python -m tools.coursework.release             # write book/coursework/release/
    python -m tools.coursework.release --solutions # and the solved sets as pages, for the lecturer
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
import warnings
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from tools.coursework.course import COURSE, ProblemSet, problem_sets
from tools.project import KERNEL

KEPT = ("deletable", "editable", "nbgrader", "tags")


def configuration(source: Path, root: Path) -> Config:
    """Return nbgrader's settings for a course whose sources and results lie in two folders."""
    config = PyFileConfigLoader("nbgrader_config.py", str(COURSE)).load_config()
    config.CourseDirectory.root = str(root)
    config.CourseDirectory.source_directory = str(source)
    config.CourseDirectory.db_url = f"sqlite:///{root / 'gradebook.db'}"
    return config


def generate(course: Path, root: Path, gradebook: bool = True, quiet: bool = False) -> None:
    """Let nbgrader write root/release/ and root/gradebook.db from the sources of a course."""
    config = configuration(course / "source", root)
    config.SaveCells.enabled = gradebook
    config.GenerateAssignment.no_database = not gradebook
    for problem_set in problem_sets(course):
        config.CourseDirectory.assignment_id = problem_set.name
        run(GenerateAssignment, config, quiet)


def run(converter: type, config: Config, quiet: bool = False) -> None:
    """Run one of nbgrader's converters; it only speaks when something is wrong, if at all."""
    log = logging.getLogger("nbgrader")
    log.setLevel(logging.CRITICAL if quiet else logging.ERROR)
    config[converter.__name__].force = True
    # nbgrader starts `alembic` by its name, also where the environment is not activated.
    programs, known = str(Path(sys.executable).parent), os.environ.get("PATH", "")
    if programs not in known.split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([programs, known])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # SQLAlchemy's, about the order of nbgrader's entries
        converter(coursedir=CourseDirectory(config=config), config=config, log=log).start()


def tidy(notebook: NotebookNode) -> NotebookNode:
    """Keep what a student needs: the same source always gives the same file."""
    notebook.metadata = NotebookNode(kernelspec=KERNEL, language_info={"name": "python"})
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for cell in notebook.cells:
        kept = {key: cell.metadata[key] for key in KEPT if key in cell.metadata}
        cell.metadata = NotebookNode(kept)
    return notebook


def releases(course: Path = COURSE) -> dict[str, str]:
    """Return the student versions of a course: path below release/, text of the file."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        generate(course, root, gradebook=False)
        made = {}
        for path in sorted((root / "release").glob("*/*.ipynb")):
            notebook = tidy(nbformat.read(path, as_version=4))
            name = path.relative_to(root / "release").as_posix()
            made[name] = nbformat.writes(notebook) + "\n"
        return made


def write_solutions(problem_set: ProblemSet, folder: Path) -> None:
    """Run a source notebook and write it as a page."""
    from nbclient import NotebookClient
    from nbconvert import HTMLExporter

    notebook = NotebookClient(problem_set.notebook, timeout=600).execute()
    page, _ = HTMLExporter().from_notebook_node(notebook)
    folder.mkdir(exist_ok=True)
    (folder / f"{problem_set.name}.html").write_text(page, encoding="utf-8")


def main() -> int:
    """Write the student versions, and remove those of sets that are no more."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--solutions", action="store_true")
    chosen = parser.parse_args()
    made = releases()
    for old in (COURSE / "release").glob("*/*.ipynb"):
        if old.relative_to(COURSE / "release").as_posix() not in made:
            old.unlink()
    for name, text in made.items():
        path = COURSE / "release" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for problem_set in problem_sets():
        points = [cell.metadata.nbgrader.points for cell in problem_set.items.values()]
        print(f"{problem_set.name}: {len(points)} items, {sum(points)} points")
        if chosen.solutions:
            write_solutions(problem_set, COURSE / "solutions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
