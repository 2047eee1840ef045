"""The page of the coursework says of each set what its source notebook says."""

import re
from pathlib import Path

import nbformat
import pytest

from tests.checks.sources import SOURCE, notebook

PAGE = SOURCE.parent / "index.md"
BOOK = SOURCE.parents[1]
SETS = sorted(path.name for path in SOURCE.iterdir() if path.is_dir())


def table_rows(text):
    """Return the cells of all table rows that begin with a number."""
    rows = [line.strip().strip("|").split("|") for line in text.splitlines() if "|" in line]
    return [[cell.strip() for cell in row] for row in rows if row[0].strip().isdigit()]


def set_rows(page):
    """Return what the table of the page says of each set, by its label."""
    rows = [line.strip().strip("|").split("|") for line in page.splitlines()]
    found = ((re.match(r"\{ref\}`.* <(set-[\w-]+)>`", row[0].strip()), row) for row in rows)
    return {named[1]: [cell.strip() for cell in row[1:]] for named, row in found if named}


def total(cell):
    """Return the value of a cell such as "5" or "2 + 3"."""
    return sum(int(part) for part in cell.split("+"))


def graded_points(problem_set):
    marked = (cell.metadata.get("nbgrader") for cell in notebook(problem_set).cells)
    return sum(found["points"] for found in marked if found and found["grade"])


def label(problem_set):
    """Return what references call a set."""
    return "set-" + problem_set.replace("_", "-")


def chapters():
    """Return the chapters of each set, as the page has them; "then" names one for afterwards."""
    for name, (read, *_) in set_rows(PAGE.read_text("utf-8")).items():
        for chapter in re.findall(r"`\.\./(\w+)`", read.split(", then")[0]):
            yield chapter, name


@pytest.fixture(scope="module")
def page():
    return PAGE.read_text("utf-8")


def test_every_set_has_its_row_and_its_section(page):
    sections = re.findall(r"^\((set-[\w-]+)\)=$", page, re.M)
    assert list(set_rows(page)) == sections
    assert sorted(sections) == sorted(map(label, SETS))


@pytest.mark.parametrize("problem_set", SETS)
def test_a_set_has_a_name_and_no_number(page, problem_set):
    """So one may come in the middle, and no other is touched."""
    assert not re.search(r"\d", problem_set.removesuffix("2"))  # VOFUL2 is a name
    (path,) = (SOURCE / problem_set).glob("*.ipynb")
    assert not re.search(r"\b(problem )?sets? \d", path.read_text("utf-8"), re.I)
    assert not re.search(r"\bsets? \d", page, re.I)


@pytest.mark.parametrize("problem_set", SETS)
def test_points_and_minutes_agree_with_the_source(page, problem_set):
    introduction = notebook(problem_set).cells[0].source
    items = table_rows(introduction)
    row = set_rows(page)[label(problem_set)]
    points, minutes = graded_points(problem_set), sum(total(item[-1]) for item in items)
    assert 5 <= len(items) <= 8
    assert sum(total(item[-2]) for item in items) == points
    assert f"{points} points" in introduction
    assert [total(row[-2]), total(row[-1])] == [points, minutes]
    assert 150 <= minutes <= 210


@pytest.mark.parametrize("problem_set", SETS)
def test_title_and_download_of_each_set(page, problem_set):
    title = notebook(problem_set).cells[0].source.splitlines()[0]
    spoken = title.removeprefix("# Problem set: ")
    assert spoken != title
    assert f"({label(problem_set)})=\n### {spoken}\n".lower() in page.lower()
    (path,) = (SOURCE / problem_set).glob("*.ipynb")
    assert f"{{download}}`{path.name} <release/{problem_set}/{path.name}>`" in page


def test_the_messages_on_the_page_are_real(page):
    checks = Path(__file__).parents[2] / "vaslb_edu" / "checks"
    code = "".join(path.read_text("utf-8") for path in checks.rglob("*.py"))
    joined = re.sub(r'"\s+"', "", code)
    shown = re.findall(r"^> [✔✘] (.*)$", page, re.M)
    assert len(shown) == 2
    assert all(message in joined for message in shown)


def test_the_lecturers_page_knows_how_many_points_a_person_gives():
    page = (SOURCE.parent / "lecturer.md").read_text("utf-8")
    by_hand = []
    for problem_set in SETS:
        marked = (cell.metadata.get("nbgrader") for cell in notebook(problem_set).cells)
        written = [found for found in marked if found and found["grade"] and found["solution"]]
        by_hand.append(sum(found["points"] for found in written))
    assert f"are {min(by_hand)} to {max(by_hand)} of 30 points" in page


def chapter_text(name):
    cells = nbformat.read(BOOK / f"{name}.ipynb", as_version=4).cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def test_a_chapter_belongs_to_one_set():
    named = [chapter for chapter, _ in chapters()]
    assert len(named) == len(set(named)) >= len(SETS)


@pytest.mark.parametrize(("chapter", "reference"), list(chapters()))
def test_each_chapter_ends_with_exercises_and_its_problem_set(chapter, reference):
    exercises = chapter_text(chapter).split("\n## Exercises\n")[1].split("\n## ")[0]
    asked = re.findall(r"\{exercise\}\n:label: (\S+)", exercises)
    solved = re.findall(r"\{solution\} (\S+)\n:class: dropdown", exercises)
    assert len(asked) >= 3
    assert asked == solved
    assert f"<{reference}>`" in exercises


def test_every_reference_of_the_two_pages_has_its_label(page):
    books = [chapter_text(path.stem) for path in BOOK.glob("*.ipynb")]
    pages = page + (SOURCE.parent / "lecturer.md").read_text("utf-8")
    labels = set(re.findall(r"^\(([\w-]+)\)=$", "\n".join([*books, pages]), re.M))
    wanted = re.findall(r"\{ref\}`(?:[^`<]*<)?([\w-]+)>?`", pages)
    assert len(wanted) > 20
    assert not set(wanted) - labels
