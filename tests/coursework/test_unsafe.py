"""Without bubblewrap the grader stops and says so; UNSAFE=1 goes on, and every table says that."""

import os
import subprocess
import sys

import pytest
from attacks import ALL, forging
from places import Places, marks_of
from test_interrupt import start
from toy_set import ROOT

from tools.coursework import jail

RIGHT = "def double(x):\n    return 2 * x"
WRITES = """
import ctypes, os, socket, subprocess
ways = [
    lambda: open({outside!r} + "/stolen.txt", "w"),
    lambda: open({grades!r} + "/gradebook.db").read(),
    lambda: subprocess.run(["touch", {outside!r} + "/stolen.txt"]),
    lambda: os.fork(),
    lambda: os.kill(os.getppid(), 9),
    lambda: socket.create_connection(("127.0.0.1", 80), 1),
    lambda: ctypes.CDLL(None),
]
done = []
for number, way in enumerate(ways):
    try:
        way()
        done.append(number)
    except PermissionError as error:
        assert "while grading" in str(error), error
assert not done, done
"""


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    made = Places(tmp_path_factory.mktemp("unsafe"))
    made.hand_in("ada", {})
    made.hand_in(
        "eve", {"double": WRITES.format(outside=str(made.outside), grades=str(made.grades)) + RIGHT}
    )
    made.hand_in("mallory", forging.CASES["equals all"][0])
    (made.folder / "temporary").mkdir()
    return made


def test_without_bubblewrap_it_stops(places):
    nowhere = dict(os.environ, PATH=os.path.dirname(sys.executable))
    command = [sys.executable, "-m", "tools.coursework.grade", str(places.submissions)]
    ended = subprocess.run(
        command, capture_output=True, text=True, env=nowhere | {"PYTHONPATH": str(ROOT)}
    )
    assert ended.returncode == 3
    assert "apt install bubblewrap" in ended.stderr
    assert "UNSAFE=1" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not places.grades.exists()


def test_a_jail_that_does_not_hold_is_none(monkeypatch):
    monkeypatch.setattr(jail, "PROBE", "assert False, 'a hole'")
    with pytest.raises(jail.NoJailError, match="a hole"):
        jail.insist()


def test_unsafe_grading_says_so_in_every_row(places):
    process = start(places, "--unsafe", "--cell-seconds", "10")
    said = process.communicate(timeout=600)[1]
    assert process.returncode == 0, said
    assert said.startswith("UNSAFE")
    tables = [places.rows("grades.csv"), places.rows("summary.csv")]
    for table in tables:
        assert {row["isolation"] for row in table} == {"UNSAFE: graded without a jail"}
    assert marks_of(tables[0], "ada") == ALL
    assert marks_of(tables[0], "eve") == ALL  # it tried all its ways, and none was open
    assert marks_of(tables[0], "mallory") == (2, 3, 0)
    assert [path.name for path in places.outside.iterdir()] == ["treasure.txt"]
    assert os.listdir(places.folder / "temporary") == []
