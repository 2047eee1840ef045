"""The ledger cannot lie: every way in which a row could be wrong is looked for."""

import importlib
import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.ledger.collected_items import PREFIX
from tools.ledger import refresh, statements
from tools.ledger.digest import digest, file_of, needed, plain_code, thing, used
from tools.ledger.measurements import MEASUREMENTS, QUICK
from tools.ledger.rows import CHECKED, CLAIMS, STATUS, Measured, Row, all_rows, measured, read
from tools.project import BOOK
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


@pytest.mark.parametrize("fence", ["```", "````", ":::", "~~~", "   ```", "- ```", "> ```"])
@pytest.mark.parametrize("kind", ["axiom", "remark", "example", "algorithm"])
def test_a_statement_is_found_however_it_is_fenced(fence, kind):
    text = f"Words.\n\n{fence}{{prf:{kind}}} Title\nx\n{fence.strip(' ->')}\n"
    (found,) = statements.statements_of(text, "book/new")
    assert (found.kind, found.label) == (kind, None)


def test_statements_are_looked_for_on_every_page_of_the_book():
    """Notebooks and Markdown, in all folders; and no notebook beside the contents is forgotten."""
    read = set(statements.sources().values())
    assert {path.suffix for path in read} == {".md", ".ipynb"}
    assert len({path.parent for path in read}) > 2
    assert {*BOOK.glob("*.md"), *BOOK.glob("*.ipynb")} <= read


def test_a_proof_is_no_statement():
    assert statements.statements_of("```{prf:proof}\nby magic\n```\n", "book/new") == []


# -- what a row names exists -------------------------------------------------------------------


def importable(name):
    """Whether a function or class of the library can be imported under this name."""
    try:
        return file_of(thing(name)) is not None
    except (AttributeError, ModuleNotFoundError, ValueError):
        return False


def not_there(row):
    """The labels and functions that a row names and that do not exist."""
    gone = [label for label in row.labels if label not in statements.labels()]
    return gone + [name for name in row.functions if not importable(name)]


def test_labels_and_functions_of_all_rows_exist():
    assert {row.id: not_there(row) for row in all_rows() if not_there(row)} == {}


@pytest.mark.parametrize(
    ("field", "name"),
    [
        ("functions", "vaslb_edu.vaslb.VASLC"),
        ("functions", "vaslb_edu.vaslc.VASLB"),
        ("functions", "vaslb_edu.vaslb.VASLB.plays"),
        ("functions", "nowhere.at.all"),
        ("functions", "math.sqrt"),
        ("functions", ""),
        ("labels", "thm-vaslb-mane"),
        ("labels", "thm-vaslb-main "),
        ("labels", ""),
    ],
)
def test_a_name_that_does_not_exist_is_found(field, name):
    row = all_rows()[2]
    assert not_there(row) == []
    assert not_there(replace(row, **{field: (*getattr(row, field), name)})) == [name]


def collected(files):
    """What `make test` would run of these files: test -> do all of its cases run?"""
    command = [sys.executable, "-m", "pytest", "-p", "tests.ledger.collected_items"]
    command += ["-p", "no:cacheprovider", "--collect-only", "-q", "-m", "not browser"]
    command += map(str, files)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith(PREFIX)]
    assert lines, done.stdout + done.stderr
    return json.loads(lines[-1].removeprefix(PREFIX))


def not_run(rows, runs):
    """The tests of rows that claim something and that are not run in all their cases."""
    named = {test for row in rows if row.status in CHECKED for test in row.tests}
    return sorted(test for test in named if not runs.get(test))


@pytest.mark.slow
def test_every_test_that_a_row_names_is_run_and_not_skipped():
    files = sorted({test.partition("::")[0] for row in all_rows() for test in row.tests})
    runs = collected(files)
    assert not_run(all_rows(), runs) == []
    for row in all_rows():  # also those of rows that claim nothing
        assert all(test in runs for test in row.tests), row.id


STRANGE_TESTS = """
import pytest

@pytest.fixture
def picky(): pytest.skip("not today")

def test_runs(): pass
@pytest.mark.parametrize("x", [1, 2])
def test_cases(x): pass
@pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.xfail)])
def test_half(x): pass
@pytest.mark.skip
def test_skipped(): pass
@pytest.mark.skipif(True, reason="never")
def test_never(): pass
@pytest.mark.skipif(condition=True, reason="never")
def test_never_either(): pass
@pytest.mark.skipif(False, reason="always")
def test_always(): pass
@pytest.mark.xfail
def test_wrong(): pass
def test_gives_up(): pytest.skip("no")
def test_fixture_gives_up(picky): pass
@pytest.mark.browser
def test_in_browser(): pass
class TestRoom:
    def test_in_a_class(self): pass
"""


