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


def test_a_word_is_one_of_the_allowed():
    assert answers.word("x", "yes", ("yes", "no")) == "yes"
    assert answers.word("x", np.str_("yes"), ("yes", "no")) == "yes"
    odd = type("Word", (str,), {})("yes")
    for value, message in ((True, "not a bool"), ("Yes", 'not "Yes"'), (odd, "word")):
        with pytest.raises(WrongAnswer, match=message):
            answers.word("x", value, ("yes", "no"))


PAIR = ([[1.0, 2.0], [3.0, 4.0]], (5.0, 6.0))


def test_a_matrix_and_a_vector_become_one_array():
    np.testing.assert_array_equal(answers.matrix_and_vector("x", PAIR), [*PAIR[0], PAIR[1]])
    for value, message in ((PAIR[0][0], "NumPy array"), ((*PAIR, 1), "pair"), (7.0, "pair")):
        with pytest.raises(WrongAnswer, match=message):
            answers.matrix_and_vector("x", value)
    with pytest.raises(WrongAnswer, match="do not fit"):
        answers.matrix_and_vector("x", (PAIR[0], [1.0, 2.0, 3.0]))


def shown_for(case, wrong=0.0):
    with pytest.raises(WrongAnswer) as caught:
        answers.compare("f", lambda *_: wrong, [case], lambda *_: 1.0, {"Zero.": lambda *_: 0.0})
    return str(caught.value)


@pytest.mark.parametrize("wrong", [0.0, 7.0])  # with a hint and without
def test_a_small_input_can_be_pasted(wrong):
    case = (np.array([[0.1, 1 / 3], [-2.0, 1e-9]]), 1 / 7, 3, "word")
    text = shown_for(case, wrong)
    start, end = text.index("f(") + 2, text.index(") gives")
    matrix, number, integer, word = eval(text[start:end], {"np": np})
    np.testing.assert_array_equal(matrix, case[0])
    assert (number, integer, word) == case[1:]


def test_a_large_input_is_left_out_beside_a_hint():
    assert shown_for((np.zeros(1000),)) == "Zero."
    assert "..." in shown_for((np.zeros(1000),), 7.0)


def none_below(edge):
    return lambda x: None if x < edge else x


def test_none_is_an_answer_where_it_is_allowed():
    def compare(function):
        answers.compare("f", function, CASES, none_below(2), {"Edge.": none_below(3)}, none=True)

    compare(none_below(2))
    for function, message in (
        (lambda x: x, r"f\(1\) gives 1, not None"),
        (none_below(3), r"Edge\. f\(2\) gives None, not 2"),
    ):
        with pytest.raises(WrongAnswer, match=message):
            compare(function)


def test_a_mistake_of_another_length_is_named_too():
    hints = {"One too many.": lambda n: np.zeros(n + 1)}
    for extra, message in ((1, "One too many"), (2, r"has shape \(5,\), not \(3,\)")):
        with pytest.raises(WrongAnswer, match=message):
            answers.compare(
                "f", lambda n, k=extra: np.zeros(n + k), [(3,)], np.zeros, hints, answers.vector
            )


TURNED = "It is turned round: you say True where False is right, and False where True is. "


@pytest.mark.parametrize(("given", "right"), [("no", "yes"), (False, True)])
def test_words_and_truth_values_are_shown_as_such(given, right):
    with pytest.raises(WrongAnswer) as caught:
        answers.compare("f", lambda x: given, [(1,)], lambda x: right, {}, lambda name, v: v)
    shown = [f'"{one}"' if isinstance(one, str) else str(one) for one in (given, right)]
    assert str(caught.value).removeprefix(TURNED) == f"f(1) gives {shown[0]}, not {shown[1]}."


def test_verdicts_read_well():
    assert repr(Right("that holds")) == "✔ that holds"
    assert WrongAnswer("no")._render_traceback_() == ["✘ no"]
    expect(True, "never said")
    with pytest.raises(WrongAnswer, match=r"^hint$"):
        expect(False, "hint")
