"""Four in five of the wrong answers that one can think of get a message of their own.

For every coded item of the other sets than `sharp_version`, which has tables of its own, there are
at least fifteen: those that belong to the item, in `wrong/`, and what a hand does to a right
function, in `deformed`.
"""

import re
from importlib import import_module

import numpy as np
import pytest

from tests.checks import deformed
from tests.checks.sources import reference
from vaslb_edu.checks import WrongAnswer

SETS = ("divide_and_conquer", "random_projection", "weighted_oful", "voful2", "vaslb")
NUMBERS = (
    *("regret_of_play", "answer_to", "bernstein_radius", "confidence_radius", "optimism_gap"),
    *("missed_per_round", "resuming_gap"),
)
VECTORS = (
    *("running_baselines", "scatter", "estimate_after_commit", "step", "clipped", "next_play"),
    "commit_estimate",
)
KIND = {
    **dict.fromkeys(NUMBERS, deformed.NUMBERS),
    **dict.fromkeys(("trials_needed", "stopping_round", "exploration_length"), deformed.WHOLE),
    **dict.fromkeys(VECTORS, deformed.VECTORS),
    **dict.fromkeys(("project", "running_intervals"), deformed.MATRICES),
    "interval": deformed.without(deformed.VECTORS, "sorted"),  # its two ends are
    "may_stop": deformed.TRUTH,
    "survivors": deformed.TRUTHS,
    "weighted_sums": deformed.PAIRS,
}
PLAYED = ("stalling_parameter", "swap_schedules")  # these checks play games: fewer seeds


def wrong(module):
    return import_module(f"tests.checks.wrong.{module}")


def table(module, item):
    """Return {words of the message: wrong answer} of an item."""
    right = reference(module)[item]
    return {**deformed.answers(right, KIND.get(item, {})), **wrong(module).NAMED[item]}


def already(module, item):
    """Return how many wrong answers the set's own test has."""
    test = import_module(f"tests.checks.test_{module}")
    return len((test.MISTAKES if module == "vaslb" else test.WRONG)[item])


def checks(module):
    return import_module(f"vaslb_edu.checks.{module}")


ITEMS = [(module, item) for module in SETS for item in checks(module).__all__]


def message_of(module, item, answer, seed):
    with pytest.raises(WrongAnswer) as caught:
        getattr(checks(module), item)(answer, seed)
    return str(caught.value)


def is_bare(message, item):
    """Say whether a message shows an input and names nothing."""
    return bool(re.match(rf"{item}\(.*\) (gives|has shape)", message))


@pytest.mark.parametrize(("module", "item"), ITEMS)
def test_there_are_fifteen_wrong_answers_and_four_in_five_are_named(module, item):
    named = len(table(module, item)) + already(module, item)
    tried = named + len(wrong(module).UNNAMED.get(item, []))
    assert tried >= 15
    assert named >= 0.8 * tried


@pytest.mark.slow
@pytest.mark.parametrize(("module", "item"), ITEMS)
def test_every_one_gets_its_message(module, item):
    own = wrong(module).NAMED[item]
    for words, answer in table(module, item).items():
        for seed in range(1 if item in PLAYED else 3):
            message = message_of(module, item, answer, seed)
            assert not is_bare(message, item), (words, message)
            # What a hand does may have a name of its own in an item.
            assert words in message or words not in own, (words, message)


@pytest.mark.parametrize(("module", "item"), ITEMS)
def test_what_has_no_name_is_refused_all_the_same(module, item):
    for answer in wrong(module).UNNAMED.get(item, []):
        message = message_of(module, item, answer, 1)
        assert not [words for words in wrong(module).NAMED[item] if words in message]


@pytest.mark.parametrize(("module", "item"), [pair for pair in ITEMS if pair[1] in KIND])
def test_the_input_that_is_shown_shows_the_mistake(module, item):
    """Paste it: the wrong function and the right one give different things."""
    right, shown = reference(module)[item], 0
    for answer in wrong(module).NAMED[item].values():
        message = message_of(module, item, answer, 7)
        if found := re.search(rf"{item}\((.*)\) (gives|has shape)", message):
            arguments = eval(f"({found[1]},)", {"np": np, "play": None})
            if callable(arguments[0]) or arguments[0] is None:  # made by the check
                continue
            assert repr(answer(*arguments)) != repr(right(*arguments))
            shown += 1
    assert shown >= 5 or item == "answer_to"