def test_a_test_that_is_skipped_deselected_or_gone_is_found(tmp_path):
    (tmp_path / "test_it.py").write_text(STRANGE_TESTS)
    (tmp_path / "test_that.py").write_text(
        'import pytest\npytest.importorskip("no_such_module")\ndef test_runs(): pass\n'
    )
    runs = {name.partition("test_it.py::")[2]: good for name, good in collected([tmp_path]).items()}
    good = {"test_runs", "test_always", "TestRoom::test_in_a_class"}
    good |= {"test_cases", "test_cases[1]", "test_cases[2]", "test_half[1]"}
    bad = {"test_half", "test_half[2]", "test_skipped", "test_never", "test_never_either"}
    bad |= {"test_wrong", "test_gives_up", "test_fixture_gives_up"}
    assert runs == dict.fromkeys(good, True) | dict.fromkeys(bad, False)
    for name in sorted(good):
        assert not_run([Row("x", "x", "x", "holds", tests=(name,))], runs) == []
    for name in sorted(bad | {"test_in_browser", "test_gone", "test_cases[3]"}):
        for status in CHECKED:
            assert not_run([Row("x", "x", "x", status, tests=(name,), note="x")], runs) == [name]


# -- what a row says ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"status": "true"}, "status must be one of"),
        ({"status": "holds", "tests": ()}, "names no test"),
        ({"status": "formula", "functions": ()}, "names no function"),
        ({"status": "open", "note": ""}, "does not say why"),
        ({"status": "corrected", "note": "", "paper": "Lemma 1"}, "does not say what"),
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
    silent = [row.id for row in all_rows() if row.paper and row.status in CLAIMS]
    assert all(row.measured for row in all_rows() if row.id in silent)
    assert {row.measured for row in all_rows() if row.measured} == MEASUREMENTS.keys()


def contradicted(rows, values):
    """The rows that claim something of which the last measurement says the opposite."""
    return [
        row.id
        for row in rows
        if row.status in CLAIMS and row.measured and values[row.measured].agrees is False
    ]


def test_no_measured_value_contradicts_what_a_row_says():
    assert contradicted(all_rows(), measured()) == []
    silent = {name for name, value in measured().items() if value.agrees is None}
    # only an order without a constant leaves a measurement without a verdict
    assert silent == {"known_variance", "unknown_variance", "weighted_oful", "voful2"}


@pytest.mark.parametrize("status", ["holds", "corrected", "proved"])
def test_a_measured_value_that_contradicts_its_row_is_found(status):
    row = replace(
        next(row for row in all_rows() if row.id == "main-theorem"), status=status, note="x"
    )
    value = Measured("an event fails in 40 of 40 games, where 5 % may", "0" * 16, False)
    assert contradicted([row], {**measured(), "events": value}) == ["main-theorem"]


def test_no_measured_value_is_missing_or_older_than_its_code():
    assert refresh.stale(all_rows()) == {}, "run `make ledger`"
    assert measured().keys() == MEASUREMENTS.keys()


def test_a_value_that_is_missing_or_of_other_code_is_found_and_measured_again(tmp_path, capsys):
    path = tmp_path / "measured.json"
    rows = [row for row in all_rows() if row.measured == "self_bounding"]
    assert list(refresh.stale(rows, path)) == ["self_bounding"]
    path.write_text('{"self_bounding": {"value": "no verdict", "digest": "0"}}')
    assert list(refresh.stale(rows, path)) == ["self_bounding"]
    assert refresh.refresh(rows, path) == ["self_bounding"]
    assert refresh.refresh(rows, path) == []
    refresh.write_measured({"self_bounding": Measured("old", "0" * 16, True)}, path)
    assert list(refresh.stale(rows, path)) == ["self_bounding"]
    refresh.refresh(rows, path)
    assert measured(path)["self_bounding"].value == MEASUREMENTS["self_bounding"]().words


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


LOCAL = """
from vaslb_edu import VASLB
SEEDS = 3
def helper(): return {helper}
def other(): return 7
def measure():
    \"\"\"{words}\"\"\"
    return helper(), SEEDS, VASLB
"""


def digest_of(tmp_path, monkeypatch, source):
    """The digest of `measure` in a module with this source."""
    path = tmp_path / f"local_{abs(hash(source))}.py"
    path.write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    return digest([], importlib.import_module(path.stem).measure)


def test_the_digest_sees_helpers_constants_and_what_a_measurement_plays(tmp_path, monkeypatch):
    before = LOCAL.format(helper=1, words="one")

    def same(source):
        return digest_of(tmp_path, monkeypatch, source) == original

    original = digest_of(tmp_path, monkeypatch, before)
    assert same(LOCAL.format(helper=1, words="two"))
    assert same(before.replace("return 7", "return 8"))  # not used
    assert not same(LOCAL.format(helper=2, words="one"))
    assert not same(before.replace("SEEDS = 3", "SEEDS = 4"))
    assert not same(before.replace("VASLB", "SharpVASLB"))


def test_the_digest_sees_the_library_that_a_measurement_plays():
    """A change of the sharp version ages what it plays, whatever functions the row names."""
    for name in ("two_needles", "events"):
        files = {path.name for path in needed(used(MEASUREMENTS[name])[1])}
        assert {"sharp_vaslb.py", "anytime_test.py", "weighted_oful.py", "game.py"} <= files


@pytest.mark.parametrize("name", QUICK)
def test_quick_values_come_out_again(name):
    found, known = MEASUREMENTS[name](), measured()[name]
    assert (found.words, found.agrees) == (known.value, known.agrees)


def test_every_status_is_explained_on_the_page():
    page = (ROOT / "book" / "ledger.md").read_text("utf-8").lower()
    assert all(f"**{words}**" in page for words in STATUS.values())
