r"""Self-check questions that work in a notebook and in the built page, with keyboard and voice.

Explained in the chapter *Start*.

A question is a dictionary, in the notation of the package ``jupyterquiz``::

    {"question": "What is $1+1$?", "type": "multiple_choice",
     "answers": [{"answer": "2", "correct": True, "feedback": "Yes."},
                 {"answer": "3", "correct": False, "feedback": "One too many."}]}

Types: ``multiple_choice`` (one answer is right), ``many_choice`` (several may be), ``numeric``
(answers are ``{"type": "value", "value": 2, …}``, ``{"type": "range", "range": [1, 3], …}`` and
``{"type": "default", …}`` for everything else) and ``guess``: a number on a line, made before a
figure answers. A guess has the answers of a number and the ends of the line,
``"line": [1, 1000]``; with ``"log": True`` the line is logarithmic; ``"unit"`` stands behind the
number. Texts may hold ``$mathematics$`` and code in backticks.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from vaslb_edu import _validate as check
from vaslb_edu.figures import frames
from vaslb_edu.figures.static_player import ASSETS

Question = Mapping[str, Any]
TYPES = ("multiple_choice", "many_choice", "numeric", "guess")
NUMBERS = ("numeric", "guess")
HINT = {
    "multiple_choice": "Choose one.",
    "many_choice": "Choose all that are right.",
    "numeric": "Enter a number.",
    "guess": "Put your guess on the line, before you look.",
}


class Quiz:
    """Questions that show themselves as a form; made by `quiz`."""

    def __init__(self, questions: Sequence[Question]) -> None:
        self.questions = list(questions)

    def _repr_html_(self) -> str:
        body = "".join(_question(number, q) for number, q in enumerate(self.questions, start=1))
        folder = frames.static_folder()
        own_page = folder is not None and not frames.Store(folder).inline
        return f'<div class="vaslb-quiz">{body}{"" if own_page else _assets()}</div>'

    def __repr__(self) -> str:
        return f"Quiz of {len(self.questions)} questions"


def quiz(questions: Iterable[Question]) -> Quiz:
    """Return the questions as a form; every answer must come with feedback."""
    if isinstance(questions, (str, bytes, Mapping)) or not isinstance(questions, Iterable):
        raise TypeError(f"questions must be a list of dictionaries, got {questions!r}")
    questions = list(questions)
    if not questions:
        raise ValueError("questions must hold at least one question, got none")
    for place, question in enumerate(questions):
        _check_question(f"questions[{place}]", question)
    return Quiz(questions)


def _check_question(name: str, question: Question) -> None:
    """Raise unless the question can be asked, answered and explained."""
    if not isinstance(question, Mapping):
        raise TypeError(f"{name} must be a dictionary, got {question!r}")
    for key in ("question", "type", "answers"):
        if not question.get(key):
            raise ValueError(f"{name} must have {key!r}, got keys {sorted(question)}")
    kind = check.choice(f"{name}['type']", question["type"], TYPES)
    if kind == "guess":
        _check_line(name, question)
    answers = question["answers"]
    if not isinstance(answers, Sequence) or not all(isinstance(one, Mapping) for one in answers):
        raise TypeError(f"{name}['answers'] must be a list of dictionaries, got {answers!r}")
    right = sum(bool(answer.get("correct")) for answer in answers)
    if right < 1 or (kind == "multiple_choice" and right > 1):
        raise ValueError(f"{name} of type {kind} has {right} correct answers")
    for answer in answers:
        if not answer.get("feedback"):
            raise ValueError(f"{name} has an answer without feedback: {dict(answer)!r}")
        if kind in NUMBERS and not {"value", "range"} & set(answer) and answer.get("correct"):
            raise ValueError(f"{name} has a correct answer without 'value' or 'range'")


def _check_line(name: str, question: Question) -> None:
    """Raise unless a guess has a line to be put on."""
    line = question.get("line")
    if not isinstance(line, Sequence) or len(line) != 2 or not line[0] < line[1]:
        raise ValueError(f"{name} must have 'line': two ends, the smaller first, got {line!r}")
    if question.get("log") and line[0] <= 0:
        raise ValueError(f"{name} has a logarithmic line that begins at {line[0]!r}, not above 0")


def _question(number: int, question: Question) -> str:
    """Return the form of one question. A form of its own keeps its radio buttons apart."""
    kind = question["type"]
    answers = list(question["answers"])
    scale = math.log10 if question.get("log") else float
    if kind == "guess":
        fields = _line(question, scale)
    elif kind == "numeric":
        fields = '<label class="vaslb-answer">Your answer <input type="number" step="any"></label>'
    else:
        field = "radio" if kind == "multiple_choice" else "checkbox"
        fields = "".join(
            f'<label class="vaslb-answer"><input type="{field}" name="answer"'
            f' data-right="{int(bool(answer.get("correct")))}"{_spoken(answer["answer"])}>'
            f"<span>{rich(answer['answer'])}</span></label>"
            for answer in answers
        )
    feedback = "".join(_feedback(answer, scale) for answer in answers)
    right = "; ".join(_solution(answer) for answer in answers if answer.get("correct"))
    return (
        f'<form class="vaslb-question" method="dialog"'
        f' data-type="{"numeric" if kind == "guess" else kind}"><fieldset>'
        f"<legend>{number}. {rich(question['question'])}"
        f' <span class="vaslb-hint">{HINT[kind]}</span></legend>{fields}'
        '<button type="submit">Check</button>'
        f'<div class="vaslb-verdict" role="status">{feedback}'
        "<p data-always hidden></p></div>"
        f"<noscript><p>Right: {right}</p></noscript></fieldset></form>"
    )


def _spoken(text: str) -> str:
    """Name an answer that is a formula and nothing else: not every screen reader sees a formula."""
    formula = re.fullmatch(r"\$([^$]+)\$", str(text).strip())
    return f' aria-label="formula {html.escape(formula[1])}"' if formula else ""


def _line(question: Question, scale: Callable[[float], float]) -> str:
    """Return the line of a guess; its script keeps the number beside it in step."""
    low, high = (scale(end) for end in question["line"])
    # Not in the middle, where many a right answer lies.
    begin, log, unit = low + (high - low) / 8, bool(question.get("log")), question.get("unit", "")
    shown = 10**begin if log else begin
    return (
        '<label class="vaslb-answer"><span>Your guess</span> <input type="range" class="vaslb-line"'
        f' min="{low!r}" max="{high!r}" step="{(high - low) / 200!r}" value="{begin!r}"'
        f' data-log="{int(log)}" data-unit="{html.escape(unit)}">'
        f"<output>{shown:.3g} {html.escape(unit)}</output></label>"
    )


def _feedback(answer: Mapping[str, Any], scale: Callable[[float], float]) -> str:
    """Return the hidden text of one answer, with the numbers it belongs to."""
    low, high = answer.get("range", [answer.get("value"), answer.get("value")])
    span = "" if low is None else f' data-low="{scale(low)!r}" data-high="{scale(high)!r}"'
    mark, word = ("right", "Right.") if answer.get("correct") else ("wrong", "Not quite.")
    return f'<p class="vaslb-{mark}"{span} hidden><b>{word}</b> {rich(answer["feedback"])}</p>'


def _solution(answer: Mapping[str, Any]) -> str:
    return rich(str(answer.get("answer", answer.get("value", answer.get("range")))))


def rich(text: str) -> str:
    """Return a text as HTML, with ``$…$`` marked as mathematics and backticks as code."""
    escaped = html.escape(str(text), quote=False)
    escaped = re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped)
    return re.sub(r"\$([^$]+)\$", r'<span class="vaslb-math">\\(\1\\)</span>', escaped)


def _assets() -> str:
    css = (ASSETS / "quiz.css").read_text(encoding="utf-8")
    script = (ASSETS / "quiz.js").read_text(encoding="utf-8")
    return f"<style>{css}</style><script>{script}</script>"
