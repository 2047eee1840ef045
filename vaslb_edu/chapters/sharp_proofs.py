"""The questions at the end of the proofs for the sharp version.

Explained in the appendix *Proofs for the sharp version*.
"""

from __future__ import annotations

from vaslb_edu.figures.quiz import Question

QUESTIONS: list[Question] = [
    {
        "question": "Which of these events does the algorithm itself pay for, out of its delta?",
        "type": "many_choice",
        "answers": [
            {"answer": "test", "correct": True, "feedback": "It gets one half."},
            {"answer": "ellipsoid", "correct": True, "feedback": "It gets the other half."},
            {
                "answer": "squares",
                "correct": False,
                "feedback": "The algorithm computes Q; only the analysis must bound it.",
            },
        ],
    },
    {
        "question": r"Where does the proof use that exploration goes on until $W$ has grown by the "
        r"factor $1+\gamma$?",
        "type": "multiple_choice",
        "answers": [
            {
                "answer": "In the test event.",
                "correct": False,
                "feedback": "The test may be looked at in any round.",
            },
            {
                "answer": "In the number of explorations.",
                "correct": True,
                "feedback": r"It is logarithmic, not $s$.",
            },
            {
                "answer": "In the bound on the cost of a commit round.",
                "correct": False,
                "feedback": "That is the rule.",
            },
        ],
    },
]
