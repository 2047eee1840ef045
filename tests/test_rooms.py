"""The import rule between the rooms of the library, and a proof that breaking it is noticed."""

from pathlib import Path

import pytest

from tests import rooms

LIBRARY = Path(__file__).parents[1] / rooms.PACKAGE


def test_no_room_imports_what_it_may_not():
    found = rooms.complaints(LIBRARY)
    assert not found, "\n".join(found)


def test_every_name_in_the_table_exists():
    found = rooms.stale(LIBRARY)
    assert not found, "\n".join(found)


def test_the_reader_finds_the_imports_that_are_there():
    found = {(one.importer, one.imported) for one in rooms.imports(LIBRARY)}
    assert ("game", "schedules") in found  # from vaslb_edu.schedules import ...
    assert ("run", "_validate") in found  # from vaslb_edu import _validate as check
    assert ("__main__", "__init__") in found  # from vaslb_edu import __version__
    assert ("__init__", "voful2") in found
    assert len(found) > 80


def test_every_room_imports_only_rooms_above_it():
    """So there is no circle of rooms."""
    above = set()
    for room, (_, allowed) in rooms.ROOMS.items():
        assert set(allowed.split()) <= above
        above.add(room)


def test_a_module_has_one_room():
    modules = [name for modules, _ in rooms.ROOMS.values() for name in modules.split()]
    assert len(modules) == len(rooms.ROOM_OF)


# -- the rule is noticed when it is broken ----------------------------------------------------


def tree(folder, **files):
    """A made-up library: `game` and `voful2/learner` are files, plus what is given."""
    package = folder / rooms.PACKAGE
    for name, code in {"game": "", "voful2__learner": "", **files}.items():
        path = package / f"{name.replace('voful2__', 'voful2/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code)
    return package


FORBIDDEN = [
    "import vaslb_edu.voful2.learner",
    "import numpy, vaslb_edu.voful2 as v",
    "from vaslb_edu import voful2",
    "from vaslb_edu.voful2.learner import VOFUL2",
    "from .voful2 import learner",
    "from . import voful2",
    "def later():\n    from vaslb_edu.voful2 import learner",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from vaslb_edu import voful2",
    "from importlib import import_module\nimport_module('vaslb_edu.voful2')",
    "__import__('vaslb_edu.voful2')",
]


@pytest.mark.parametrize("code", FORBIDDEN)
def test_a_forbidden_import_is_found_wherever_it_stands(tmp_path, code):
    (complaint,) = rooms.complaints(tree(tmp_path, game=code))
    assert complaint.endswith(
        f"game.py:{len(code.splitlines())}: world may not import voful2 (voful2)"
    )


@pytest.mark.parametrize(
    ("importer", "code", "complaint"),
    [
        ("game", "from vaslb_edu import simulate", "world may not import __init__ (entrance)"),
        ("voful2__learner", "from ..oful import OFUL", "voful2 may not import oful (algorithms)"),
        ("figures", "from vaslb_edu import game", "figures may not import game (world)"),
        ("concentration", "from . import bounds", "concentration may not import bounds (bounds)"),
        ("run", "from . import oful", "recording may not import oful (algorithms)"),
        ("checks", "from . import chapters", "checks may not import chapters (chapters)"),
    ],
)
def test_each_room_is_kept_to_its_line(tmp_path, importer, code, complaint):
    others = dict.fromkeys(["oful", "bounds", "chapters", "run"], "")
    (found,) = rooms.complaints(tree(tmp_path, **{**others, importer: code}))
    assert found.endswith(f":1: {complaint}")


def test_what_is_allowed_is_not_complained_about(tmp_path):
    code = "import numpy\nfrom vaslb_edu import game\nfrom .learner import x\nfrom .. import game"
    assert rooms.complaints(tree(tmp_path, voful2__learner=code)) == []


def test_a_file_without_a_room_is_told_where_to_go(tmp_path):
    (complaint,) = rooms.complaints(tree(tmp_path, attic="from vaslb_edu import voful2"))
    assert complaint == "attic belongs to no room: add it to ROOMS in tests/rooms.py"


def test_a_name_that_nothing_has_any_more_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(rooms, "ROOM_OF", dict.fromkeys(["game", "voful2", "ballroom"], "world"))
    (complaint,) = rooms.stale(tree(tmp_path))
    assert complaint == "ballroom has a room and does not exist: take it out of ROOMS"
