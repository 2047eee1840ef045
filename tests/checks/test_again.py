"""What a check found wrong can be run again: on an input that is shown, or with a seed."""

import re

import numpy as np
import pytest

from tests.checks.sources import reference
from vaslb_edu.checks import WrongAnswer, vaslb
from vaslb_edu.checks import divide_and_conquer as check
from vaslb_edu.checks.showing import SMALL


def biased(places, d, rng):
    action = np.zeros(d)
    action[places] = np.where(rng.random(len(places)) < 0.9, 1, -1) / len(places) ** 0.5
    return action


def message_of(*arguments):
    with pytest.raises(WrongAnswer) as caught:
        check.question(*arguments)
    return str(caught.value)


def test_a_message_without_an_input_names_its_seed():
    message = message_of(biased)
    hint, seed = re.fullmatch(
        r"(.*) \(The same input again: check\.question\(question, (\d+)\)\.\)", message
    ).groups()
    assert message_of(biased, int(seed)) == hint


def test_a_message_that_shows_only_the_ends_of_an_array_names_its_seed():
    right = reference("vaslb")["exploration_length"]

    def hasty(sigmas, *others):
        return right(sigmas, *others) if len(sigmas) <= SMALL else 7

    with pytest.raises(WrongAnswer, match=r" \.\.\. .*The same input again") as caught:
        vaslb.exploration_length(hasty)
    seed = int(re.search(r"exploration_length, (\d+)\)", str(caught.value))[1])
    with pytest.raises(WrongAnswer) as again:
        vaslb.exploration_length(hasty, seed)
    assert str(caught.value).startswith(str(again.value))


def test_a_seed_that_was_given_is_not_repeated():
    assert "The same input again" not in message_of(biased, 3)


@pytest.mark.parametrize("answer", [None, lambda places, d, rng: "x"])
def test_what_is_wrong_on_every_input_needs_no_seed(answer):
    assert "The same input again" not in message_of(answer)
