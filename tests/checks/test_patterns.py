"""What is said of a wrong answer that is on no list: it is true, or nothing is said."""

import numpy as np
import pytest

from vaslb_edu.checks import WrongAnswer, answers

NUMBERS = [(1.0, 2.0), (3.0, 5.0), (4.0, 7.0), (2.0, 9.0)]
VECTORS = [(np.array([1.0, 2.0, 4.0]), 2.0), (np.array([3.0, -1.0, 2.0]), 0.5), (np.ones(4), 3.0)]


def message(answer, right, cases, read=answers.number, **options):
    with pytest.raises(WrongAnswer) as caught:
        answers.compare("f", answer, cases, right, {}, read, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda x, y: 3 * (x + y * y), "3 times the right one"),
        (lambda x, y: np.sqrt(2) * (x + y * y), "√2 times"),
        (lambda x, y: x + y * y - 0.5, "minus 0.5"),
        (lambda x, y: (x + y * y) * (-1) ** (x > 2), "some signs are not"),
        (lambda x, y: y**3, "Halve or double `x`"),
        (lambda x, y: 7.0, "Halve or double `x`"),
    ],
)
def test_a_number_that_is_off_in_one_way_is_told_in_which(answer, words):
    assert words in message(answer, lambda x, y: x + y * y, NUMBERS)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda x, y: x * y / (1 + y), "a multiple of the right one"),
        (lambda x, y: np.append(x[:1] * y, x[1:] * y + [1.0, 2.0, 3.0][: len(x) - 1]), "first one"),
        (lambda x, y: np.append(np.sin(x[:-1]) + y, x[-1:] * y), "last one"),
    ],
)
def test_a_vector_is_told_what_is_right_in_it(answer, words):
    assert words in message(answer, lambda x, y: x * y, VECTORS, answers.vector)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda x, y: [x - y * y, x + y * y], "half width is not"),
        (lambda x, y: [x * x - y, x * x + y], "middle is not"),
        (lambda x, y: [x - y, x + y**3], "second is not"),
        (lambda x, y: [x - y**3, x + y], "first is not"),
    ],
)
def test_two_ends_are_told_apart(answer, words):
    cases = [(1.5, 2.0), (3.0, 5.0), (4.0, 7.0)]
    assert words in message(answer, lambda x, y: np.array([x - y, x + y]), cases, answers.vector)


def test_a_rule_that_is_too_easy_or_too_late_is_told_so():
    cases = [(k,) for k in range(1, 9)]
    assert "says it too easily" in message(
        lambda k: k > 2, lambda k: k > 4, cases, read=answers.boolean
    )
    late = message(lambda k: k + k // 3, lambda k: k, cases, read=answers.integer)
    assert "too large" in late
    never = message(
        lambda k: k + k // 3 if k != 5 else 0, lambda k: k % 8, cases, read=answers.integer
    )
    assert "too late, or never" in never or "gives" in never


def test_parts_that_are_right_are_named():
    def both(x, y):
        return np.vstack([x * np.eye(2), [y, y]])

    parts = answers.matrix_over_vector
    told = message(
        lambda x, y: (x * np.eye(2), [y, x]), both, NUMBERS, answers.matrix_and_vector, parts=parts
    )
    assert told.startswith("A is right; p is not.")


def test_an_argument_that_matters_is_never_called_unused():
    """A rounded result stays with a small change of an argument, and moves with a large one."""
    told = message(lambda x, y: round(x * y), lambda x, y: x * y + 0.7, NUMBERS)
    assert "Halve" not in told
