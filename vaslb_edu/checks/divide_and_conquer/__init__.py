"""Checks of this set: the game and divide and conquer."""

from vaslb_edu.checks.divide_and_conquer.halving import find_entries, search_until_certain
from vaslb_edu.checks.divide_and_conquer.playing import answer_to, regret_of_play
from vaslb_edu.checks.divide_and_conquer.questions import question
from vaslb_edu.checks.divide_and_conquer.trials import trials_needed

__all__ = [  # noqa: RUF022 (in the order of the set)
    "regret_of_play",
    "question",
    "answer_to",
    "trials_needed",
    "find_entries",
    "search_until_certain",
]
