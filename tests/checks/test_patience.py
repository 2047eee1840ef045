"""An answer that does not end is stopped and told so, wherever the check runs."""

import signal
import threading
import time

import pytest

from vaslb_edu.checks import WrongAnswer, answers, patience
from vaslb_edu.checks import vaslb as check

LIMIT = 0.3
needs_alarm = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm here")


def for_ever(*arguments):
    while True:
        pass


def deaf_for_ever(*arguments):
    while True:
        try:
            time.sleep(0.01)
        except Exception:
            continue


def calling_itself(*arguments):
    return calling_itself(*arguments)


def elsewhere(function, *arguments):
    """Call in a thread: there Python has no alarm, as on Windows."""
    outcome = []

    def run():
        try:
            outcome.append(function(*arguments))
        except BaseException as error:
            outcome.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(20)
    assert not thread.is_alive()
    return outcome[0]


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(patience, "SECONDS", LIMIT)


@pytest.mark.parametrize("function", [for_ever, deaf_for_ever])
def test_it_is_stopped_in_the_main_thread(short, function):
    with pytest.raises(WrongAnswer, match=r"f\(1\) has not ended after 0.3 seconds"):
        answers.call("f", function, 1)


@pytest.mark.parametrize("function", [for_ever, deaf_for_ever])
def test_it_is_stopped_in_any_other_thread_and_leaves_none_behind(short, function):
    before = threading.active_count()
    assert "has not ended" in str(elsewhere(answers.call, "f", function, 1))
    deadline = time.monotonic() + 600
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == before


def test_a_check_says_so(short):
    with pytest.raises(WrongAnswer, match=r"^resuming_gap\(np.array.*has not ended after"):
        check.resuming_gap(for_ever, 1)


def test_an_endless_recursion_has_words_of_its_own():
    with pytest.raises(WrongAnswer, match="calls itself without end"):
        answers.call("f", calling_itself, 1)


@pytest.mark.parametrize("where", [lambda f, *a: f(*a), elsewhere])
def test_what_ends_is_untouched(where):
    assert where(patience.call_within, 5.0, divmod, 7, 3) == (2, 1)


def test_an_error_comes_back_from_the_thread():
    assert isinstance(elsewhere(patience.call_within, 5.0, divmod, 7, 0), ZeroDivisionError)


@needs_alarm
def test_an_alarm_that_was_set_before_still_rings():
    rang = []
    before = signal.signal(signal.SIGALRM, lambda *_: rang.append(True))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        patience.call_within(5.0, time.sleep, 0.1)
        assert not rang
        time.sleep(0.5)
        assert rang
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_function_that_keeps_its_own_time_is_left_alone(short):
    class There:
        keeps_time = True

        def __call__(self):
            time.sleep(2 * LIMIT)
            return threading.current_thread()

    assert patience.call_within(LIMIT, There()) is threading.main_thread()


def test_the_time_is_the_one_that_the_page_states():
    from tests.checks.sources import SOURCE

    page = (SOURCE.parent / "index.md").read_text("utf-8")
    assert patience.SECONDS == 10
    assert "ten seconds" in page
