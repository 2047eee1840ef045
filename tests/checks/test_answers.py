"""Reading an answer: plain numbers and arrays pass, everything else gets a clear message."""

import numpy as np
import pytest

from vaslb_edu.checks import answers
from vaslb_edu.checks.verdict import Right, WrongAnswer, expect


class AlwaysEqual:
    def __eq__(self, other):
        return True

    __hash__ = None


class FloatInDisguise(float):
    def __sub__(self, other):
        return 0.0


@pytest.mark.parametrize(
    "value", [3, 3.0, np.float64(3), np.float32(3), np.int64(3), np.array(3.0)]
)
def test_plain_numbers_pass(value):
    assert answers.number("x", value) == 3.0
    assert answers.integer("x", value) == 3


ODD = [None, "3", True, 3j, np.complex64(3), [3.0], np.array([3.0]), AlwaysEqual(), np.bool_(True)]


@pytest.mark.parametrize("value", [*ODD, FloatInDisguise(3.0)])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(WrongAnswer, match=r"^x should be"):
        answers.number("x", value)


@pytest.mark.parametrize("value", [np.nan, np.inf, 10**400])
def test_numbers_must_be_finite(value):
    with pytest.raises(WrongAnswer, match="division by zero"):
        answers.number("x", value)


def test_half_is_no_whole_number():
    with pytest.raises(WrongAnswer, match=r"whole number, not 0\.5"):
        answers.integer("x", 0.5)


@pytest.mark.parametrize("value", [1, 0.0, "yes", None, AlwaysEqual()])
def test_only_truth_values_are_truth_values(value):
    with pytest.raises(WrongAnswer, match="True or False"):
        answers.boolean("x", value)


@pytest.mark.parametrize("value", [[1, 2], (1, 2), np.array([1, 2]), np.array([1.0, 2.0])])
def test_plain_arrays_pass(value):
    np.testing.assert_array_equal(answers.vector("x", value), [1.0, 2.0])


class ArrayInDisguise(np.ndarray):
    pass


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (3.0, "should be a NumPy array"),
        (np.ones(2).view(ArrayInDisguise), "should be a NumPy array"),
        ([AlwaysEqual(), AlwaysEqual()], "should hold numbers"),
        (["a", "b"], "should hold numbers"),
        ([1j, 2j], "should hold numbers"),
        ([[1.0], [2.0, 3.0]], "rows differ in length"),
        (np.ones((2, 2)), r"shape \(2, 2\)"),
        ([1.0, np.nan], "infinite or undefined"),
    ],
)
def test_what_is_no_vector_is_refused(value, message):
    with pytest.raises(WrongAnswer, match=message):
        answers.vector("x", value)


def test_arguments_are_copies():
    given = np.ones(3)

    def spoil(x):
        x[:] = 0.0
        return 1.0

    assert answers.call("spoil", spoil, given) == 1.0
    np.testing.assert_array_equal(given, 1.0)


def no_return(x):
    pass


def not_yet(x):
    raise NotImplementedError


def broken(x):
    return x / 0


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (no_return, "is there a `return`"),
        (not_yet, "your turn"),
        (broken, r"f\(1\) raises ZeroDivisionError"),
        ("f", "should be a function"),
    ],
)
def test_a_function_that_gives_nothing_is_told(function, message):
    with pytest.raises(WrongAnswer, match=message):
        answers.call("f", function, 1.0)


CASES = [(1.0,), (2.0,), (3.0,)]
MISTAKES = {"You forgot the square.": lambda x: x, "The sign is wrong.": lambda x: -x * x}


def judge(function):
    answers.compare("f", function, CASES, lambda x: x * x, MISTAKES)


def test_right_answers_pass():
    judge(lambda x: x**2)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: x, "forgot the square"),
        (lambda x: -(x**2), "sign is wrong"),
        # Explained by a mistake on two cases of three is not explained.
        (lambda x: x if x > 1 else 7.0, r"f\(1\) gives 7, not 1"),
        (lambda x: np.array([x]), "should be one number"),
    ],
)
def test_the_mistake_that_explains_everything_is_named(function, message):
    with pytest.raises(WrongAnswer, match=message):
        judge(function)


def test_verdicts_read_well():
    assert repr(Right("that holds")) == "✔ that holds"
    assert WrongAnswer("no")._render_traceback_() == ["✘ no"]
    expect(True, "never said")
    with pytest.raises(WrongAnswer, match=r"^hint$"):
        expect(False, "hint")
