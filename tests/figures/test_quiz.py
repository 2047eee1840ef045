"""Self-check questions: what is refused, what is shown."""

import pytest

from vaslb_edu.figures import frames
from vaslb_edu.figures.quiz import quiz, rich


def question(**changes):
    good = {
        "question": "Is $a < b$?",
        "type": "multiple_choice",
        "answers": [
            {"answer": "yes", "correct": True, "feedback": "Since `a` is small."},
            {"answer": "$b$", "correct": False, "feedback": "No."},
        ],
    }
    return good | changes


def test_formulas_and_code_are_marked_and_text_is_escaped():
    assert rich("<b> $a<b$ `x<y`") == (
        '&lt;b&gt; <span class="vaslb-math">\\(a&lt;b\\)</span> <code>x&lt;y</code>'
    )


def test_form_has_labels_and_hidden_feedback():
    page = quiz([question()])._repr_html_()
    assert page.count("<label") == 2
    assert "<legend>1. Is " in page
    assert '<p class="vaslb-right" hidden><b>Right.</b> Since <code>a</code> is small.</p>' in page
    assert 'aria-label="formula b"' in page
    assert "<script>" in page


def test_the_book_brings_its_own_script(monkeypatch, tmp_path):
    monkeypatch.setenv(frames.STATIC_VARIABLE, str(tmp_path))
    assert "<script>" not in quiz([question()])._repr_html_()


def test_nothing_comes_from_elsewhere():
    assert "http" not in quiz([question()])._repr_html_()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"question": ""}, "must have 'question'"),
        ({"type": "essay"}, "must be one of 'multiple_choice'"),
        ({"answers": [{"answer": "a", "feedback": "b"}]}, "0 correct answers"),
        ({"answers": [{"answer": "a", "correct": True, "feedback": "b"}] * 2}, "2 correct answers"),
        ({"answers": [{"answer": "a", "correct": True}]}, "without feedback"),
        (
            {"type": "numeric", "answers": [{"correct": True, "feedback": "b"}]},
            "without 'value' or 'range'",
        ),
    ],
)
def test_bad_questions_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        quiz([question(**changes)])


def test_an_empty_quiz_is_refused():
    with pytest.raises(ValueError, match="at least one question"):
        quiz([])


def test_questions_may_come_from_a_generator():
    question = {
        "question": "1 + 1?",
        "type": "multiple_choice",
        "answers": [{"answer": "2", "correct": True, "feedback": "Yes."}],
    }
    assert len(quiz(question for _ in range(2)).questions) == 2


@pytest.mark.parametrize("questions", ["text", 3, None, {"question": "x"}, [3], ["x"]])
def test_nonsense_is_refused(questions):
    with pytest.raises(TypeError, match="must be a"):
        quiz(questions)


def test_answers_must_be_dictionaries():
    with pytest.raises(TypeError, match="must be a list of dictionaries"):
        quiz([{"question": "x", "type": "numeric", "answers": ["2"]}])


def guess(**changes):
    good = {
        "question": "How many?",
        "type": "guess",
        "line": [1, 1000],
        "log": True,
        "unit": "rounds",
        "answers": [
            {"type": "range", "range": [10, 100], "correct": True, "feedback": "About 30."},
            {"type": "default", "feedback": "About 30."},
        ],
    }
    return good | changes


def test_a_guess_is_a_place_on_a_line():
    page = quiz([guess()])._repr_html_()
    assert 'type="range"' in page
    assert 'min="0.0" max="3.0"' in page  # powers of ten
    assert 'data-low="1.0" data-high="2.0"' in page
    assert "rounds</output>" in page
    assert "<noscript>" in page
    straight = quiz([guess(log=False)])._repr_html_()
    assert 'min="1.0" max="1000.0"' in straight


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"line": [3, 1]}, "the smaller first"),
        ({"line": None}, "two ends"),
        ({"line": [0, 10]}, "logarithmic line"),
        ({"answers": [{"correct": True, "feedback": "b"}]}, "without 'value' or 'range'"),
    ],
)
def test_a_guess_without_a_line_is_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        quiz([guess(**changes)])
