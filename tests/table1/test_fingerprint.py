"""What a result depends on: its game and the code that runs, and no word of prose."""

import pytest

from vaslb_edu.table1 import fingerprint as module
from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.fingerprint import bare, code_of, fingerprint, imported, path_of

CELL = Cell("Weighted OFUL", "flat", 8, 2, 400, "0.3", 1)

TEXT = '''"""Module."""
import math  # why


def f(x):
    """Say what."""
    # a comment
    return "# not a comment" + str(x)
'''


def test_only_what_runs_is_left():
    assert bare(TEXT) == 'import math\ndef f(x):\n    return "# not a comment" + str(x)'


@pytest.mark.parametrize(
    "change",
    [
        {"system": "OFUL"},
        {"game": "hard"},
        {"d": 9},
        {"s": 3},
        {"horizon": 401},
        {"noise": "0.31"},
        {"noise": "bursts"},
        {"seed": 2},
    ],
)
def test_another_cell_has_another_fingerprint(change):
    assert fingerprint(Cell(**{**vars(CELL), **change})) != fingerprint(CELL)


def with_text(monkeypatch, changed, edit):
    """Read one module as if it had been edited, and return the fingerprints of two systems."""
    for cached in (module.code_of, module._read):
        cached.cache_clear()
    original = module.bare

    def edited(text):
        return original(edit(text) if text == path_of(changed).read_text() else text)

    monkeypatch.setattr(module, "bare", edited)
    other = Cell("Selective ETC", "flat", 8, 2, 400, "0.3", 1)
    found = fingerprint(CELL), fingerprint(other)
    for cached in (module.code_of, module._read):
        cached.cache_clear()
    monkeypatch.undo()
    return found


def test_code_counts_for_those_who_run_it_and_prose_for_nobody(monkeypatch):
    usual = with_text(monkeypatch, "vaslb_edu.oful", lambda text: text)
    prose = with_text(
        monkeypatch, "vaslb_edu.oful", lambda t: "# new\n" + t.replace("Forget", "Erase")
    )
    code = with_text(monkeypatch, "vaslb_edu.oful", lambda text: text + "\nNEW = 1\n")
    game = with_text(monkeypatch, "vaslb_edu.game", lambda text: text + "\nNEW = 1\n")
    assert prose == usual
    assert code[0] != usual[0]
    assert code[1] == usual[1]  # it does not play with OFUL
    assert game[0] != usual[0]
    assert game[1] != usual[1]


def test_imports_are_followed():
    text = path_of("vaslb_edu.weighted_oful").read_text()
    assert "vaslb_edu.oful" in set(imported(text))
    assert path_of("vaslb_edu.oful.OFUL") is None
    assert path_of("vaslb_edu.voful2").name == "__init__.py"
    assert code_of(frozenset({"vaslb_edu.oful"})) != code_of(frozenset({"vaslb_edu.vaslb"}))
