"""What a reader guesses before a figure answers: two a chapter, each a choice or a number.

Explained in the chapter *Start*.
"""

from __future__ import annotations

import math
from typing import Any

from vaslb_edu.figures.quiz import Question


def number(
    question: str,
    line: tuple[float, float],
    near: tuple[float, float],
    told: str,
    unit: str = "",
    log: bool = False,
) -> list[Question]:
    """Return a guess on a line: what counts as near, and what is told either way."""
    answers: list[dict[str, Any]] = [
        {"type": "range", "range": list(near), "correct": True, "feedback": told},
        {"type": "default", "feedback": told},
    ]
    return [
        {
            "question": question,
            "type": "guess",
            "line": list(line),
            "log": log,
            "unit": unit,
            "answers": answers,
        }
    ]


def choice(question: str, right: str, *others: str, told: str) -> list[Question]:
    """Return a choice among answers; the right one stands in the middle of the others."""
    place = (len(others) + 1) // 2
    texts = [*others[:place], right, *others[place:]]
    answers = [{"answer": one, "correct": one == right, "feedback": told} for one in texts]
    return [{"question": question, "type": "multiple_choice", "answers": answers}]


# -- The game

COST_AT_40 = 1 - math.cos(math.radians(40))
ANGLE = number(
    "At an angle of 20° a round costs $0.06$. What does it cost at 40°?",
    (0.0, 0.5),
    (0.2, 0.27),
    f"It is ${COST_AT_40:.2f}$, nearly four times as much: the cost of a small angle grows like "
    "its square.",
)
FADING = number(
    "Noise dies out: $\\sigma_t = 1/\\sqrt t$ for a million rounds. How many rounds of "
    "noise 1 have the same total variance?",
    (1, 1e6),
    (10, 21),
    "About 14: the squares are $1/t$, and they sum to about $\\ln T$.",
    "rounds",
    log=True,
)

# -- Divide and conquer

SILENT_PAIR = number(
    "A set holds two equal entries. Its signs are random. In how many of a hundred queries is it "
    "silent?",
    (0, 100),
    (45, 55),
    "In 50: half of the time the two signs differ, and the entries cancel.",
)
GRAIN = choice(
    "Noise of a millionth of the signal, $\\sigma = 10^{-6}$, in 64 coordinates with few entries. "
    "How many coordinates will the search call entries?",
    "all 64",
    "only the true ones",
    "a few more than the true ones",
    told="All 64. Noise is never exactly 0, so every set answers and every box is opened.",
)

# -- Random projection

FIRST_EXPLORATION = number(
    "No noise, $\\Delta = 1/4$, $\\delta = 0.05$: how many rounds until the rule stops the "
    "exploration?",
    (10, 1e6),
    (5_000, 18_000),
    "About 9,000. Crosstalk alone is as loud as noise of size 1, and the rule multiplies it by "
    "$128\\ln(4/\\delta)/\\Delta^2$.",
    "rounds",
    log=True,
)
DIMENSION = choice(
    "Without noise, how does the length of an exploration change from 16 to 256 coordinates?",
    "not at all",
    "it is 4 times as long",
    "it is 16 times as long",
    told="Not at all: crosstalk has the variance $\\lVert\\theta^*\\rVert^2 = 1$, whatever $d$ is.",
)

# -- From regret to an estimate

MEAN_PLAY = number(
    "The hidden $\\theta_S$ has length $0.6$ and the learner has found its direction. How long is "
    "the mean of its plays?",
    (0.0, 1.2),
    (0.94, 1.0),
    "Nearly 1. All plays are unit vectors, and they hardly differ: the mean play knows nothing of "
    "the length.",
)
HALF_THE_GAP = choice(
    "Noise of $\\sigma = 0.1$. The gap $\\Delta$ is halved. How many times as long is the commit "
    "phase?",
    "about 16 times",
    "about twice",
    "about 4 times",
    told="About 16 times: the report grows like $\\sqrt n$ and is held against "
    "$n\\Delta^2$, so $n$ grows like $1/\\Delta^4$.",
)

# -- Optimism

TWO_RADII = number(
    "Two valid radii, 10,000 rounds of $\\sigma = 0.1$. How many times as large is the "
    "printed one?",
    (1, 1000),
    (15, 45),
    "About 26 times. A learner needs the square of that in rounds for the same precision.",
    "times",
    log=True,
)
BALL = choice(
    "An ellipse is a circle (long axis : short axis = 1) and its centre lies at 60°. Where "
    "does its longest vector point?",
    "to 60°, through the centre",
    "along the horizontal axis",
    "somewhere in between",
    told="To 60°: a circle has no long axis that could compete with the centre. Now stretch it.",
)

# -- VOFUL2

SWELLS = choice(
    "Two hundred quiet rounds, then loud ones. What does the interval of the last day "
    "alone do when the noise begins?",
    "it gets wider again",
    "it stays as it is",
    "it goes on shrinking, more slowly",
    told="It gets wider: the root of the total noise now grows faster than the number of rounds. "
    "Keeping the intersection is the cure.",
)
EIGHT_DIRECTIONS = number(
    "Take 360 cones. With 2 directions an area of $0.051$ of the disc is left, with 8 directions "
    "$0.042$. What is left with 32?",
    (0.0, 0.05),
    (0.036, 0.044),
    "$0.041$. In the plane a few directions do nearly all the work.",
)

# -- VASLB

FIRST_SHARE = number(
    "A game of 200,000 rounds without noise. How many percent of its regret are paid in "
    "the first exploration?",
    (0, 100),
    (90, 100),
    "99 %. Nothing is known then, and a round of random signs costs about 1.",
    "%",
)
LATE_PULSE = choice(
    "All the noise of a game comes in one pulse of 3,000 rounds. The first exploration ends near "
    "round 20,000. What does the pulse cost if it comes after round 30,000?",
    "nothing that one could see",
    "as much as at the beginning",
    "about half of that",
    told="Nothing that one could see: by then all decisions have been made.",
)

# -- Errata

TWO_SAMPLES = number(
    "The printed bound allows failures of 5 %. With two Gaussian samples, in how many "
    "percent of all cases does it fail?",
    (0, 60),
    (23, 34),
    "In 28.4 %: two samples can lie close together by chance, and then their scatter says that all "
    "is known.",
    "%",
)
LEAVING = number(
    "A bound holds at every single time with probability 95 %. Of 100 walks, how many have left it "
    "at some time among the first 2,000?",
    (0, 50),
    (7, 18),
    "About 11 with equal deviations, and far more with rising ones: whoever may choose the "
    "time has many chances.",
)

# -- Concentration inequalities

HALF_OF_Q = number(
    "It is printed that $\\hat Q \\ge Q/2$ but for a probability of 5 %. With two Gaussian samples "
    "of equal variance, in how many percent of all cases is it false?",
    (0, 100),
    (43, 57),
    "In 50 %: $\\hat Q$ belongs to $X_1-X_2$ and the rest of $Q$ to $X_1+X_2$, and neither is the "
    "larger one more often.",
    "%",
)
RISING = choice(
    "Somebody stops a sum when it suits him. The bound allows 5 % at every single round, and the "
    "noise rises by two per cent a round. In how many of 100 games does he see it fail within "
    "600 rounds?",
    "about 30",
    "about 5",
    "about 10",
    told="About 30: the past is soon forgotten, and fresh chances keep coming.",
)
