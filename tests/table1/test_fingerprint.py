"""What a result depends on: its game and the code that runs, and no word of prose."""

import ast

import pytest

from vaslb_edu.table1 import fingerprint as module
from vaslb_edu.table1.cell import Cell
from vaslb_edu.table1.code_text import bare
from vaslb_edu.table1.fingerprint import definition, fingerprint, path_of

CELL = Cell("Weighted OFUL", "flat", 8, 2, 400, "0.3", 1)
OTHER = Cell("Selective ETC", "flat", 8, 2, 400, "0.3", 1)

TEXT = '''"""Module."""
import math  # why


@decorated
def f(x):
    """Say what."""
    # a comment
    return "# not a comment" + str(x)
'''


def test_only_what_runs_is_left():
    function = ast.parse(TEXT).body[-1]
    assert bare(TEXT, function) == '@decorated\ndef f(x):\n    return "# not a comment" + str(x)'


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


@pytest.fixture
def edited(monkeypatch, tmp_path):
    """Read modules as if they had been edited; return the fingerprints of two systems."""

    def fingerprints(changes):
        def path(name):
            if name in changes:
                found = tmp_path / f"{name}.py"
                found.write_text(changes[name](path_of(name).read_text("utf-8")), "utf-8")
                return found
            return path_of(name)

        monkeypatch.setattr(module, "path_of", path)
        for cached in (module.code_of, module.definition, module._contents):
            cached.cache_clear()
        return fingerprint(CELL), fingerprint(OTHER)

    yield fingerprints
    monkeypatch.undo()
    for cached in (module.code_of, module.definition, module._contents):
        cached.cache_clear()


def replaced(old, new):
    def edit(text):
        assert old in text
        return text.replace(old, new)

    return edit


def test_prose_counts_for_nobody(edited):
    usual = edited({})
    assert edited({"vaslb_edu.oful": replaced("Forget everything", "Erase all")}) == usual
    assert edited({"vaslb_edu.game": lambda text: "# new\n" + text}) == usual
    assert edited({"vaslb_edu.schedules": lambda text: text + "\ndef new():\n    pass\n"}) == usual


@pytest.mark.parametrize(
    ("place", "old", "new", "whose"),
    [
        ("oful", "self.growth / self._squared_width", "2 * self.growth / self._squared_width", 1),
        ("concentration.kernels", "2.0 * np.log(1.0 / delta) + log", "np.log(1 / delta) + log", 1),
        ("rivals.selective_explore_then_commit", "0.5 * np.log(2.0", "0.6 * np.log(2.0", 2),
        ("noise", "_BLOCK = 1 << 15", "_BLOCK = 1 << 14", 3),
        ("account", "start + more", "start - more", 3),
    ],
)
def test_code_counts_for_those_who_run_it(edited, place, old, new, whose):
    """1: for Weighted OFUL, 2: for selective explore-then-commit, 3: for both."""
    usual = edited({})
    changed = edited({f"vaslb_edu.{place}": replaced(old, new)})
    assert [a != b for a, b in zip(usual, changed, strict=True)] == [whose & 1 > 0, whose & 2 > 0]


def test_names_are_followed_to_where_they_are_defined():
    place, text, mentioned = definition("vaslb_edu", "WeightedOFUL")
    assert place == ("vaslb_edu.weighted_oful", "WeightedOFUL")
    assert ("vaslb_edu.weighted_oful", "OFUL") in mentioned
    assert text.startswith("class WeightedOFUL(OFUL):")
    assert definition("vaslb_edu.oful", "np") is None
    assert path_of("vaslb_edu.oful.OFUL") is None
    assert path_of("vaslb_edu.voful2").name == "__init__.py"
