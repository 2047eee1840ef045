"""The two sides of grading: what crosses the pipe between them, and what does not."""

import itertools
import json
import os
import shutil
import struct
import subprocess
import sys

import nbformat
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.coursework import container, syscalls
from tools.coursework.jail import Jail
from tools.coursework.judge import Names, imports, seed_of
from tools.coursework.meter import Limits
from tools.coursework.own_limits import bounded
from tools.coursework.pipe import StoppedError
from tools.coursework.student import Student
from tools.coursework.student_side.plain_data import Foreign, NotPlain, decoded, encoded
from tools.coursework.student_side.steady import steady
from tools.project import ROOT

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.complex_numbers()
PLAIN = st.recursive(
    SCALARS,
    lambda parts: (
        st.lists(parts, max_size=4)
        | st.lists(parts, max_size=4).map(tuple)
        | st.dictionaries(st.integers() | st.text(), parts, max_size=4)
    ),
    max_leaves=12,
)
ARRAYS = [
    np.arange(6.0).reshape(2, 3),
    np.zeros((0, 4)),
    np.array(3.5),
    np.array([True, False]),
    np.arange(3, dtype=np.uint8),
    np.array([1 + 2j]),
    np.arange(6.0).reshape(2, 3).T[::-1],
    np.array([1.0], dtype=">f8"),
    np.array([np.nan, np.inf, -np.inf]),
]
HOSTILE = [
    {"array": ["O", [1], ""]},
    {"array": ["<f8", [10**9, 10**9], ""]},
    {"array": ["<f8", [-1], ""]},
    {"array": ["<f8", [1], "AAAA"]},
    {"array": ["<f8", [1], "!" * 12]},
    {"array": ["<f8", [True], "AAAAAAAAAAA="]},
    {"scalar": ["<f8", ""]},
    {"scalar": ["<U1", "AAAA"]},
    {"complex": ["1", 2]},
    {"dict": [[[], 1]]},
    {"dict": [[1, 2, 3]]},
    {"dict": [[k, 0] for k in range(10_001)]},
    {"generator": {"state": 1}},
    {"tuple": 3},
    {"tuple": [], "list": []},
    {"__class__": "x"},
    {},
]
OUT_OF_TURN = """
import os
for number in range(3, 256):
    try:
        os.write(number, b"{}\\n")
    except OSError:
        pass
"""
# What an engine leaves to root in a container, unless it is told to leave more.
LEFT_TO_ROOT = """chown dac_override fowner fsetid kill setgid setuid setpcap net_bind_service
net_raw sys_chroot mknod audit_write setfcap"""
GENERATOR = np.random.default_rng(7)


def crossed(value):
    """Return a value after its way through JSON."""
    sent = json.loads(json.dumps(encoded(value, lambda function: {"other": "function"})))
    return decoded(sent, lambda data: None)


@given(PLAIN)
def test_plain_values_cross_as_they_are(value):
    assert repr(crossed(value)) == repr(value)


@pytest.mark.parametrize("array", ARRAYS, ids=str)
def test_arrays_cross_with_type_shape_and_values(array):
    back = crossed(array)
    assert type(back) is np.ndarray
    assert (back.dtype, back.shape) == (array.dtype.newbyteorder("="), array.shape)
    np.testing.assert_array_equal(back, array)
    number = crossed(np.float32(0.1))
    assert type(number) is np.float32
    assert number == np.float32(0.1)


def test_a_truth_value_is_true_or_false():
    two = decoded({"array": ["|b1", [2], "AgA="]}, lambda data: None)
    assert two.tobytes() == b"\x01\x00"


def test_a_generator_crosses_with_its_state():
    GENERATOR.normal(size=3)
    there = crossed(GENERATOR)
    assert there.normal() == GENERATOR.normal()


def test_anything_else_is_foreign():
    class Equal(float):
        def __eq__(self, other):
            return True

    for value in (Equal(3), {1}, range(3), np.ma.zeros(2), np.array(["a"]), object(), 10**20_000):
        back = crossed(value)
        assert isinstance(back, Foreign)
        assert type(back).__name__ == type(value).__name__


@pytest.mark.parametrize("data", HOSTILE, ids=lambda data: str(data)[:30])
def test_what_is_no_value_is_refused(data):
    with pytest.raises(NotPlain):
        decoded(data, lambda data: None)


