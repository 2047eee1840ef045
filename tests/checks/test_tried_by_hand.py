"""Answers that somebody tried by hand, in no order: none that is wrong passes, hardly one is bare.

They were written down before the checks knew them, and the checks were mended until this held. A
message counts as bare if it shows an input and what came out, and says nothing else.
"""

from importlib import import_module

import numpy as np
import pytest

from tests.checks.test_named_mistakes import PLAYED, is_bare
from vaslb_edu.checks import WrongAnswer

SETS = (
    *("divide_and_conquer", "random_projection", "weighted_oful", "voful2", "vaslb"),
    "sharp_version",
)
RIGHT_AS_WELL = {  # and why: said in the check
    ("find_entries", "first third"),  # halves need not be equal
    ("bernstein_radius", "guard n<2L"),  # no tie can be written down
    ("may_stop", "n>"),
    ("exploration_length", "<="),
    ("first_discovery", ">="),
    ("survivors", "strict <"),
    ("stopping_round", "tolerance"),  # safe from rounding
    ("interval", "guard n<i"),  # the cut at 1 does the same
}
ROWS = [(name, item) for name in SETS for item in import_module(f"tests.checks.tried.{name}").WRONG]


def check_of(name, item):
    return getattr(import_module(f"vaslb_edu.checks.{name}"), item)


def seeds(item):
    return range(1 if item in (*PLAYED, "race_game") else 4)


def verdict(name, item, answer, seed):
    """Return the message, or "" for an answer that passes."""
    try:
        with np.errstate(all="ignore"):
            check_of(name, item)(answer, seed)
    except WrongAnswer as wrong:
        return str(wrong)
    return ""


def test_every_item_was_tried():
    for name in SETS:
        tried = import_module(f"tests.checks.tried.{name}").WRONG
        assert list(tried) == import_module(f"vaslb_edu.checks.{name}").__all__
        assert all(len(answers) >= 10 for answers in tried.values())


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(("name", "item"), ROWS)
def test_no_wrong_answer_passes_and_two_in_three_hear_why(name, item):
    """These answers are odder than those in `wrong/`, of which four in five are named."""
    bare, answers = 0, import_module(f"tests.checks.tried.{name}").WRONG[item]
    for what, answer in answers.items():
        messages = [verdict(name, item, answer, seed) for seed in seeds(item)]
        assert all(messages) or (item, what) in RIGHT_AS_WELL, what
        bare += any(is_bare(message, item) for message in messages)
    assert bare <= len(answers) / 3


@pytest.mark.slow
@pytest.mark.parametrize(("name", "item"), ROWS)
def test_right_answers_written_in_another_way_pass(name, item):
    right = import_module(f"tests.checks.tried.{name}").RIGHT.get(item, {})
    for what, answer in right.items():
        for seed in seeds(item):
            assert not verdict(name, item, answer, seed), what
