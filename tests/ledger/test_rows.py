"""The ledger cannot lie: every way in which a row could be wrong is looked for."""

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.ledger.collected_items import PREFIX
from tools.ledger import refresh, statements
from tools.ledger.digest import plain_code, thing
from tools.ledger.measurements import MEASUREMENTS, QUICK
from tools.ledger.rows import CHECKED, STATUS, Measured, Row, all_rows, measured, read
from vaslb_edu.bounds import TABLE

ROOT = Path(__file__).parents[2]
KINDS = "DDTPTPTPCTPPTTLTLLLLLTLPLLPLLTPLCPLLL"
NAMES = {"D": "Definition", "T": "Theorem", "P": "Proposition", "C": "Corollary", "L": "Lemma"}


# -- coverage ----------------------------------------------------------------------------------


def test_all_numbered_statements_of_the_paper_its_algorithms_and_table_1_have_a_row():
    numbered = [f"{NAMES[kind]} {n}" for n, kind in enumerate(KINDS, 1)]
    assert len(numbered) == 37
    algorithms = [f"Algorithm {n}" for n in range(1, 5)]
    in_table = sum(row.in_table_1 for row in TABLE)
    table = [f"Table 1, row {n}" for n in range(1, in_table + 1)]
    assert len(table) == 9
    assert Counter(row.paper for row in all_rows() if row.paper) == Counter(
        [*numbered, *algorithms, *table]
    )


def unlisted(found, rows):
    """The statements of the book that no row names, and those without a label."""
    named = {label for row in rows for label in row.labels}
    return [one for one in found if one.label not in named]


def test_every_statement_of_the_book_has_a_row():
    assert len(statements.statements()) > 80
    assert unlisted(statements.statements(), all_rows()) == []


def test_a_statement_without_a_row_or_without_a_label_is_found():
    text = "```{prf:lemma} New\n:label: lem-new\nx\n```\n\n```{prf:theorem}\nno label\n```\n"
    found = statements.statements_of(text, "book/new")
    assert [(one.kind, one.label) for one in found] == [("lemma", "lem-new"), ("theorem", None)]
    assert unlisted(found, all_rows()) == found


def test_a_proof_is_no_statement():
    assert statements.statements_of("```{prf:proof}\nby magic\n```\n", "book/new") == []


# -- what a row names exists -------------------------------------------------------------------


@pytest.mark.parametrize("row", all_rows(), ids=lambda row: row.id)
def test_labels_and_functions_of_a_row_exist(row):
    assert set(row.labels) <= statements.labels().keys()
    assert all(thing(name) is not None for name in row.functions)


def test_a_function_that_does_not_exist_is_found():
    for name in ("vaslb_edu.vaslb.VASLC", "vaslb_edu.vaslc.VASLB", "nowhere.at.all"):
        with pytest.raises((AttributeError, ModuleNotFoundError)):
            thing(name)


def collected(files):
    """What `make test` would run of these files: test -> does any of its cases run?"""
    command = [sys.executable, "-m", "pytest", "-p", "tests.ledger.collected_items"]
    command += ["-p", "no:cacheprovider", "--collect-only", "-q", "-m", "not browser", *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith(PREFIX)]
    assert lines, done.stdout + done.stderr
    return json.loads(lines[-1].removeprefix(PREFIX))


def gives_up(test):
    """Whether a test may skip itself while it runs."""
    path, _, name = test.partition("::")
    module = ast.parse((ROOT / path).read_text("utf-8"))
    (function,) = (
        node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == name
    )
    return bool(re.search(r"\b(skip|importorskip|xfail)\(", ast.unparse(function.body)))


def not_run(rows, runs):
    """The tests of rows that claim something and that are not run, or may give up."""
    named = {test for row in rows if row.status in CHECKED for test in row.tests}
    return sorted(test for test in named if not runs.get(test) or gives_up(test))


def test_every_test_that_a_row_names_is_run_and_not_skipped():
    files = sorted({test.partition("::")[0] for row in all_rows() for test in row.tests})
    runs = collected(files)
    assert not_run(all_rows(), runs) == []
    for row in all_rows():  # also those of rows that claim nothing
        assert all(test in runs for test in row.tests), row.id