def test_unseeded_generators_are_the_same_in_every_run():
    unseeded = np.random.default_rng
    try:
        drawn = []
        for name in ("a", "a", "b"):
            steady(1, name)
            drawn.append((np.random.default_rng().random(), np.random.default_rng().random()))
        assert drawn[0] == drawn[1] != drawn[2]
        assert drawn[0][0] != drawn[0][1]
        assert np.random.default_rng(3).random() == unseeded(3).random()
    finally:
        np.random.default_rng = unseeded


@pytest.fixture(scope="module")
def student():
    """A process in a jail."""
    running = Student(Jail(), Limits(cell=5))
    running.run(
        "import numpy as np\n"
        "def twice(x): return 2 * x\n"
        "def change(v): v[0] = 9; return v\n"
        "def through(f, x): return f(f(x))\n"
        "def back(f): return f\n"
        "def own(f): return f(lambda x: x + 1)\n"
        "def draw(rng): return rng.normal()\n"
        "def fail(): raise np.linalg.LinAlgError('singular')\n"
        "value = (1, [2.5], {'a': None})\n"
    )
    running.begin_check()
    yield running
    running.end()


def test_values_and_functions_are_found_by_name(student):
    assert student.value("value") == (1, [2.5], {"a": None})
    twice = student.value("twice")
    assert twice(4) == 8
    assert twice(x=1.5) == 3.0
    assert repr(twice) == "twice"
    with pytest.raises(KeyError):
        student.value("nothing")


def test_arguments_are_copies(student):
    vector = np.zeros(2)
    assert student.value("change")(vector).tolist() == [9, 0]
    assert vector.tolist() == [0, 0]
    rng = np.random.default_rng(3)
    assert student.value("draw")(rng) == student.value("draw")(rng)


def test_a_given_function_is_called_here(student):
    asked = []

    def triple(x):
        asked.append(x)
        return 3 * x

    assert student.value("through")(triple, 2) == 18
    assert asked == [2, 6]
    assert student.value("back")(triple) is triple
    assert student.value("own")(lambda function: function(4)) == 5


def test_what_a_given_function_raises_comes_out_as_it_is(student):
    problem = AssertionError("not so")

    def refuse(x):
        raise problem

    with pytest.raises(AssertionError) as caught:
        student.value("through")(refuse, 1)
    assert caught.value is problem


def test_errors_keep_their_name_and_kind(student):
    with pytest.raises(ValueError, match="singular") as caught:
        student.value("fail")()
    assert type(caught.value).__name__ == "LinAlgError"


def test_a_check_sees_its_own_names_before_the_students(student):
    names = Names(student, {"np": "import numpy as np"})
    exec("def inner():\n    return len(value) + twice(2)\nfound = inner(), np.pi, abs(-1)", names)
    assert names["found"] == (7, np.pi, 1)
    with pytest.raises(NameError):
        exec("nothing", names)


def test_files_in_the_jail_are_counted(student):
    before = student.meter._files()
    assert 0 < before < 100
    for folder in (".", "/dev/shm"):
        student.run(f"import os\nfor n in range(300): os.mknod(f'{folder}/{{n}}')")
        assert 300 <= student.meter._files() <= 300 + before
        student.run(f"for n in range(300): os.remove(f'{folder}/{{n}}')")


def test_a_check_that_is_kept_at_work_is_stopped():
    endless = itertools.cycle([0])
    with bounded(1), pytest.raises(StoppedError, match="too long"):
        sum(step for step in endless)


def test_what_comes_out_of_turn_ends_the_process():
    running = Student(Jail(), Limits(cell=5))
    try:
        with pytest.raises(StoppedError, match="own pipe"):
            running.run(OUT_OF_TURN)
    finally:
        running.end()


def test_the_cases_are_those_of_the_notebook():
    def written(source):
        return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])

    assert seed_of(1, written("x = 1")) == seed_of(1, written("x = 1"))
    others = [seed_of(2, written("x = 1")), seed_of(1, written("x = 1 "))]
    assert seed_of(1, written("x = 1")) not in others


def test_time_in_which_nothing_can_run_is_no_sleep(student):
    """A thread that waits for a processor is told from one that sleeps, by the kernel's account.

    All processors are kept busy, so the cell waits for most of its time.
    """
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(6)]
    before = student.meter._asleep, student.meter.total
    try:
        student.run("import time\nstart = time.process_time()")
        student.run("while time.process_time() - start < 1: pass")
    finally:
        for process in busy:
            process.kill()
            process.wait()
    student.meter._look()
    assert student.meter.total - before[1] > 0.9  # the kernel counts in hundredths of a second
    assert student.meter._asleep - before[0] < 0.5


