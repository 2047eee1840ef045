"""What every check of every problem set owes a student, whatever the item."""

import math
from importlib import import_module

import numpy as np
import pytest

from tests.checks.sources import SOURCE
from vaslb_edu.checks import WrongAnswer

CHECKS = [
    (path.stem, item)
    for path in sorted(SOURCE.glob("*/*.ipynb"))
    for item in import_module(f"vaslb_edu.checks.{path.stem}").__all__
]


class EqualToAll:
    def __eq__(self, other):
        return True

    __hash__ = None


STRAY = [
    *(None, "x", math.nan, 1j, {"a": 1}, EqualToAll()),
    *([1.0], [1.0] * 3, [1.0] * 7, (1.0, 2.0)),
    *(np.zeros((2, 2)), np.full((2, 2), np.inf), np.ones((2, 2, 2))),
]


def not_yet(*arguments):
    raise NotImplementedError  # what a released notebook holds before it is answered


def returning(value):
    return lambda *arguments: value


@pytest.fixture(params=CHECKS, ids="-".join)
def check(request):
    module, item = request.param
    return getattr(import_module(f"vaslb_edu.checks.{module}"), item)


def test_an_unanswered_item_says_whose_turn_it_is(check):
    with pytest.raises(WrongAnswer, match="your turn"):
        check(not_yet, 1)


def test_a_stray_answer_is_refused_in_words(check):
    for value in STRAY:
        for answer in (value, returning(value), returning((value, value))):
            with pytest.raises(WrongAnswer, match=r"\w+"):
                check(answer, 1)


def test_every_set_has_checks():
    sets = list(SOURCE.glob("*/*.ipynb"))
    assert {module for module, _ in CHECKS} == {path.stem for path in sets}
    assert len(CHECKS) >= 5 * len(sets)