def test_a_test_that_is_skipped_deselected_or_gone_is_found(tmp_path):
    (tmp_path / "test_it.py").write_text(
        "import pytest\n"
        "def test_runs(): pass\n"
        "@pytest.mark.skip\ndef test_skipped(): pass\n"
        "@pytest.mark.skipif(True, reason='never')\ndef test_never(): pass\n"
        "@pytest.mark.xfail\ndef test_wrong(): pass\n"
        "@pytest.mark.browser\ndef test_in_browser(): pass\n"
    )
    runs = {Path(name).name: good for name, good in collected([str(tmp_path)]).items()}
    assert runs == {
        "test_it.py::test_runs": True,
        "test_it.py::test_skipped": False,
        "test_it.py::test_never": False,
        "test_it.py::test_wrong": False,
    }
    row = Row("x", "x", "x", "holds", tests=("tests/ledger/test_rows.py::test_labels_gone",))
    assert not_run([row], runs) == ["tests/ledger/test_rows.py::test_labels_gone"]


# -- what a row says ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"status": "true"}, "status must be one of"),
        ({"status": "holds", "tests": ()}, "names no test"),
        ({"status": "formula", "functions": ()}, "names no function"),
        ({"id": "Lemma 1"}, "id of a row"),
    ],
)
def test_a_row_that_says_what_it_cannot_is_refused(changed, message):
    with pytest.raises(ValueError, match=message):
        replace(all_rows()[2], **changed)


def test_a_field_that_no_row_has_and_an_id_that_comes_twice_are_refused(tmp_path):
    entry = "- {id: a, title: t, says: s, status: definition}\n"
    (tmp_path / "twice.yml").write_text(entry * 2)
    with pytest.raises(ValueError, match="come twice"):
        read(tmp_path / "twice.yml")
    (tmp_path / "field.yml").write_text(entry.replace("says", "sayz"))
    with pytest.raises(ValueError, match="no such field"):
        read(tmp_path / "field.yml")


# -- measured values ---------------------------------------------------------------------------


def test_every_numbered_claim_of_the_paper_is_measured():
    silent = [row.id for row in all_rows() if row.paper and row.status in CHECKED]
    assert all(row.measured for row in all_rows() if row.id in silent)
    assert {row.measured for row in all_rows() if row.measured} == MEASUREMENTS.keys()


def test_no_measured_value_is_missing_or_older_than_its_code():
    assert refresh.stale(all_rows()) == {}, "run `make ledger`"
    assert measured().keys() == MEASUREMENTS.keys()


def test_a_value_that_is_missing_or_of_other_code_is_found_and_measured_again(tmp_path, capsys):
    path = tmp_path / "measured.json"
    rows = [row for row in all_rows() if row.measured == "self_bounding"]
    assert list(refresh.stale(rows, path)) == ["self_bounding"]
    assert refresh.refresh(rows, path) == ["self_bounding"]
    assert refresh.refresh(rows, path) == []
    refresh.write_measured({"self_bounding": Measured("old", "0" * 16)}, path)
    assert list(refresh.stale(rows, path)) == ["self_bounding"]
    refresh.refresh(rows, path)
    assert measured(path)["self_bounding"].value == MEASUREMENTS["self_bounding"]()


def test_an_interrupted_refresh_keeps_what_it_has(tmp_path, monkeypatch):
    def interrupt():
        raise KeyboardInterrupt

    path = tmp_path / "measured.json"
    rows = [row for row in all_rows() if row.measured in ("self_bounding", "squares")]
    last = list(refresh.current_digests(rows))[-1]
    digests = refresh.current_digests(rows)
    monkeypatch.setattr(refresh, "current_digests", lambda rows: digests)
    monkeypatch.setitem(refresh.MEASUREMENTS, last, interrupt)
    with pytest.raises(KeyboardInterrupt):
        refresh.refresh(rows, path)
    assert list(refresh.stale(rows, path)) == [last]


def test_the_digest_sees_code_and_not_words():
    told, untold = 'def f():\n    """One."""\n    return 1', "def f():  # one\n return 1"
    assert plain_code(told) == plain_code(untold)
    assert plain_code("def f():\n    return 1") != plain_code("def f():\n    return 2")


@pytest.mark.parametrize("name", QUICK)
def test_quick_values_come_out_again(name):
    assert MEASUREMENTS[name]() == measured()[name].value


def test_every_status_is_explained_on_the_page():
    page = (ROOT / "book" / "ledger.md").read_text("utf-8").lower()
    assert all(f"**{words}**" in page for words in STATUS.values())
