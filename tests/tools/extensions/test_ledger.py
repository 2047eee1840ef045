"""The ledger's page: every row with all its links, controls that name what exists, a way back."""

import re

import pytest
from docutils import nodes

from tools.extensions import ledger
from tools.ledger import statements
from tools.ledger.rows import STATUS, all_rows, measured


class Builder:
    def get_relative_uri(self, source, target):
        return "ledger.html"


class App:
    builder = Builder()


@pytest.mark.parametrize("row", all_rows(), ids=lambda row: row.id)
def test_a_row_shows_all_that_it_names(row):
    text = "\n".join(ledger.row_text(row, measured()))
    for name in (*row.labels, *row.functions):
        assert f"{name}`" in text
    by_test = "\n".join(ledger.index_text("By test", ledger.by_name("tests")))
    for test in row.tests:
        shown = re.escape(test.removeprefix("tests/").replace("_", "_<wbr>"))
        link = re.search(rf'<a href="#([\w-]+)"><code>{shown}</code></a>', text)
        (line,) = (one for one in by_test.splitlines() if f'id="{link[1]}"' in one)
        assert f"`{test[6:]}`" in line
        assert f"<{ledger.anchor(row)}>" in line  # and back again
    for label in row.labels:
        assert f"ledger-in-{ledger._as_class(statements.labels()[label])}" in text.split()
    assert STATUS[row.status].capitalize() in text
    assert row.measured is None or measured()[row.measured].value in text
    assert text.count("::::") == 2


def test_the_controls_offer_every_status_and_page_that_a_row_has_and_no_other():
    form = ledger.filter_form(all_rows())
    offered = set(re.findall(r'value="([^"]+)"', form))
    classes = {
        name
        for row in all_rows()
        for name in re.findall(r"ledger-(?:is|in)-([\w-]+)", ledger.row_text(row, {})[1])
    }
    assert offered == classes | set(STATUS)
    assert not any("_" in name for name in classes)  # docutils would write -
    assert " hidden>" in form  # a script shows it: without one every row is shown


def test_a_statement_gets_a_badge_for_each_of_its_rows_and_without_a_row_a_warning(monkeypatch):
    warned = []
    monkeypatch.setattr(ledger.logger, "warning", lambda *told, **_: warned.append(told[1]))
    tree = nodes.document(None, None)
    for label in ("lem-inst-cross", "thm-conc-selfnorm", "lem-of-nobody"):
        tree += nodes.admonition("", nodes.title("", "T"), label=label, realtype="lemma")
    tree += nodes.paragraph("", "not a statement", label="lem-inst-cross")
    ledger.badges(App(), tree, "book/x")
    badges = [[one.astext() for one in part.findall(nodes.reference)] for part in tree.children]
    assert badges[0] == ["Lemma 35: holds as printed"]
    assert badges[1][:2] == ["Proposition 8: holds as printed", "Corollary 9: holds as corrected"]
    assert badges[2:] == [[], []]
    assert warned == ["lem-of-nobody"]  # a warning fails the build
    first = next(tree.findall(nodes.reference))
    assert first["refuri"] == "ledger.html#ledger-lemma-35"


def test_a_function_leads_back_to_its_rows():
    lines = ["Bound."]
    ledger.lead_back(App(), "function", "vaslb_edu.bounds.voful2_width", None, None, lines)
    assert lines[-2] == "In the ledger: :ref:`Lemma 29 <ledger-lemma-29>`."
    other = ["Bound."]
    ledger.lead_back(App(), "function", "vaslb_edu.bounds.save", None, None, other)
    assert other == ["Bound."]
