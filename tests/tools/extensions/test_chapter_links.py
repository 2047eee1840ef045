"""Docstrings name the chapter that explains them."""

import ast
import re

import nbformat
import pytest

from tools.extensions import chapter_links
from tools.project import BOOK, LIBRARY, ROOT
from tools.site import contents


def test_every_public_module_names_its_chapter():
    public = [path for path in LIBRARY.rglob("*.py") if not path.name.startswith("_")]
    public += [LIBRARY / name / "__init__.py" for name in ("bounds", "concentration")]
    silent = []
    for path in public:
        if LIBRARY / "checks" not in path.parents:  # these belong to the coursework
            found = chapter_links.EXPLAINED.search(ast.get_docstring(ast.parse(path.read_text())))
            if not found or chapter_links.page_of(found["title"]) not in contents.chapters():
                silent.append(path.relative_to(LIBRARY).as_posix())
    assert silent == []


def test_a_named_chapter_becomes_a_link():
    linked = chapter_links.linked("Explained in the chapter *Optimism*. The rest.")
    assert linked == "Explained in the :doc:`chapter Optimism </book/optimism>`. The rest."
    appendix = chapter_links.linked("Explained in the appendix *Notation*.")
    assert appendix == "Explained in the :doc:`appendix Notation </book/notation>`."


def test_a_docstring_cannot_name_a_chapter_that_is_not_there():
    with pytest.raises(ValueError, match="0 chapters of the book are called 'Middle'"):
        chapter_links.linked("Explained in the chapter *Middle*.")


def test_a_title_that_two_chapters_share_is_refused(monkeypatch):
    monkeypatch.setattr(contents, "title", lambda page: "The same")
    with pytest.raises(ValueError, match=r"\d\d chapters of the book are called 'The same'"):
        chapter_links.linked("Explained in the chapter *The same*.")


@pytest.mark.parametrize("counted", ["chapter 5, *Optimism*", "the chapter 5", "appendix B"])
def test_a_chapter_is_not_named_by_its_number(counted):
    """Else a chapter put in before it would make the sentence wrong."""
    with pytest.raises(ValueError, match="by its title, not by its number"):
        chapter_links.linked(f"Explained in {counted}.")


NUMBERED = re.compile(
    r"\b(?:chapters?|appendix) \d+\b(?! (?:and \d+, is the textbook|of \{cite))"
    r"|(?<!# )(?<!description: )\bproblem sets? \d+|<set-\d+>",
    re.IGNORECASE,
)


def prose():
    """Every page, notebook and docstring of the project, by its path."""
    for path in [*BOOK.rglob("*.md"), *BOOK.rglob("*.ipynb"), ROOT / "README.md"]:
        if path.suffix == ".md":
            yield path, path.read_text("utf-8")
        elif "release" not in path.parts:  # these are made from the sources
            cells = nbformat.read(path, as_version=4).cells
            yield path, "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    for folder in (LIBRARY, ROOT / "tools", ROOT / "benchmarks"):
        for path in folder.rglob("*.py"):
            yield path, path.read_text("utf-8")


def test_nothing_names_a_chapter_or_a_problem_set_by_its_number():
    """A textbook may be cited by chapter, and a set has its own number in its own title."""
    found = [
        f"{path.relative_to(ROOT)}: {one[0]}"
        for path, text in prose()
        for one in NUMBERED.finditer(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "noticed"),
    [
        ("as chapter 3 says", True),
        ("chapters 2 and 3", True),
        ("Problem set 2 builds it", True),
        ("{ref}`the set <set-2>`", True),
        ("# Problem set 2: Random projection", False),
        ("chapter 20 of {cite:t}`lattimore2020bandit`", False),
    ],
)
def test_a_number_is_noticed(text, noticed):
    assert bool(NUMBERED.search(text)) == noticed
