"""Words of the glossary: which are found, where they are not looked for, what is shown."""

import re

import pytest
from docutils import nodes
from docutils.utils import new_document

from tools.extensions import terms
from tools.project import ROOT


def page(*texts, around=nodes.paragraph):
    document = new_document("page")
    for text in texts:
        block = around("", "", nodes.Text(text))
        document += block if around is nodes.paragraph else nodes.paragraph("", "", block)
    return document


def found(*texts, **options):
    document = page(*texts, **options)
    return terms.first_uses(document, lambda term: f"#{term}"), document


def test_the_first_use_alone_is_marked():
    words, document = found("The learner has a learner.", "A learner again, and regret.")
    assert words == ["learner", "regret"]
    assert len(list(document.findall(nodes.raw))) == 2
    assert document.astext().count("learner") >= 3


def test_links_and_code_written_as_html_stay_as_they_are():
    for opening, closing in (('<a href="#x">', "</a>"), ("<code>", "</code>")):
        document = page("x")
        document[0].clear()
        document[0] += [nodes.raw("", opening), nodes.Text("a learner"), nodes.raw("", closing)]
        document[0] += nodes.Text(" and regret")
        assert terms.first_uses(document, lambda term: f"#{term}") == ["regret"]


def test_a_long_term_is_not_a_short_one_and_plurals_count():
    assert found("An optimism gap, two commit phases, Ville's inequality.")[0] == [
        "optimism gap",
        "commit phase",
        "Ville's inequality",
    ]
    assert found("By Pinsker it follows.")[0] == ["Pinsker's inequality"]
    assert found("Gaps and megagap and gap-free.")[0] == ["gap"]


@pytest.mark.parametrize("around", [nodes.literal, nodes.reference, nodes.math, nodes.title])
def test_code_links_formulas_and_headings_stay_as_they_are(around):
    words, document = found("regret", around=around)
    assert not words
    assert not list(document.findall(nodes.raw))


def test_the_meaning_stands_beside_the_word_and_leads_nowhere_else():
    marked = terms.marked("Regret", "regret", "glossary.html#term-regret")
    name = re.search(r'aria-describedby="([^"]+)"', marked)[1]
    assert f'role="tooltip" id="{name}"' in marked
    assert marked.count("<a ") == 1
    assert "vaslb-math" in marked


@pytest.mark.parametrize("term", terms.meanings())
def test_every_meaning_reads_well(term):
    text = terms.shown(terms.meanings()[term])
    assert text
    assert text.endswith((".", ")"))
    assert "{" not in re.sub(r"\\\(.*?\\\)", "", text)
    assert "`" not in text
    assert not re.search(r"[Ss]ee\s*\.", text)


@pytest.mark.parametrize(
    "word",
    ["Ville", "Hoeffding", "Pinsker", "sub-Gaussian", "supermartingale", "stopping time"],
)
def test_the_words_that_stop_a_first_reading_are_explained(word):
    assert any(term.startswith(word) for term in terms.meanings())


def test_the_terms_are_in_order():
    assert list(terms.meanings()) == sorted(terms.meanings(), key=str.lower)


def test_the_book_brings_script_and_style():
    listed = (ROOT / "tools" / "site" / "lighten.py").read_text("utf-8")
    for name in ("terms.js", "terms.css"):
        assert f'"{name}"' in listed
        assert (ROOT / "book" / "assets" / name).exists()
