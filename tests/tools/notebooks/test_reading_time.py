"""Reading times: the rule, and that every chapter states what it gives."""

import inspect

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.notebooks import reading_time
from tools.project import BOOK, ROOT
from vaslb_edu import SparseLinearBandit

CHAPTERS = [
    line.split("book/")[1].strip()
    for line in (ROOT / "_toc.yml").read_text("utf-8").split("Coursework")[0].splitlines()
    if "file: book/" in line and (ROOT / f"{line.split('file: ')[1].strip()}.ipynb").exists()
]


def chapter(name):
    return nbformat.read(BOOK / f"{name}.ipynb", as_version=4)


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_states_what_the_rule_gives_and_it_is_at_most_45_minutes(name):
    notebook = chapter(name)
    right = reading_time.rounded(notebook)
    assert reading_time.stated(notebook) == right, "`tools.notebooks.reading_time --write` mends it"
    assert right <= 45


def test_words_formulas_code_and_figures_count_and_what_is_folded_does_not():
    text = "---\na: b\n---\n" + "word " * 150 + "\n\n$$\na = b\n$$ (label)\n"
    folded = "```{solution} ex-1\n:class: dropdown\n" + "word " * 900 + "\n```\n"
    shown = new_code_cell("a = 1\n\n\n" * 30)
    figure = new_code_cell("draw()", metadata={"mystnb": {"figure": {}}, "tags": ["hide-input"]})
    hidden = new_code_cell("a = 1\n" * 900, metadata={"tags": ["remove-cell"]})
    after = [new_markdown_cell("## Exercises\n" + "word " * 900), new_code_cell("a\n" * 900)]
    cells = [new_markdown_cell(text), new_markdown_cell(folded), shown, figure, hidden, *after]
    total = reading_time.minutes(new_notebook(cells=cells))
    assert total == pytest.approx(1 + 1 / 150 + 1 / 2 + 1 + 1)  # "(label)" is a word
    assert reading_time.rounded(new_notebook(cells=cells)) == 5


def box(kind, title="", option=""):
    return f"```{{{kind}}} {title}\n{option}\n" + "word " * 150 + "\n```\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (box("admonition", "Quick facts", ":class: tip"), 0.0),
        (box("admonition", "Goals"), 0.0),
        (box("admonition", "Proof", ":class: dropdown"), 0.0),
        (box("dropdown", "More"), 0.0),
        (box("admonition", "The rule", ":class: important"), 1.0),
        (box("prf:proof"), 1.0),
    ],
)
def test_a_box_counts_if_it_is_open(text, expected):
    total = reading_time.minutes(new_notebook(cells=[new_markdown_cell(text)]))
    assert total == pytest.approx(expected, abs=0.05)  # a few words of markup


def test_code_of_the_library_counts_by_its_lines():
    shown = "```{literalinclude} ../vaslb_edu/game.py\n:pyobject: SparseLinearBandit.play\n```\n"
    total = reading_time.minutes(new_notebook(cells=[new_markdown_cell(shown)]))
    lines = inspect.getsource(SparseLinearBandit.play).splitlines()
    assert total == pytest.approx(len([one for one in lines if one.strip()]) / 30, abs=0.05)