def test_sleep_between_questions_counts(student):
    student.run("import time\ndef sleepy(f):\n    for _ in range(20): time.sleep(0.05); f()")
    student.begin_check()
    before = student.meter._asleep
    student.value("sleepy")(lambda: None)
    student.meter._look()
    assert student.meter._asleep - before > 0.3


@pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("setpriv"), reason="only root can give up rights"
)
def test_the_rights_of_a_container_are_enough():
    added = [
        right.lower()
        for option, right in itertools.pairwise(container.RIGHTS)
        if option == "--cap-add"
    ]
    rights = ",".join(["-all", *(f"+{right}" for right in LEFT_TO_ROOT.split() + added)])
    program = (
        "from tools.coursework.jail import Jail, insist\n"
        "from tools.coursework.meter import Limits\n"
        "from tools.coursework.student import Student\n"
        "insist()\n"
        "student = Student(Jail(), Limits())\n"
        "student.run('x = 1')\n"
        "print(student.value('x'))\n"
        "student.end()\n"
    )
    command = ["setpriv", f"--bounding-set={rights}", "--inh-caps=-all", sys.executable, "-c"]
    ended = subprocess.run([*command, program], capture_output=True, text=True, cwd=ROOT)
    assert ended.stdout == "1\n", ended.stderr


def test_imports_of_a_cell_are_found_by_the_names_they_bind():
    cell = "import numpy as np, os.path\nfrom math import pi as π\nx = 1\ndef f():\n    import re"
    assert imports(cell) == {
        "np": "import numpy as np",
        "os": "import os.path",
        "π": "from math import pi as π",
    }
    assert imports("%matplotlib inline") == {}


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_of_system_calls_refuses_what_it_lists(machine):
    column, architecture = syscalls.MACHINES[machine]
    refuse, allow = syscalls.ERROR | syscalls.EPERM, syscalls.ALLOW

    def of(numbers, *arguments):
        return decision(syscalls.program(machine), numbers[column], architecture, *arguments)

    for numbers in syscalls.REFUSED.values():
        assert numbers[column] is None or of(numbers) == refuse
    assert of((63, 63)) == allow
    new_user, thread = 0x10000000, 0x3D0F00
    assert of(syscalls.CLONE, new_user) == refuse
    assert of(syscalls.CLONE, thread) == allow
    assert of(syscalls.SOCKET, 2) == allow
    assert of(syscalls.SOCKET, 40) == refuse
    assert of(syscalls.PAIR, 1) == allow
    assert of(syscalls.PAIR, 30) == refuse
    for numbers, kinds in syscalls.REFUSED_KINDS.values():
        assert {of(numbers, 3, kind) for kind in kinds} == {refuse}
        assert of(numbers, kinds[0], 0x5401) == allow
    assert of(syscalls.CLONE3) == syscalls.ERROR | syscalls.ENOSYS
    assert decision(syscalls.program(machine), 63, 0x40000003) == syscalls.KILL
    assert syscalls.program("unknown") == b""


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_a_program_that_has_its_limits_gets_no_others(machine):
    column, architecture = syscalls.MACHINES[machine]
    refuse, allow = syscalls.ERROR | syscalls.EPERM, syscalls.ALLOW

    def of(numbers, *arguments):
        return decision(syscalls.afterwards(machine), numbers[column], architecture, *arguments)

    assert {of(numbers) for numbers in syscalls.REFUSED_LATER.values()} == {refuse}
    assert of(syscalls.PRLIMIT, 0, 7, 0, 2**40) == allow
    assert of(syscalls.PRLIMIT, 0, 7, 2**40, 0) == refuse
    assert of(syscalls.PRLIMIT, 0, 7, 8, 0) == refuse
    assert of(syscalls.PRCTL, 22) == refuse
    assert of(syscalls.PRCTL, 1) == allow
    assert of((63, 63), 22, 22, 22) == allow
    assert syscalls.afterwards("unknown") == b""


def decision(program, number, architecture, *arguments):
    """Run a filter as the kernel does."""
    seen = struct.pack("=IIQ6Q", number, architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    code = list(struct.iter_unpack("=HBBI", program))
    place = loaded = 0
    while True:
        operation, true, false, operand = code[place]
        place += 1
        if operation == syscalls.RETURN:
            return operand
        if operation == syscalls.LOAD:
            (loaded,) = struct.unpack_from("=I", seen, operand)
            continue
        holds = {
            syscalls.EQUAL: loaded == operand,
            syscalls.AT_LEAST: loaded >= operand,
            syscalls.ANY_BIT: bool(loaded & operand),
        }[operation]
        place += true if holds else false
